import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Path of Debian's package. */
const DEBIAN = '/usr/bin/chromium';

/** Folder into which the npm package unpacks itself on the first call. */
const UNPACKED = join(tmpdir(), 'culprit-chromium');

/**
 * Runs the npm package in a separate process, because it is asynchronous; the environment makes it unpack its libraries
 * too.
 */
const UNPACK =
  "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath()).then((path) => console.log(path))";
const UNPACK_ENVIRONMENT = { ...process.env, TMPDIR: UNPACKED, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

/** Environment for machines without the libraries that the browser needs. */
const OWN_LIBRARIES = { LD_LIBRARY_PATH: join(UNPACKED, 'al2023', 'lib'), FONTCONFIG_PATH: join(UNPACKED, 'fonts') };

/** A browser that starts on this machine. */
export interface Startable {
  readonly executablePath: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Finds Debian's Chromium, or the Chromium of npm, which supports Linux on x64 only. Otherwise returns the reason. */
export function findBrowser(): Startable | { missing: string } {
  if (existsSync(DEBIAN)) return tryStart(DEBIAN, [{}]);
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: `there is no ${DEBIAN}, and npm has none for ${process.platform}-${process.arch}` };
  }
  mkdirSync(UNPACKED, { recursive: true });
  const options = { encoding: 'utf8', env: UNPACK_ENVIRONMENT, cwd: __dirname } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', UNPACK], options);
  const path = stdout.trim();
  if (path === '') return { missing: `@sparticuz/chromium has none: ${stderr.trim()}` };
  return tryStart(path, [{}, OWN_LIBRARIES]);
}

function tryStart(
  executablePath: string,
  environments: readonly Record<string, string>[],
): Startable | { missing: string } {
  let message = '';
  for (const environment of environments) {
    const { status, stderr, error } = spawnSync(executablePath, ['--version'], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    if (status === 0) return { executablePath, environment };
    message ||= error?.message ?? stderr.trim();
  }
  return { missing: `${executablePath} does not start: ${message}` };
}

/** Starts the browser without its sandbox, which the root user of a container cannot use. */
export function launch({ executablePath, environment }: Startable): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...process.env, ...environment } });
}
