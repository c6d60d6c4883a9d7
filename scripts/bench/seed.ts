import { createHash } from 'node:crypto';
import { compressEventBody } from '../../src/compression/eventBody';
import type { Event, EventSummary } from '../../src/domain/event';
import type { DsnProject } from '../../src/domain/project';
import { storedText } from '../../src/domain/issueText';
import { describeText } from '../../src/ingest/describeText';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub, groupAndDescribe } from '../../src/ingest/processEvent';
import { packRecord, presentRecord } from '../../src/presenters/eventRecord';
import { openDatabase } from '../../src/store/engine/open';
import { makePayload, Random } from '../support/payloads';
import type { SeedableDatabases, SeedRow } from './databases';
import type { BenchFixture } from './fixture';
import { counterStatements, eventRow, SEED_COLUMNS, tagBlockRows } from './tables';

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIOD_MS = 90 * DAY_MS;
/**
 * Number of distinct events that the service's own code processes. All others repeat them with another id, time and
 * issue.
 */
const TEMPLATE_COUNT = 300;
const EVENT_BYTES = 1536;
const EVENTS_PER_ISSUE = 50;
/** One issue in this number is active at any time. */
const ACTIVE_ISSUE_SHARE = 10;

/** Placeholders for the values of each event. */
const TEMPLATE_ID = '0'.repeat(32);
const TEMPLATE_TIME = Date.UTC(2001, 8, 9);

interface EventTemplate {
  readonly event: Event;
  readonly summary: EventSummary;
  readonly hash: string;
  readonly record: string;
  readonly body: Uint8Array;
  readonly words: string;
}

interface SeededIssue {
  readonly id: number;
  readonly like: EventTemplate;
  readonly firstSeen: number;
  lastSeen: number;
  timesSeen: number;
}

/**
 * Fills the fixture's project with events of the last 90 days as in a service in use: issues are active for some time,
 * a few occur often and most rarely, from several environments and releases. The rows of an event come from the
 * service's own code. Returns the id of the last issue.
 */
export async function seedEvents(
  databases: SeedableDatabases,
  url: string,
  fixture: BenchFixture,
  count: number,
  { eventsPerIssue = EVENTS_PER_ISSUE, firstIssue = 1 } = {},
): Promise<number> {
  const templates = await createTemplates(url, fixture);
  const issues: SeededIssue[] = [];
  const amounts = { count, total: Math.ceil(count / eventsPerIssue), firstIssue };
  await databases.fill(url, SEED_COLUMNS, rowsOf(Number(fixture.projectId), amounts, templates, issues));
  const lastIssue = firstIssue - 1 + issues.length;
  for (const [sql, values] of counterStatements(Number(fixture.projectId), lastIssue))
    await databases.execute(url, sql, values);
  return lastIssue;
}

/**
 * Processes events with the service's own code, and records their platforms, environments and releases in the project.
 */
async function createTemplates(url: string, { projectId, publicKey }: BenchFixture): Promise<EventTemplate[]> {
  const database = await openDatabase(url);
  try {
    const projectOfKey = await database.read(({ projects }) => projects.findByKey(projectId, publicKey));
    if (projectOfKey === undefined) throw new Error(`there is no project ${projectId}`);
    const { project } = projectOfKey;
    const prepared = Array.from({ length: TEMPLATE_COUNT }, (_, number) => createTemplate(project, new Random(number)));
    const labels = prepared.map(({ event }) => event);
    await database.write(async ({ projects, releases }) => {
      await projects.recordEvents(project, labels);
      await releases.recordEvents(project, labels, labels);
    });
    return prepared;
  } finally {
    await database.close();
  }
}

function createTemplate(project: DsnProject, random: Random): EventTemplate {
  const kind = `${random.pick(['Type', 'Range', 'Stock', 'Payment', 'Network', 'Timeout'])}Error`;
  const payload = makePayload(EVENT_BYTES, random, { eventId: TEMPLATE_ID, kind, timestamp: TEMPLATE_TIME / 1000 });
  const event = completeAndScrub(
    normalizeEvent(payload, { eventId: TEMPLATE_ID, received: TEMPLATE_TIME, ipAddress: null }),
    project.settings,
  );
  // The service replaces such an old time of a client.
  const dated = { ...event, timestamp: TEMPLATE_TIME };
  const { summary, grouping } = groupAndDescribe(dated, project.settings);
  const record = packRecord(presentRecord(project.id, dated, summary));
  return {
    event: dated,
    summary,
    hash: grouping.hash,
    record,
    body: compressEventBody({ event: dated, grouping: { hash: grouping.hash } }),
    words: describeText(dated, summary),
  };
}

function* rowsOf(
  project: number,
  { count, total, firstIssue }: { readonly count: number; readonly total: number; readonly firstIssue: number },
  prepared: readonly EventTemplate[],
  issues: SeededIssue[],
): Iterable<SeedRow> {
  const random = new Random(count);
  const began = Date.now() - PERIOD_MS;
  const alive: SeededIssue[] = [];
  const open = (place: number, time: number): SeededIssue => {
    const id = firstIssue + issues.length;
    const issue = { id, like: random.pick(prepared), firstSeen: time, lastSeen: time, timesSeen: 0 };
    issues.push(issue);
    return (alive[place] = issue);
  };
  for (let number = 0; number < count; number += 1) {
    const time = began + Math.floor((PERIOD_MS * number) / count);
    const isNew = issues.length < (total * number) / count;
    // By the cube, an eighth of the active issues has half of the events.
    const place = Math.floor(random.next() ** 3 * Math.ceil(total / ACTIVE_ISSUE_SHARE));
    const issue = isNew
      ? open(random.below(Math.ceil(total / ACTIVE_ISSUE_SHARE)), time)
      : (alive[place] ?? open(place, time));
    issue.lastSeen = time;
    issue.timesSeen += 1;
    const id = random.hex(32);
    yield eventRow({ project, id, issue: issue.id, time, record: issue.like.record, body: issue.like.body });
  }
  yield* issueRows(project, issues);
}

function* issueRows(project: number, issues: readonly SeededIssue[]): Iterable<SeedRow> {
  for (const { id, like, firstSeen, lastSeen, timesSeen } of issues) {
    const { event, summary } = like;
    const described = [summary.title, summary.culprit, event.type, event.level, event.platform];
    yield ['issue', [project, id, ...described, firstSeen, lastSeen, timesSeen, id, 0]];
    yield ['issue_text', [project, id, `${like.words}${storedText([`order ${id}`])}`]];
    yield ['issue_hash', [project, shortHash(`${like.hash} ${id}`), id]];
    for (const { key, value } of summary.tags) yield ['issue_tag', [project, key, value, id]];
  }
  yield* tagBlockRows(
    project,
    issues.flatMap(({ id, like }) => like.summary.tags.map((tag) => ({ issue: id, ...tag }))),
  );
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
