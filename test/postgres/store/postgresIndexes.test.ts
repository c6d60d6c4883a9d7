import type { Migration } from '../../../src/store/engine/ddl';
import { migrate } from '../../../src/store/engine/migrate';
import type { Engine } from '../../../src/store/engine/sql';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';

const TABLE: Migration = { number: 1, name: 'notes', statements: ['CREATE TABLE note (id INTEGER, text TEXT)'] };
const INDEX: Migration = {
  number: 2,
  name: 'notes by text',
  onlyAdds: true,
  statements: ["CREATE INDEX note_by_text ON note (text) WHERE text <> ''", 'CREATE TABLE page (id INTEGER)'],
};
const FILL = "INSERT INTO note (id, text) SELECT i, repeat('x', 200) FROM generate_series(10, 8000) i";
const ADD = 'INSERT INTO note (id, text) VALUES (?, ?)';

let place: TemporaryPlace;
let engine: Engine;
let former: Engine;
beforeEach(async () => {
  place = await makeEmptyPlace();
  engine = await place.openEngine();
  former = await place.openEngine();
  await migrate(engine, [TABLE]);
  // The index of a small table is built in the transaction of the migration.
  await engine.changeSchema((session) => session.run(FILL, []));
});
afterEach(async () => {
  await Promise.all([engine.close(), former.close()]);
  await place.dispose();
});

const add = (id: number, after: () => Promise<unknown> = async () => undefined) =>
  former.write(
    async (session) => {
      await session.run(ADD, [id, 'text']);
      await after();
    },
    { projects: [String(id)] },
  );

const INDEXES = `SELECT c.relname::text AS "name", i.indisvalid AS "isComplete" FROM pg_index i
  JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass('note')`;
const VERSION = 'SELECT MAX(number) AS "version" FROM migration';
const COUNT = 'SELECT COUNT(*) AS "count"';
const END = 'SELECT pg_terminate_backend(pid)';
const BUILDING = `FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`;

const indexes = () => engine.read((session) => session.all(INDEXES, []));
const COMPLETE = [{ name: 'note_by_text', isComplete: true }];

describe('the index of a migration that only adds', () => {
  it('is built while events are written', async () => {
    let isBuilt = false;
    let building: Promise<void> | undefined;
    await add(1, async () => {
      building = migrate(engine, [TABLE, INDEX]).then(() => void (isBuilt = true));
      // The build waits for the end of this transaction, which may have written rows that it does not see.
      while ((await former.read((session) => session.one<{ count: number }>(`${COUNT} ${BUILDING}`, [])))?.count !== 1);
      await add(2);
      expect(isBuilt).toBe(false);
      expect(await engine.read((session) => session.one(VERSION, []))).toEqual({ version: 1 });
    });
    await building;
    expect(await indexes()).toEqual(COMPLETE);
    expect(await engine.read((session) => session.one(VERSION, []))).toEqual({ version: 2 });
  });

  it('is built once by several processes', async () => {
    await Promise.all([engine, former, engine].map((one) => migrate(one, [TABLE, INDEX])));
    expect(await indexes()).toEqual(COMPLETE);
  });

  it('is built again after an attempt that was interrupted', async () => {
    await add(1, async () => {
      const ended = expect(migrate(engine, [TABLE, INDEX])).rejects.toThrow();
      while ((await former.read((session) => session.all(`${END} ${BUILDING}`, []))).length !== 1);
      await ended;
    });
    expect(await indexes()).toEqual([{ name: 'note_by_text', isComplete: false }]);
    await migrate(engine, [TABLE, INDEX]);
    expect(await indexes()).toEqual(COMPLETE);
  });

  it('is built in the transaction of a migration that adds its column', async () => {
    const columns: Migration = {
      ...{ number: 2, name: 'note titles', onlyAdds: true },
      statements: ['ALTER TABLE note ADD COLUMN title TEXT', 'CREATE INDEX note_by_title ON note (title)'],
    };
    await migrate(engine, [TABLE, columns]);
    expect(await indexes()).toEqual([{ name: 'note_by_title', isComplete: true }]);
  });

  it('leaves the limits of the connection as they were', async () => {
    await migrate(engine, [TABLE, INDEX]);
    const limits = await engine.write((session) => session.one("SELECT current_setting('lock_timeout') AS lock", []));
    expect(limits).toEqual({ lock: '5s' });
  });
});
