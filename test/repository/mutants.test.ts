/**
 * Tests the mutants of `npm run mutants`. It changes one part of a line for each mutant, and runs the tests that the
 * mutant names.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MUTANTS } from '../../scripts/mutants/mutants';

const at = (file: string) => path.resolve(__dirname, '../..', file);

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('%s: what it changes is there', (_, mutant) => {
  expect(readFileSync(at(mutant.file), 'utf8').split(mutant.find)).toHaveLength(2);
  expect(mutant.find).not.toBe(mutant.replace);
  expect(mutant.tests.filter((file) => !existsSync(at(file)))).toEqual([]);
});
