import { migrate, readVersion } from '../migrate';
import { MIGRATIONS } from '../migrations/index';
import { isPostgres, openEngine } from '../open';
import { explainPostgresUrlError } from '../postgres';
import type { Engine, Session } from '../sql';
import { readTables, type Table } from './catalog';
import { rejectUnfinishedCopy } from './copyRows';

/** Where the rows of a table are, once a database is spread over machines. */
export type Placement =
  /** With all other rows of their project: what grows with the events. */
  | 'project'
  /** With all other rows of their organization: what is uploaded once for all of its projects. */
  | 'organization'
  /** A copy on each machine: who there is, queues, and the few rows by which lists of many projects or releases are joined. */
  | 'everywhere';

/** Every table of the schema; a new one is told nowhere else. */
export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  alert: 'everywhere',
  alert_delivery: 'everywhere',
  alert_mute: 'everywhere',
  artifact: 'project',
  artifact_bundle: 'organization',
  bookmark: 'everywhere',
  content: 'organization',
  content_slice: 'organization',
  deploy: 'everywhere',
  deploy_project: 'everywhere',
  environment: 'everywhere',
  event: 'project',
  event_body: 'project',
  issue: 'project',
  issue_counter: 'project',
  issue_hash: 'project',
  issue_tag: 'project',
  member: 'everywhere',
  migration: 'everywhere',
  organization: 'everywhere',
  outcome: 'project',
  project: 'everywhere',
  project_key: 'everywhere',
  project_platform: 'project',
  project_redirect: 'everywhere',
  release: 'everywhere',
  release_binding: 'everywhere',
  release_commit: 'organization',
  release_project: 'everywhere',
  removed_issue: 'project',
  scraped_file: 'project',
  team: 'everywhere',
  team_member: 'everywhere',
  team_project: 'everywhere',
  token: 'everywhere',
  webhook: 'everywhere',
};

/** The column by whose value rows are placed. */
export const DISTRIBUTION_COLUMNS = { project: 'project_id', organization: 'organization_id' } as const;

/** A foreign key as the database tells of it. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** `FOREIGN KEY (…) REFERENCES …` */
  readonly definition: string;
}

/** A schema, and which of its tables are placed already. */
export interface UndistributedSchema {
  readonly tables: readonly Pick<Table, 'name'>[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly placed: ReadonlySet<string>;
}

/**
 * The statements that place what is not placed yet; none where all is. Foreign keys are put aside meanwhile, and only tables that
 * are everywhere have them: Citus would take a table that refers to one of its own for its own as well, and then refuse to place it,
 * because its ids are an identity.
 * @throws Error with one sentence for a table that has no place
 */
export function distributionStatements({ tables, foreignKeys, placed }: UndistributedSchema): string[] {
  const names = tables.map(({ name }) => name).filter((name) => !placed.has(name));
  const unknown = names.find((name) => PLACEMENTS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`The table ${unknown} is none of culprit's: move it to another database or schema first.`);
  if (names.length === 0) return [];
  const aside = foreignKeys.filter(({ table }) => names.includes(table));
  return [
    // Tables that are everywhere and tables that are not change in one transaction.
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
    ...aside.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...names
      .filter((name) => PLACEMENTS[name] === 'everywhere')
      .map((name) => `SELECT create_reference_table('${name}')`),
    ...(['project', 'organization'] as const).flatMap((placement) => groupStatements(placement, names, placed)),
    ...aside.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
  ];
}

/** The first table of a group makes it, the others join it. */
function groupStatements(
  placement: 'project' | 'organization',
  names: readonly string[],
  placed: ReadonlySet<string>,
): string[] {
  const column = DISTRIBUTION_COLUMNS[placement];
  const group = Object.keys(PLACEMENTS).filter((name) => PLACEMENTS[name] === placement);
  const wanted = group.filter((name) => names.includes(name));
  const first = group.find((name) => placed.has(name)) ?? wanted[0];
  return wanted.map((name) => {
    const neighbour = name === first ? 'none' : first;
    return `SELECT create_distributed_table('${name}', '${column}', colocate_with => '${neighbour}')`;
  });
}

const CITUS_EXTENSION = "SELECT 1 AS found FROM pg_extension WHERE extname = 'citus'";
const DISTRIBUTED_TABLES = `SELECT CAST(logicalrelid AS TEXT) AS "name" FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'`;
const FOREIGN_KEYS = `SELECT CAST(t.relname AS TEXT) AS "table", CAST(f.conname AS TEXT) AS "name", pg_get_constraintdef(f.oid) AS "definition"
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
  WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema()) ORDER BY t.relname, f.conname`;

/**
 * Spreads a PostgreSQL database over the machines of a Citus cluster: all of it or nothing. What is spread already stays as it is.
 * @param isDryRun to change nothing, and need no Citus
 * @returns the statements that did it, or would
 * @throws Error with one sentence if it cannot
 */
export async function distributeDatabase(url: string, isDryRun: boolean): Promise<string[]> {
  if (!isPostgres(url)) {
    throw new Error(
      'An SQLite database stays on one machine: move it to PostgreSQL with Citus first, by culprit database copy.',
    );
  }
  const engine = await openEngine(url);
  try {
    await engine.read(rejectUnfinishedCopy);
    return await distribute(engine, isDryRun);
  } catch (error) {
    throw explainPostgresUrlError(url, error);
  } finally {
    await engine.close();
  }
}

async function distribute(engine: Engine, isDryRun: boolean): Promise<string[]> {
  const hasCitus = (await engine.read((session) => session.one(CITUS_EXTENSION, []))) !== undefined;
  if (isDryRun) return engine.read((session) => readStatements(session, hasCitus));
  if (!hasCitus) {
    throw new Error(
      'The database has no Citus: install it on the server, load it by shared_preload_libraries, and run CREATE EXTENSION citus.',
    );
  }
  await migrate(engine, MIGRATIONS);
  return engine.changeSchema(async (session) => {
    const statements = await readStatements(session, hasCitus);
    for (const statement of statements) await session.all(statement, []);
    return statements;
  });
}

async function readStatements(session: Session, hasCitus: boolean): Promise<string[]> {
  const version = await readVersion(session);
  if (version !== MIGRATIONS.length)
    throw new Error(`The database has schema version ${version}, but this culprit needs ${MIGRATIONS.length}.`);
  const placed = hasCitus ? await session.all<{ name: string }>(DISTRIBUTED_TABLES, []) : [];
  return distributionStatements({
    tables: await readTables(session),
    foreignKeys: await session.all<ForeignKey>(FOREIGN_KEYS, []),
    placed: new Set(placed.map(({ name }) => name)),
  });
}
