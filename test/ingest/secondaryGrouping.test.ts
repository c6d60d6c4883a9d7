import type { Project, ProjectSettings } from '../../src/domain/project';
import { groupAndDescribe } from '../../src/ingest/processEvent';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { firstPage, hex, project as makeProject } from '../support/rows';
import { NOON, normalized, settings } from './build';

let temporary: TemporaryDatabase;
let project: Project;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  project = await temporary.database.write((stores) => makeProject(stores));
});
afterEach(() => temporary.dispose());

const OLD = { groupingConfig: 'simple:1' };
const MOVED = {
  groupingConfig: 'simple:2',
  secondaryGroupingConfig: 'simple:1',
  secondaryGroupingExpiry: NOON / 1000 + 60,
};
const EXPIRED = { ...MOVED, secondaryGroupingExpiry: NOON / 1000 - 60 };

function processed(message: string, changes: Partial<ProjectSettings>): ProcessedEvent {
  const { event, summary, grouping, secondaryHash } = groupAndDescribe(
    normalized({ message }, { eventId: hex() }),
    settings(changes),
  );
  const { title, culprit } = summary;
  const labels = { platform: event.platform, environment: null, release: null, received: NOON };
  const kind = { type: event.type, level: event.level, title, culprit, hash: grouping.hash, secondaryHash };
  return {
    eventId: event.eventId,
    timestamp: NOON,
    ...labels,
    ...kind,
    record: '{}',
    body: new Uint8Array(1),
    tags: [],
    flags: [],
  };
}

/** Saves events in one transaction and returns the issue of each. */
async function issuesOf(...events: ProcessedEvent[]): Promise<string[]> {
  const { database } = temporary;
  await database.write((stores) => saveEvents(stores, project, events));
  const { rows } = await database.read((stores) => stores.events.list(project.id, firstPage()));
  const byEvent = new Map(rows.map(({ eventId, issueId }) => [eventId, issueId]));
  return events.map(({ eventId }) => byEvent.get(eventId) ?? 'none');
}

it('keeps events in their issue when the algorithm changes', async () => {
  const [old] = await issuesOf(processed('cart17 is lost', OLD));
  expect(await issuesOf(processed('cart17 is lost', MOVED))).toEqual([old]);
  // From then on the issue owns the new hash, also for messages that the old algorithm grouped apart.
  expect(await issuesOf(processed('cart17 is lost', EXPIRED), processed('cart99 is lost', EXPIRED))).toEqual([
    old,
    old,
  ]);
  const issue = await temporary.database.read(({ issues }) => issues.find(project.id, old ?? ''));
  expect(issue?.timesSeen).toBe(4);
});

it('assigns each event of a batch to its own issue', async () => {
  const [one, two] = await issuesOf(processed('cart1 is lost', OLD), processed('user_1 is lost', OLD));
  expect(one).not.toBe(two);
  expect(
    await issuesOf(
      processed('cart1 is lost', MOVED),
      processed('user_1 is lost', MOVED),
      processed('cart1 is lost', MOVED),
    ),
  ).toEqual([one, two, one]);
});

it('opens a new issue if no issue owns either hash, or the secondary algorithm has expired', async () => {
  const [old] = await issuesOf(processed('cart17 is lost', OLD));
  const [other] = await issuesOf(processed('basket17 is lost', MOVED));
  const [late] = await issuesOf(processed('cart17 is lost', EXPIRED));
  expect(new Set([old, other, late]).size).toBe(3);
});

it('does not reopen a removed issue', async () => {
  const [old] = await issuesOf(processed('cart17 is lost', OLD));
  await temporary.database.write(({ issues }) => issues.remove(project.id, [Number(old)], NOON));
  const [fresh] = await issuesOf(processed('cart17 is lost', MOVED));
  expect(fresh).not.toBe(old);
});
