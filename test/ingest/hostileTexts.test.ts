/**
 * Work on texts that are repetitions grows with their size, and not with its square: what each character costs is limited. That each
 * expression reads a character once is the subject of test/repository/patterns.test.ts; here, several are called, in loops.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/source';
import type { CountedTexts, CountedWork } from '../support/programs/hostileTexts';

/** How often a character of an event may be read, and how many parts of functions may run for it. The most are 28 and 7. */
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
