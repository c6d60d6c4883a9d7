import type { DistributionRuleName } from '../../src/store/tools/distribute';
import { DISTRIBUTION_COLUMNS } from '../../src/store/tools/catalog';
import { PLACEMENTS, type Placement } from '../../src/store/tables';
import { type Found, type Reference, referencesOf } from './sqlScopes';

/** The distribution column of each table whose rows are distributed. */
export const DISTRIBUTED = new Map(
  [...PLACEMENTS].flatMap(([table, placement]): [string, string][] => {
    return placement === 'everywhere' || placement === 'coordinator' ? [] : [[table, DISTRIBUTION_COLUMNS[placement]]];
  }),
);

/** The column by which a reference table can be joined with distributed tables. */
const LINKS = new Map(
  [...PLACEMENTS.keys()].map((table): [string, string] => [table, DISTRIBUTED.get(table) ?? 'project_id']),
);

function distributedIn(sql: string): Reference[] {
  return referencesOf(sql, LINKS).filter(({ table }) => DISTRIBUTED.has(table));
}

/** Returns the ways in which a statement finds the rows of each distributed table. */
export function foundBy(sql: string): Found[] {
  return distributedIn(sql).map(({ found }) => found);
}

/** Returns the placements of the tables of a statement. */
function placementsIn(sql: string): ReadonlySet<Placement | undefined> {
  return new Set(referencesOf(sql, LINKS).map(({ table }) => PLACEMENTS.get(table)));
}

function isOnSeveralMachines(sql: string): boolean {
  return foundBy(sql).some((way) => way !== 'by value');
}

const CHANGES_ROWS = /^\s*(INSERT|UPDATE|DELETE|WITH\b.*\b(INSERT INTO|UPDATE|DELETE FROM))\b/s;
const INSERTS_VALUES = /^\s*INSERT INTO \w+ \([^()]*\)\s+VALUES/;
const SETS_SEVERAL = /\([a-z_, ]+\)\s*=\s*\(\s*SELECT\b/;
const SET_COLUMNS = /\bSET\b((?:(?!\b(?:WHERE|FROM|RETURNING)\b).)*)/gs;
const VOLATILE = /\b(random|clock_timestamp|timeofday|gen_random_uuid|setval|statement_timestamp)\s*\(/i;
/** A subquery in parentheses, with a function that returns rows of a column, with VALUES, or without FROM. */
const OF_ROWS = /\bFROM (?:LATERAL )?(?:json_\w+|jsonb_\w+|unnest|generate_series)\(\s*(?:CAST\(\s*)?[a-z]\w*\.\w+/i;
const OF_VALUES = /\(\s*(?:SELECT\b[^()]*\bFROM\s*)?\(?\s*VALUES\b(?!\s*\(\?)[^?]*\b[a-z]\w*\.\w+/i;
const OUTER_COLUMN = '\\b[a-z]\\w*\\.\\w+';
const NOT_FROM = '(?:(?!\\b(?:FROM|SELECT)\\b)[^()])*';
const WITHOUT_FROM = new RegExp(`\\(\\s*SELECT\\b${NOT_FROM}${OUTER_COLUMN}${NOT_FROM}\\)`, 'i');
const SET_OPERATIONS = /\b(INTERSECT|EXCEPT|GROUPING SETS|ROLLUP|CUBE|TABLESAMPLE)\b/i;

/** Returns true if a statement assigns the distribution column of the table that it changes. */
function setsOwner(sql: string): boolean {
  const target = /^\s*(?:INSERT INTO|UPDATE) (\w+)/.exec(sql)?.[1] ?? '';
  const column = DISTRIBUTED.get(target);
  if (column === undefined) return false;
  const assigned = new RegExp(`(^|,)\\s*${column}\\s*=`);
  return [...sql.matchAll(SET_COLUMNS)].some(([, columns = '']) => assigned.test(columns));
}

/** Returns true if a value of the reply has the name of a column of ORDER BY. */
function ordersByReply(sql: string): boolean {
  const replied = [...sql.matchAll(/\bAS "(\w+)"/g)].map(([, name = '']) => name);
  const ordered = [...sql.matchAll(/\bORDER BY ((?:(?!\bLIMIT\b)[^()])*)/g)].flatMap(([, list = '']) =>
    list.split(',').map((item) => /^\s*(?:\w+\.)?(\w+)/.exec(item)?.[1] ?? ''),
  );
  return ordered.some((name) => replied.includes(name));
}

/** How the text of a statement shows that it breaks a rule. */
export const BREAKS: Readonly<Record<DistributionRuleName, (sql: string) => boolean>> = {
  routed: isOnSeveralMachines,
  colocated: (sql) => placementsIn(sql).has('project') && placementsIn(sql).has('organization'),
  withoutCoordinatorTables: (sql) => placementsIn(sql).has('coordinator') && foundBy(sql).length > 0,
  valuesWithoutSubquery: (sql) => INSERTS_VALUES.test(sql) && /\bSELECT\b/.test(sql),
  oneColumnPerSubquery: (sql) => SETS_SEVERAL.test(sql),
  keepsDistributionColumn: setsOwner,
  withoutVolatileFunctions: (sql) => CHANGES_ROWS.test(sql) && VOLATILE.test(sql),
  withoutSequences: (sql) => /\bnextval\s*\(/i.test(sql) && referencesOf(sql, LINKS).length > 0,
  correlatedToTables: (sql) =>
    isOnSeveralMachines(sql) && [OF_ROWS, OF_VALUES, WITHOUT_FROM].some((pattern) => pattern.test(sql)),
  recursiveOnOneMachine: (sql) => /\bWITH RECURSIVE\b/i.test(sql) && isOnSeveralMachines(sql),
  locksOnOneMachine: (sql) => /\bFOR (NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)\b/i.test(sql) && isOnSeveralMachines(sql),
  withoutSetOperations: (sql) => SET_OPERATIONS.test(sql),
  withoutMerge: (sql) => /^\s*MERGE\b/i.test(sql),
  ordersByColumns: ordersByReply,
};

/** A statement that breaks each rule. */
export const VIOLATIONS: Readonly<Record<DistributionRuleName, string>> = {
  routed: 'SELECT 1 FROM issue i WHERE i.project_id = ? AND EXISTS (SELECT 1 FROM event e WHERE e.issue_id = i.id)',
  colocated:
    'SELECT 1 FROM artifact a JOIN content c ON c.sha1 = a.sha1 WHERE a.project_id = ? AND c.organization_id = ?',
  withoutCoordinatorTables: 'SELECT 1 FROM alert a JOIN event e ON e.project_id = a.project_id WHERE a.project_id = ?',
  valuesWithoutSubquery: 'INSERT INTO issue_hash (project_id, hash) VALUES (?, (SELECT MIN(version) FROM release))',
  oneColumnPerSubquery: 'UPDATE issue SET (title, culprit) = (SELECT ?, ?) WHERE project_id = ?',
  keepsDistributionColumn: `INSERT INTO issue_hash (project_id, hash) VALUES (?, ?)
    ON CONFLICT (project_id, hash) DO UPDATE SET issue_id = 1, project_id = excluded.project_id`,
  withoutVolatileFunctions: 'UPDATE issue SET times_seen = random() WHERE project_id = ?',
  withoutSequences: "INSERT INTO issue_hash (project_id, issue_id) SELECT ?, nextval('issue_number')",
  correlatedToTables: `SELECT 1 FROM issue i
    WHERE EXISTS (SELECT 1 FROM json_each(i.status_details) d WHERE d.key = ?)`,
  recursiveOnOneMachine: `WITH RECURSIVE busy (id) AS (SELECT MIN(project_id) FROM issue
    UNION ALL SELECT (SELECT MIN(i.project_id) FROM issue i WHERE i.project_id > busy.id) FROM busy)
    SELECT id FROM busy`,
  locksOnOneMachine: 'SELECT id FROM issue WHERE id = ? FOR NO KEY UPDATE',
  withoutSetOperations:
    'SELECT id FROM issue WHERE project_id = ? EXCEPT SELECT issue_id FROM event WHERE project_id = ?',
  withoutMerge: 'MERGE INTO issue USING event ON issue.id = event.issue_id WHEN MATCHED THEN DELETE',
  ordersByColumns: 'SELECT CAST(i.id AS TEXT) AS "id" FROM issue i WHERE i.project_id = ? ORDER BY i.id',
};
