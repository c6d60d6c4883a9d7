import { createHash } from 'node:crypto';
import { openDatabase } from '../../src/store/open';
import { packBody } from '../../src/domain/eventBody';
import type { Event, EventSummary } from '../../src/domain/event';
import type { Project } from '../../src/domain/project';
import { normalizeEvent } from '../../src/ingest/normalize';
import { cleanEvent, deriveFrom } from '../../src/ingest/prepare';
import { presentRecord } from '../../src/views/event';
import { presentSeconds } from '../../src/views/time';
import type { Row, Stockroom } from './databases';
import { makePayload } from './payloads';
import { Random } from './random';
import type { World } from './world';

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIOD_MS = 90 * DAY_MS;
/** Distinct events that were prepared by the service's own code; all others repeat them with an id, a time and an issue of their own. */
const PREPARED = 300;
const EVENT_BYTES = 1536;
const EVENTS_PER_ISSUE = 50;
/** One issue in so many is alive at any one time. */
const ALIVE = 10;
const COLUMNS = {
  event: ['project_id', 'event_id', 'issue_id', 'timestamp', 'record'],
  event_body: ['project_id', 'event_id', 'body'],
  issue: [
    'project_id',
    'id',
    'title',
    'culprit',
    'type',
    'level',
    'platform',
    'first_seen',
    'last_seen',
    'times_seen',
    'number',
  ],
  issue_hash: ['project_id', 'hash', 'issue_id'],
  issue_tag: ['project_id', 'key', 'value', 'issue_id'],
};

/** These stand in the prepared records where each event has its own. */
const ID = '0'.repeat(32);
const TIME = Date.UTC(2001, 8, 9);

interface Prepared {
  readonly event: Event;
  readonly summary: EventSummary;
  readonly hash: string;
  readonly record: string;
  readonly body: Uint8Array;
}

interface Issue {
  readonly id: number;
  readonly like: Prepared;
  readonly firstSeen: number;
  lastSeen: number;
  timesSeen: number;
}

/**
 * Fills the world's project with events of the last 90 days as a service in use has them: issues come and go, a few of them are
 * seen often and most seldom, from several environments and releases. What is stored of an event is made by the service's own code.
 */
export async function generateEvents(databases: Stockroom, url: string, world: World, count: number): Promise<void> {
  const prepared = await prepareEvents(url, world);
  const issues: Issue[] = [];
  await databases.fill(url, COLUMNS, rowsOf(Number(world.projectId), count, prepared, issues));
  await databases.execute(url, "UPDATE sequence SET value = ? WHERE name = 'issue'", [issues.length]);
  await databases.execute(url, 'INSERT INTO issue_counter (project_id, last_number) VALUES (?, ?)', [
    Number(world.projectId),
    issues.length,
  ]);
}

/** Prepares events by the service's own code, and lets the project know their platforms, environments and releases. */
async function prepareEvents(url: string, { projectId, publicKey }: World): Promise<Prepared[]> {
  const database = await openDatabase(url);
  try {
    const project = await database.read(({ projects }) => projects.findByKey(projectId, publicKey));
    if (project === undefined) throw new Error(`there is no project ${projectId}`);
    const prepared = Array.from({ length: PREPARED }, (_, number) => prepareEvent(project, new Random(number)));
    const labels = prepared.map(({ event }) => event);
    await database.write(({ events }) => events.note(project, labels, labels));
    return prepared;
  } finally {
    await database.close();
  }
}

function prepareEvent(project: Project, random: Random): Prepared {
  const kind = `${random.pick(['Type', 'Range', 'Stock', 'Payment', 'Network', 'Timeout'])}Error`;
  const payload = makePayload(EVENT_BYTES, random, { eventId: ID, kind, timestamp: TIME / 1000 });
  const event = cleanEvent(normalizeEvent(payload, { eventId: ID, received: TIME, ipAddress: null }), project.settings);
  // Such an old time is not taken from clients.
  const dated = { ...event, timestamp: TIME };
  const { summary, grouping } = deriveFrom(dated, project.settings);
  const record = JSON.stringify(presentRecord(project.id, dated, summary));
  return {
    event: dated,
    summary,
    hash: grouping.hash,
    record,
    body: packBody({ event: dated, grouping: { hash: grouping.hash } }),
  };
}

function* rowsOf(project: number, count: number, prepared: readonly Prepared[], issues: Issue[]): Iterable<Row> {
  const random = new Random(count);
  const began = Date.now() - PERIOD_MS;
  const total = Math.ceil(count / EVENTS_PER_ISSUE);
  const alive: Issue[] = [];
  const open = (place: number, time: number): Issue => {
    const issue = { id: issues.length + 1, like: random.pick(prepared), firstSeen: time, lastSeen: time, timesSeen: 0 };
    issues.push(issue);
    return (alive[place] = issue);
  };
  const shown = presentSeconds(TIME);
  for (let number = 0; number < count; number += 1) {
    const time = began + Math.floor((PERIOD_MS * number) / count);
    const isNew = issues.length < (total * number) / count;
    // The cube lets an eighth of the issues that are alive have half of the events.
    const place = Math.floor(random.next() ** 3 * Math.ceil(total / ALIVE));
    const issue = isNew ? open(random.below(Math.ceil(total / ALIVE)), time) : (alive[place] ?? open(place, time));
    issue.lastSeen = time;
    issue.timesSeen += 1;
    const id = random.hex(32);
    const record = issue.like.record.replaceAll(ID, id).replace(shown, presentSeconds(time));
    yield ['event', [project, id, issue.id, time, record]];
    yield ['event_body', [project, id, issue.like.body]];
  }
  yield* issueRows(project, issues);
}

function* issueRows(project: number, issues: readonly Issue[]): Iterable<Row> {
  for (const { id, like, firstSeen, lastSeen, timesSeen } of issues) {
    const { event, summary } = like;
    const described = [summary.title, summary.culprit, event.type, event.level, event.platform];
    yield ['issue', [project, id, ...described, firstSeen, lastSeen, timesSeen, id]];
    yield ['issue_hash', [project, hashOf(`${like.hash} ${id}`), id]];
    for (const { key, value } of summary.tags) yield ['issue_tag', [project, key, value, id]];
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
