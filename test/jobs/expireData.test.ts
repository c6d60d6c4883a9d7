import type { Project } from '../../src/domain/project';
import { NO_SESSIONS, type SessionReport } from '../../src/domain/releaseHealth';
import { hashUser } from '../../src/domain/session';
import { ExpireDataJob } from '../../src/jobs/expireData';
import { ReclaimJob } from '../../src/jobs/reclaim';
import { MIGRATIONS } from '../../src/store/migrations/index';
import { migrate } from '../../src/store/engine/migrate';
import { putArtifacts } from '../support/artifacts';
import { itOnPostgres, makeEmptyPlace, useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import {
  deploy,
  event,
  hex,
  issue,
  issueOf,
  listIssues,
  NOON,
  occurrences,
  project as makeProject,
  recordEvents,
  recordTags,
  release,
  recordOccurrences,
} from '../support/rows';
import { startService } from '../support/service';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = NOON + 1000 * DAY;
const FIRST_PAGE = { cursor: null, size: 100 };

const temporary = useTemporaryDatabase();
const { database } = temporary;
let project: Project;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
});

const job = (now = NOW) => new ExpireDataJob(database, () => now);
const days = (count: number) => NOW - count * DAY;
const setProject = (settings: Partial<Project['settings']>, of = project) =>
  database.write(({ projects }) => projects.update(of, { settings }));
const setOrganization = (settings: { retentionDays?: number; retentionEvents?: number }) =>
  database.write(({ organizations }) => organizations.updateSettings(project.organizationId, settings));
const eventsOf = async (of = project) =>
  (await database.read(({ events }) => events.list(of.id, FIRST_PAGE))).rows.map(({ timestamp }) => timestamp);
const issuesOf = (of = project) => database.read((stores) => listIssues(stores, of.id));

/** Inserts an issue with events of these times, as counts of received events. */
async function insertIssue(times: readonly number[], { of = project, hash = hex() } = {}): Promise<string> {
  return database.write(async (stores) => {
    const [first = NOW, ...others] = times;
    const id = await issue(stores, of.id, { lastSeen: first, hash });
    for (const timestamp of times) await event(stores, of.id, id, { timestamp });
    for (const time of others)
      await recordOccurrences(stores, of.id, [occurrences(id, { firstSeen: time, lastSeen: time })]);
    return id;
  });
}

async function count(table: string): Promise<number> {
  const engine = await temporary.openEngine();
  const sql = `SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM ${table} WHERE project_id = ?`;
  const row = await engine.read((session) => session.one<{ rows: number }>(sql, [Number(project.id)]));
  await engine.close();
  return row?.rows ?? 0;
}

it('deletes events older than the days of the project, or else of its organization', async () => {
  const other = await database.write((stores) => makeProject(stores, { organizationId: project.organizationId }));
  const ages = [89, 91, 29, 31];
  await insertIssue(ages.map(days));
  await insertIssue(ages.map(days), { of: other });
  await runUntilIdle(job());
  expect(await eventsOf()).toEqual([29, 31, 89].map(days));
  await setOrganization({ retentionDays: 30 });
  await setProject({ retentionDays: 60 });
  await runUntilIdle(job());
  expect(await eventsOf()).toEqual([29, 31].map(days));
  expect(await eventsOf(other)).toEqual([29].map(days));
});

it('deletes the traces of hours before the oldest event', async () => {
  const at = [days(1), days(1) + 2 * HOUR, days(2), days(91)];
  await database.write(async (stores) => {
    const id = await issue(stores, project.id, { lastSeen: NOW });
    for (const timestamp of at) await event(stores, project.id, id, { timestamp, traceId: hex() });
  });
  expect(await count('event_trace')).toBe(4);
  await runUntilIdle(job());
  expect(await count('event_trace')).toBe(3);
  await setProject({ retentionEvents: 2 });
  await runUntilIdle(job());
  expect(await count('event_trace')).toBe(2);
  await setProject({ retentionEvents: 0, retentionDays: 1 });
  await runUntilIdle(job(NOW + 10 * DAY));
  expect(await count('event_trace')).toBe(0);
});

it('keeps the newest events up to the number of the project, or else of its organization', async () => {
  const other = await database.write((stores) => makeProject(stores, { organizationId: project.organizationId }));
  const ages = [1, 2, 3, 4, 5];
  await insertIssue(ages.map(days));
  await insertIssue(ages.map(days), { of: other });
  await setOrganization({ retentionEvents: 4 });
  await setProject({ retentionEvents: 2 });
  await runUntilIdle(job());
  expect(await eventsOf()).toEqual([1, 2].map(days));
  expect(await eventsOf(other)).toEqual([1, 2, 3, 4].map(days));
  await setProject({ retentionEvents: 0 });
  await insertIssue([50, 51, 52].map(days));
  await runUntilIdle(job());
  expect(await eventsOf()).toHaveLength(5);
});

it('keeps everything if the days and the number are 0', async () => {
  await insertIssue([1, 5000].map(days));
  await setProject({ retentionDays: 0, retentionEvents: 0 });
  const idle = job();
  await runUntilIdle(idle);
  expect(await eventsOf()).toHaveLength(2);
});

it('leaves the counts and times of an issue that keeps an event', async () => {
  const id = await insertIssue([100, 95, 10].map(days));
  await runUntilIdle(job());
  expect(await eventsOf()).toEqual([days(10)]);
  const issue = await database.read(({ issues }) => issues.find(project.id, id));
  expect(issue).toMatchObject({ timesSeen: 3, firstSeen: days(100), lastSeen: days(10) });
});

it('removes an issue with its last event: its tags are deleted, and the same error opens a new one', async () => {
  const hash = hex();
  const id = await insertIssue([100, 95].map(days), { hash });
  await database.write((stores) =>
    recordTags(stores, project.id, [{ issueId: id, tags: [{ key: 'browser', value: 'Firefox' }] }]),
  );
  await runUntilIdle(job());
  await runUntilIdle(new ReclaimJob(database, () => NOW));
  expect((await issuesOf()).rows).toEqual([]);
  expect(await database.write((stores) => issueOf(stores, project.id, hash))).toBeUndefined();
  for (const table of ['event', 'issue', 'issue_hash', 'issue_tag', 'issue_tag_block', 'removed_issue'])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect(await insertIssue([1].map(days), { hash })).not.toBe(id);
});

it('expired events are deleted in steps, and no list shows an issue without events meanwhile', async () => {
  for (let number = 0; number < 20; number += 1)
    await insertIssue(Array.from({ length: 15 }, (_, index) => days(91 + index) + number));
  await insertIssue([days(1)]);
  const expiring = job();
  let steps = 0;
  while (await expiring.step()) {
    steps += 1;
    for (const { id } of (await issuesOf()).rows) {
      const { rows } = await database.read(({ events }) =>
        events.listByIssue({ id, projectId: project.id }, FIRST_PAGE),
      );
      expect(rows.length).toBeGreaterThan(0);
    }
  }
  expect(steps).toBeGreaterThan(1);
  expect(await eventsOf()).toEqual([days(1)]);
});

it('events that arrive while their issue expires are stored in an issue that exists', async () => {
  const service = await startService();
  const at = await service.fixtures.project();
  const expiring = new ExpireDataJob(service.app.database, () => Date.now() + 91 * DAY);
  const exception = { values: [{ type: 'Error', value: 'expired' }] };
  await service.fixtures.event(at, { exception });
  for (let round = 0; round < 15; round += 1) {
    const arriving = Array.from({ length: 3 }, () => service.fixtures.event(at, { exception }));
    await Promise.all([...arriving, expiring.step(), ...arriving]);
    const { rows } = await service.app.database.read(({ events }) => events.list(at.id, FIRST_PAGE));
    for (const { issueId } of rows) {
      const issue = await service.app.database.read(({ issues }) => issues.find(at.id, issueId));
      expect(issue?.id).toBe(issueId);
    }
  }
  await service.close();
});
describe('releases', () => {
  const versions = async () =>
    (await database.read(({ releases }) => releases.listByOrganization(project.organizationId, FIRST_PAGE))).rows.map(
      ({ version }) => version,
    );
  const labels = (version: string, received: number) => ({
    platform: 'node',
    environment: null,
    release: version,
    received,
  });

  test('expire without an event, a deploy or artifacts, but for the newest of a project', async () => {
    await database.write(async (stores) => {
      const created = async (version: string, age: number) => {
        const made = await release(stores, project.organizationId, version, { dateCreated: days(age) });
        await stores.releases.bind(project.id, made);
        return made;
      };
      await created('silent', 200);
      await created('young', 80);
      await created('seen', 200);
      await recordEvents(stores, project, [labels('seen', days(5))]);
      await created('long ago', 200);
      await recordEvents(stores, project, [labels('long ago', days(100))]);
      await deploy(stores, await created('deployed', 200), { dateFinished: days(5) });
      await created('newest', 1);
      await release(stores, project.organizationId, 'of no project', { dateCreated: days(91) });
    });
    await runUntilIdle(job());
    expect((await versions()).sort()).toEqual(['deployed', 'newest', 'seen', 'young']);
    await runUntilIdle(job(NOW + 1000 * DAY));
    expect(await versions()).toEqual(['newest']);
    await setOrganization({ retentionDays: 0 });
  });

  test('keep the newest of a project, and not a fix of an old branch after it', async () => {
    await database.write(async (stores) => {
      for (const [version, age] of [
        ['shop@2.0.0', 200],
        ['shop@1.9.5', 190],
      ] as const)
        // prettier-ignore
        await stores.releases.bind(
          project.id,
          await release(stores, project.organizationId, version, { dateCreated: days(age) }),
        );
    });
    await runUntilIdle(job());
    expect(await versions()).toEqual(['shop@2.0.0']);
  });

  test('of several projects expire by the longest retention', async () => {
    const other = await database.write((stores) => makeProject(stores, { organizationId: project.organizationId }));
    await database.write(async (stores) => {
      for (const [version, age] of [
        ['shared', 100],
        ['newest', 1],
      ] as const) {
        const made = await release(stores, project.organizationId, version, { dateCreated: days(age) });
        for (const of of [project, other]) await stores.releases.bind(of.id, made);
      }
    });
    await setProject({ retentionDays: 0 }, other);
    await runUntilIdle(job());
    expect(await versions()).toEqual(['newest', 'shared']);
    await setProject({ retentionDays: 99 }, other);
    await runUntilIdle(job());
    expect(await versions()).toEqual(['newest']);
  });
});

describe('artifacts', () => {
  const file = (name: string, debugId?: string) => ({ name, text: `code of ${name}`, ...(debugId && { debugId }) });
  const DEBUG_ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';
  const names = async (version: string | null) =>
    (
      await database.read(({ artifacts }) =>
        version === null
          ? artifacts.findByDebugIds(project.id, [DEBUG_ID])
          : artifacts.listByRelease(project.id, version, 100),
      )
    ).map(({ name }) => name);

  test('expire when they were not used, with their bytes, but for those of the newest release', async () => {
    const [used] = await putArtifacts(database, project, [file('~/used.js', DEBUG_ID)]);
    await putArtifacts(database, project, [file('~/unused.js', DEBUG_ID)]);
    const [old] = await putArtifacts(database, project, [file('~/old.js')], { release: 'old' });
    await putArtifacts(database, project, [file('~/new.js')], { release: 'new' });
    await database.write(async (stores) => {
      for (const [version, age] of [
        ['old', 200],
        ['new', 190],
      ] as const)
        await stores.releases.bind(
          project.id,
          await release(stores, project.organizationId, version, { dateCreated: days(age) }),
        );
      await stores.artifacts.recordUse(project.id, [used?.id ?? ''], days(5));
    });
    await runUntilIdle(job());
    expect([await names(null), await names('old'), await names('new')]).toEqual([['~/used.js'], [], ['~/new.js']]);
    await runUntilIdle(new ReclaimJob(database, () => NOW + 2 * DAY));
    const missing = await database.read(({ contents }) =>
      contents.findMissing(project.organizationId, [old?.sha1 ?? '', used?.sha1 ?? '']),
    );
    expect(missing).toEqual([old?.sha1]);
  });

  test('are in use as long as they resolve frames', async () => {
    const service = await startService();
    const at = await service.fixtures.project();
    const map = { version: 3, names: [], sources: ['src/shop.ts'], sourcesContent: ['a'], mappings: 'AAAA' };
    const files = [
      { name: '~/shop.js', text: 'code', headers: { sourcemap: 'shop.js.map' } },
      { name: '~/shop.js.map', text: JSON.stringify(map) },
      { name: '~/other.js', text: 'other' },
    ];
    const stored = await putArtifacts(service.app.database, at.row, files, { release: 'shop@1' });
    const frames = [{ filename: 'https://shop.test/shop.js', function: 'f', lineno: 1, colno: 1 }];
    const began = Date.now();
    await service.fixtures.event(at, {
      platform: 'javascript',
      release: 'shop@1',
      exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] },
    });
    const after = await service.app.database.read(({ artifacts }) => artifacts.listByRelease(at.id, 'shop@1', 10));
    const lastUsed = new Map(after.map((artifact) => [artifact.name, artifact.lastUsed]));
    expect(lastUsed.get('~/shop.js')).toBeGreaterThanOrEqual(began);
    expect(lastUsed.get('~/shop.js.map')).toBeGreaterThanOrEqual(began);
    expect(lastUsed.get('~/other.js')).toBe(stored[2]?.dateCreated);
    await service.close();
  });
});

test('organizations of an earlier version keep everything until somebody sets a number of days', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  const last = MIGRATIONS.findIndex(({ name }) => name === 'first-release');
  await migrate(engine, MIGRATIONS.slice(0, last));
  await engine.write((session) =>
    session.run("INSERT INTO organization (slug, name, date_created) VALUES ('former', 'Former', 0)", []),
  );
  await migrate(engine, MIGRATIONS);
  await engine.write((session) =>
    session.run("INSERT INTO organization (slug, name, date_created) VALUES ('later', 'Later', 0)", []),
  );
  const rows = await engine.read((session) =>
    session.all('SELECT slug AS "slug", settings AS "settings" FROM organization ORDER BY id', []),
  );
  await engine.close();
  await place.dispose();
  expect(rows.map((row) => JSON.stringify(row).replaceAll(' ', ''))).toEqual([
    '{"slug":"former","settings":"{\\"retentionDays\\":0}"}',
    '{"slug":"later","settings":"{}"}',
  ]);
});

itOnPostgres('goes on after a step that another job left no room for', async () => {
  await setProject({ retentionEvents: 1 });
  await insertIssue([days(3), days(2), days(1)]);
  const expiring = job();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let other: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    other = database.exclusively(async () => {
      resolve();
      await released;
    });
  });
  try {
    expect(await expiring.step()).toBe(true);
  } finally {
    release();
    await other;
  }
  await runUntilIdle(expiring);
  expect(await eventsOf()).toEqual([days(1)]);
});

describe('sessions', () => {
  const report = (age: number, user = 'a'): SessionReport => ({
    release: 'shop@1',
    environment: '',
    hour: Math.floor(days(age) / HOUR),
    counts: { ...NO_SESSIONS, sessions: 1 },
    failure: null,
    user: hashUser(user),
    userKinds: ['all'],
  });
  const record = (...reports: SessionReport[]) =>
    database.write(({ releaseHealth }) => releaseHealth.record(project, reports, NOW));
  const hours = async () => {
    const filter = { from: 0, to: Math.floor(NOW / HOUR) + 24 };
    const by = { release: false, environment: false, stepHours: 1 };
    const rows = await database.read(({ releaseHealth }) => releaseHealth.sum(project.id, filter, by));
    return rows
      .map(({ step, sessions }) => [Math.floor(NOW / HOUR) - step, sessions])
      .sort(([a = 0], [b = 0]) => a - b);
  };

  it('are added up by day after 90 days, and deleted after a year; their users after 14 and 90 days', async () => {
    await record(...[0, 13, 13.1, 15, 15.1, 89.1, 91, 91.2, 366].map((age) => report(age)));
    expect(await count('session_user_set')).toBe(9);
    await runUntilIdle(job());
    // NOW is noon: the day of 91 days ago began 12 hours before.
    expect(await hours()).toEqual([
      [0, 1],
      [13 * 24, 1],
      [13.125 * 24, 1],
      [15 * 24, 1],
      [15.125 * 24, 1],
      [Math.round(89.1 * 24) + 1, 1],
      [91 * 24 + 12, 2],
    ]);
    expect(await count('session_user_set')).toBe(5);
  });

  it('keep a release that has no event', async () => {
    await setProject({ retentionDays: 30 });
    await database.write(async (stores) => {
      for (const version of ['shop@1', 'unused', 'newest']) {
        const old = await release(stores, project.organizationId, version, {
          dateCreated: days(version === 'newest' ? 50 : 60),
        });
        await stores.releases.bind(project.id, old);
      }
    });
    await record(report(3));
    await runUntilIdle(job());
    const { rows } = await database.read(({ releases }) => releases.listByProject(project.id, FIRST_PAGE));
    expect(rows.map(({ version }) => version)).toEqual(['newest', 'shop@1']);
  });
});
