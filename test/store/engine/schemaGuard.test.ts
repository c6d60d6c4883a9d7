import { Unavailable } from '../../../src/domain/errors';
import type { Migration } from '../../../src/store/engine/ddl';
import { migrate } from '../../../src/store/engine/migrate';
import { openDatabase, openUnmigratedDatabase } from '../../../src/store/engine/open';
import type { Engine } from '../../../src/store/engine/sql';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import type { Database } from '../../../src/store/stores';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';

const SUPERSEDED = 'A newer culprit has migrated the database: stop this one, and start the newer one.';

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

const change = (...statements: string[]) =>
  engine.changeSchema(async (session) => {
    for (const statement of statements) await session.run(statement, []);
  });
const read = (database: Database) => database.read(({ organizations }) => organizations.isEmpty());
const write = (database: Database) => database.write(({ organizations }) => organizations.isEmpty());

it('refuses everything until the migration has ended', async () => {
  await migrate(engine, MIGRATIONS.slice(0, -2));
  const steps: unknown[] = [];
  const database = await openUnmigratedDatabase(place.url, {
    reportMigration: ({ step, steps: all }) => steps.push([step, all]),
    reportVersion: (from, to) => steps.push([from, to]),
  });
  const migrating = { message: 'The database is being migrated: step 1 of 2.', retryAfter: 5 };
  for (const work of [read(database), write(database), database.requireWritable([])])
    await expect(work).rejects.toMatchObject(migrating);
  expect(database.migration()).toMatchObject({ step: 1, steps: 2, movedRows: 0, totalRows: 0 });
  expect(await database.isSuperseded()).toBe(false);
  await database.migrate();
  expect(database.migration()).toBeNull();
  expect([await read(database), await write(database)]).toEqual([true, true]);
  const versions = MIGRATIONS.slice(-3).map(({ number }) => number);
  expect(steps).toEqual([
    [1, 2],
    [2, 2],
    [versions[0], versions[2]],
  ]);
  await database.migrate();
  await database.close();
});

it('needs no migration of a database that is up to date', async () => {
  await migrate(engine, MIGRATIONS);
  const database = await openUnmigratedDatabase(place.url);
  expect(database.migration()).toBeNull();
  expect(await read(database)).toBe(true);
  await database.close();
});

describe('a database that a newer program has migrated', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(place.url);
    await change("INSERT INTO migration VALUES (999, 'later', 0)", 'ALTER TABLE organization RENAME TO account');
  });
  afterEach(() => database.close());

  it('refuses work that fails because of it, and all later work', async () => {
    await expect(read(database)).rejects.toMatchObject({ message: SUPERSEDED, retryAfter: 5 });
    await expect(database.lookUp(async () => undefined)).rejects.toThrow(SUPERSEDED);
    await expect(database.exclusively(async () => undefined)).rejects.toThrow(SUPERSEDED);
  });

  it('refuses work that fails in a transaction', async () => {
    await expect(write(database)).rejects.toThrow(SUPERSEDED);
  });

  it('is noticed without work', async () => {
    expect(await database.isSuperseded()).toBe(true);
    await expect(database.read(async () => undefined)).rejects.toThrow(Unavailable);
    await expect(database.requireWritable([])).rejects.toThrow(SUPERSEDED);
  });

  it('is used again once it has the schema of the program', async () => {
    expect(await database.isSuperseded()).toBe(true);
    await change('DELETE FROM migration WHERE number = 999', 'ALTER TABLE account RENAME TO organization');
    expect(await database.isSuperseded()).toBe(false);
    expect(await read(database)).toBe(true);
  });
});

it('rolls back a transaction that a newer program overtook before anything noticed', async () => {
  const database = await openDatabase(place.url);
  await change("INSERT INTO migration VALUES (999, 'later', 0)");
  const insert = database.write(({ organizations }) =>
    organizations.insert({ slug: 'acme', name: 'Acme', dateCreated: 0 }),
  );
  await expect(insert).rejects.toMatchObject({ message: SUPERSEDED, retryAfter: 5 });
  const isEmpty = 'SELECT 1 AS found FROM organization LIMIT 1';
  expect(await engine.read((session) => session.one(isEmpty, []))).toBeUndefined();
  await expect(read(database)).rejects.toThrow(SUPERSEDED);
  await database.close();
});

describe('a database to which a newer program has added', () => {
  const LATER: readonly Migration[] = [
    {
      number: 998,
      name: 'later',
      onlyAdds: true,
      statements: [
        'CREATE TABLE badge (project_id INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (project_id, id)) STRICT',
        "ALTER TABLE organization ADD COLUMN motto TEXT NOT NULL DEFAULT ''",
        'ALTER TABLE organization ADD COLUMN badge_id INTEGER',
        'CREATE INDEX organization_by_badge ON organization (badge_id)',
      ],
    },
  ];

  it('is used on by the older one, which writes rows without the new columns', async () => {
    const database = await openDatabase(place.url);
    const insert = (slug: string) =>
      database.write(({ organizations }) => organizations.insert({ slug, name: slug, dateCreated: 0 }));
    await insert('before');
    await migrate(engine, [...MIGRATIONS, ...LATER]);
    await insert('after');
    expect(await database.isSuperseded()).toBe(false);
    expect(await database.read(({ organizations }) => organizations.findBySlug('before'))).toBeDefined();
    await database.requireWritable([]);
    const added = 'SELECT slug AS "slug", motto AS "motto", badge_id AS "badge" FROM organization ORDER BY slug';
    expect(await engine.read((session) => session.all(added, []))).toEqual([
      { slug: 'after', motto: '', badge: null },
      { slug: 'before', motto: '', badge: null },
    ]);
    await database.close();
  });

  it('is opened by the older one, as after an update that was taken back', async () => {
    await migrate(engine, [...MIGRATIONS, ...LATER]);
    const database = await openDatabase(place.url);
    expect([await read(database), await write(database)]).toEqual([true, true]);
    await database.close();
  });

  it('is refused once a further migration does not only add', async () => {
    const database = await openDatabase(place.url);
    const last = { number: 999, name: 'last', statements: ['ALTER TABLE organization RENAME TO account'] };
    await migrate(engine, [...MIGRATIONS, ...LATER, last]);
    expect(await database.isSuperseded()).toBe(true);
    await expect(read(database)).rejects.toThrow(SUPERSEDED);
    await database.close();
    await expect(openDatabase(place.url)).rejects.toThrow('start a newer culprit on it');
  });

  it('is refused if an earlier migration does not only add', async () => {
    const first = { number: 997, name: 'first', statements: ['ALTER TABLE team RENAME TO squad'] };
    await migrate(engine, [...MIGRATIONS, first, ...LATER]);
    await expect(openDatabase(place.url)).rejects.toThrow('start a newer culprit on it');
  });
});

it('passes on the errors of other work', async () => {
  const database = await openDatabase(place.url);
  await change('ALTER TABLE organization RENAME TO account');
  await expect(read(database)).rejects.toThrow('The database rejected the statement');
  await database.close();
});
