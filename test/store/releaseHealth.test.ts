import type { Project } from '../../src/domain/project';
import { MAX_HEALTH_ROWS_PER_HOUR, NO_SESSIONS, type SessionReport, userKindsOf } from '../../src/domain/releaseHealth';
import { hashUser, MAX_EXACT_USERS } from '../../src/domain/session';
import { useTemporaryDatabase } from '../support/database';
import { firstPage, organization, project } from '../support/rows';

const NOW = Date.UTC(2026, 0, 15, 9, 30);
const NINE = NOW / 3_600_000 - 0.5;

const { database } = useTemporaryDatabase('all');
let shop: Project;

beforeEach(async () => {
  await database.write(async (stores) => {
    shop = await project(stores, { organizationId: (await organization(stores)).id });
  });
});

const PLACE = { release: 'shop@1', environment: 'prod', hour: NINE };
const SID = 'a'.repeat(32);

/** Returns a report of healthy sessions. */
function healthy(change: Partial<SessionReport> = {}): SessionReport {
  const counts = { ...NO_SESSIONS, sessions: 1 };
  return { ...PLACE, counts, failure: null, user: null, userKinds: ['all'], ...change };
}

/** Returns an update of a session that is not healthy. */
function failing(
  status: 'errored' | 'unhandled' | 'abnormal' | 'crashed',
  {
    isInit = false,
    sessionId = SID,
    ...change
  }: Partial<SessionReport> & { isInit?: boolean; sessionId?: string } = {},
): SessionReport {
  const failure = { sessionId, status, isInit };
  return healthy({ counts: NO_SESSIONS, failure, userKinds: userKindsOf(status), ...change });
}

const record = (...reports: SessionReport[]) =>
  database.write(({ releaseHealth }) => releaseHealth.record(shop, reports, NOW));
const DAY = { from: NINE - 9, to: NINE + 15 };
const sum = (by: Partial<Record<'release' | 'environment', boolean>> = {}, stepHours = 24) =>
  database.read(({ releaseHealth }) =>
    releaseHealth.sum(shop.id, DAY, { release: false, environment: false, ...by, stepHours }),
  );
const total = async () => {
  const [row] = await sum();
  const { sessions = 0, errored = 0, unhandled = 0, abnormal = 0, crashed = 0 } = row ?? {};
  return { sessions, errored, unhandled, abnormal, crashed };
};

/** Returns the numbers of users by kind, of all rows. */
async function users(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const kinds = ['all', 'errored', 'unhandled', 'abnormal', 'crashed'] as const;
  await database.read(({ releaseHealth }) =>
    releaseHealth.visitUsers(shop.id, DAY, kinds, ({ kind, users: set }) => {
      counts[kind] = (counts[kind] ?? 0) + set.count();
    }),
  );
  return counts;
}

test('a session with an error counts once, whatever is sent about it', async () => {
  await record(failing('errored', { isInit: true }));
  await record(failing('errored'));
  expect(await total()).toEqual({ sessions: 1, errored: 1, unhandled: 0, abnormal: 0, crashed: 0 });
});

test('a repeated crash counts once, in one transaction or in two', async () => {
  await record(failing('crashed', { isInit: true }), failing('crashed', { isInit: true }));
  await record(failing('crashed', { isInit: true }));
  expect(await total()).toEqual({ sessions: 1, errored: 1, unhandled: 0, abnormal: 0, crashed: 1 });
});

test('a session has the worst of its statuses', async () => {
  await record(healthy(), failing('errored'));
  await record(failing('unhandled'), failing('crashed'), failing('abnormal'));
  await record(failing('errored'));
  expect(await total()).toEqual({ sessions: 1, errored: 1, unhandled: 0, abnormal: 0, crashed: 1 });
});

test('a crash without a beginning is counted', async () => {
  await record(failing('crashed'));
  expect(await total()).toEqual({ sessions: 0, errored: 1, unhandled: 0, abnormal: 0, crashed: 1 });
});

test('sessions of other projects with the same id are others', async () => {
  const other = await database.write((stores) => project(stores, { organizationId: shop.organizationId }));
  await record(failing('crashed'));
  await database.write(({ releaseHealth }) => releaseHealth.record(other, [failing('crashed')], NOW));
  const [row] = await database.read(({ releaseHealth }) =>
    releaseHealth.sum(other.id, DAY, { release: false, environment: false, stepHours: 24 }),
  );
  expect(row).toMatchObject({ crashed: 1 });
});

test('counts add up by hour, release and environment', async () => {
  const three = { ...NO_SESSIONS, sessions: 3, errored: 1 };
  await record(
    healthy(),
    healthy({ counts: three }),
    healthy({ hour: NINE - 1 }),
    healthy({ environment: '' }),
    healthy({ release: 'shop@2' }),
  );
  expect(await total()).toMatchObject({ sessions: 7, errored: 1 });
  const byHour = await sum({}, 1);
  expect(byHour.map(({ step, sessions }) => [step, sessions]).sort()).toEqual([
    [8, 1],
    [9, 6],
  ]);
  const groups = await sum({ release: true, environment: true });
  expect(groups.map(({ environment, sessions }) => [environment, sessions]).sort()).toEqual([
    ['', 1],
    ['prod', 1],
    ['prod', 5],
  ]);
  expect(new Set(groups.map(({ release }) => release)).size).toBe(2);
});

test('the releases and environments are stored, but no event', async () => {
  await record(healthy(), healthy({ release: 'shop@2', environment: 'stage' }));
  const { releases, environments, relations } = await database.read(async (stores) => {
    const page = await stores.releases.listByProject(shop.id, firstPage(10));
    return {
      releases: page.rows,
      environments: await stores.projects.listEnvironments(shop.id),
      relations: await stores.releases.findRelations(shop.organizationId, page.rows),
    };
  });
  expect(releases.map(({ version }) => version).sort()).toEqual(['shop@1', 'shop@2']);
  expect(environments).toEqual(['prod', 'stage']);
  expect([...relations.values()].map(({ firstEvent }) => firstEvent)).toEqual([null, null]);
});

test('releases beyond the rows of an hour are counted together', async () => {
  const many = Array.from({ length: MAX_HEALTH_ROWS_PER_HOUR }, (_, index) => healthy({ release: `v${index}` }));
  await record(...many);
  await record(healthy({ release: 'one-more' }), healthy({ release: 'v7' }), healthy({ release: 'another' }));
  const rows = await sum({ release: true });
  expect(rows).toHaveLength(MAX_HEALTH_ROWS_PER_HOUR + 1);
  expect(rows.find(({ release }) => release === 0)).toMatchObject({ sessions: 2 });
  expect(rows.filter(({ sessions }) => sessions === 2)).toHaveLength(2);
  expect(await total()).toMatchObject({ sessions: MAX_HEALTH_ROWS_PER_HOUR + 3 });
});

test('releases beyond those of the project are counted together', async () => {
  const caps = { environments: 1, releases: 1, tagKeys: 1, newIssuesPerHour: 1 };
  const reports = [healthy(), healthy({ release: 'shop@2', environment: 'stage' })];
  await database.write(({ releaseHealth }) => releaseHealth.record(shop, reports, NOW, caps));
  expect((await sum({ release: true })).map(({ sessions }) => sessions)).toEqual([1, 1]);
  expect(await database.read(({ projects }) => projects.listEnvironments(shop.id))).toEqual(['prod']);
});

test('users are counted once an hour, by status', async () => {
  const user = (id: string) => ({ user: hashUser(id) });
  await record(healthy(user('a')), healthy(user('b')), failing('crashed', user('b')));
  await record(healthy(user('a')), failing('crashed', user('b')), healthy(user('c')));
  expect(await users()).toEqual({ all: 3, errored: 1, crashed: 1 });
});

test('many users take one row', async () => {
  const reports = Array.from({ length: MAX_EXACT_USERS + 500 }, (_, index) => healthy({ user: hashUser(`u${index}`) }));
  await record(...reports.slice(0, 1000));
  await record(...reports.slice(900));
  const { all = 0 } = await users();
  expect(Math.abs(all / reports.length - 1)).toBeLessThan(0.03);
});

test('the hours of a day are added up without losing a session or a user', async () => {
  const user = { user: hashUser('a') };
  await record(healthy(user), healthy({ ...user, hour: NINE - 2 }), healthy({ ...user, hour: NINE + 20 }));
  await record(failing('crashed', { ...user, hour: NINE + 1 }));
  const before = await total();
  for (const table of ['session_hour', 'session_user_set'] as const) {
    const range = { from: 0, to: NINE + 15 };
    const find = () => database.read(({ releaseHealth }) => releaseHealth.findUnfolded(table, shop.id, range));
    expect(await find()).toBe(NINE - 2);
    await database.write(({ releaseHealth }) => releaseHealth.foldDay(table, shop.id, NINE));
    expect(await find()).toBeUndefined();
  }
  expect(await total()).toEqual(before);
  expect((await sum({}, 1)).map(({ step, sessions }) => [step, sessions])).toEqual([[0, 2]]);
  expect(await users()).toEqual({ all: 1, errored: 1, crashed: 1 });
});

test('a removed release takes its sessions along', async () => {
  await record(healthy({ user: hashUser('a') }), failing('crashed'));
  await database.write(async ({ releases }) => {
    const found = await releases.findByVersion(shop.organizationId, 'shop@1');
    await releases.remove(shop.organizationId, found?.id ?? '');
  });
  expect(await sum()).toEqual([]);
  expect(await users()).toEqual({});
});

test('failing sessions are remembered for five days', async () => {
  const prune = (now: number) => database.write(({ releaseHealth }) => releaseHealth.pruneFailures(now, 100));
  await prune(2 * NOW);
  await record(failing('crashed'));
  expect(await prune(NOW + 4 * 86_400_000)).toBe(0);
  expect(await prune(NOW + 5 * 86_400_000)).toBe(1);
});
