/**
 * Tests that `.ci/run` ends with the counts of all tiers of tests, and with an error exactly if something fails. The
 * `npm` that it runs is a program of this test.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TemporaryDirectory, makeTemporaryDirectory } from '../support/database';

const CI = resolve(__dirname, '../../.ci');

/** The failures of a run: scripts by name, and test files of each tier. */
interface Failures {
  readonly scripts?: readonly string[];
  readonly files?: readonly string[];
}

/**
 * Plays `npm ci` and `npm run SCRIPT`; a test run writes its results as `jest --json` does, with one test in each of
 * five files.
 */
const NPM = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
const { scripts = [], files = [] } = JSON.parse(process.env.FAILURES);
const [, , , ...rest] = process.argv;
const script = rest.find((argument) => !argument.startsWith('-'));
if (scripts.includes(script)) process.exit(1);
const output = rest.find((argument) => argument.startsWith('--outputFile='));
if (output === undefined) process.exit(0);
const testResults = [1, 2, 3, 4, 5].map((number) => {
  const name = number + '.test.ts';
  const status = files.includes(name) ? 'failed' : 'passed';
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
  expect(run({})).toEqual({ status: 0, lines: ['15 passed, 0 failed'] });
});

test.each(['check', 'clients'])('fails if npm run %s does', (script) => {
  expect(run({ scripts: [script] })).toEqual({ status: 1, lines: ['15 passed, 0 failed'] });
});

test.each(['test', 'test:system', 'test:postgres'])('fails if npm run %s does not begin', (script) => {
  expect(run({ scripts: [script] })).toEqual({ status: 1, lines: ['10 passed, 1 failed'] });
});

test('fails if a test does, and runs none again', () => {
  expect(run({ files: ['2.test.ts'] })).toEqual({ status: 1, lines: ['12 passed, 3 failed'] });
});
