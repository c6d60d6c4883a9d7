/*
 * Reads the results that `jest --json` writes.
 *   node .ci/results.mjs failed FILE      prints the test files that failed, one per line
 *   node .ci/results.mjs sum FILE AGAIN…  prints the number of tests that passed and failed, for pairs of a run and the run that repeats what failed in it
 */
import { existsSync, readFileSync } from 'node:fs';

const [command, ...files] = process.argv.slice(2);

/** The result of each test file by its path; none if jest did not run. */
function read(file) {
  const { testResults } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  return new Map(testResults.map((result) => [result.name, result]));
}

function sum(pairs) {
  const total = { passed: 0, failed: 0, pending: 0 };
  for (const [run, again] of pairs) {
    const results = [...new Map([...read(run), ...read(again)]).values()];
    for (const { status } of results.flatMap(({ assertionResults }) => assertionResults)) total[status] += 1;
    // A test file that could not be loaded has no tests, and neither has a run that did not begin.
    const empty = results.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    total.failed += results.length === 0 ? 1 : empty.length;
  }
  if (total.pending > 0) console.log(`${total.pending} skipped, for the reasons above`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

if (command === 'failed') {
  for (const { name, status } of read(files[0]).values()) if (status === 'failed') console.log(name);
} else {
  sum(files.flatMap((file, index) => (index % 2 === 0 ? [[file, files[index + 1]]] : [])));
}
