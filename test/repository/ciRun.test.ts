/** `.ci/run` ends with the counts of both test runs, and with an error exactly if something fails. The `npm` that it runs is a program of this test. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TemporaryDirectory, makeTemporaryDirectory } from '../support/database';

const CI = resolve(__dirname, '../../.ci');

/** What fails: scripts by name, and test files in each run, or only beside others. */
interface Failures {
  readonly scripts?: readonly string[];
  readonly files?: readonly string[];
  readonly besideOthers?: readonly string[];
}

/** Plays `npm ci` and `npm run SCRIPT`; a test run writes its results as `jest --json` does, with one test in each of five files. */
const NPM = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
const { scripts = [], files = [], besideOthers = [] } = JSON.parse(process.env.FAILURES);
const [, , , ...rest] = process.argv;
const script = rest.find((argument) => !argument.startsWith('-'));
if (scripts.includes(script)) process.exit(1);
const output = rest.find((argument) => argument.startsWith('--outputFile='));
if (output === undefined) process.exit(0);
const alone = rest.filter((argument) => argument.endsWith('.test.ts'));
const failing = alone.length > 0 ? files : [...files, ...besideOthers];
const run = alone.length > 0 ? alone : [1, 2, 3, 4, 5].map((number) => number + '.test.ts');
const testResults = run.map((name) => {
  const status = failing.includes(name) ? 'failed' : 'passed';
  return { name, status, assertionResults: [{ status }] };
});
writeFileSync(output.slice('--outputFile='.length), JSON.stringify({ testResults }));
process.exit(testResults.some(({ status }) => status === 'failed') ? 1 : 0);
`;

let directory: TemporaryDirectory;

/** Runs a copy of `.ci/run`; returns its exit code and output. */
function run(failures: Failures): { readonly status: number | null; readonly lines: readonly string[] } {
  const { status, stdout } = spawnSync(join(directory.path, '.ci/run'), {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${directory.path}:${process.env.PATH}`, FAILURES: JSON.stringify(failures) },
  });
  return { status, lines: stdout.trim().split('\n') };
}

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  cpSync(CI, join(directory.path, '.ci'), { recursive: true });
  writeFileSync(join(directory.path, 'npm'), NPM, { mode: 0o755 });
});

afterAll(() => directory.dispose());

test('succeeds if all tests and checks do', () => {
  expect(run({})).toEqual({ status: 0, lines: ['10 passed, 0 failed'] });
});

test.each(['check', 'clients'])('fails if npm run %s does', (script) => {
  expect(run({ scripts: [script] })).toEqual({ status: 1, lines: ['10 passed, 0 failed'] });
});

test('fails if a test run does not begin', () => {
  expect(run({ scripts: ['test:postgres'] })).toEqual({ status: 1, lines: ['5 passed, 1 failed'] });
});

test('fails if a test does, and runs its file twice', () => {
  const again = 'Failed, and runs again: 2.test.ts';
  expect(run({ files: ['2.test.ts'] })).toEqual({ status: 1, lines: [again, again, '8 passed, 2 failed'] });
});

test('succeeds if a test file passes when it runs again', () => {
  const again = ['Failed, and runs again: 2.test.ts', 'Failed, and runs again: 4.test.ts'];
  expect(run({ besideOthers: ['2.test.ts', '4.test.ts'] })).toEqual({
    status: 0,
    lines: [...again, ...again, '10 passed, 0 failed'],
  });
});

test('runs no test file again if four fail', () => {
  const failing = ['1.test.ts', '2.test.ts', '3.test.ts', '4.test.ts'];
  expect(run({ besideOthers: failing })).toEqual({ status: 1, lines: ['2 passed, 8 failed'] });
});
