/*
 * Adds up the results that `jest --json` writes:
 *   node .ci/results.mjs FILE…  prints the number of tests that passed and failed
 */
import { existsSync, readFileSync } from 'node:fs';

const total = { passed: 0, failed: 0, pending: 0 };
for (const file of process.argv.slice(2)) {
  const { testResults } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  for (const { status } of testResults.flatMap(({ assertionResults }) => assertionResults)) total[status] += 1;
  // A test file that could not be loaded has no tests, and neither has a run that did not begin.
  const empty = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  total.failed += testResults.length === 0 ? 1 : empty.length;
}
if (total.pending > 0) console.log(`${total.pending} skipped, for the reasons above`);
console.log(`${total.passed} passed, ${total.failed} failed`);
