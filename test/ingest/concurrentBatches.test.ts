/** Two connections to one database, as in two processes, save events of the same errors at the same time. */
import { formatShortId } from '../../src/domain/issue';
import type { Project } from '../../src/domain/project';
import { type IngestProject, type ProcessedEvent, type SavedEvents, saveEvents } from '../../src/ingest/saveEvents';
import { openDatabase } from '../../src/store/engine/open';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { everyRow, hex, listIssues, NOON, project as makeProject, setStatus } from '../support/rows';

const ROUNDS = 12;
const BATCH = 20;
const HASHES = 9;
const USERS = 7;

let temporary: TemporaryDatabase;
let databases: [Database, Database];
let stored: Project;
/** Its alerts are queued for a webhook. */
let project: IngestProject;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  databases = [temporary.database, await openDatabase(temporary.url)];
  stored = await temporary.database.write((stores) => makeProject(stores));
  project = { ...stored, hasWebhook: true };
});
afterEach(async () => {
  await databases[1].close();
  await temporary.dispose();
});

/** The event of a number; its hash and its user follow from the number. */
function event(number: number, given: Partial<ProcessedEvent> = {}): ProcessedEvent {
  const hash = String(number % HASHES).repeat(32);
  return {
    eventId: number.toString(16).padStart(32, '0'),
    hash,
    timestamp: NOON + number,
    received: NOON,
    platform: number % 2 === 0 ? 'node' : 'python',
    environment: `stage ${number % 3}`,
    release: `v${number % 5}`,
    type: 'error',
    level: 'error',
    title: `Error ${hash}`,
    culprit: null,
    record: '{}',
    body: new Uint8Array(9),
    tags: [{ key: 'user', value: `id:${number % USERS}` }],
    searchEntries: [],
    flags: [],
    ...given,
  };
}

const save = (database: Database, events: readonly ProcessedEvent[]): Promise<SavedEvents> =>
  database.write((stores) => saveEvents(stores, project, events), { projects: [project.id] });

/** Saves batches by both connections; each event is in batches of both, which order them differently. */
async function saveTwice(of: (round: number) => ProcessedEvent[]): Promise<SavedEvents[]> {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const [one, other] = databases;
  const saved = await Promise.all([
    ...rounds.map((round) => save(one, of(round))),
    ...rounds.map((round) => save(other, of(round).reverse())),
  ]);
  return saved;
}

const batch = (round: number) => Array.from({ length: BATCH }, (_, index) => event(round * BATCH + index));
const issues = () => everyRow((page) => temporary.database.read((stores) => listIssues(stores, project.id, '', page)));

async function alerts(): Promise<{ reason: string; issue: string }[]> {
  const engine = await temporary.openEngine();
  const rows = await engine.read((session) =>
    session.all<{ reason: string; issue: string }>(
      'SELECT reason AS "reason", CAST(issue_id AS TEXT) AS "issue" FROM alert ORDER BY reason, issue_id',
      [],
    ),
  );
  await engine.close();
  return rows;
}

it('store each event once, and count each event and user once', async () => {
  await saveTwice(batch);
  const numbers = Array.from({ length: ROUNDS * BATCH }, (_, number) => number);
  const listed = await everyRow((page) => temporary.database.read(({ events }) => events.list(project.id, page)));
  expect(listed.map(({ eventId }) => eventId).sort()).toEqual(numbers.map((number) => event(number).eventId).sort());
  const allIssues = await issues();
  expect(allIssues).toHaveLength(HASHES);
  for (const issue of allIssues) {
    const own = numbers.filter((number) => event(number).title === issue.title);
    expect(issue).toMatchObject({
      timesSeen: own.length,
      userCount: new Set(own.map((number) => number % USERS)).size,
      firstSeen: NOON + Math.min(...own),
      lastSeen: NOON + Math.max(...own),
    });
  }
  expect(allIssues.map(({ number }) => formatShortId('x', number)).sort()).toEqual(
    Array.from({ length: HASHES }, (_, index) => formatShortId('x', index + 1)),
  );
});

it('open each issue once, with one alert', async () => {
  const saved = await saveTwice(batch);
  const ids = (await issues()).map(({ id }) => id).sort();
  expect(saved.flatMap(({ newIssueIds }) => newIssueIds).sort()).toEqual(ids);
  expect((await alerts()).map(({ issue }) => issue).sort()).toEqual(ids);
});

it('reopen each resolved issue once, with one alert', async () => {
  await saveTwice(batch);
  const ids = (await issues()).map(({ id }) => id).sort();
  await temporary.database.write((stores) => setStatus(stores, project.id, ids, { status: 'resolved' }));
  const saved = await saveTwice((round) => batch(round).map((one) => ({ ...one, eventId: hexOf(one.eventId) })));
  expect(saved.flatMap(({ newIssueIds }) => newIssueIds)).toEqual([]);
  expect(saved.flatMap(({ regressedIssueIds }) => regressedIssueIds).sort()).toEqual(ids);
  const regressions = (await alerts()).filter(({ reason }) => reason === 'regression');
  expect(regressions.map(({ issue }) => issue).sort()).toEqual(ids);
});

/** Returns another id for the event, the same for both connections. */
function hexOf(eventId: string): string {
  return `f${eventId.slice(1)}`;
}

it('keep the limit of values of a tag', async () => {
  const key = hex();
  await saveTwice((round) =>
    batch(round).map((one, index) =>
      event(0, {
        eventId: one.eventId,
        tags: Array.from({ length: 10 }, (_, tag) => ({ key, value: `${round}.${index}.${tag}` })),
      }),
    ),
  );
  const engine = await temporary.openEngine();
  const row = await engine.read((session) =>
    session.one<{ rows: number }>('SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM issue_tag WHERE key = ?', [key]),
  );
  await engine.close();
  expect(row?.rows).toBe(500);
});

it('do not lose an issue that is removed meanwhile: its next event opens it again', async () => {
  const removals = Array.from({ length: 3 }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await databases[1].write((stores) => stores.issues.removeFirst(project.id, 2, NOON));
  });
  await Promise.all([saveTwice(batch), ...removals]);
  const listed = await everyRow((page) => temporary.database.read(({ events }) => events.list(project.id, page)));
  const ids = new Set((await issues()).map(({ id }) => id));
  expect(listed.filter(({ issueId }) => !ids.has(issueId))).toEqual([]);
  const counted = (await issues()).reduce((sum, { timesSeen }) => sum + timesSeen, 0);
  expect(counted).toBe(listed.length);
});
