import { constants, statfsSync, statSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../domain/errors';
import {
  createPrivately,
  driverPath,
  isBusy,
  isDenied,
  openReader,
  type SqliteConnection,
  SqliteDriver,
  type SqliteHandle,
  translateSqliteError,
} from './sqliteConnection';
import { type DiskSpace, type DiskUse, REPAIR_SECONDS } from './sql';

/** Time after which the free disk space is measured again. */
const DISK_SAMPLE_MS = 2_000;

/**
 * The file of a database, apart from its connections. It measures the free space on the file's disk: large writes stop
 * while some is left, because deleting also needs to write. They also stop after the file was removed or replaced,
 * because connections still write to the former file, which nothing else finds.
 */
export class SqliteFile {
  readonly serviceLock: ServiceLock;
  private readonly directory: string;
  private readonly identity: FileIdentity;
  private freeBytes: number;
  private isGone = false;
  private measuredAt = performance.now();

  constructor(
    readonly path: string,
    private readonly reservedBytes: Readonly<Record<DiskUse, number>>,
  ) {
    this.serviceLock = new ServiceLock(path);
    this.directory = dirname(path);
    this.identity = identityOf(statSync(path));
    this.freeBytes = availableBytes(statfsSync(this.directory));
  }

  /** Opens a further reader. */
  open(): SqliteConnection {
    try {
      return openReader(this.path);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  findDamage(signal: AbortSignal): Promise<string | null> {
    return findDamage(this.path, signal);
  }

  /**
   * Checks the file and the reserve.
   * @throws Unavailable if the file was removed or replaced, or fewer bytes are free than are reserved, by a measurement
   * that may be two seconds old
   */
  requireReserve(use: DiskUse): void {
    if (performance.now() - this.measuredAt > DISK_SAMPLE_MS) this.measure();
    if (this.isGone) throw new Unavailable(GONE, REPAIR_SECONDS);
    if (this.freeBytes >= this.reservedBytes[use]) return;
    throw new Unavailable(
      use === 'events'
        ? 'The disk of the service is almost full; nothing more is stored for now.'
        : 'The disk of the service is almost full; no uploads are stored for now.',
      REPAIR_SECONDS,
    );
  }

  async readSpace(): Promise<DiskSpace> {
    const { events, uploads } = this.reservedBytes;
    const freeBytes = await this.inspect();
    return { freeBytes, reservedBytes: events, uploadReservedBytes: uploads, isFileGone: this.isGone };
  }

  /** Looks whether the file is still in its place, and returns the free bytes of its disk. */
  private async inspect(): Promise<number> {
    this.isGone = !(await this.isInPlace());
    this.freeBytes = availableBytes(await statfs(this.directory));
    return this.freeBytes;
  }

  private async isInPlace(): Promise<boolean> {
    try {
      return isDeepStrictEqual(identityOf(await stat(this.path)), this.identity);
    } catch (error) {
      // Other errors say nothing about the file.
      return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    }
  }

  /** Returns the bytes of the file and its write-ahead log. */
  async readSize(): Promise<number> {
    const sizes = await Promise.all([this.path, `${this.path}-wal`].map(sizeOf));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Measures in the background, for later callers. If that fails, the last value stays. */
  private measure(): void {
    this.measuredAt = performance.now();
    this.inspect().catch(() => undefined);
  }
}

const GONE =
  'The database file was removed or replaced; nothing more is stored until it is put back, or the service is started again.';

/** Distinguishes a file from another one at the same path. It stays the same while a process has the file open. */
interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

function identityOf({ dev, ino }: FileIdentity): FileIdentity {
  return { dev, ino };
}

/** Returns the size of a file; 0 if there is none. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Returns the bytes that this process may use: some file systems reserve blocks for the superuser. */
function availableBytes({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize;
}

/**
 * Distinguishes a missing directory, a directory at the file's path and one that the user may not enter; SQLite reports
 * all of them as SQLITE_CANTOPEN.
 * @throws Error with a message of one sentence
 */
export function requireOpenablePath(file: string): void {
  const directory = dirname(file);
  if (isDenied(file, constants.F_OK)) {
    const user = process.getuid?.() ?? '';
    throw new Error(
      `The database file ${file} cannot be opened, because the user ${user} of this process may not enter its directory: run the service and all commands as one user, who may.`,
    );
  }
  if (!isDirectory(directory)) {
    throw new Error(`The database file ${file} cannot be opened, because there is no directory ${directory}.`);
  }
  if (isDirectory(file)) throw new Error(`The database file ${file} cannot be opened, because it is a directory.`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Suffix of the file whose lock a service holds; it is beside the database, and always empty. */
const SERVICE_LOCK = '-service';

/**
 * Checks whether another service uses the same SQLite database. A service holds SQLite's lock on an empty file while it
 * runs. The operating system releases the lock when the process ends in any way: neither a killed service nor another
 * process with its id is taken for a running one.
 */
class ServiceLock {
  #held: SqliteHandle | undefined;

  /** @param database path of the file */
  constructor(private readonly database: string) {}

  /** Returns true if another service holds the lock. If none does, this service holds it from now on. */
  isHeldByAnother(): boolean {
    if (this.#held !== undefined) return false;
    let handle: SqliteHandle | undefined;
    try {
      const file = `${this.database}${SERVICE_LOCK}`;
      createPrivately(file);
      handle = new SqliteDriver(file, { timeout: 0 });
      handle.exec('BEGIN EXCLUSIVE');
      this.#held = handle;
      return false;
    } catch (error) {
      handle?.close();
      return isBusy(error);
    }
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }
}

/**
 * The program of the thread that looks for damage. It checks the database table by table, so that its log can be
 * shortened, and the check stopped, in between. Replies with the first damage, or null.
 */
const CHECK_PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Driver = require(workerData.driver);
const SELECT_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";

function resultOrDamage(read) {
  try {
    return read();
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return error.message;
    throw error;
  }
}

// A migration may change the schema meanwhile.
function check(database, name) {
  for (;;) {
    try {
      return database.pragma('quick_check("' + name + '")')[0].quick_check;
    } catch (error) {
      if (error.message.startsWith('no such table')) return 'ok';
      if (error.code !== 'SQLITE_SCHEMA') throw error;
    }
  }
}

function findDamage() {
  const database = new Driver(workerData.file, { readonly: true });
  // Each page is read once.
  database.pragma('cache_size = -1024');
  for (const { name } of database.prepare(SELECT_TABLES).all()) {
    if (Atomics.load(workerData.isStopped, 0) === 1) break;
    const result = resultOrDamage(() => check(database, name));
    if (result !== 'ok') return 'table ' + name + ': ' + result;
  }
  database.close();
  return null;
}

parentPort.postMessage(resultOrDamage(findDamage));`;

/**
 * Reads all pages of an SQLite database on a thread of its own.
 * @returns a description of the damage, or null; also null if the signal is aborted before damage is found
 */
function findDamage(file: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const isStopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(CHECK_PROGRAM, { eval: true, workerData: { file, driver: driverPath(), isStopped } });
    // Terminating a thread whose statement fails at that moment makes the driver abort the process. It would also wait
    // for the statement.
    const stop = () => void Atomics.store(isStopped, 0, 1);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (damage: string | null) => resolve(damage));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      resolve(null);
    });
  });
}
