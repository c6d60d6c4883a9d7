/** Tests the workflows of pull requests: they are valid, run scripts that exist, and have no rights to write. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { scripts } from '../../package.json';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly services?: Readonly<Record<string, { readonly image: string }>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(__dirname, '..', '..', '.github', 'workflows');

/** The parser that openapi-typescript brings. */
const { parseYaml } = createRequire(require.resolve('openapi-typescript/package.json'))('@redocly/openapi-core') as {
  parseYaml(text: string): unknown;
};

const workflows = readdirSync(FOLDER).map(
  (name) => [name, parseYaml(readFileSync(join(FOLDER, name), 'utf8')) as Workflow] as const,
);

describe.each(workflows)('%s', (_name, { on, permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []);

  test('runs for pull requests with a time limit', () => {
    expect(Object.keys(on)).toEqual(['pull_request']);
    for (const job of Object.values(jobs))
      expect(job).toMatchObject({ 'runs-on': 'ubuntu-latest', 'timeout-minutes': expect.any(Number) });
  });

  test('runs scripts that exist', () => {
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script),
    );
    expect(named.filter((script) => !(script !== undefined && script in scripts))).toEqual([]);
  });

  test('uses official actions of a pinned major version', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });

  test('has read access only, and no expression in a command', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });
});

test('a pull request is linted, compared with generated files, reviewed, rendered, compiled to clients and tested', () => {
  const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps));
  const commands = steps.map(({ run }) => run ?? '').join('\n');
  for (const command of [
    'npm run lint',
    'generate -- --check',
    'contract:review',
    'npm run docs',
    'npm run clients',
    'npm test',
  ]) {
    expect(commands).toContain(command);
  }
  expect(steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'))?.with).toMatchObject({
    path: 'dist/docs',
  });
});

test('a pull request that changes the contract is compiled to clients in all languages, none of which may be skipped', () => {
  const [, { on = {}, jobs = {} } = {}] = workflows.find(([name]) => name === 'clients.yml') ?? [];
  expect(on['pull_request']).toMatchObject({ paths: expect.arrayContaining(['generated/openapi.json']) });
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.at(-1)).toMatch(/^npm run clients -- --all\b/);
});

test('the review is written once and edits its own comment only', () => {
  const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps));
  const commands = steps.flatMap(({ run }) => run ?? []);
  // `gh pr comment --edit-last` edits the last comment of the same account.
  expect(commands.filter((command) => /\bgh (pr|issue) comment\b/.test(command))).toEqual([]);
  const step = steps.find(({ run }) => run === 'npx tsx scripts/review/comment.ts review.md');
  expect(step?.env).toEqual({
    GH_TOKEN: '${{ github.token }}',
    PULL_REQUEST: '${{ github.event.pull_request.number }}',
  });
  // Before it, the step that writes the file; its exit code does not stop the comment.
  expect(steps[steps.indexOf(step!) - 1]?.run).toContain('--format markdown > review.md');
});

test('npm test and npm run test:postgres run on each supported release of Node.js, the other steps on that of .nvmrc', () => {
  const jobs = workflows.flatMap(([, { jobs }]) => Object.values(jobs));
  const suites = jobs.filter(({ steps }) => steps.some(({ run }) => /^npm (test|run test:postgres)$/.test(run ?? '')));
  expect(suites.map(({ strategy }) => strategy?.matrix.node)).toEqual([
    [22, 24],
    [22, 24],
  ]);
  const setups = jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@')));
  expect(setups.map(({ with: options }) => options?.['node-version'] ?? options?.['node-version-file']).sort()).toEqual(
    ['${{ matrix.node }}', '${{ matrix.node }}', '.nvmrc', '.nvmrc', '.nvmrc'],
  );
  expect([22, 24]).toContain(Number(readFileSync(join(FOLDER, '../../.nvmrc'), 'utf8')));
});

test('the tests run on the oldest supported version of PostgreSQL', () => {
  const jobs = workflows.flatMap(([, { jobs }]) => Object.values(jobs));
  const job = jobs.find(({ steps }) => steps.some(({ run }) => run === 'npm run test:postgres'));
  expect(job?.services?.['postgres']?.image).toBe('postgres:14');
  expect(job?.steps.at(-1)?.env?.['TEST_DATABASE_URL']).toMatch(/^postgres:\/\//);
});
