import { migrate, readVersion } from '../engine/migrate';
import { MIGRATIONS, SCHEMA_VERSION } from '../migrations/index';
import { isPostgres, openEngine } from '../engine/open';
import { explainPostgresUrlError } from '../engine/postgres';
import type { Engine, ReadSession } from '../engine/sql';
import { distributionStatements, readSchema, rejectUnfinishedCopy } from './catalog';

const CITUS_EXTENSION = "SELECT 1 AS found FROM pg_extension WHERE extname = 'citus'";

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
  return distributionStatements(await readSchema(session, hasCitus));
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
