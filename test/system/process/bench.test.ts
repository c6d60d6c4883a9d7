import { readFile } from 'node:fs/promises';
import { readOptions } from '../../../scripts/bench/options';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { endProcesses, ensureBuilt, type Outcome, start } from '../../support/process';

/** Starts of both sides and a little load, on a busy machine. */
const LIMIT_MS = 150_000;

let directory: TemporaryDirectory;
beforeAll(ensureBuilt);
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
});

function bench(...args: readonly string[]): Promise<Outcome> {
  const environment = { TMPDIR: directory.path, npm_config_logs_max: '0' };
  return start('npm', ['run', '--silent', 'bench', '--', ...args], environment).end(LIMIT_MS);
}

test('a scenario prints a report, and writes it as JSON', async () => {
  const { code, stdout } = await bench('--quick', '--only', 'start', '--out', `${directory.path}/report.json`);
  expect(code).toBe(0);
  expect(stdout).toContain('| `culprit serve` to its first answer | ≤ 0.70 s |');
  const results = JSON.parse(await readFile(`${directory.path}/report.json`, 'utf8')) as {
    targets: { name: string; isMet: boolean | null }[];
  };
  expect(results).toMatchObject({
    isQuick: true,
    noise: { median: expect.any(Number) },
    scenarios: [{ name: 'start' }],
  });
  const verdicts = new Map(results.targets.map(({ name, isMet }) => [name, isMet]));
  expect(verdicts.get('startup')).toEqual(expect.any(Boolean));
  expect(verdicts.get('ingest3')).toBeNull();
});

test('an unknown option is rejected with one sentence', async () => {
  const stderr =
    "Unknown option '--fast'; known are --only NAME,…, --database sqlite|postgres, --quick, --compare FOLDER, --profile FOLDER and --out FILE.\n";
  expect(await bench('--fast')).toEqual({ code: 1, stdout: '', stderr });
});

test('an unknown database is rejected with one sentence', async () => {
  const stderr = '--database is "mysql", but must be sqlite or postgres.\n';
  expect(await bench('--database', 'mysql')).toEqual({ code: 1, stdout: '', stderr });
});

test.each([
  [['--only'], /^Option '--only <value>' argument missing; known are --only/],
  [['--only', 'list,lists'], /^--only is "list,lists", but must name scenarios out of start, .+\.$/],
  [['--database', ''], /^--database is "", but must be sqlite or postgres\.$/],
  [['--database', 'postgres', '--only', 'list,search'], /^--only names search, which runs on SQLite only.+\.$/],
  [['--compare', '../before'], /^--compare runs with --only ingest or sourcemaps and on SQLite only\.$/],
  [['--only', ''], /^--only is "", but must name scenarios/],
  [['list'], /^Unexpected argument 'list'.+\.$/],
])('%j is rejected', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});
