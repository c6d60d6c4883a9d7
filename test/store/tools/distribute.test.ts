/** What a database that is spread over machines asks of the schema and of every statement. */
import type { Engine } from '../../../src/store/sql';
import { readTables } from '../../../src/store/tools/catalog';
import { DISTRIBUTION_COLUMNS, distributionStatements, PLACEMENTS } from '../../../src/store/tools/distribute';
import { onPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { type Found, referencesOf } from '../../support/sqlScopes';
import { hiddenStatements, statementsOf, storeModules } from '../../support/statements';

/** The column of each table that is not everywhere. */
const COLUMNS = new Map(
  Object.entries(PLACEMENTS).flatMap(([table, placement]): [string, string][] => {
    return placement === 'everywhere' ? [] : [[table, DISTRIBUTION_COLUMNS[placement]]];
  }),
);

/** What is everywhere can tell by which value the others are found. */
const LINKS = new Map(
  Object.keys(PLACEMENTS).map((table): [string, string] => [table, COLUMNS.get(table) ?? 'project_id']),
);

/** How the tables of a statement are found that are not everywhere. */
function foundBy(sql: string): Found[] {
  return referencesOf(sql, LINKS).flatMap(({ table, found }) => (COLUMNS.has(table) ? [found] : []));
}

/** Statements that ask all machines, and why. Each is about one of these tables alone, or with tables that are everywhere. */
const ASKS_ALL: Record<string, string> = {
  'contents.ts NEXT_ORGANIZATION': 'looks for work in the background, wherever it is',
  'contents.ts USED_BY_ARTIFACTS': 'contents are of an organization, and artifacts of its projects; in the background',
  'contents.ts USED_BY_FETCH_ATTEMPTS': 'as artifacts are',
  'issues.ts FIND_IN_ORGANIZATION': 'an issue is asked for by its id, before its project is known',
  'removedIssues.ts NEXT_PROJECT': 'looks for work in the background, wherever it is',
  'fetchAttempts.ts FIND_DUE': 'looks for work in the background, wherever it is',
  'fetchAttempts.ts LIST_OLDEST': 'looks for what is too old in the background, wherever it is',
  'projects.ts RELATED_PLATFORMS': 'reads what several projects of a list have',
};

const modules = storeModules();

describe('every statement of the store', () => {
  test.each(modules)('is a constant in %s, where it is found', (file) => expect(hiddenStatements(file)).toEqual([]));

  const statements = modules.flatMap(statementsOf);

  test('is found', () => {
    const names = new Set(statements.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(120);
    for (const known of [
      'events.ts INSERT',
      'events.ts LIST',
      'issues.ts REMOVE_BY_IDS',
      'contents.ts INSERT_SLICE',
      'projects.ts SET_FLAG',
    ])
      expect(names).toContain(known);
  });

  test('names the project or organization of the rows it touches by one value, unless it is known to ask all machines', () => {
    const asking = statements.filter(({ text }) => foundBy(text).some((found) => found !== 'by value'));
    expect([...new Set(asking.map(({ name }) => name))].sort()).toEqual(Object.keys(ASKS_ALL).sort());
  });

  test('that inserts values asks for nothing meanwhile, which Citus refuses', () => {
    const values = statements.filter(
      ({ text }) => /^INSERT INTO \w+ \([^()]*\)\s+VALUES/.test(text) && foundBy(text).length > 0,
    );
    expect(values.length).toBeGreaterThan(5);
    expect(values.filter(({ text }) => /\bSELECT\b/.test(text))).toEqual([]);
  });
});

describe('how a table is found', () => {
  test.each<[string, Found[]]>([
    ['SELECT 1 FROM event WHERE project_id = ? AND event_id = ?', ['by value']],
    ['SELECT 1 FROM event e WHERE ? = e.project_id', ['by value']],
    ['SELECT 1 FROM event WHERE event_id = ?', ['not']],
    ['SELECT 1 FROM event WHERE project_id = ? OR event_id = ?', ['not']],
    ['SELECT 1 FROM event WHERE project_id > ?', ['not']],
    ['SELECT 1 FROM event WHERE project_id IN (SELECT value FROM wanted)', ['by list']],
    ['SELECT 1 FROM event e JOIN project p ON p.id = e.project_id', ['by list']],
    [
      'SELECT 1 FROM event e JOIN issue i ON i.project_id = e.project_id WHERE i.project_id = ?',
      ['by value', 'by value'],
    ],
    ['SELECT 1 FROM event e JOIN issue i ON i.id = e.issue_id WHERE i.project_id = ?', ['not', 'by value']],
    [
      'SELECT 1 FROM event e WHERE e.project_id = ? AND EXISTS (SELECT 1 FROM issue i WHERE i.project_id = e.project_id)',
      ['by value', 'by value'],
    ],
    [
      'SELECT 1 FROM event e WHERE e.project_id = ? AND EXISTS (SELECT 1 FROM issue i WHERE i.id = e.issue_id)',
      ['by value', 'not'],
    ],
    ['SELECT 1 FROM event e WHERE EXISTS (SELECT 1 FROM issue i WHERE i.project_id = ?)', ['not', 'by value']],
    ['SELECT 1 FROM alert a JOIN event e ON e.project_id = a.project_id WHERE a.project_id = ?', ['by value']],
    ['SELECT 1 FROM alert a JOIN event e ON e.project_id = a.project_id WHERE a.digest = ?', ['not']],
    ['INSERT INTO event (project_id, event_id) VALUES (?, ?)', ['by value']],
    ['INSERT INTO event (event_id) VALUES (?)', ['not']],
    [
      'INSERT INTO issue_hash (project_id, hash) SELECT project_id, ? FROM issue_hash WHERE project_id = ?',
      ['by value', 'by value'],
    ],
    [
      'INSERT INTO issue_hash (project_id, hash) SELECT project_id, ? FROM issue_hash WHERE hash = ?',
      ['by value', 'not'],
    ],
    ['UPDATE issue SET status = ? WHERE project_id = ?', ['by value']],
    ['UPDATE issue SET project_id = ? OR status = ?', ['not']],
    ['DELETE FROM content WHERE organization_id = ?', ['by value']],
    ['DELETE FROM content WHERE project_id = ?', ['not']],
  ])('%s', (sql, found) => expect(foundBy(sql)).toEqual(found));
});

describe('the schema', () => {
  let temporary: TemporaryDatabase;
  let engine: Engine;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    engine = await temporary.openEngine();
  });
  afterAll(async () => {
    await engine.close();
    await temporary.dispose();
  });

  test('has a place for each table, and no other', async () => {
    const tables = await engine.read(readTables);
    const own = tables.map(({ name }) => name).filter((name) => name !== 'sequence');
    expect(Object.keys(PLACEMENTS).sort()).toEqual(own.sort());
  });

  test('has the column in every primary and unique key of tables that are spread', async () => {
    const rows = await engine.read((session) =>
      session.all<{ table: string; key: string; columns: string }>(UNIQUE_KEYS, []),
    );
    const keys = rows
      .filter(({ table }) => COLUMNS.has(table))
      .map(({ table, columns }) => ({ table, columns: columns.split(' ') }));
    expect(new Set(keys.map(({ table }) => table)).size).toBe(COLUMNS.size - (onPostgres ? 0 : 1));
    expect(keys.filter(({ table, columns }) => !columns.includes(COLUMNS.get(table) ?? ''))).toEqual([]);
  });

  test('has no foreign key from or to a table that is spread', async () => {
    const tables = await engine.read(readTables);
    const keyed = tables.filter(({ name, parents }) =>
      [...parents, ...(parents.length > 0 ? [name] : [])].some((table) => COLUMNS.has(table)),
    );
    expect(keyed.map(({ name }) => name)).toEqual([]);
  });
});

/** The key of `issue_counter` is the number of the row itself on SQLite, which has no index of its own. */
const UNIQUE_KEYS = onPostgres
  ? `SELECT CAST(t.relname AS TEXT) AS "table", CAST(i.indexrelid AS TEXT) AS "key", string_agg(CAST(c.attname AS TEXT), ' ') AS "columns"
      FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique
        JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum = ANY (CAST(i.indkey AS SMALLINT[]))
      WHERE t.relkind = 'r' AND t.relnamespace = to_regnamespace(current_schema()) GROUP BY t.relname, i.indexrelid`
  : `SELECT t.name AS "table", k.name AS "key", GROUP_CONCAT(c.name, ' ') AS "columns"
      FROM sqlite_master t CROSS JOIN pragma_index_list(t.name) k CROSS JOIN pragma_index_info(k.name) c
      WHERE t.type = 'table' AND k."unique" = 1 GROUP BY t.name, k.name`;

describe('the statements that spread a database', () => {
  const keys = [
    { table: 'member', name: 'member_of', definition: 'FOREIGN KEY (organization_id) REFERENCES organization(id)' },
    { table: 'theirs', name: 'theirs_of', definition: 'FOREIGN KEY (id) REFERENCES theirs(id)' },
  ];
  const named = (...names: string[]) => names.map((name) => ({ name }));
  const none = new Set<string>();

  test('put foreign keys aside, place what is everywhere first, keep groups together', () => {
    expect(
      distributionStatements({
        tables: named('event', 'content', 'member', 'event_body', 'organization'),
        foreignKeys: keys,
        placed: none,
      }),
    ).toEqual([
      "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
      'ALTER TABLE member DROP CONSTRAINT member_of',
      "SELECT create_reference_table('member')",
      "SELECT create_reference_table('organization')",
      "SELECT create_distributed_table('event', 'project_id', colocate_with => 'none')",
      "SELECT create_distributed_table('event_body', 'project_id', colocate_with => 'event')",
      "SELECT create_distributed_table('content', 'organization_id', colocate_with => 'none')",
      'ALTER TABLE member ADD CONSTRAINT member_of FOREIGN KEY (organization_id) REFERENCES organization(id)',
    ]);
  });

  test('leave alone what is placed, and put new tables beside it', () => {
    const tables = named('event', 'artifact', 'member', 'organization');
    const placed = new Set(['event', 'member', 'organization']);
    expect(distributionStatements({ tables, foreignKeys: keys, placed })).toEqual([
      "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
      "SELECT create_distributed_table('artifact', 'project_id', colocate_with => 'event')",
    ]);
    expect(distributionStatements({ tables, foreignKeys: keys, placed: new Set([...placed, 'artifact']) })).toEqual([]);
  });

  test('are none for a table that has no place', () => {
    expect(() => distributionStatements({ tables: named('theirs'), foreignKeys: [], placed: none })).toThrow(
      "The table theirs is none of culprit's",
    );
  });
});
