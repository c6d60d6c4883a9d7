import { Artifacts } from './artifacts';
import { Contents } from './contents';
import { Events } from './events';
import { Issues } from './issues';
import { ProjectKeys } from './keys';
import { Members } from './members';
import { migrate } from './migrate';
import { STEPS } from './migrations/index';
import { Organizations } from './organizations';
import { Outcomes } from './outcomes';
import { explainPostgres, openPostgres } from './postgres';
import { Projects } from './projects';
import { Releases } from './releases';
import type { Engine, Session } from './sql';
import { openSqlite, type SqliteOptions } from './sqlite';
import type { Database, Writers } from './stores';
import { Teams } from './teams';
import { Tokens } from './tokens';

const SQLITE = 'sqlite:';
const POSTGRES = /^postgres(ql)?:\/\//;
const KNOWN = 'use sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE';

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
    await migrate(engine, STEPS);
  } catch (error) {
    await engine.close();
    throw POSTGRES.test(url) ? explainPostgres(url, error) : error;
  }
  return databaseOn(engine);
}

async function openEngine(url: string, options: OpenOptions): Promise<Engine> {
  return POSTGRES.test(url) ? openPostgres(url) : openSqlite(pathOf(url), options);
}

/** The rest of a URL of another kind is not repeated: it can hold a password. */
function pathOf(url: string): string {
  if (!url.startsWith(SQLITE)) {
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
    const fault = scheme === undefined ? 'has no scheme' : `has the scheme ${scheme}, which is not supported`;
    throw new Error(`The database URL ${fault}: ${KNOWN}.`);
  }
  const path = url.slice(SQLITE.length);
  if (path === '') throw new Error(`The database URL ${url} names no file: ${KNOWN}.`);
  if (path.startsWith('//')) throw new Error(`The database URL ${url} has slashes before its path: ${KNOWN}.`);
  return path;
}

function databaseOn(engine: Engine): Database {
  return {
    read: (work) => engine.read((session) => work(storesOn(session))),
    write: (work, scope) => engine.write((session) => work(storesOn(session)), scope),
    exclusively: (work) => engine.exclusively((session) => work(storesOn(session))),
    shrink: () => engine.shrink(),
    requireRoom: () => engine.requireRoom?.(),
    close: () => engine.close(),
  };
}

function storesOn(session: Session): Writers {
  return {
    organizations: new Organizations(session),
    members: new Members(session),
    teams: new Teams(session),
    projects: new Projects(session),
    keys: new ProjectKeys(session),
    tokens: new Tokens(session),
    events: new Events(session),
    issues: new Issues(session),
    releases: new Releases(session),
    contents: new Contents(session),
    artifacts: new Artifacts(session),
    outcomes: new Outcomes(session),
  };
}
