/*
 * The subcommands of the command lines that users of this API have: each does its work, or names the feature that this
 * service does not have.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../support/process';
import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';
import { runSentryCli, SENTRY_CLI_VERSIONS } from '../support/sentryCli';
import { type ClientCommand, SENTRY_CLI_COMMANDS, SENTRY_COMMANDS } from './clientCommands';

const PROGRAM = path.join(ROOT, 'test/system/node_modules/sentry/dist/bin.cjs');
const GUIDE = path.join(ROOT, 'openapi/guides/command-line-tools.md');

/** The files that the commands read. */
const FILES = {
  'app.js': 'function f(){throw new Error("boom")}\n//# sourceMappingURL=app.js.map\n',
  'app.js.map': '{"version":3,"names":[],"sources":["src/app.ts"],"sourcesContent":["x"],"mappings":"AAAA"}',
  'event.envelope': `{"event_id":"${'c'.repeat(32)}"}\n{"type":"event"}\n{"message":"from a file"}\n`,
  'mapping.txt': 'a.b.C -> a.a:\n    1:1:void x():1:1 -> a\n',
};

const service = useOwnService();
let project: ProjectFixture;
let token: string;
let home: string;
/** The values of the placeholders of arguments and outputs. */
let values: Record<string, string>;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'culprit-home-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Creates a project with two issues, and the files. */
async function prepare(organization: string): Promise<void> {
  await service.fixtures.organization({ slug: organization });
  await service.fixtures.team({ organization, slug: 'backend' });
  project = await service.fixtures.project({ organization, team: 'backend', slug: 'shop' });
  token = await service.fixtures.token(organization, { email: 'ann@acme.test' });
  const send = (type: string) => {
    const stacktrace = { frames: [{ filename: 'src/cart.js', function: type, lineno: 3, in_app: true }] };
    const exception = { values: [{ type, value: 'boom', stacktrace }] };
    return service.fixtures.event(project, {
      release: 'shop@1.0.0',
      environment: 'production',
      tags: { region: 'eu' },
      exception,
    });
  };
  await send('RangeError');
  const event = await send('TypeError');
  const files = path.join(home, organization);
  mkdirSync(files);
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(files, name), content);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.test', ...args], { cwd: files }).toString();
  git('init', '--quiet');
  git('remote', 'add', 'origin', 'https://git.acme.test/acme/shop.git');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  const commit = git('rev-parse', 'HEAD').trim();
  values = { EVENT: event, ISSUE: 'SHOP-2', OTHER: 'SHOP-1', DSN: project.dsn, FILES: files, COMMIT: commit };
}

const fill = (text: string) =>
  text.replace(/\b(?:EVENT|ISSUE|OTHER|DSN|FILES|COMMIT)\b/g, (name) => values[name] ?? name);

function run({ args }: ClientCommand): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    SENTRY_URL: service.url,
    SENTRY_HOST: service.url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: project.organization,
    SENTRY_PROJECT: project.slug,
    SENTRY_CLI_NO_TELEMETRY: '1',
    SENTRY_CLI_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    const filled = args.map((one) => fill(one));
    execFile(process.execPath, [PROGRAM, ...filled], { env, cwd: home, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

function check(command: ClientCommand, outcome: { code: number; output: string }): void {
  const { code, output } = outcome;
  expect(output).toContain(fill(command.prints));
  if (command.missing === undefined) expect({ code, output }).toEqual({ code: 0, output });
  else expect(code).not.toBe(0);
}

const named = (commands: readonly ClientCommand[]) => commands.map((command) => [command.subcommand, command] as const);

describe('sentry', () => {
  beforeAll(() => prepare('acme'));

  test.each(named(SENTRY_COMMANDS))('%s', async (_, command) => check(command, await run(command)));
});

describe.each(SENTRY_CLI_VERSIONS)('sentry-cli %s', (version) => {
  beforeAll(() => prepare(`acme-${version.replaceAll('.', '-')}`));

  test.each(named(SENTRY_CLI_COMMANDS))('%s', async (_, command) => {
    const { organization, slug, dsn } = project;
    const settings = { url: service.url, token, organization, project: slug, dsn, directory: fill('FILES') };
    check(command, await runSentryCli(version, settings, command.args.map(fill)));
  });
});

test.each([
  ['sentry', SENTRY_COMMANDS],
  ['sentry-cli', SENTRY_CLI_COMMANDS],
])('the guide has what the commands of %s do', (program, commands) => {
  const rows = readFileSync(GUIDE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`| \`${program} `));
  expect(rows).toEqual(
    commands.map(({ subcommand, missing }) => {
      const [, name = '', note = ''] = /^([^(]*?)(?: \((.*)\))?$/.exec(subcommand) ?? [];
      const variant = note === '' ? '' : `, ${note}`;
      return `| \`${program} ${name}\`${variant} | ${missing === undefined ? 'works' : `not here: ${missing}`} |`;
    }),
  );
});
