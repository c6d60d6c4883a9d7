import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseBusy } from '../../domain/errors';
import { DEFAULT_LIMIT_MS, type Engine, type Session, type Snapshot, waitUntil } from './sql';
import { migrate, readFirstStep, readVersion, type ReportMigration, SchemaGuard } from './migrate';
import { MIGRATIONS, SCHEMA_VERSION } from '../migrations/index';
import { explainPostgresUrlError, openPostgres, openPostgresSnapshot, type PostgresOptions } from './postgres';
import { openSqlite, openSqliteSnapshot, type SqliteOptions } from './sqlite';
import { type Database, type Read, readersOf, type Writers, writersOf } from '../stores';
import { PLACEMENTS } from '../tables';
import { placeNewTables, rejectUnfinishedCopy } from '../tools/catalog';

const SQLITE_SCHEME = 'sqlite:';
const POSTGRES_SCHEME = /^postgres(ql)?:\/\//;
const SUPPORTED_URLS = 'use sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

export function isPostgres(url: string): boolean {
  return POSTGRES_SCHEME.test(url);
}

/**
 * Returns the path in the URL of an SQLite database.
 * @throws Error with a message of one sentence. It does not contain a URL of another scheme, which may have a password.
 */
export function sqlitePathOf(url: string): string {
  if (!url.startsWith(SQLITE_SCHEME)) {
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
    const problem = scheme === undefined ? 'has no scheme' : `has the scheme ${scheme}, which is not supported`;
    throw new Error(`The database URL ${problem}: ${SUPPORTED_URLS}.`);
  }
  const path = url.slice(SQLITE_SCHEME.length);
  if (path === '') throw new Error(`The database URL ${url} names no file: ${SUPPORTED_URLS}.`);
  if (path.startsWith('//')) throw new Error(`The database URL ${url} has slashes before its path: ${SUPPORTED_URLS}.`);
  return path;
}

/** Returns true if the URL names an SQLite file that does not exist. */
export function isMissingFile(url: string): boolean {
  return !isPostgres(url) && !existsSync(resolve(sqlitePathOf(url)));
}

/** Returns true if two URLs name the same database. Different names of one server are not recognized. */
export function isSameDatabase(one: string, other: string): boolean {
  return locationOf(one) === locationOf(other);
}

function locationOf(url: string): string {
  if (isPostgres(url)) {
    const [hostAndPath = ''] = url.replace(POSTGRES_SCHEME, '').split('?');
    return hostAndPath.replace(/^[^@/]*@/, '');
  }
  const file = resolve(sqlitePathOf(url));
  return existsSync(file) ? realpathSync(file) : file;
}

/** Options of opening a database. PostgreSQL ignores the options of SQLite, and SQLite those of PostgreSQL. */
export interface OpenOptions extends SqliteOptions, PostgresOptions {
  /** Called with the progress of migrations, unless the database was empty. */
  readonly reportMigration?: ReportMigration;
  /** Called with the versions of the schema before and after migrations were applied. */
  readonly reportVersion?: (from: number, to: number) => void;
}

/**
 * Opens a database and migrates it. Creates an SQLite file that does not exist.
 * @param url `sqlite:PATH`, absolute or relative to the working directory, `sqlite::memory:` or `postgres://…`
 * @throws Error with a message of one sentence
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const database = await openUnmigratedDatabase(url, options);
  try {
    await database.migrate();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Opens a database like `openDatabase`, but leaves its migration to the caller: until `migrate` has ended, a database
 * that needs it refuses everything.
 * @throws Error with a message of one sentence
 */
export async function openUnmigratedDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const engine = await openEngine(url, options);
  const explain = (error: unknown) => (isPostgres(url) ? explainPostgresUrlError(url, error) : error);
  try {
    await engine.read(rejectUnfinishedCopy);
    const firstStep = await engine.read((session) => readFirstStep(session, MIGRATIONS));
    const guard = new SchemaGuard(engine, SCHEMA_VERSION, firstStep);
    return createDatabase(engine, guard, async () => {
      await migrateGuarded(engine, guard, options).catch((error: unknown) => {
        throw explain(error);
      });
    });
  } catch (error) {
    await engine.close();
    throw explain(error);
  }
}

async function migrateGuarded(
  engine: Engine,
  guard: SchemaGuard,
  { reportMigration, reportVersion }: OpenOptions,
): Promise<void> {
  if (guard.progress === null) return;
  const version = await engine.read(readVersion);
  const report: ReportMigration = (progress) => {
    guard.progress = progress;
    if (version > 0) reportMigration?.(progress);
  };
  await migrate(engine, MIGRATIONS, report, placeNewTables);
  guard.progress = null;
  if (version < SCHEMA_VERSION) reportVersion?.(version, SCHEMA_VERSION);
}

/** Opens a database without stores, for any schema version. @throws Error with a message of one sentence */
export async function openEngine(url: string, options: OpenOptions = {}): Promise<Engine> {
  return isPostgres(url) ? openPostgres(url, options) : openSqlite(sqlitePathOf(url), options);
}

/** Opens an existing database to read its present state. @throws Error with a message of one sentence */
export async function openSnapshot(url: string): Promise<Snapshot> {
  return isPostgres(url) ? openPostgresSnapshot(url) : openSqliteSnapshot(sqlitePathOf(url));
}

/** Changes no row, but fails on a read-only database. The table is on the coordinator of a cluster. */
const NO_CHANGE = 'UPDATE migration SET name = name WHERE number = 0';
/** Time limit of the check that the database can be written: a proxy needs the reply before it gives up. */
const READINESS_LIMIT_MS = 5_000;

/** See `Database.backgroundStepMs`. A transaction of PostgreSQL takes milliseconds to commit. */
const BACKGROUND_STEP_MS = { sqlite: 10, postgres: 100 };

function isOnCoordinator(table: string): boolean {
  return ['coordinator', 'everywhere'].includes(PLACEMENTS.get(table) ?? '');
}

function createDatabase(engine: Engine, guard: SchemaGuard, migrateSchema: () => Promise<void>): Database {
  const reading =
    (run: Engine['read']): Read =>
    (work, deadline = performance.now() + DEFAULT_LIMIT_MS) =>
      guard.run(() => run((session) => work(readersOf(session)), deadline));
  const inTransaction =
    <T>(work: (stores: Writers) => Promise<T>) =>
    (session: Session) =>
      guard.inTransaction(session, () => work(writersOf(session)));
  const read = reading(engine.read.bind(engine));
  return {
    read,
    openReads: () => {
      const reads = engine.openReads?.();
      if (reads === undefined) return { read, leaveStandby: () => false };
      return { read: reading(reads.read), leaveStandby: reads.leaveStandby };
    },
    measureStandby: async () => (await engine.measureStandby?.()) ?? null,
    lookUp: engine.lookUp === undefined ? read : reading(engine.lookUp.bind(engine)),
    write: (work, scope, deadline = performance.now() + DEFAULT_LIMIT_MS) =>
      guard.run(() => engine.write(inTransaction(work), scope, deadline)),
    exclusively: (work, scope) => guard.run(() => engine.exclusively(inTransaction(work), scope)),
    migrate: migrateSchema,
    migration: () => guard.progress,
    isSuperseded: () => guard.check(),
    analyze: (tables) => engine.analyze(tables),
    backgroundStepMs: BACKGROUND_STEP_MS[engine.dialect],
    isCluster: engine.isCluster,
    pools: () => engine.pools(),
    shrink: () => engine.shrink(),
    purge: () => engine.purge?.() ?? Promise.resolve(false),
    requireDiskSpace: (use) => engine.requireDiskSpace?.(use),
    async requireWritable(tables) {
      const deadline = performance.now() + READINESS_LIMIT_MS;
      const check = async () => {
        await guard.check();
        await guard.run(async () => {
          // Other tables of a cluster are on all of its machines: one that fails concerns only its own projects.
          await engine.requireUndamaged(engine.isCluster ? tables.filter(isOnCoordinator) : tables);
          await engine.write((session) => session.run(NO_CHANGE, []), { projects: [] }, deadline);
        });
      };
      await waitUntil(check(), deadline);
    },
    findDamage: (signal) => engine.findDamage(signal),
    isShared: () => engine.isShared(),
    measureDisk: async () => (await engine.measureDisk?.()) ?? null,
    measureSize: () => engine.measureSize(),
    writeQueue: () => engine.writeQueue?.() ?? { waiting: 0, oldestSeconds: 0 },
    close: () => engine.close(),
  };
}

/** Pause between two attempts. Each attempt has already waited for seconds. */
const PAUSE_MS = 50;

/**
 * Runs work on a database, and repeats it as long as other processes keep the database busy.
 * @param report called when the first attempt has failed
 */
export async function waitWhileBusy<T>(work: () => Promise<T>, report: () => void): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error;
      if (attempt === 1) report();
      await setTimeout(PAUSE_MS);
    }
  }
}
