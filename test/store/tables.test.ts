/** The list of tables matches the migrations, on both databases. */
import { migrate } from '../../src/store/engine/migrate';
import { MIGRATIONS } from '../../src/store/migrations/index';
import type { Engine } from '../../src/store/engine/sql';
import { TABLES } from '../../src/store/tables';
import { readTables, type Table } from '../../src/store/tools/catalog';
import { itOnSqlite, makeEmptyPlace, onPostgres, type TemporaryPlace } from '../support/database';

const OWN = TABLES.filter(({ placement }) => placement !== null || !onPostgres);
/** The table of SQLite's index of the words of issues, and its internal tables. */
const FULL_TEXT_TABLES = ['', '_config', '_data', '_idx'].map((suffix) => `issue_text_index${suffix}`);

let place: TemporaryPlace;
let engine: Engine;
/** The number of the migration that made each table. */
const made: Record<string, number> = {};
let schema: Table[] = [];
beforeAll(async () => {
  place = await makeEmptyPlace();
  engine = await place.openEngine();
  for (const [index, { number }] of MIGRATIONS.entries()) {
    await migrate(engine, MIGRATIONS.slice(0, index + 1));
    schema = await engine.read(readTables);
    for (const { name } of schema) made[name] ??= number;
  }
});
afterAll(async () => {
  await engine.close();
  await place.dispose();
});

const names = (tables: readonly { name: string }[]) => tables.map(({ name }) => name).sort();

it('has every table', () => {
  expect(names(OWN)).toEqual(names(schema));
});

itOnSqlite('leaves out those of an index alone', async () => {
  const text = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
  const all = await engine.read((session) => session.all<{ name: string }>(text, []));
  expect(names(all)).toEqual([...names(OWN), ...FULL_TEXT_TABLES].sort());
});

it('has the migration that made each', () => {
  expect(OWN.map(({ name, migration }) => ({ name, migration }))).toEqual(
    OWN.map(({ name }) => ({ name, migration: made[name] })),
  );
});

it('has the key of each', () => {
  const keys = new Map(schema.map(({ name, key }) => [name, key]));
  expect(OWN.map(({ name, key }) => ({ name, key }))).toEqual(OWN.map(({ name }) => ({ name, key: keys.get(name) })));
});

/** Kind of removal → column by which it finds the rows. */
const OWNERS: Readonly<Record<string, string>> = {
  withProject: 'project_id',
  afterProject: 'project_id',
  withOrganization: 'organization_id',
  afterOrganization: 'organization_id',
};

it('has a removal that can find the rows of each', () => {
  const columns = new Map(schema.map((table) => [table.name, table.columns]));
  const mistaken = OWN.filter(({ name, key, removal }) => {
    const owner = OWNERS[removal];
    if (owner === undefined) return true;
    return removal.startsWith('after') ? key[0] === owner : columns.get(name)?.includes(owner);
  });
  expect(names(mistaken)).toEqual(names(OWN));
});

it('leaves no rows with an owner but the audit log', () => {
  const owned = schema.filter(({ columns }) => columns.includes('project_id') || columns.includes('organization_id'));
  const kept = OWN.filter(({ name, removal }) => removal === 'never' && names(owned).includes(name));
  expect(names(kept)).toEqual(['audit_log']);
});
