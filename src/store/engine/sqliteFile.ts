import { closeSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isBusy } from './sqliteErrors';

/** Creates an empty file that only its owner can read. SQLite gives the files beside it the same permissions. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // Opening the database reports the reason.
  }
}

/** The methods of the driver's connection that a lock uses. */
interface LockHandle {
  exec(statement: string): unknown;
  close(): unknown;
}

/** Suffix of the file whose lock a service holds; it is beside the database, and always empty. */
const SERVICE_LOCK = '-service';

/**
 * Checks whether another service uses the same SQLite database. A service holds SQLite's lock on an empty file while it
 * runs. The operating system releases the lock when the process ends in any way: neither a killed service nor another
 * process with its id is taken for a running one.
 */
export class ServiceLock {
  #held: LockHandle | undefined;

  constructor(
    private readonly database: string,
    private readonly openHandle: (file: string) => LockHandle,
  ) {}

  /** Returns true if another service holds the lock. If none does, this service holds it from now on. */
  isHeldByAnother(): boolean {
    if (this.#held !== undefined) return false;
    let handle: LockHandle | undefined;
    try {
      const file = `${this.database}${SERVICE_LOCK}`;
      createPrivately(file);
      handle = this.openHandle(file);
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
 * Checks the database table by table, so that its log can be shortened, and the check stopped, in between. Replies with
 * the first damage, or null.
 */
const CHECK_PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Driver = require(workerData.driver);
const SELECT_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";

function damageOf(read) {
  try {
    return read();
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return error.message;
    throw error;
  }
}

function findDamage() {
  const database = new Driver(workerData.file, { readonly: true });
  for (const { name } of database.prepare(SELECT_TABLES).all()) {
    if (Atomics.load(workerData.isStopped, 0) === 1) break;
    const found = damageOf(() => database.pragma('quick_check("' + name + '")')[0].quick_check);
    if (found !== 'ok') return 'table ' + name + ': ' + found;
  }
  database.close();
  return null;
}

parentPort.postMessage(damageOf(findDamage));`;

/**
 * Reads all pages of an SQLite database on a thread of its own.
 * @param driver path of the driver's module
 * @returns a description of the damage, or null; also null if the signal is aborted before damage is found
 */
export function findDamage(file: string, driver: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const isStopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(CHECK_PROGRAM, { eval: true, workerData: { file, driver, isStopped } });
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
