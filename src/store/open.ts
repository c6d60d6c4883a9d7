import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Alerts, Webhooks } from './alerts';
import { Artifacts } from './artifacts';
import { Contents } from './contents';
import { Deploys } from './deploys';
import { Events } from './events';
import { FetchAttempts } from './fetchAttempts';
import { Issues } from './issues';
import { StoredIssueTags } from './issueTags';
import { migrate } from './migrate';
import { MIGRATIONS } from './migrations/index';
import { Members, Organizations, Teams } from './organizations';
import { Outcomes } from './outcomes';
import { explainPostgresUrlError, openPostgres, openPostgresSnapshot } from './postgres';
import { ProjectKeys } from './projectKeys';
import { Projects } from './projects';
import { Releases } from './releases';
import { RemovedIssues } from './removedIssues';
import type { Engine, Session, Snapshot } from './sql';
import { openSqlite, openSqliteSnapshot, type SqliteOptions } from './sqlite';
import { pathExists } from './sqliteErrors';
import type { Database, Writers } from './stores';
import { Tokens } from './tokens';
import { rejectUnfinishedCopy } from './tools/copyRows';

const SQLITE_SCHEME = 'sqlite:';
const POSTGRES_SCHEME = /^postgres(ql)?:\/\//;
const SUPPORTED_URLS = 'use sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

export function isPostgres(url: string): boolean {
  return POSTGRES_SCHEME.test(url);
}

/**
 * The path in the URL of an SQLite database.
 * @throws Error with one sentence that does not repeat a URL of another kind: it can hold a password
 */
export function sqlitePathOf(url: string): string {
  if (!url.startsWith(SQLITE_SCHEME)) {
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
    const fault = scheme === undefined ? 'has no scheme' : `has the scheme ${scheme}, which is not supported`;
    throw new Error(`The database URL ${fault}: ${SUPPORTED_URLS}.`);
  }
  const path = url.slice(SQLITE_SCHEME.length);
  if (path === '') throw new Error(`The database URL ${url} names no file: ${SUPPORTED_URLS}.`);
  if (path.startsWith('//')) throw new Error(`The database URL ${url} has slashes before its path: ${SUPPORTED_URLS}.`);
  return path;
}

/** Whether the URL names a file that is not there. */
export function isMissingFile(url: string): boolean {
  return !isPostgres(url) && !pathExists(resolve(sqlitePathOf(url)));
}

/** Whether two URLs name one database as far as can be seen: a server may have several names. */
export function isSameDatabase(one: string, other: string): boolean {
  return locationOf(one) === locationOf(other);
}

function locationOf(url: string): string {
  if (isPostgres(url))
    return url
      .replace(POSTGRES_SCHEME, '')
      .replace(/^[^@/]*@/, '')
      .replace(/\?.*$/, '');
  const file = resolve(sqlitePathOf(url));
  return pathExists(file) ? realpathSync(file) : file;
}

/** What only some databases need. */
export type OpenOptions = SqliteOptions;

/**
 * Opens a database and brings its schema up to date. An SQLite file is made if there is none.
 * @param url `sqlite:PATH`, absolute or relative to the working directory, `sqlite::memory:` or `postgres://…`
 * @throws Error with one sentence if it cannot
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const engine = await openEngine(url, options);
  try {
    await engine.read(rejectUnfinishedCopy);
    await migrate(engine, MIGRATIONS);
  } catch (error) {
    await engine.close();
    throw isPostgres(url) ? explainPostgresUrlError(url, error) : error;
  }
  return createDatabase(engine);
}

/** Opens a database below its stores, whatever its schema is. @throws Error with one sentence if it cannot */
export async function openEngine(url: string, options: OpenOptions = {}): Promise<Engine> {
  return isPostgres(url) ? openPostgres(url) : openSqlite(sqlitePathOf(url), options);
}

/** Opens a database that there is, to read it as it is at this moment. @throws Error with one sentence if it cannot */
export async function openSnapshot(url: string): Promise<Snapshot> {
  return isPostgres(url) ? openPostgresSnapshot(url) : openSqliteSnapshot(sqlitePathOf(url));
}

/** Changes nothing, and is refused where nothing can be changed. */
const NO_CHANGE = 'UPDATE migration SET name = name WHERE number = 0';

function createDatabase(engine: Engine): Database {
  return {
    read: (work) => engine.read((session) => work(createStores(session))),
    write: (work, scope) => engine.write((session) => work(createStores(session)), scope),
    exclusively: (work) => engine.exclusively((session) => work(createStores(session))),
    shrink: () => engine.shrink(),
    requireDiskSpace: () => engine.requireDiskSpace?.(),
    requireWritable: async () => void (await engine.write((session) => session.run(NO_CHANGE, []), { projects: [] })),
    close: () => engine.close(),
  };
}

function createStores(session: Session): Writers {
  return {
    organizations: new Organizations(session),
    members: new Members(session),
    teams: new Teams(session),
    projects: new Projects(session),
    projectKeys: new ProjectKeys(session),
    tokens: new Tokens(session),
    events: new Events(session),
    issues: new Issues(session),
    issueTags: new StoredIssueTags(session),
    removedIssues: new RemovedIssues(session),
    releases: new Releases(session),
    deploys: new Deploys(session),
    contents: new Contents(session),
    artifacts: new Artifacts(session),
    outcomes: new Outcomes(session),
    alerts: new Alerts(session),
    webhooks: new Webhooks(session),
    fetchAttempts: new FetchAttempts(session),
  };
}
