import type { Dialect } from '../../../src/store/engine/dialect';
import {
  createSequences,
  indexesToBuild,
  type Migration,
  renderStatements,
  storeUncompressed,
} from '../../../src/store/engine/ddl';
import { MIGRATIONS } from '../../../src/store/migrations/index';

/*
 * A process of the version before goes on writing beside a migration that only adds: it names no new column, and
 * deletes rows without the rows of new tables that refer to them.
 */

const ADDITIONS: readonly RegExp[] = [
  /^CREATE TABLE \w+ \((?!.*\bREFERENCES\b).*\)( STRICT(, WITHOUT ROWID)?)?$/s,
  /^CREATE INDEX \w+\s+ON \w+ /,
  /^CREATE SEQUENCE \w+$/,
  /^INSERT INTO sequence \(name, value\) VALUES ('\w+', 0|[(), ])+$/,
  /^ALTER TABLE \w+ ALTER COLUMN \w+ SET STORAGE EXTERNAL$/,
];
const NEW_COLUMN =
  /^ALTER TABLE \w+ ADD COLUMN \w+ (INTEGER|BIGINT|TEXT|TEXT COLLATE "C"|BLOB|BYTEA)( NOT NULL)?( DEFAULT ('[^']*'|-?\d+))?$/;

function isAddition(statement: string): boolean {
  const [isColumn, , notNull, byDefault] = NEW_COLUMN.exec(statement) ?? [];
  if (isColumn !== undefined) return notNull === undefined || byDefault !== undefined;
  return ADDITIONS.some((addition) => addition.test(statement));
}

/** Returns what a migration does beside adding: statements, and steps that fill or move rows. */
function otherSteps(migration: Migration): string[] {
  const dialects: readonly Dialect[] = ['sqlite', 'postgres'];
  const statements = dialects.flatMap((dialect) => renderStatements(migration, dialect));
  return [
    ...statements.filter((statement) => !isAddition(statement)),
    ...(migration.fill === undefined ? [] : ['fill']),
    ...(migration.moves === undefined ? [] : ['moves']),
  ];
}

test('every migration that declares so only adds', () => {
  const declared = MIGRATIONS.filter(({ onlyAdds }) => onlyAdds === true);
  expect(declared.map((migration) => [migration.name, otherSteps(migration)])).toEqual(
    declared.map(({ name }) => [name, []]),
  );
});

const INDEX = /^CREATE (?:UNIQUE )?INDEX (\w+)\s+ON (\w+)/;
const TABLE = /^CREATE TABLE (\w+)/;

/** Published indexes of tables that have too few rows to notice. */
const OF_SMALL_TABLES = ['token_refresh'];

/**
 * Returns a sentence for each index that PostgreSQL would build in the transaction of a migration: until it is
 * complete, processes of the version before cannot write to its table.
 */
function blockingIndexes(migration: Migration): string[] {
  const statements = renderStatements(migration, 'postgres');
  const harmless = [...OF_SMALL_TABLES, ...indexesToBuild(migration).map(({ name }) => name)];
  const created = new Set(statements.map((statement) => TABLE.exec(statement)?.[1]));
  return statements.flatMap((statement) => {
    const [, name = '', table = ''] = INDEX.exec(statement) ?? [];
    if (name === '' || created.has(table) || harmless.includes(name)) return [];
    return `The index ${name} stops writes to ${table} while it is built: give it a migration of its own, in the same words for both databases.`;
  });
}

test('no migration that only adds stops the version before while it builds an index', () => {
  const declared = MIGRATIONS.filter(({ onlyAdds }) => onlyAdds === true);
  expect(declared.flatMap(blockingIndexes)).toEqual([]);
});

test('an index is refused together with its column, or if only one database has it', () => {
  const additions = (...statements: Migration['statements']): Migration => ({
    ...{ number: 99, name: 'next', onlyAdds: true },
    statements,
  });
  const index = 'CREATE INDEX issue_by_badge ON issue (badge_id)';
  const message = [
    'The index issue_by_badge stops writes to issue while it is built: give it a migration of its own, in the same words for both databases.',
  ];
  expect(blockingIndexes(additions('ALTER TABLE issue ADD COLUMN badge_id INTEGER', index))).toEqual(message);
  expect(blockingIndexes(additions({ sqlite: [], postgres: [index] }))).toEqual(message);
  expect(blockingIndexes(additions(index))).toEqual([]);
  expect(blockingIndexes(additions('CREATE TABLE issue (badge_id INTEGER) STRICT', index))).toEqual([]);
});

test('no name begins like the row of a migration that only adds', () => {
  expect(MIGRATIONS.filter(({ name }) => !/^[a-z]/.test(name))).toEqual([]);
});

const migration = (...statements: Migration['statements']): Migration => ({ number: 99, name: 'next', statements });

test('tables, nullable columns and columns with a default, indexes and sequences are additions', () => {
  const additions = migration(
    `CREATE TABLE badge (
      project_id INTEGER NOT NULL,
      hash TEXT UNIQUE,
      PRIMARY KEY (project_id)
    ) STRICT, WITHOUT ROWID`,
    'ALTER TABLE issue ADD COLUMN badge_id INTEGER',
    "ALTER TABLE issue ADD COLUMN kind TEXT NOT NULL DEFAULT 'error'",
    'ALTER TABLE issue ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX issue_by_badge ON issue (project_id, badge_id) WHERE badge_id IS NOT NULL',
    'ALTER TABLE issue ADD COLUMN picture BLOB',
    storeUncompressed('issue', 'picture'),
    createSequences('badge', 'medal'),
  );
  expect(otherSteps(additions)).toEqual([]);
});

test.each([
  'DROP TABLE issue',
  'DROP INDEX issue_by_badge',
  'ALTER TABLE issue RENAME TO problem',
  'ALTER TABLE issue RENAME COLUMN kind TO sort',
  'ALTER TABLE issue DROP COLUMN kind',
  'ALTER TABLE issue ALTER COLUMN kind SET NOT NULL',
  'ALTER TABLE issue ADD COLUMN kind TEXT NOT NULL',
  'ALTER TABLE issue ADD COLUMN kind TEXT UNIQUE',
  'ALTER TABLE issue ADD COLUMN badge_id INTEGER REFERENCES badge (id)',
  'CREATE UNIQUE INDEX issue_by_badge ON issue (badge_id)',
  'CREATE TABLE badge (id INTEGER, project_id INTEGER NOT NULL REFERENCES project (id)) STRICT',
  'CREATE TABLE badge AS SELECT id FROM issue',
  'CREATE TRIGGER badge_inserted AFTER INSERT ON issue BEGIN DELETE FROM badge; END',
  'UPDATE issue SET kind = 1',
  "INSERT INTO sequence (name, value) SELECT 'badge', MAX(id) FROM issue",
])('%s is none', (statement) => {
  expect(otherSteps(migration(statement))).not.toEqual([]);
});
