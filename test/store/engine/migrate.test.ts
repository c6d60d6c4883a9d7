import type { Migration } from '../../../src/store/engine/ddl';
import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import type { Engine } from '../../../src/store/engine/sql';
import {
  countingTo,
  isBeingWritten,
  itOnSqlite,
  makeEmptyPlace,
  onPostgres,
  type TemporaryPlace,
} from '../../support/database';
import { poll } from '../../support/process';

let place: TemporaryPlace;
let engine: Engine;
beforeEach(async () => {
  place = await makeEmptyPlace();
  engine = await place.openEngine();
});
afterEach(async () => {
  await engine.close();
  await place.dispose();
});

function migration(number: number, ...statements: string[]): Migration {
  return { number, name: `step ${number}`, statements };
}

async function namesOf(statement: string): Promise<string[]> {
  const rows = await engine.read((session) => session.all<{ name: string }>(statement, []));
  return rows.map(({ name }) => name);
}

const TABLES = onPostgres
  ? "SELECT CAST(tablename AS TEXT) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
  : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
const KEYED_BY = (table: string) =>
  onPostgres
    ? `SELECT CAST(a.attname AS TEXT) AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = '${table}'::regclass`
    : `SELECT i.name FROM pragma_index_list('${table}') l, pragma_index_info(l.name) i WHERE i.seqno = 0`;
const APPLIED = 'SELECT name FROM migration ORDER BY number';

describe('migrate', () => {
  it('numbers the migrations in their order, without gaps but for the versions that were never released', () => {
    const numbers = MIGRATIONS.map(({ number }) => number);
    const first = Array.from({ length: 8 }, (_, index) => index + 1);
    expect(numbers).toEqual([...first, ...numbers.slice(8).map((_, index) => 42 + index)]);
  });

  it('starts every key of the event tables with the project', async () => {
    await migrate(engine, MIGRATIONS);
    const events = [
      'event',
      'issue',
      'issue_day',
      'issue_hash',
      'issue_tag',
      'issue_tag_block',
      'issue_text',
      'removed_issue',
      'issue_activity',
      'merged_issue',
    ];
    const tables = ['project_platform', 'environment', 'release_project', 'outcome', ...events];
    for (const table of [...tables, 'deploy_project', 'alert_mute']) {
      expect(new Set(await namesOf(KEYED_BY(table)))).toEqual(new Set(['project_id']));
    }
  });

  // Without STRICT, SQLite would accept a column type that the translation for PostgreSQL does not know.
  itOnSqlite('creates every table as STRICT', async () => {
    await migrate(engine, MIGRATIONS);
    const loose = "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'";
    expect(await namesOf(loose)).toEqual(['migration']);
  });

  it('applies each migration once', async () => {
    await migrate(engine, [migration(1, 'CREATE TABLE one (id INTEGER)')]);
    await migrate(engine, [
      migration(1, 'CREATE TABLE one (id INTEGER)'),
      migration(2, 'CREATE TABLE two (id INTEGER)'),
    ]);
    expect(await namesOf(TABLES)).toEqual(['migration', 'one', 'two']);
    expect(await namesOf(APPLIED)).toEqual(['step 1', 'step 2']);
  });

  it('applies each migration once when several processes migrate', async () => {
    await Promise.all([migrate(engine, MIGRATIONS), migrate(engine, MIGRATIONS), migrate(engine, MIGRATIONS)]);
    expect(await namesOf(APPLIED)).toEqual(
      MIGRATIONS.map(({ name, onlyAdds }) => (onlyAdds === true ? `+${name}` : name)),
    );
  });

  it('changes nothing if the first migration fails', async () => {
    await expect(migrate(engine, [migration(1, 'CREATE TABLE one (id INTEGER)', 'CREATE NONSENSE')])).rejects.toThrow(
      'NONSENSE',
    );
    expect(await namesOf(TABLES)).toEqual([]);
  });

  it('rolls back a migration that fails, and keeps those before it', async () => {
    const steps = [
      migration(1, 'CREATE TABLE one (id INTEGER)'),
      migration(2, 'CREATE TABLE two (id INTEGER)', 'CREATE NONSENSE'),
    ];
    await expect(migrate(engine, steps)).rejects.toThrow('NONSENSE');
    expect(await namesOf(TABLES)).toEqual(['migration', 'one']);
    expect(await namesOf(APPLIED)).toEqual(['step 1']);
  });

  describe('fills a table of an existing database', () => {
    const TABLE = migration(1, 'CREATE TABLE one (id INTEGER PRIMARY KEY, text TEXT, content BLOB) STRICT');
    const INSERT = 'INSERT INTO one (id, text, content) VALUES (?, ?, ?)';
    const SELECT = 'SELECT id AS "id", text AS "text", content AS "content" FROM one ORDER BY id';
    beforeEach(() => migrate(engine, [TABLE]));

    const filled = (fill: Migration['fill'] & object) =>
      migrate(engine, [TABLE, { ...migration(2, 'CREATE TABLE two (id INTEGER)'), fill }]);

    it('with all kinds of statements', async () => {
      const content = Buffer.from([0, 255]);
      await filled(async (session) => {
        expect(await session.run(INSERT, [1, 'a\0b', null])).toEqual({ changes: 1 });
        session.post(INSERT, [[2, null, content]]);
        const inserted = await session.runMany(INSERT, [
          [3, 'ö', null],
          [2 ** 40, '', Buffer.alloc(0)],
        ]);
        expect(inserted).toEqual({ changes: 2 });
        expect(await session.one(`${SELECT} LIMIT 1`, [])).toEqual({ id: 1, text: 'a\ufffdb', content: null });
        expect(await session.one('SELECT 1 AS "found" FROM two', [])).toBeUndefined();
        expect(await session.allOnce('SELECT content AS "content" FROM one WHERE id = ?', [2])).toEqual([{ content }]);
      });
      expect(await engine.read((session) => session.all(SELECT, []))).toEqual([
        { id: 1, text: 'a\ufffdb', content: null },
        { id: 2, text: null, content },
        { id: 3, text: 'ö', content: null },
        { id: 2 ** 40, text: '', content: Buffer.alloc(0) },
      ]);
    });

    it.each<[string, Migration['fill'] & object]>([
      ['an error', async () => Promise.reject(new Error('taken'))],
      [
        'a posted statement that fails',
        async (session) =>
          session.post(INSERT, [
            [1, 'taken', null],
            [1, '', null],
          ]),
      ],
      ['a statement that fails', async (session) => void (await session.run('INSERT INTO taken VALUES (1)', []))],
    ])('or rolls back after %s', async (_, fill) => {
      const filling = filled(async (session) => {
        await session.run(INSERT, [9, 'lost', null]);
        await fill(session);
      });
      await expect(filling).rejects.toThrow('taken');
      expect(await namesOf(TABLES)).toEqual(['migration', 'one']);
      expect(await engine.read((session) => session.all(SELECT, []))).toEqual([]);
      await filled(async (session) => void (await session.run(INSERT, [9, 'kept', null])));
      expect(await namesOf(APPLIED)).toEqual(['step 1', 'step 2']);
    });
  });

  itOnSqlite('ends after its present transaction if the database is closed', async () => {
    const first = migration(1, 'CREATE TABLE sequence (name TEXT, value INTEGER)');
    const steps = [first, migration(2, countingTo(500_000)), migration(3, 'CREATE TABLE late (id INTEGER)')];
    await migrate(engine, [first]);
    const migrating = migrate(engine, steps);
    let hasEnded = false;
    const ended = expect(migrating.finally(() => (hasEnded = true))).rejects.toThrow('The database is closed.');
    await poll(() => hasEnded || isBeingWritten(place.url.replace('sqlite:', '')));
    await engine.close();
    await ended;
    engine = await place.openEngine();
    expect(await namesOf(APPLIED)).toEqual(['step 1', 'step 2']);
  });

  it('rejects a schema version that was never released', async () => {
    await migrate(engine, [migration(20, 'CREATE TABLE one (id INTEGER)')]);
    const message =
      'The database has schema version 20, which was never released: open it once with a build of November 2026, which brings it to version 44.';
    await expect(migrate(engine, MIGRATIONS)).rejects.toThrow(message);
    expect(await namesOf(TABLES)).toEqual(['migration', 'one']);
  });

  it('rejects a schema with more migrations', async () => {
    await migrate(engine, [
      migration(1, 'CREATE TABLE one (id INTEGER)'),
      migration(2, 'CREATE TABLE two (id INTEGER)'),
    ]);
    await expect(migrate(engine, [migration(1)])).rejects.toThrow('schema version 2, but this culprit only knows 1');
  });
});
