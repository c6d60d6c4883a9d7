import { ReclaimRemovalsJob } from '../../src/jobs/reclaim';
import { openDatabase } from '../../src/store/engine/open';
import type { Engine } from '../../src/store/engine/sql';
import type { Database } from '../../src/store/stores';
import { readTables, type Table } from '../../src/store/tools/catalog';
import { RequestScript } from '../support/parity/requestScript';
import { makeMigratedPlace, type TemporaryPlace } from '../support/database';
import type { ProjectFixture } from '../support/fixtures';
import { runUntilIdle } from '../support/jobs';
import { EAGER, startService } from '../support/service';

const HOUR = 60 * 60 * 1000;

/** Tables whose rows outlive their subject: the audit log, and the marks of removals. */
const KEPT = ['audit_log', 'removed_project', 'removed_organization', 'organization'];

jest.setTimeout(180_000);

/** The database after the sequence of requests; each test has a copy. */
let original: TemporaryPlace;
let place: TemporaryPlace;
let shop: ProjectFixture;
let blog: ProjectFixture;
let database: Database;
let engine: Engine;
let tables: Table[];
/** Time at which a test removes something, later than all stored times: the clock may be set back while it runs. */
let now: number;
beforeAll(async () => {
  original = await makeMigratedPlace();
  const service = await startService({ DATABASE_URL: original.url }, EAGER);
  ({ shop, blog } = await new RequestScript(service).run());
  await service.close();
});
afterAll(() => original.dispose());

beforeEach(async () => {
  place = await original.copy();
  now = Date.now() + 60_000;
  database = await openDatabase(place.url);
  engine = await place.openEngine();
  tables = (await engine.read(readTables)).filter(({ name }) => !KEPT.includes(name));
  // The script removes a project as well, whose turn would come first.
  await reclaim(now);
});
afterEach(async () => {
  await engine.close();
  await database.close();
  await place.dispose();
});

/** Returns the number of rows with an owner, by table; tables without any are left out. */
async function rowsOf(column: 'project_id' | 'organization_id', id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter(({ columns }) => columns.includes(column))) {
    const text = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM ${name} WHERE ${column} = ${Number(id)}`;
    const { count } = (await engine.read((session) => session.one<{ count: number }>(text, []))) ?? { count: 0 };
    if (count > 0) counts[name] = count;
  }
  return counts;
}

const remove = ({ row, id }: ProjectFixture) =>
  database.write(({ removals }) => removals.removeProject(row.organizationId, id, now));
const reclaim = (at: number) => runUntilIdle(new ReclaimRemovalsJob(database, () => at));

test('all rows of a removed project are deleted, and none of another one', async () => {
  const before = await rowsOf('project_id', blog.id);
  const filled = Object.keys(await rowsOf('project_id', shop.id));
  expect(filled).toEqual(
    expect.arrayContaining(['event', 'issue', 'issue_tag', 'artifact', 'release_project', 'outcome']),
  );
  expect(await remove(shop)).toBe(true);
  expect(await remove(shop)).toBe(false);
  expect(Object.keys(await rowsOf('project_id', shop.id))).not.toEqual(expect.arrayContaining(['project_key']));
  await reclaim(now);
  expect(await rowsOf('project_id', shop.id)).toEqual({});
  expect(await rowsOf('project_id', blog.id)).toEqual(before);
});

test('one step deletes as many rows as it may, and a later process continues', async () => {
  const { event = 0 } = await rowsOf('project_id', shop.id);
  await remove(shop);
  const deleted = await database.write(({ removals }) => removals.reclaim(now, 3));
  expect([deleted, (await rowsOf('project_id', shop.id))['event']]).toEqual([3, event - 3]);
  await reclaim(now);
  expect(await rowsOf('project_id', shop.id)).toEqual({});
});

test('rows that a request inserted after the removal are deleted an hour later', async () => {
  await remove(shop);
  await reclaim(now);
  await database.write(({ outcomes }) =>
    outcomes.add([{ projectId: shop.id, hour: 0, outcome: 'accepted', reason: '', category: 'error', quantity: 1 }]),
  );
  await reclaim(now);
  expect(await rowsOf('project_id', shop.id)).toEqual({ outcome: 1 });
  await reclaim(now + HOUR + 1);
  expect(await rowsOf('project_id', shop.id)).toEqual({});
  expect(await database.read(({ removals }) => removals.isDue(now + 10 * HOUR))).toBe(false);
});

test('nothing of a removed organization is left but its audit log', async () => {
  const { organizationId } = shop.row;
  await database.write(({ removals }) => removals.removeOrganization(organizationId, now));
  expect(await database.read(({ organizations }) => organizations.findBySlug(shop.organization))).toBeUndefined();
  await reclaim(now);
  await reclaim(now + HOUR + 1);
  expect(await rowsOf('organization_id', organizationId)).toEqual({});
  for (const { id } of [shop, blog]) expect(await rowsOf('project_id', id)).toEqual({});
  expect(await database.read(({ organizations }) => organizations.find(organizationId))).toBeUndefined();
  const page = { cursor: null, size: 1 };
  expect((await database.read(({ auditLog }) => auditLog.list(organizationId, {}, page))).rows).toHaveLength(1);
});
