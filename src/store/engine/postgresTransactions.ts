import type { CommitPosition } from './standby';
import { NO_DEADLINE, type Session, type WriteScope, idValue } from './sql';
import type { PostgresConnection } from './postgresConnection';
import { isSerializationFailure, isUniqueViolation } from './postgresErrors';
import { SET_ANY_PLAN } from './postgresPools';

/* How transactions begin, what they lock (src/DECISIONS.md, "Locks"), and how they end. */

/** Keys of advisory locks: all writes, and background jobs. The key of a project's lock is its id. */
const ALL_WRITES = -1;
const BACKGROUND = -2;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const LOCK = `SELECT pg_advisory_xact_lock(${ALL_WRITES})`;
const LOCK_SHARED = `SELECT pg_advisory_xact_lock_shared(${ALL_WRITES})`;
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(?) AS "isFree"';
const LOCK_PROJECT = 'SELECT pg_advisory_xact_lock(?)';
const NO_LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 0';
const NO_STATEMENT_TIMEOUT = 'SET LOCAL statement_timeout = 0';
/**
 * Limit for waiting for a table for which others wait meanwhile. Longer than `deadlock_timeout`, by default 1 s, after
 * which the server ends an autovacuum that has the table.
 */
const SHORT_TABLE_LOCK = "SET LOCAL lock_timeout = '2s'";

/**
 * Number of consecutive transactions of a project that found its lock free, after which other processes are assumed not
 * to write to the project any more.
 */
const MAX_FREE_TURNS = 32;

/** A kind of transaction. */
export interface Transaction {
  /** Begins the transaction and acquires its locks; returns false if it must not run. */
  readonly begin: (connection: PostgresConnection) => Promise<boolean>;
  readonly deadline: number;
  /** Returns true if the transaction is repeated after an error. */
  readonly mayRepeat: (error: unknown) => boolean;
  /** Undefined if it may change anything. */
  readonly scope?: WriteScope | undefined;
}

/** The properties of transactions that no request waits for. */
export const UNLIMITED = { deadline: NO_DEADLINE, mayRepeat: isSerializationFailure };

/**
 * The transactions with a scope of one process. They take turns with transactions of other processes that write to the
 * same project.
 */
export class ProjectTurns {
  /** Project to which another process writes → number of the last transactions that found the project's lock free. */
  private readonly sharedProjects = new Map<string, number>();

  /**
   * Begins a transaction that waits only for transactions without a scope. While another process writes to the same
   * project, it waits for its turn before `work` takes its events: they become one batch instead of small batches that
   * wait for one another's issues (src/DECISIONS.md, "Locks"). Otherwise it does not wait: the next statements are sent
   * together with this one.
   */
  async begin(connection: PostgresConnection, { projects }: WriteScope): Promise<boolean> {
    const [project, ...others] = projects;
    const freeTurns = project === undefined ? undefined : this.sharedProjects.get(project);
    connection.postControl(`${BEGIN}${connection.limits}${lockShared(connection)}`);
    if (project === undefined || others.length > 0) return true;
    const session = connection.session(() => undefined);
    const isFree = session.one<{ isFree: boolean }>(TRY_LOCK, [idValue(project)]).then((row) => row?.isFree === true);
    if (freeTurns === undefined) {
      // The next statement reports an error of the transaction.
      isFree.then((free) => free || this.sharedProjects.set(project, 0)).catch(() => undefined);
      return true;
    }
    if (await isFree) this.countFreeTurn(project, freeTurns + 1);
    else {
      this.sharedProjects.set(project, 0);
      // A transaction that waits for a missing machine keeps the lock.
      if (!connection.isIncomplete) await session.one(LOCK_PROJECT, [idValue(project)]);
    }
    return true;
  }

  private countFreeTurn(project: string, turns: number): void {
    if (turns < MAX_FREE_TURNS) this.sharedProjects.set(project, turns);
    else this.sharedProjects.delete(project);
  }
}

/**
 * Returns true for errors that concurrent transactions with a scope cause. A transaction that inserts a key which
 * another one has just inserted finds the key when it is repeated. A transaction without a scope excludes all others:
 * a key that exists is then an error for its caller.
 */
export function isConcurrencyError(error: unknown): boolean {
  return isSerializationFailure(error) || isUniqueViolation(error);
}

/** Runs `work` in a transaction of a connection. Returns undefined without running it if `begin` returns false. */
export async function inTransaction<T>(
  connection: PostgresConnection,
  work: (session: Session) => Promise<T>,
  begin: Transaction['begin'],
  commitPosition: CommitPosition | undefined,
): Promise<T | undefined> {
  let isOver = false;
  const session = connection.session(() => {
    requireOngoing(isOver);
    connection.requireSuccess();
  });
  try {
    const value = (await begin(connection)) ? await work(session) : undefined;
    isOver = true;
    // While a machine is missing, posted statements are checked before they are sent.
    if (connection.isIncomplete) await connection.requirePosted();
    connection.requireSuccess();
    if (commitPosition === undefined) await connection.commit();
    else commitPosition.record(await connection.commitWithPosition());
    // If a posted statement has failed, the server has rolled back instead.
    await connection.requirePosted();
    return value;
  } catch (error) {
    isOver = true;
    await connection.rollback();
    throw connection.causeOf(connection.postedError ?? error);
  }
}

/**
 * Runs `work` in a transaction of the machine of its project. Meanwhile a transaction of the coordinator has the locks,
 * and reads what the machine does not have.
 * @throws NeedsCoordinator if `work` changes other rows; then it has changed nothing
 */
export async function onMachine<T>(
  coordinator: PostgresConnection,
  machine: PostgresConnection,
  work: (session: Session) => Promise<T>,
  begin: Transaction['begin'],
): Promise<T> {
  let isOver = false;
  const requireSuccess = () => {
    coordinator.requireSuccess();
    machine.requireSuccess();
  };
  const session = coordinator.session(() => {
    requireOngoing(isOver);
    requireSuccess();
  }, machine);
  try {
    await begin(coordinator);
    // The two servers cannot find out that two transactions wait for each other: the locks come first.
    await coordinator.requirePosted();
    machine.postControl(`${BEGIN}${machine.limits}`);
    const value = await work(session);
    isOver = true;
    if (machine.isIncomplete) await machine.requirePosted();
    requireSuccess();
    await machine.commit();
    await machine.requirePosted();
    // This releases the locks. If it fails, the server releases them.
    await coordinator.commit().catch(() => undefined);
    return value;
  } catch (error) {
    isOver = true;
    await Promise.all([machine.rollback(), coordinator.rollback()]);
    throw machine.causeOf(coordinator.causeOf(machine.postedError ?? coordinator.postedError ?? error));
  }
}

function requireOngoing(isOver: boolean): void {
  if (isOver) throw new Error('A store was used after its transaction; an await is missing.');
}

/** Returns the statement that waits for transactions without a scope, to be appended to another one. */
function lockShared(connection: PostgresConnection): string {
  return connection.hasLostLock ? '' : `; ${LOCK_SHARED}`;
}

/** Begins a transaction without a scope, which excludes all other writes. */
export async function beginAlone(connection: PostgresConnection): Promise<boolean> {
  await connection.control(`${BEGIN}${connection.limits}${connection.lockLimit}; ${LOCK}; ${SET_ANY_PLAN}`);
  return true;
}

/**
 * Begins a transaction of a background job; returns false if another process runs one.
 * @param isAlone true if all other writes wait; otherwise only writes without a scope wait
 */
export async function beginInBackground(connection: PostgresConnection, isAlone: boolean): Promise<boolean> {
  await connection.control(`${BEGIN}${connection.lockLimit}`);
  const row = await connection.session(() => undefined).one<{ isFree: boolean }>(TRY_LOCK, [BACKGROUND]);
  if (row?.isFree === true)
    await connection.control(isAlone ? `${LOCK}; ${SET_ANY_PLAN}` : `SELECT 1${lockShared(connection)}`);
  return row?.isFree === true;
}

/** Begins the transaction of one ANALYZE: only in a transaction can a time limit be set for a single statement. */
export async function beginAnalyzing(connection: PostgresConnection): Promise<boolean> {
  connection.hasNoTimeout = true;
  await connection.control(`${BEGIN}; ${NO_STATEMENT_TIMEOUT}`);
  return true;
}

/**
 * Begins a transaction that excludes all other writes. It waits for them without a limit: a migration has to be applied
 * at some time, and they end within the limits of their statements.
 * @param yieldsTables true if it waits only briefly for a table, which a backup may read for hours
 */
export async function beginSchemaChange(connection: PostgresConnection, yieldsTables: boolean): Promise<boolean> {
  connection.hasNoTimeout = true;
  await connection.control(`${BEGIN}; ${NO_LOCK_TIMEOUT}; ${NO_STATEMENT_TIMEOUT}; ${SET_ANY_PLAN}`);
  await connection.control(yieldsTables ? `${LOCK}; ${SHORT_TABLE_LOCK}` : LOCK);
  return true;
}
