import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Path of Debian's package. */
const DEBIAN = '/usr/bin/chromium';

/** The npm package with a Chromium that has no window: a test takes half the processor time of a whole Chromium. */
const PACKAGE = join(__dirname, '../node_modules/@sparticuz/chromium/package.json');

/**
 * Runs the npm package in a separate process, because it is asynchronous; the environment makes it unpack its libraries
 * too, into the folder for temporary files.
 */
const UNPACK =
  "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath()).then((path) => console.log(path))";
const UNPACK_ENVIRONMENT = { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

/** A browser that starts on this machine. */
export interface Startable {
  readonly executablePath: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Finds the Chromium of npm, which supports Linux on x64 only, or Debian's. Otherwise returns the reason. */
export function findBrowser(): Startable | { missing: string } {
  const packed = findPacked();
  return 'missing' in packed && existsSync(DEBIAN) ? tryStart(DEBIAN, [{}]) : packed;
}

function findPacked(): Startable | { missing: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: `there is no ${DEBIAN}, and npm has none for ${process.platform}-${process.arch}` };
  if (!existsSync(PACKAGE)) return { missing: 'the packages of test/system are not installed' };
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `culprit-chromium-${version}`);
  const executable = join(folder, 'chromium');
  if (!existsSync(executable)) {
    const failure = unpackInto(folder);
    if (!existsSync(executable)) return { missing: `@sparticuz/chromium has none: ${failure}` };
  }
  // The second environment is for machines without the libraries that the browser needs.
  const ownLibraries = {
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  };
  return tryStart(executable, [{}, ownLibraries]);
}

/**
 * Unpacks the browser. Several workers may do so at the same time: the first one to finish gives its folder the final
 * name, so that none finds a file that is still being written. Returns what the package says of a failure.
 */
function unpackInto(folder: string): string {
  const own = mkdtempSync(`${folder}-`);
  const env = { ...UNPACK_ENVIRONMENT, TMPDIR: own };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', UNPACK], { encoding: 'utf8', env, cwd: __dirname });
  try {
    if (stdout.trim() !== '') renameSync(own, folder);
  } catch {
    // Another worker was first.
  }
  rmSync(own, { recursive: true, force: true });
  return stderr.trim();
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
