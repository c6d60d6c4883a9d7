import { Alerts } from './alerts';
import { Artifacts } from './artifacts';
import { Contents } from './contents';
import { requireWhole } from './copy/progress';
import { isPostgres, pathOf } from './databaseUrl';
import { Events } from './events';
import { Issues } from './issues';
import { ProjectKeys } from './keys';
import { Members } from './members';
import { migrate } from './migrate';
import { STEPS } from './migrations/index';
import { Organizations } from './organizations';
import { Outcomes } from './outcomes';
import { explainPostgres, openPostgres, openPostgresSnapshot } from './postgres';
import { Projects } from './projects';
import { Releases } from './releases';
import { Scrapings } from './scrapings';
import type { Engine, Session, Snapshot } from './sql';
import { openSqlite, openSqliteSnapshot, type SqliteOptions } from './sqlite';
import type { Database, Writers } from './stores';
import { Teams } from './teams';
import { Tokens } from './tokens';
import { Webhooks } from './webhooks';

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
    await engine.read(requireWhole);
    await migrate(engine, STEPS);
  } catch (error) {
    await engine.close();
    throw isPostgres(url) ? explainPostgres(url, error) : error;
  }
  return databaseOn(engine);
}

/** Opens a database below its stores, whatever its schema is. @throws Error with one sentence if it cannot */
export async function openEngine(url: string, options: OpenOptions = {}): Promise<Engine> {
  return isPostgres(url) ? openPostgres(url) : openSqlite(pathOf(url), options);
}

/** Opens a database that there is, to read it as it is at this moment. @throws Error with one sentence if it cannot */
export async function openSnapshot(url: string): Promise<Snapshot> {
  return isPostgres(url) ? openPostgresSnapshot(url) : openSqliteSnapshot(pathOf(url));
}

/** Changes nothing, and is refused where nothing can be changed. */
const NOTHING = 'UPDATE migration SET name = name WHERE number = 0';

function databaseOn(engine: Engine): Database {
  return {
    read: (work) => engine.read((session) => work(storesOn(session))),
    write: (work, scope) => engine.write((session) => work(storesOn(session)), scope),
    exclusively: (work) => engine.exclusively((session) => work(storesOn(session))),
    shrink: () => engine.shrink(),
    requireRoom: () => engine.requireRoom?.(),
    requireWritable: async () => void (await engine.write((session) => session.run(NOTHING, []), { projects: [] })),
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
    alerts: new Alerts(session),
    webhooks: new Webhooks(session),
    scrapings: new Scrapings(session),
  };
}
