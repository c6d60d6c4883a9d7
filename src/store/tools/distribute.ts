import { migrate, readVersion } from '../engine/migrate';
import { MIGRATIONS, SCHEMA_VERSION } from '../migrations/index';
import { isPostgres, openEngine } from '../engine/open';
import { explainPostgresUrlError } from '../engine/postgres';
import type { Engine, ReadSession } from '../engine/sql';
import { type Placement, PLACEMENTS } from '../tables';
import { readTables, type Table } from './catalog';
import { rejectUnfinishedCopy } from './copyRows';

/** The column whose value decides on which machine a row is stored. */
export const DISTRIBUTION_COLUMNS = { project: 'project_id', organization: 'organization_id' } as const;

/** A foreign key as the database's catalog describes it. */
interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** `FOREIGN KEY (…) REFERENCES …` */
  readonly definition: string;
}

/** A schema, and where its tables are. Tables that are not distributed yet are absent from `placed`. */
export interface UndistributedSchema {
  readonly tables: readonly Pick<Table, 'name'>[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly placed: ReadonlyMap<string, Placement>;
}

/**
 * Returns the statements that distribute the tables that are not distributed yet, or not as `PLACEMENTS` says. They
 * drop foreign keys and add them again: Citus adds a table that references a reference table to its own metadata, and
 * then refuses to distribute it, because its ids are an identity column. Only reference tables have foreign keys.
 * @throws Error with a message of one sentence for a table without a placement
 */
export function distributionStatements({ tables, foreignKeys, placed }: UndistributedSchema): string[] {
  const names = tables.map(({ name }) => name).filter((name) => placed.get(name) !== PLACEMENTS.get(name));
  const unknown = tables.map(({ name }) => name).find((name) => !PLACEMENTS.has(name));
  if (unknown !== undefined)
    throw new Error(`The table ${unknown} does not belong to culprit: move it to another database or schema first.`);
  if (names.length === 0) return [];
  const dropped = foreignKeys.filter(({ table }) => names.includes(table));
  return [
    // Citus requires this to change reference tables and distributed tables in one transaction.
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
    ...dropped.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...names.filter((name) => placed.has(name)).map((name) => `SELECT undistribute_table('${name}')`),
    ...names
      .filter((name) => PLACEMENTS.get(name) === 'everywhere')
      .map((name) => `SELECT create_reference_table('${name}')`),
    ...(['project', 'organization'] as const).flatMap((placement) => groupStatements(placement, names, placed)),
    // So that Citus commits them together with changes on other machines.
    ...names
      .filter((name) => PLACEMENTS.get(name) === 'coordinator')
      .map((name) => `SELECT citus_add_local_table_to_metadata('${name}')`),
    ...dropped.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
  ];
}

/** Returns the statements of a group. Its first table starts a colocation group, which the others join. */
function groupStatements(
  placement: 'project' | 'organization',
  names: readonly string[],
  placed: ReadonlyMap<string, Placement>,
): string[] {
  const column = DISTRIBUTION_COLUMNS[placement];
  const group = [...PLACEMENTS.keys()].filter((name) => PLACEMENTS.get(name) === placement).sort();
  const selected = group.filter((name) => names.includes(name));
  const first = group.find((name) => placed.get(name) === placement) ?? selected[0];
  return selected.map((name) => {
    const colocated = name === first ? 'none' : first;
    return `SELECT create_distributed_table('${name}', '${column}', colocate_with => '${colocated}')`;
  });
}

const CITUS_EXTENSION = "SELECT 1 AS found FROM pg_extension WHERE extname = 'citus'";
const PLACED_TABLES = `SELECT CAST(logicalrelid AS TEXT) AS "name",
    CASE WHEN repmodel = 't' THEN 'everywhere' WHEN partmethod = 'n' THEN 'coordinator'
      WHEN column_to_column_name(logicalrelid, partkey) = '${DISTRIBUTION_COLUMNS.project}' THEN 'project' ELSE 'organization' END AS "placement"
  FROM pg_dist_partition`;
const FOREIGN_KEYS = `SELECT CAST(t.relname AS TEXT) AS "table", CAST(f.conname AS TEXT) AS "name", pg_get_constraintdef(f.oid) AS "definition"
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
  WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema()) ORDER BY t.relname, f.conname`;

/**
 * Distributes a PostgreSQL database over the machines of a Citus cluster, in one transaction. Tables that are already
 * distributed stay unchanged.
 * @param isDryRun true to change nothing; then Citus is not needed
 * @returns the executed statements; with `isDryRun`, the statements to execute
 * @throws Error with a message of one sentence
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

async function readStatements(session: ReadSession, hasCitus: boolean): Promise<string[]> {
  const version = await readVersion(session);
  if (version !== SCHEMA_VERSION)
    throw new Error(`The database has schema version ${version}, but this culprit needs ${SCHEMA_VERSION}.`);
  const placed = hasCitus ? await session.all<{ name: string; placement: Placement }>(PLACED_TABLES, []) : [];
  return distributionStatements({
    tables: await readTables(session),
    foreignKeys: await session.all<ForeignKey>(FOREIGN_KEYS, []),
    placed: new Map(placed.map(({ name, placement }) => [name, placement])),
  });
}

/** A rule for statements on distributed tables, by which Citus can plan them, and plans them for one machine. */
interface DistributionRule {
  /** The rest of a sentence that begins with `A statement`. */
  readonly text: string;
  /** The reason, in one sentence. */
  readonly reason: string;
  /** The page of Citus's documentation, or the file of its source with the message by which it refuses. */
  readonly reference: string;
}

const LIMITATIONS = 'https://docs.citusdata.com/en/stable/develop/reference_workarounds.html';
const QUERIES = 'https://docs.citusdata.com/en/stable/develop/reference_sql.html';
const CHOICE = 'https://docs.citusdata.com/en/stable/sharding/data_modeling.html';
const SOURCE = 'https://github.com/citusdata/citus/blob/v13.0.5/src/backend/distributed/';

/**
 * All rules. "Several machines" means a query that does not name the distribution column by one value. A test reads
 * every statement of the store by each of them (`test/support/distributionChecks.ts`).
 */
export const DISTRIBUTION_RULES = {
  routed: {
    text: 'compares the distribution column of every distributed table with one parameter, also in subqueries',
    reason: 'Citus finds the shard by it; without it, it asks all shards of all machines.',
    reference: CHOICE,
  },
  colocated: {
    text: 'has no tables of projects beside tables of organizations',
    reason: 'Rows of a project and of its organization are on different machines, and only colocated rows are joined.',
    reference: `${QUERIES}#joins`,
  },
  withoutCoordinatorTables: {
    text: 'has no tables of the coordinator beside distributed ones',
    reason: 'Other machines do not have them, so that Citus would send them the rows.',
    reference: `${LIMITATIONS}#work-around-limitations-using-ctes`,
  },
  valuesWithoutSubquery: {
    text: 'inserts values without subqueries',
    reason: 'Citus refuses subqueries among VALUES, and plans INSERT … SELECT instead.',
    reference: `${LIMITATIONS}#subqueries-within-insert-queries`,
  },
  oneColumnPerSubquery: {
    text: 'sets one column by one subquery',
    reason: 'Citus cannot write an assignment of several columns by one subquery again for its machines.',
    reference: `${SOURCE}deparser/ruleutils_15.c`,
  },
  keepsDistributionColumn: {
    text: 'changes no distribution column, not even in ON CONFLICT',
    reason: 'The row would have to move to another machine.',
    reference: `${SOURCE}planner/multi_router_planner.c`,
  },
  withoutVolatileFunctions: {
    text: 'changes rows without functions whose value differs from call to call',
    reason: 'Each copy of a row would get another value, so that Citus refuses them.',
    reference: LIMITATIONS,
  },
  withoutSequences: {
    text: 'takes no number from a sequence while it reads or writes tables',
    reason: 'Sequences are on the coordinator: Citus refuses them in queries for one machine.',
    reference: `${SOURCE}planner/multi_router_planner.c`,
  },
  correlatedToTables: {
    text: 'has no correlated subquery of a function that returns rows, of VALUES, or without FROM, on several machines',
    reason: 'Citus computes such subqueries before it asks the machines, when there is no outer row yet.',
    reference: `${SOURCE}planner/query_pushdown_planning.c`,
  },
  recursiveOnOneMachine: {
    text: 'is not recursive on several machines',
    reason: 'Citus evaluates recursive queries on one machine.',
    reference: LIMITATIONS,
  },
  locksOnOneMachine: {
    text: 'locks no rows on several machines',
    reason: 'Citus supports FOR UPDATE in queries of one shard.',
    reference: LIMITATIONS,
  },
  withoutSetOperations: {
    text: 'has no INTERSECT, EXCEPT, GROUPING SETS, ROLLUP, CUBE or TABLESAMPLE',
    reason: 'Citus supports them in queries of one shard at most.',
    reference: LIMITATIONS,
  },
  withoutMerge: {
    text: 'is no MERGE',
    reason: 'Its target must not be a reference table, and SQLite has none.',
    reference: LIMITATIONS,
  },
  ordersByColumns: {
    text: 'gives no value of its reply the name of a column that it orders by',
    reason: 'Citus writes ORDER BY without the name of the table, so that machines order by the value of the reply.',
    reference: `${SOURCE}deparser/ruleutils_15.c`,
  },
} as const satisfies Readonly<Record<string, DistributionRule>>;

export type DistributionRuleName = keyof typeof DISTRIBUTION_RULES;
