/* The subcommands of the command lines that users of this API have: each does its work, or says what this service does not have. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProjectFixture } from '../support/fixtures';
import { type Service, startService } from '../support/service';
import { type ClientCommand, SENTRY_COMMANDS } from './clientCommands';

const PROGRAM = path.resolve(__dirname, '../../node_modules/sentry/dist/bin.cjs');

let service: Service;
let project: ProjectFixture;
let token: string;
let home: string;
/** The values of the placeholders of arguments. */
let values: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  await service.fixtures.organization({ slug: 'acme' });
  await service.fixtures.team({ organization: 'acme', slug: 'backend' });
  project = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'shop' });
  token = await service.fixtures.token(project.organization, { email: 'ann@acme.test' });
  home = mkdtempSync(path.join(tmpdir(), 'culprit-home-'));
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
  values = { EVENT: event, ISSUE: 'SHOP-2', OTHER: 'SHOP-1', DSN: project.dsn };
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

const fill = (text: string) =>
  text.replace(/\b(?:EVENT|ISSUE|OTHER|DSN|ORGANIZATION|TOKEN)\b/g, (name) => values[name] ?? name);

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

test.each(SENTRY_COMMANDS.map((command) => [command.subcommand, command] as const))(
  'sentry %s',
  async (_, command) => {
    const { code, output } = await run(command);
    expect(output).toContain(fill(command.prints));
    if (command.missing === undefined) expect({ code, output }).toEqual({ code: 0, output });
    else expect(code).not.toBe(0);
  },
  90_000,
);
