/**
 * Work on repetitive texts grows with their size, not with its square: the cost of each character is limited.
 * test/repository/patterns.test.ts checks that each expression reads a character once; here, several are called, in
 * loops.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/source';
import type { CountedTexts, CountedWork } from '../support/programs/hostileTexts';

/**
 * Maximum number of times that a character of an event is read, and of parts of functions that run for it. The highest
 * numbers are 28 and 7.
 */
const MAX_READ = 40;
const MAX_STEPS = 10;

const PROGRAM = path.join(ROOT, 'test/support/programs/hostileTexts.ts');

let counted: CountedTexts;
beforeAll(async () => {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM], { cwd: ROOT, maxBuffer: 2 ** 24 });
  counted = JSON.parse((await run).stdout) as CountedTexts;
});

const isTooMuch = ({ size, read, steps }: CountedWork) => read > MAX_READ * size || steps > MAX_STEPS * size;

test('repetitions cost no more for each character than other texts', () => {
  expect(counted.work.filter(isTooMuch)).toEqual([]);
  expect(counted.work.length).toBeGreaterThan(400);
});

test('work that grows with the square of a text is too much', () => {
  expect(counted.quadratic.map((work) => [work.name, isTooMuch(work)])).toEqual([
    ['reading', true],
    ['steps', true],
  ]);
});

test('the parser of user agents reads no long text, and no long word', () => {
  expect(counted.userAgents).toEqual({ longest: 512, longestWord: 40 });
});
