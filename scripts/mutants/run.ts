/** The command `npm run mutants`: options, the copy in which mutants are made, and the report. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { ensureBuilt } from '../../test/support/process';
import { type Mutant, MUTANTS } from './mutants';

const USAGE = `npm run mutants -- [options]

  --only TEXT   only mutants whose name or file contains the text; may be repeated
`;

const ROOT = path.resolve(__dirname, '../..');
const NOT_COPIED = ['.git', 'node_modules', 'coverage'].map((name) => path.join(ROOT, name));
const PROGRAM = 'dist/src/main.js';

/** Time limit for the tests of one mutant, and for the tests of all mutants together. */
const MUTANT_LIMIT_MS = 5 * 60_000;
const ALL_LIMIT_MS = 60 * 60_000;
const SHOWN_FAILURES = 3;
const HOUR_MS = 60 * 60_000;

/** Result of a run of tests: failed tests, as `FILE: TITLE`. */
interface TestRun {
  readonly failures: readonly { readonly file: string; readonly text: string }[];
  readonly seconds: number;
}

/**
 * Returns the text of a file with the line of a mutant.
 * @throws Error with one sentence unless the line is there once
 */
function mutate({ name, file, find, replace }: Mutant): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`"${name}": ${file} has the text ${count} times, but must have it once: ${find}`);
  return text.replace(find, () => replace);
}

/** Compiles one file as the build does, but for types: a mutant may leave a variable unused. */
function compile(file: string, text: string): string {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: { compilerOptions: object };
  };
  const { options: compilerOptions } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const options = { fileName: path.join(ROOT, file), compilerOptions, reportDiagnostics: true };
  const { diagnostics = [], outputText } = ts.transpileModule(text, options);
  if (diagnostics.length > 0) throw new Error(`A mutant of ${file} is no TypeScript.`);
  return outputText;
}

/** Copies the checkout. Its build is newer than all sources, so that no test builds it again. */
function copyCheckout(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'culprit-mutants-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(ROOT, copy, { recursive: true, preserveTimestamps: true, filter: (from) => !NOT_COPIED.includes(from) });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  markAsBuilt(copy);
  return copy;
}

function markAsBuilt(copy: string): void {
  const later = new Date(Date.now() + 24 * HOUR_MS);
  utimesSync(path.join(copy, PROGRAM), later, later);
}

/** Runs work while the copy contains the source of a mutant, and the files built from it. */
async function withMutant<T>(copy: string, mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const text = mutate(mutant);
  const built = `dist/${mutant.file.replace(/\.ts$/, '.js')}`;
  const changed = [
    [mutant.file, text],
    ...(existsSync(path.join(copy, built)) ? [[built, compile(mutant.file, text)]] : []),
  ];
  const former = changed.map(([file = '']) => [file, readFileSync(path.join(copy, file))] as const);
  try {
    for (const [file = '', content = ''] of changed) writeFileSync(path.join(copy, file), content);
    markAsBuilt(copy);
    return await work();
  } finally {
    for (const [file, content] of former) writeFileSync(path.join(copy, file), content);
    markAsBuilt(copy);
  }
}

/** Runs tests in the copy. @throws Error with one sentence if jest has no result */
async function runTests(copy: string, tests: readonly string[], limitMs: number): Promise<TestRun> {
  const began = performance.now();
  const result = path.join(copy, 'mutant-result.json');
  rmSync(result, { force: true });
  const env = { ...process.env };
  delete env['TEST_DATABASE_URL'];
  // A failed test may leave a service running, which keeps jest from ending.
  const options = ['--runInBand', '--forceExit', '--json', `--outputFile=${result}`];
  const args = ['node_modules/jest/bin/jest.js', ...options, ...tests];
  const limits = { timeout: limitMs, killSignal: 'SIGKILL' as const };
  const jest = spawn(process.execPath, args, { cwd: copy, env, stdio: 'ignore', ...limits });
  const end = () => jest.kill();
  process.once('exit', end);
  const [, signal] = (await once(jest, 'exit')) as [number | null, NodeJS.Signals | null];
  process.off('exit', end);
  const seconds = (performance.now() - began) / 1000;
  if (!existsSync(result)) {
    const reason =
      signal === null ? 'jest ended without a result' : `jest did not end within ${limitMs / 60_000} minutes`;
    return { failures: tests.map((file) => ({ file, text: `${file}: ${reason}` })), seconds };
  }
  return { failures: readFailures(copy, readFileSync(result, 'utf8')), seconds };
}

interface JestResult {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function readFailures(copy: string, json: string): TestRun['failures'] {
  const { testResults } = JSON.parse(json) as JestResult;
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(copy, name);
    const titles = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    if (titles.length === 0 && status === 'failed') titles.push('the file cannot be run');
    return titles.map((title) => ({ file, text: `${file}: ${title}` }));
  });
}

type Verdict = 'caught' | 'survived' | 'invalid';

function printRow({ name, file }: Mutant, verdict: Verdict, { seconds, failures }: TestRun): void {
  console.log(`${verdict.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${name} (${file})`);
  for (const { text } of failures.slice(0, SHOWN_FAILURES)) console.log(`${' '.repeat(19)}${text}`);
  if (failures.length > SHOWN_FAILURES) console.log(`${' '.repeat(19)}and ${failures.length - SHOWN_FAILURES} more`);
}

function readMutants(): readonly Mutant[] {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
  const { only } = values;
  const chosen = MUTANTS.filter(({ name, file }) => {
    return only.length === 0 || only.some((text) => name.includes(text) || file.includes(text));
  });
  if (chosen.length === 0) throw new Error('No mutant has this text.');
  for (const mutant of chosen) {
    compile(mutant.file, mutate(mutant));
    const missing = mutant.tests.find((file) => !existsSync(path.join(ROOT, file)));
    if (missing !== undefined) throw new Error(`"${mutant.name}": there is no ${missing}.`);
  }
  return chosen;
}

/** True if the mutant's tests pass without the mutant, so that their failures can be attributed to it. */
function isJudgeable({ tests }: Mutant, before: TestRun): boolean {
  return !before.failures.some(({ file }) => tests.some((test) => file === test || file.startsWith(`${test}/`)));
}

async function main(): Promise<void> {
  const mutants = readMutants();
  await ensureBuilt();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const copy = copyCheckout();
  const before = await runTests(copy, [...new Set(mutants.flatMap(({ tests }) => tests))], ALL_LIMIT_MS);
  console.log(`${mutants.length} mutants; their tests without any of them took ${before.seconds.toFixed(0)} s`);
  for (const { text } of before.failures) console.log(`fails without a mutant: ${text}`);
  const counts = { caught: 0, survived: 0, invalid: 0 };
  for (const mutant of mutants) {
    if (!isJudgeable(mutant, before)) {
      counts.invalid += 1;
      printRow(mutant, 'invalid', { failures: [], seconds: 0 });
      continue;
    }
    const testRun = await withMutant(copy, mutant, () => runTests(copy, mutant.tests, MUTANT_LIMIT_MS));
    const verdict = testRun.failures.length > 0 ? 'caught' : 'survived';
    counts[verdict] += 1;
    printRow(mutant, verdict, testRun);
  }
  if (counts.invalid > 0) console.log(`${counts.invalid} not judged, because their tests fail without them`);
  console.log(`${counts.caught} caught, ${counts.survived} survived`);
  if (counts.caught < mutants.length) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
