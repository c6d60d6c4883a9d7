import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type RowStatement,
  sanitizeValues,
  type SchemaThread,
  type Session,
  type Statement,
  textOf,
  type Value,
} from './sql';
import { driverPath, MAX_SCAN_ROWS, translateSqliteError } from './sqliteConnection';

/** Time for which the thread waits for the transaction of another process. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * The program of the thread. It runs one request after another, and sends one reply to each, in order. An error of the
 * driver would arrive without its code, so its code and message are sent.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Driver = require(workerData.driver);
let handle;

function open() {
  const opened = new Driver(workerData.file, { timeout: workerData.timeout });
  for (const pragma of workerData.pragmas) opened.pragma(pragma);
  return opened;
}

function run({ method, text, rows }) {
  const statement = (handle ??= open()).prepare(text);
  if (method !== 'run') return statement[method](rows[0]);
  return rows.reduce((changes, values) => changes + statement.run(values).changes, 0);
}

parentPort.on('message', (request) => {
  if (request === null) {
    handle?.close();
    parentPort.close();
    return;
  }
  try {
    parentPort.postMessage({ result: run(request) });
  } catch ({ code, message }) {
    parentPort.postMessage({ error: { code, message } });
  }
});`;

/** A request to the thread: the name of the driver's method, and its statement. Only `run` takes several rows. */
interface StatementRequest {
  readonly method: 'all' | 'get' | 'run';
  readonly text: string;
  readonly rows: readonly (readonly Value[])[];
}

type StatementReply =
  { readonly result: unknown } | { readonly error: { readonly code?: string; readonly message: string } };

/** A request without a reply. */
interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A connection to an SQLite file whose statements run on a thread of their own, which starts with the first one. So
 * this thread goes on while a statement takes long.
 */
export class SqliteThread implements SchemaThread {
  #worker: Worker | undefined;
  #failure: Error | undefined;
  readonly #pending: Pending[] = [];

  /** @param pragmas of a writer of the file */
  constructor(
    private readonly file: string,
    private readonly pragmas: readonly string[],
  ) {}

  /** Runs `work` in one transaction. A caller awaits its end before it begins another one. */
  async changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.#send({ method: 'run', text: 'BEGIN IMMEDIATE', rows: [[]] });
    const session = new ThreadSession((request) => this.#send(request));
    try {
      const result = await work(session);
      await session.end();
      await this.#send({ method: 'run', text: 'COMMIT', rows: [[]] });
      return result;
    } catch (error) {
      await session.end().catch(() => undefined);
      // Fails if SQLite has rolled back by itself.
      await this.#send({ method: 'run', text: 'ROLLBACK', rows: [[]] }).catch(() => undefined);
      throw error;
    }
  }

  /** Ends the thread. It is not terminated: the driver would abort the process if a statement failed at that moment. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined || this.#failure !== undefined) return;
    const ended = once(worker, 'exit');
    worker.postMessage(null);
    await ended;
  }

  #send(request: StatementRequest): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const { file, pragmas } = this;
    const workerData = { file, pragmas, driver: driverPath(), timeout: BUSY_TIMEOUT_MS };
    const worker = new Worker(PROGRAM, { eval: true, workerData });
    worker.on('message', (reply: StatementReply) => {
      const request = this.#pending.shift();
      if ('result' in reply) request?.resolve(reply.result);
      else request?.reject(translateSqliteError(Object.assign(new Error(reply.error.message), reply.error)));
    });
    worker.on('error', (error: Error) => {
      this.#failure = error;
      for (const { reject } of this.#pending.splice(0)) reject(error);
    });
    return worker;
  }
}

/** The interface of a transaction on the thread. */
class ThreadSession implements Session {
  readonly dialect = 'sqlite';
  readonly maxScanRows = MAX_SCAN_ROWS;
  readonly #posted: Promise<unknown>[] = [];
  #isOver = false;

  constructor(private readonly send: (request: StatementRequest) => Promise<unknown>) {}

  all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return this.allOnce(textOf(statement, 'sqlite'), values);
  }

  async allOnce<Row>(text: string, values: readonly Value[]): Promise<Row[]> {
    const rows = (await this.#request('all', text, [values])) as object[];
    return rows.map(withBuffers) as Row[];
  }

  async one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined> {
    const row = (await this.#request('get', statement, [values])) as object | undefined;
    return (row && withBuffers(row)) as Row | undefined;
  }

  run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }> {
    return this.runMany(statement, [values]);
  }

  async runMany(
    statement: Statement | RowStatement,
    rows: readonly (readonly Value[])[],
  ): Promise<{ changes: number }> {
    return { changes: (await this.#request('run', statement, rows)) as number };
  }

  post(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): void {
    const result = this.runMany(statement, rows);
    result.catch(() => undefined);
    this.#posted.push(result);
  }

  /** Waits for the posted statements, and refuses further ones. @throws the error of the first one that failed */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#posted);
  }

  async #request(
    method: StatementRequest['method'],
    statement: Statement | RowStatement,
    rows: StatementRequest['rows'],
  ): Promise<unknown> {
    if (this.#isOver) throw new Error('A statement was run after its transaction; an await is missing.');
    return this.send({ method, text: textOf(statement, 'sqlite'), rows: rows.map(sanitizeValues) });
  }
}

/** Returns a row whose binary values are buffers again: they lose their class between threads. */
function withBuffers(row: object): object {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
  ]);
  return Object.fromEntries(entries) as object;
}
