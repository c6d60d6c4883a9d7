import type { Migration } from '../../../src/store/engine/ddl';
import { describeProgress, migrate, type MigrationProgress } from '../../../src/store/engine/migrate';
import { openSnapshot } from '../../../src/store/engine/open';
import type { Engine } from '../../../src/store/engine/sql';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { poll } from '../../support/process';

const TABLE: Migration = { number: 1, name: 'notes', statements: ['CREATE TABLE note (id INTEGER, text TEXT)'] };
const COLUMN: Migration = {
  number: 2,
  name: 'note titles',
  onlyAdds: true,
  statements: ['CREATE TABLE page (id INTEGER)', "ALTER TABLE note ADD COLUMN title TEXT NOT NULL DEFAULT ''"],
};

let place: TemporaryPlace;
let engine: Engine;
let former: Engine;
beforeEach(async () => {
  place = await makeEmptyPlace();
  [engine, former] = await Promise.all([place.openEngine(), place.openEngine()]);
  await migrate(engine, [TABLE]);
});
afterEach(async () => {
  await Promise.all([engine.close(), former.close()]);
  await place.dispose();
});

const NOTES = 'SELECT id AS "id" FROM note ORDER BY id';
const STATE = `SELECT (SELECT MAX(number) FROM migration) AS "version", to_regclass('page') IS NOT NULL AS "hasPages",
  EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('note') AND attname = 'title') AS "hasTitles"`;
const WAITING = `SELECT 1 AS "found" FROM pg_locks
  WHERE relation = to_regclass('note') AND mode = 'AccessExclusiveLock' AND NOT granted`;

const state = () => former.read((session) => session.one(STATE, []));
const isWaiting = async () => (await former.read((session) => session.one(WAITING, []))) !== undefined;
const add = (id: number) =>
  former.write((session) => session.run('INSERT INTO note (id, text) VALUES (?, ?)', [id, 'text']), {
    projects: [String(id)],
  });

test('a migration that only adds lets others use a table whose reader it waits for', async () => {
  const reports: MigrationProgress[] = [];
  const backup = await openSnapshot(place.url);
  await backup.session.all(NOTES, []);
  const migration = migrate(engine, [TABLE, COLUMN], (progress) => reports.push(progress));
  try {
    for (const attempt of [1, 2]) {
      await poll(isWaiting);
      // Both wait behind the attempt. If it did not end, their own limit of five seconds would end them.
      await Promise.all([former.read((session) => session.all(NOTES, [])), add(attempt)]);
      expect(await state()).toEqual({ version: 1, hasPages: false, hasTitles: false });
      await poll(() => reports.length > attempt);
    }
  } finally {
    await backup.close();
  }
  await migration;
  expect(await state()).toEqual({ version: 2, hasPages: true, hasTitles: true });
  expect(await former.read((session) => session.all(NOTES, []))).toEqual([{ id: 1 }, { id: 2 }]);
  expect(reports.map(describeProgress).slice(0, 2)).toEqual([
    'The database is being migrated: step 1 of 1.',
    'The database is being migrated: step 1 of 1, waiting for a transaction that uses a table.',
  ]);
});
