import type { Migration } from '../../../src/store/engine/ddl';
import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { listPendingMigrations } from '../../../src/store/tools/pendingMigrations';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';

const LATER: readonly Migration[] = [
  { number: 997, name: 'column', onlyAdds: true, statements: ['ALTER TABLE team ADD COLUMN motto TEXT'] },
  { number: 998, name: 'index', onlyAdds: true, statements: ['CREATE INDEX team_by_name ON team (name)'] },
  { number: 999, name: 'rows', statements: ['CREATE INDEX team_again ON team (name)', "UPDATE team SET name = 'x'"] },
];

let place: TemporaryPlace;
beforeEach(async () => {
  place = await makeEmptyPlace();
});
afterEach(() => place.dispose());

async function change(migrations: readonly Migration[], ...statements: string[]): Promise<void> {
  const engine = await place.openEngine();
  await migrate(engine, migrations);
  await engine.changeSchema(async (session) => {
    for (const statement of statements) await session.run(statement, []);
  });
  await engine.analyze(['team']);
  await engine.close();
}

test('lists what a database needs, with the rows that are moved, filled or indexed', async () => {
  await change(
    MIGRATIONS,
    "INSERT INTO organization (id, slug, name, date_created) VALUES (1, 'acme', 'Acme', 0)",
    "INSERT INTO team (id, organization_id, slug, name, date_created) VALUES (1, 1, 'a', 'A', 0), (2, 1, 'b', 'B', 0)",
  );
  const migrations = [...MIGRATIONS, ...LATER];
  const pending = [
    { number: 997, name: 'column', onlyAdds: true, rows: 0 },
    { number: 998, name: 'index', onlyAdds: true, rows: 2 },
    { number: 999, name: 'rows', onlyAdds: false, rows: 2 },
  ];
  expect(await listPendingMigrations(place.url, migrations)).toEqual(pending);
  await change([...MIGRATIONS, ...LATER.slice(0, 1)]);
  expect(await listPendingMigrations(place.url, migrations)).toEqual(pending.slice(1));
  expect(await listPendingMigrations(place.url)).toEqual([]);
});

test('rejects a database that a newer version has migrated', async () => {
  await change([...MIGRATIONS, ...LATER]);
  await expect(listPendingMigrations(place.url)).rejects.toThrow('start a newer culprit on it');
});
