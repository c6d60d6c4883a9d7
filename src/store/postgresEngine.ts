import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../domain/errors';
import type { Connection, Connections } from './postgres';
import { isClash } from './postgresErrors';
import { type Engine, type Session, type WriteScope, idValue } from './sql';

/** Keys of advisory locks: all that is written, and work in the background; a project is locked by its id. */
const EVERYTHING = -1;
const BACKGROUND = -2;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const LOCK = 'SELECT pg_advisory_xact_lock(?)';
const SHARE = 'SELECT pg_advisory_xact_lock_shared(?)';
const TRY = 'SELECT pg_try_advisory_xact_lock(?) AS "isFree"';
const UNHURRIED = 'SET LOCAL lock_timeout = 0';
const UNHURRIED_STATEMENTS = 'SET LOCAL statement_timeout = 0';

/** Attempts of a transaction that clashes with others, and the longest pause after the first. */
const ATTEMPTS = 5;
const PAUSE_MS = 20;

/** Takes the locks of a transaction; answers false where it is not to be. */
type Locks = (session: Session, connection: Connection) => Promise<boolean>;

/**
 * Connections that write and connections that read. A transaction that may touch anything has the database to itself, as on SQLite;
 * those of different projects run side by side, in this process and in others.
 */
export class PostgresEngine implements Engine {
  readonly dialect = 'postgres';
  private readonly running = new Set<Promise<unknown>>();
  private readonly committed: Session;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly writers: Connections,
    private readonly readers: Connections,
  ) {
    this.committed = readers.session();
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.track(async () => work(this.committed));
  }

  write<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T> {
    const locks = scope === undefined ? lockEverything : lockProjects(scope.projects);
    return this.track(async () => (await this.transact(work, locks)) as T);
  }

  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined> {
    return this.track(() => this.transact(work, lockBackground));
  }

  reshape<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.track(async () => (await this.transact(work, lockPatiently)) as T);
  }

  /** PostgreSQL cleans up by itself. */
  async shrink(): Promise<boolean> {
    return false;
  }

  close(): Promise<void> {
    return (this.closed ??= this.finish());
  }

  private async finish(): Promise<void> {
    await Promise.allSettled([...this.running]);
    await Promise.all([this.writers.close(), this.readers.close()]);
  }

  private async track<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
    const result = start();
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }

  /** Tries again what clashes with other transactions: nothing of it has happened. */
  private async transact<T>(work: (session: Session) => Promise<T>, locks: Locks): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, locks);
      } catch (error) {
        if (attempt === ATTEMPTS || !isClash(error)) throw error;
        await setTimeout(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  private async attempt<T>(work: (session: Session) => Promise<T>, locks: Locks): Promise<T | undefined> {
    const connection = await this.writers.take();
    try {
      return await inTransaction(connection, work, locks);
    } finally {
      connection.release();
    }
  }
}

/** The end is sent on a session of its own: that of the work refuses whatever comes after it. */
async function inTransaction<T>(
  connection: Connection,
  work: (session: Session) => Promise<T>,
  locks: Locks,
): Promise<T | undefined> {
  let over = false;
  const own = connection.session(() => undefined);
  const session = connection.session(() => {
    if (over) throw new Error('A store was used after its transaction; an await is missing.');
  });
  try {
    const [, isMine] = await Promise.all([own.run(BEGIN, []), locks(own, connection)]);
    const value = isMine ? await work(session) : undefined;
    over = true;
    if (connection.hasFailed) throw new Error('A statement failed, and its transaction went on as if it had not.');
    await own.run('COMMIT', []);
    return value;
  } catch (error) {
    over = true;
    await own.run('ROLLBACK', []).catch(() => undefined);
    throw error;
  }
}

async function lockEverything(session: Session): Promise<boolean> {
  await session.run(LOCK, [EVERYTHING]);
  return true;
}

/** In ascending order, as everybody does, so that no two wait for each other. */
function lockProjects(ids: readonly string[]): Locks {
  const projects = [...new Set(ids.map(idValue))].sort((a, b) => a - b);
  return async (session) => {
    await Promise.all([session.run(SHARE, [EVERYTHING]), ...projects.map((project) => session.run(LOCK, [project]))]);
    return true;
  };
}

async function lockBackground(session: Session): Promise<boolean> {
  const row = await session.one<{ isFree: boolean }>(TRY, [BACKGROUND]);
  return row?.isFree === true && lockEverything(session);
}

async function lockPatiently(session: Session, connection: Connection): Promise<boolean> {
  connection.isPatient = true;
  await Promise.all([session.run(UNHURRIED, []), session.run(UNHURRIED_STATEMENTS, [])]);
  return lockEverything(session);
}
