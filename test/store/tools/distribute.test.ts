/** Requirements of a database that is distributed over several machines, for the schema and for every statement. */
import { type Engine, insertRows } from '../../../src/store/engine/sql';
import { renderStatements } from '../../../src/store/engine/ddl';
import { distributionStatements, readTables } from '../../../src/store/tools/catalog';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { type Placement, PLACEMENTS, TABLES } from '../../../src/store/tables';
import { DISTRIBUTION_RULES, type DistributionRuleName } from '../../../src/store/tools/distribute';
import { needsOf } from '../../../src/store/engine/machines';
import { PreparedStatements } from '../../../src/store/engine/postgresConnection';
import { onPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { BREAKS, DISTRIBUTED, foundBy, VIOLATIONS } from '../../support/distributionChecks';
import type { Found } from '../../support/sqlScopes';
import { hiddenStatements, statementsOf, storeModules } from '../../support/statements';

/**
 * Statements that query all machines, with the reason. Each uses one distributed table, alone or with reference tables,
 * or tables that are joined by their project.
 */
const QUERIES_ALL_MACHINES: Record<string, string> = {
  'monitors.ts DUE_PROJECTS': 'looks for work in the background, wherever it is',
  'monitors.ts FIND_REPORTS': 'looks for work in the background, wherever it is',
  'monitors.ts LIST_ENVIRONMENTS': 'reads what the monitors of several projects have',
  'monitors.ts PRUNE': 'deletes check-ins that are too old, of all projects',
  'monitors.ts TIMED_OUT_PROJECTS': 'looks for work in the background, wherever it is',
  'releaseHealth.ts PRUNE_FAILURES': 'deletes failing sessions that have expired, of all projects',
  'alertDecisions.ts PRUNE': 'deletes decisions that are kept no longer, of all projects',
  'alertRules.ts PRUNE_COUNTS': 'deletes counts that have expired, of all projects',
  'artifacts.ts FIND_PROJECTS_BY_DEBUG_IDS':
    'says in which other projects of an organization a file is, when a source map is missing',
  'artifacts.ts FIND_IN_RELEASE': 'releases are of an organization, and files of their projects',
  'artifacts.ts LIST_IN_RELEASE': 'the same, for all files of a release',
  'attachments.ts LIST_NEXT': 'looks for work in the background, wherever it is',
  'contents.ts NEXT_ORGANIZATION': 'looks for work in the background, wherever it is',
  'contents.ts USED_BY_ARTIFACTS': 'contents are of an organization, and artifacts of its projects; in the background',
  'contents.ts USED_BY_FETCH_ATTEMPTS': 'as artifacts are',
  'contents.ts USED_BY_ATTACHMENTS': 'as artifacts are',
  'events.ts FIND_IN_ORGANIZATION': 'an event is asked for by its id, before its project is known',
  'feedback.ts LIST_WAITING': 'looks for work in the background, wherever it is',
  'feedback.ts PRUNE': 'deletes reports whose errors never came, of all projects',
  'issues/issueStates.ts FIND': 'a change is asked for by its id, before its projects are known',
  'issues/issueStates.ts LIST_EXPIRED': 'looks for what is too old in the background, wherever it is',
  'search/issueSearch.ts COUNT_NUMBERED': 'searches several projects',
  'issues/issueText.ts FIND_IN_ORDER_IN_PROJECTS': 'searches several projects',
  'issues/issueText.ts FIND_IN_PROJECTS': 'searches several projects',
  'issues/issueText.ts COUNT_STALE': 'counts work in the background, wherever it is',
  'issues/issueText.ts LIST_STALE': 'looks for work in the background, wherever it is',
  'issues/issues.ts FIND_IN_ORGANIZATION': 'an issue is asked for by its id, before its project is known',
  'issues/mergedIssues.ts FIND_TARGET_IN_ORGANIZATION': 'the same for its former ids',
  'organizations.ts DELETE_OF_MEMBER': 'marks and assigned issues of a removed member are in any project',
  'organizations.ts UNASSIGN_TEAM': 'issues of a removed team are in any project',
  'issues/issueStates.ts AWAITING_PROJECTS': 'looks for work in the background, wherever it is',
  'issues/issueStates.ts DUE_PROJECTS': 'looks for work in the background, wherever it is',
  'issues/issueStates.ts FIND_PROJECTS': 'issues are named by their ids, before their projects are known',
  'releaseEvents.ts COUNT_ALL': 'counts the events of all projects of an organization',
  'releaseEvents.ts COUNT_OF_RELEASES': 'releases are of an organization, and events of its projects',
  'issues/removedIssues.ts COUNT_WAITING_EVENTS': 'counts events of removed issues, which are on the same machine',
  'issues/removedIssues.ts COUNT_WAITING_ISSUES': 'counts work in the background, wherever it is',
  'issues/removedIssues.ts NEXT_PROJECT': 'looks for work in the background, wherever it is',
  'fetchAttempts.ts FIND_DUE': 'looks for work in the background, wherever it is',
  'fetchAttempts.ts LIST_OLDEST': 'looks for what is too old in the background, wherever it is',
  'projects.ts LIST_ENVIRONMENTS_OF_ORGANIZATION': 'environments are of the projects of an organization',
  'projectSettings.ts RELATED_ENVIRONMENTS': 'reads what several projects of a list have',
  'releaseEvents.ts LIST': 'releases are of an organization, and their times of its projects',
  'releaseEvents.ts LIST_NEWEST': 'reads what several projects of a list have',
  'projects.ts COUNT_UNRESOLVED': 'reads what several projects of a list have',
  'projectSettings.ts RELATED_PLATFORMS': 'reads what several projects of a list have',
};

const modules = storeModules();
describe('every statement of the store', () => {
  test.each(modules)('is a constant in %s, where this test finds it', (file) =>
    expect(hiddenStatements(file)).toEqual([]),
  );

  const statements = modules.flatMap((file) => statementsOf(file));

  test('is among the statements that this test finds', () => {
    const names = new Set(statements.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(120);
    for (const name of [
      'events.ts INSERT',
      'visibleEvents.ts LIST',
      'issues/issues.ts REMOVE_BY_IDS',
      'contents.ts INSERT_SLICE',
      'projects.ts SET_FLAG',
    ])
      expect(names).toContain(name);
  });

  test('queries one machine, unless it is listed as querying all of them', () => {
    const asking = statements.filter(({ text }) => foundBy(text).some((way) => way !== 'by value'));
    expect([...new Set(asking.map(({ name }) => name))].sort()).toEqual(Object.keys(QUERIES_ALL_MACHINES).sort());
  });

  const prepared = new PreparedStatements(true);

  test('inserts rows as values on a cluster', () => {
    const insert = insertRows('issue_hash', { project_id: 'SAME', hash: 'TEXT' });
    const rows = [
      [1, 'a'],
      [1, 'b'],
    ];
    expect(prepared.split(insert, rows).map(({ prepared: { text }, values }) => [text.trim(), values])).toEqual([
      ['INSERT INTO issue_hash (project_id, hash) VALUES ($1, $2), ($3, $4)', [1, 'a', 1, 'b']],
    ]);
  });

  test('inserts up to 16 rows by one statement on a cluster', () => {
    const sizes = (count: number, isCluster: boolean) => {
      const rows = Array.from({ length: count }, (_, number) => [1, String(number)]);
      const parts = new PreparedStatements(isCluster).split(
        'INSERT INTO issue_hash (project_id, hash) VALUES (?, ?)',
        rows,
      );
      expect(parts.flatMap(({ values }) => values)).toEqual(rows.flat());
      return parts.map(({ values }) => values.length / 2);
    };
    expect([sizes(13, true), sizes(13, false)]).toEqual([[13], [8, 4, 1]]);
    expect([sizes(45, true), sizes(16, true)]).toEqual([[32, 13], [16]]);
  });

  test('names its projects where the watch over the machines looks for them', () => {
    const hidden = statements.filter(({ name, text }) => {
      const { column, owners } = needsOf(prepared.once(text).text);
      return column !== null && owners === null && !Object.hasOwn(QUERIES_ALL_MACHINES, name);
    });
    // Their transactions also change rows that every machine has.
    expect(hidden.map(({ name }) => name)).toEqual([
      'deploys.ts INSERT_ENVIRONMENT',
      'deploys.ts ADD_ENVIRONMENTS_TO_PROJECT',
    ]);
  });

  test('is sent to a cluster with the value of the project in subqueries', () => {
    expect(
      prepared.once(
        'SELECT 1 FROM event e WHERE (SELECT 1 FROM issue i WHERE i.project_id = e.project_id) IS NULL AND e.project_id = ?',
      ).text,
    ).toContain('WHERE i.project_id = $1) IS NULL AND e.project_id = $1');
    const several = 'SELECT 1 FROM project p JOIN event e ON e.project_id = p.id WHERE p.organization_id = $1';
    expect(prepared.once(several).text).toBe(several);
    const compared = statements.filter(({ name, text }) => {
      const isOfOne = foundBy(text).length > 0 && !Object.hasOwn(QUERIES_ALL_MACHINES, name);
      return isOfOne && /\b\w+\.project_id = \w+\.project_id\b/.test(prepared.once(text).text);
    });
    // It compares rows that every machine has.
    expect(compared.map(({ name }) => name)).toEqual(['deploys.ts INSERT_ENVIRONMENT']);
  });

  const rules = Object.keys(DISTRIBUTION_RULES) as DistributionRuleName[];

  test.each(rules.map((rule) => [DISTRIBUTION_RULES[rule].text, rule] as const))('%s', (_, rule) => {
    const broken = statements.filter(({ name, text }) => {
      if (rule === 'routed' && Object.hasOwn(QUERIES_ALL_MACHINES, name)) return false;
      // As it is sent to a cluster: with other names of the reply's columns.
      return BREAKS[rule](rule === 'ordersByColumns' ? prepared.once(text).text : text);
    });
    expect(broken.map(({ name }) => name)).toEqual([]);
    expect(BREAKS[rule](VIOLATIONS[rule])).toBe(true);
  });
});

describe('the way a statement finds the rows of a table', () => {
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
    ['SELECT 1 FROM webhook w JOIN event e ON e.project_id = w.project_id WHERE w.project_id = ?', ['by value']],
    ['SELECT 1 FROM webhook w JOIN event e ON e.project_id = w.project_id WHERE w.url = ?', ['not']],
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
  ])('%s', (sql, ways) => expect(foundBy(sql)).toEqual(ways));
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

  test('has the distribution column in every primary and unique key of distributed tables', async () => {
    const rows = await engine.read((session) =>
      session.all<{ table: string; key: string; columns: string }>(UNIQUE_KEYS, []),
    );
    const keys = rows
      .filter(({ table }) => DISTRIBUTED.has(table))
      .map(({ table, columns }) => ({ table, columns: columns.split(' ') }));
    expect(new Set(keys.map(({ table }) => table)).size).toBe(DISTRIBUTED.size - (onPostgres ? 0 : 1));
    expect(keys.filter(({ table, columns }) => !columns.includes(DISTRIBUTED.get(table) ?? ''))).toEqual([]);
  });

  test('begins the primary key of every distributed table with its distribution column', async () => {
    const tables = (await engine.read(readTables)).filter(({ name }) => DISTRIBUTED.has(name));
    expect(Object.fromEntries(tables.map(({ name, key }) => [name, key[0]]))).toEqual(Object.fromEntries(DISTRIBUTED));
  });

  test('has no foreign key from or to a distributed table', async () => {
    const tables = await engine.read(readTables);
    const keyed = tables.filter(({ name, parents }) =>
      [...parents, ...(parents.length > 0 ? [name] : [])].some((table) => DISTRIBUTED.has(table)),
    );
    expect(keyed.map(({ name }) => name)).toEqual([]);
  });
});

/** On SQLite, the key of `issue_counter` is the rowid, which has no index. */
const UNIQUE_KEYS = onPostgres
  ? `SELECT CAST(t.relname AS TEXT) AS "table", CAST(i.indexrelid AS TEXT) AS "key", string_agg(CAST(c.attname AS TEXT), ' ') AS "columns"
      FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique
        JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum = ANY (CAST(i.indkey AS SMALLINT[]))
      WHERE t.relkind = 'r' AND t.relnamespace = to_regnamespace(current_schema()) GROUP BY t.relname, i.indexrelid`
  : `SELECT t.name AS "table", k.name AS "key", GROUP_CONCAT(c.name, ' ') AS "columns"
      FROM sqlite_master t CROSS JOIN pragma_index_list(t.name) k CROSS JOIN pragma_index_info(k.name) c
      WHERE t.type = 'table' AND k."unique" = 1 GROUP BY t.name, k.name`;

describe('the statements that distribute a database', () => {
  const keys = [
    { table: 'member', name: 'member_of', definition: 'FOREIGN KEY (organization_id) REFERENCES organization(id)' },
    { table: 'theirs', name: 'theirs_of', definition: 'FOREIGN KEY (id) REFERENCES theirs(id)' },
  ];
  const named = (...names: string[]) => names.map((name) => ({ name }));
  const none = new Map<string, Placement>();
  const placedAsWanted = (...names: string[]) =>
    new Map(names.map((name) => [name, PLACEMENTS.get(name) ?? 'project']));

  test('drop foreign keys, start with the reference tables and colocate groups', () => {
    expect(
      distributionStatements({
        tables: named('event', 'content', 'member', 'outcome', 'organization', 'alert'),
        foreignKeys: keys,
        placed: none,
      }),
    ).toEqual([
      "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
      'ALTER TABLE member DROP CONSTRAINT member_of',
      "SELECT create_reference_table('member')",
      "SELECT create_reference_table('organization')",
      "SELECT create_distributed_table('event', 'project_id', colocate_with => 'none')",
      "SELECT create_distributed_table('outcome', 'project_id', colocate_with => 'event')",
      "SELECT create_distributed_table('content', 'organization_id', colocate_with => 'none')",
      "SELECT citus_add_local_table_to_metadata('alert')",
      'ALTER TABLE member ADD CONSTRAINT member_of FOREIGN KEY (organization_id) REFERENCES organization(id)',
    ]);
  });

  test('skip tables that are distributed, and colocate new ones with them', () => {
    const tables = named('event', 'artifact', 'member', 'organization');
    const placed = placedAsWanted('event', 'member', 'organization');
    expect(distributionStatements({ tables, foreignKeys: keys, placed })).toEqual([
      "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
      "SELECT create_distributed_table('artifact', 'project_id', colocate_with => 'event')",
    ]);
    expect(
      distributionStatements({ tables, foreignKeys: keys, placed: placedAsWanted('artifact', ...placed.keys()) }),
    ).toEqual([]);
  });

  test('move tables that are placed otherwise', () => {
    const placed = new Map<string, Placement>([...placedAsWanted('event'), ['environment', 'everywhere']]);
    expect(distributionStatements({ tables: named('event', 'environment'), foreignKeys: [], placed })).toEqual([
      "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
      "SELECT undistribute_table('environment')",
      "SELECT create_distributed_table('environment', 'project_id', colocate_with => 'event')",
    ]);
  });

  test('are an error for a table without a placement', () => {
    expect(() => distributionStatements({ tables: named('theirs'), foreignKeys: [], placed: none })).toThrow(
      'The table theirs does not belong to culprit',
    );
  });
});

/** The first version that could distribute a database: older ones are migrated before that. */
const FIRST_DISTRIBUTED = 42;
const COLUMN = "\\w+ (BIGINT|TEXT COLLATE \"C\"|BYTEA)( NOT NULL)?( DEFAULT ('[^']*'|\\d+))?";
/** The changes that Citus passes on to all machines, as tried on a cluster from version 44 on. */
const PASSED_ON = [
  /^CREATE SEQUENCE \w+$/,
  /^CREATE TABLE \w+ \((?!.* AS SELECT)/s,
  /^CREATE (UNIQUE )?INDEX \w+ ON \w+ \(/,
  new RegExp(`^ALTER TABLE \\w+ ADD COLUMN ${COLUMN}(,\\s+ADD COLUMN ${COLUMN})*$`),
  /^ALTER TABLE \w+ (DROP CONSTRAINT \w+|ADD PRIMARY KEY \([\w, ]+\))$/,
];

function isPassedOn(statement: string): boolean {
  if (!/^(UPDATE|INSERT INTO|DELETE FROM) /.test(statement)) return PASSED_ON.some((form) => form.test(statement));
  const rules = Object.entries(BREAKS).filter(([rule]) => rule !== 'routed');
  return rules.every(([, breaks]) => !breaks(statement));
}

describe('the update of a distributed database', () => {
  const migrations = MIGRATIONS.filter(({ number }) => number > FIRST_DISTRIBUTED);

  test('changes the schema in ways that Citus passes on to all machines', () => {
    const statements = migrations.flatMap((migration) => renderStatements(migration, 'postgres'));
    expect(statements.filter((statement) => !isPassedOn(statement.trim()))).toEqual([]);
  });

  test.each([
    'ALTER TABLE event ADD COLUMN seen BIGINT DEFAULT random()',
    'ALTER TABLE event ADD COLUMN seen BIGINT REFERENCES issue',
    'CREATE TABLE copied AS SELECT 1',
    'UPDATE issue SET title = (SELECT a.digest FROM alert a WHERE a.project_id = issue.project_id)',
    'UPDATE issue SET project_id = 1',
  ])('does nothing like %s', (statement) => expect(isPassedOn(statement)).toBe(false));

  test.each(migrations.map(({ number, name }) => [name, number] as const))('places the tables of %s', (_, number) => {
    const upTo = (version: number) => TABLES.filter((table) => table.placement !== null && table.migration <= version);
    const added = upTo(number).filter((table) => table.migration === number);
    const placed = new Map(upTo(number - 1).map(({ name, placement }) => [name, placement as Placement]));
    const [, ...statements] = distributionStatements({ tables: upTo(number), foreignKeys: [], placed });
    const by = { everywhere: 'create_reference_table', coordinator: 'citus_add_local_table_to_metadata' };
    expect(statements.sort()).toEqual(
      added
        .map(({ name, placement }) => {
          if (placement === 'everywhere' || placement === 'coordinator') return `SELECT ${by[placement]}('${name}')`;
          const group = [...placed].filter(([, other]) => other === placement).map(([one]) => one);
          return `SELECT create_distributed_table('${name}', '${placement}_id', colocate_with => '${group.sort()[0]}')`;
        })
        .sort(),
    );
  });
});
