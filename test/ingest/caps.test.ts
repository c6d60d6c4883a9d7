import { DEFAULT_CAPS, type ProjectCaps, type Project } from '../../src/domain/project';
import { RateLimited } from '../../src/domain/errors';
import { EventBatcher } from '../../src/ingest/eventBatcher';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { useTemporaryDatabase } from '../support/database';
import { firstPage, hex, listIssues, NOON, project as makeProject } from '../support/rows';
import { normalized } from './build';

const { database } = useTemporaryDatabase('all');
let project: Project;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
});

const HOUR = 3_600_000;

function event(given: Partial<ProcessedEvent> = {}): ProcessedEvent {
  const labels = { platform: 'node', environment: 'production', release: null, received: NOON };
  const kind = { type: 'error', level: 'error', title: 'Error: x', culprit: null, hash: 'a'.repeat(32) } as const;
  const stored = { record: '{}', body: new Uint8Array(8), tags: [], searchEntries: [], flags: [] };
  return { eventId: hex(), timestamp: NOON, ...labels, ...kind, ...stored, ...given };
}

const save = (events: readonly ProcessedEvent[], caps: Partial<ProjectCaps>) =>
  database.write((stores) => saveEvents(stores, project, events, { caps: { ...DEFAULT_CAPS, ...caps } }), {
    projects: [project.id],
  });
const countEvents = async () =>
  (await database.read(({ events }) => events.list(project.id, firstPage(500)))).rows.length;

async function environments(): Promise<readonly string[]> {
  const viewer = { organizationId: project.organizationId, memberId: '1' };
  const relations = await database.read(({ projects }) => projects.findRelations([project], viewer));
  return relations.get(project.id)?.environments ?? [];
}

const releases = async () =>
  (await database.read((stores) => stores.releases.listByProject(project.id, firstPage(500)))).rows.map(
    ({ version }) => version,
  );

const countMatches = async (query: string) =>
  (await database.read((stores) => listIssues(stores, project.id, query))).rows.length;

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it('lists no more environments than the cap, and stores all events', async () => {
  const caps = { environments: 3 };
  await save(
    names('env', 10).map((environment) => event({ environment })),
    caps,
  );
  expect(await environments()).toHaveLength(3);
  await save([event({ environment: 'late' }), event({ environment: 'env0' })], caps);
  expect(await environments()).toEqual(['env0', 'env1', 'env2']);
  expect(await countEvents()).toBe(12);
});

it('creates no more releases of events than the cap, and keeps recording those that there are', async () => {
  const caps = { releases: 3 };
  await save(
    names('r', 10).map((release) => event({ release })),
    caps,
  );
  expect((await releases()).sort()).toEqual(['r0', 'r1', 'r2']);
  const later = NOON + HOUR;
  await save([event({ release: 'late' }), event({ release: 'r1', received: later, timestamp: later })], caps);
  expect(await releases()).toHaveLength(3);
  const { release, late } = await database.read(async (stores) => ({
    release: await stores.releases.findByVersion(project.organizationId, 'r1'),
    late: await stores.releases.findByVersion(project.organizationId, 'late'),
  }));
  expect(late).toBeUndefined();
  const relations = await database.read((stores) =>
    stores.releases.findRelations(project.organizationId, release === undefined ? [] : [release]),
  );
  expect([...relations.values()].map(({ lastEvent }) => lastEvent)).toEqual([later]);
  expect(await countEvents()).toBe(12);
});

it('finds issues by no more keys of tags than the cap, but by those of the service always', async () => {
  const caps = { tagKeys: 4 };
  const tags = names('key', 10).map((key) => ({ key, value: 'x' }));
  await save([event({ tags: tags.slice(0, 3) })], caps);
  await save([event({ tags: [...tags, { key: 'user', value: 'id:1' }] })], caps);
  expect(await Promise.all(tags.map(({ key }) => countMatches(`${key}:x`)))).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  await save([event({ hash: 'b'.repeat(32), tags })], caps);
  expect(await Promise.all(tags.map(({ key }) => countMatches(`${key}:x`)))).toEqual([2, 2, 2, 2, 0, 0, 0, 0, 0, 0]);
  expect(await countMatches('user:"id:1"')).toBe(1);
});

describe('new issues of an hour', () => {
  const caps = { newIssuesPerHour: 3 };
  const hashes = names('', 10).map((digit) => digit.repeat(32));

  it('are no more than the cap; events of known issues are saved', async () => {
    const events = hashes.map((hash) => event({ hash }));
    const first = await save([...events, event({ hash: hashes[0] ?? '' })], caps);
    expect(first.newIssueIds).toHaveLength(3);
    expect([...(first.refused ?? [])]).toEqual(events.slice(3));
    const saved = await save([event({ hash: hashes[1] ?? '' })], caps);
    expect(saved).toEqual({ newIssueIds: [], regressedIssueIds: [], escalations: new Map() });
    expect(await countEvents()).toBe(5);
    expect(await countMatches('is:unresolved')).toBe(3);
  });

  it('are counted from zero in the next hour', async () => {
    await save(
      hashes.slice(0, 3).map((hash) => event({ hash })),
      caps,
    );
    const later = { received: NOON + HOUR, timestamp: NOON + HOUR };
    const next = await save(
      hashes.slice(3, 8).map((hash) => event({ hash, ...later })),
      caps,
    );
    expect([next.newIssueIds.length, next.refused?.size]).toEqual([3, 2]);
    expect(
      (
        await save(
          hashes.slice(8).map((hash) => event({ hash, ...later })),
          caps,
        )
      ).refused?.size,
    ).toBe(2);
  });

  it('are counted in the database, so that all processes share the cap', async () => {
    const batchers = [1, 2].map(() => new EventBatcher(database.write, false, { ...DEFAULT_CAPS, ...caps }));
    const results = [];
    for (const [index, hash] of hashes.entries()) {
      results.push(...(await Promise.allSettled([batchers[index % 2]?.save(project, event({ hash }))])));
    }
    expect(results.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), ...Array(7).fill('rejected')]);
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toBeInstanceOf(RateLimited);
    expect(refused).toMatchObject({ retryAfter: 60, message: expect.stringContaining('far more issues') });
    await batchers[0]?.save(project, event({ hash: hashes[0] ?? '' }));
    expect(await countEvents()).toBe(4);
  });
});

it.each([
  ['node', 'node', []],
  ['csharp', 'csharp', []],
  [undefined, 'other', []],
  ['x-1234', 'other', [{ type: 'invalid_data', name: 'platform', value: 'x-1234' }]],
])('the platform %j becomes %j', (sent, platform, errors) => {
  const { platform: read, errors: reported } = normalized({ message: 'x', platform: sent });
  expect([read, reported]).toEqual([platform, errors]);
});
