import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { SentryCli } from '@sentry/cli';
import SentryCli2 from 'sentry-cli-2';

/** The unmodified programs, by version. */
const PROGRAMS = { '3.8.0': SentryCli.getPath(), '2.58.6': SentryCli2.getPath() } as const;

export type SentryCliVersion = keyof typeof PROGRAMS;
export const SENTRY_CLI_VERSIONS = Object.keys(PROGRAMS) as SentryCliVersion[];

/** The service, the credentials and the working directory of the program. */
export interface SentryCliSettings {
  readonly url: string;
  readonly token: string;
  readonly organization: string;
  readonly project?: string;
  readonly dsn?: string;
  readonly directory?: string;
}

/** The exit code of the program and its output. */
export interface SentryCliOutcome {
  readonly code: number;
  readonly output: string;
}

/** Runs the program with no other environment than `settings`. */
export function runSentryCli(
  version: SentryCliVersion,
  settings: SentryCliSettings,
  args: readonly string[],
): Promise<SentryCliOutcome> {
  return run(PROGRAMS[version], settings, args, process.env['PATH'] ?? '');
}

/** Runs a line in which `sentry-cli` is the program, as a shell does. */
export function runCommandLine(
  version: SentryCliVersion,
  settings: SentryCliSettings,
  line: string,
): Promise<SentryCliOutcome> {
  return run('/bin/sh', settings, ['-c', line], `${dirname(PROGRAMS[version])}:${process.env['PATH'] ?? ''}`);
}

function run(
  program: string,
  settings: SentryCliSettings,
  args: readonly string[],
  path: string,
): Promise<SentryCliOutcome> {
  const { url, token, organization, project, dsn, directory } = settings;
  const env = {
    PATH: path,
    HOME: tmpdir(),
    SENTRY_URL: url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: organization,
    ...(project !== undefined && { SENTRY_PROJECT: project }),
    ...(dsn !== undefined && { SENTRY_DSN: dsn }),
    SENTRY_DISABLE_UPDATE_CHECK: 'true',
    SENTRY_LOAD_DOTENV: '0',
  };
  const options = { env, cwd: directory ?? tmpdir(), timeout: 240_000 };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}
