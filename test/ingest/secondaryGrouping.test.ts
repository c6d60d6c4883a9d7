import * as fc from 'fast-check';
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
    searchEntries: [],
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
  // From then on the issue owns the new hash, even for messages that the old algorithm grouped separately.
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

const HASHES = ['a', 'b', 'c', 'd'] as const;
const HASH = fc.constantFrom(...HASHES);

interface HashedEvent {
  readonly hash: string;
  readonly secondaryHash: string | null;
  readonly unresolvedHashes: readonly string[];
}

it('finds the issues of a batch as if its events were saved one by one', async () => {
  const event = fc.record({
    hash: HASH,
    secondaryHash: fc.option(HASH),
    unresolvedHashes: fc.array(HASH, { maxLength: 2 }),
  });
  const given = fc.record({
    earlier: fc.array(event, { maxLength: 3 }),
    events: fc.array(event, { minLength: 1, maxLength: 6 }),
  });
  const run = async ({ earlier, events }: { earlier: HashedEvent[]; events: HashedEvent[] }, isBatch: boolean) => {
    project = await temporary.database.write((stores) => makeProject(stores));
    const prefix = hex().slice(1);
    const make = ({ hash, secondaryHash, unresolvedHashes }: HashedEvent) => ({
      ...processed('lost', OLD),
      hash: `${hash}${prefix}`,
      secondaryHash: secondaryHash === null || secondaryHash === hash ? null : `${secondaryHash}${prefix}`,
      unresolvedHashes: unresolvedHashes.filter((one) => one !== hash).map((one) => `${one}${prefix}`),
    });
    for (const one of earlier) await issuesOf(make(one));
    const made = events.map(make);
    if (!isBatch) for (const one of made) await issuesOf(one);
    // Saving an event again changes nothing, so that both ways end with the same result.
    const issues = await issuesOf(...made);
    const owners = await temporary.database.write((stores) =>
      stores.issues.lockByHashes(
        project.id,
        HASHES.map((hash) => `${hash}${prefix}`),
      ),
    );
    const first = [...new Set([...owners.values()].map(({ id }) => Number(id)))].sort((a, b) => a - b);
    const numberOf = (id: string) => first.indexOf(Number(id));
    const counts = await Promise.all(
      first.map((id) => temporary.database.read((stores) => stores.issues.find(project.id, String(id)))),
    );
    return {
      events: issues.map(numberOf),
      hashes: [...owners].map(([hash, { id }]) => `${hash[0]} ${numberOf(id)}`).sort(),
      counts: counts.map((issue) => issue?.timesSeen),
    };
  };
  await fc.assert(
    fc.asyncProperty(given, async (one) => expect(await run(one, true)).toEqual(await run(one, false))),
    { numRuns: 120 },
  );
});

it('does not reopen a removed issue', async () => {
  const [old] = await issuesOf(processed('cart17 is lost', OLD));
  await temporary.database.write(({ issues }) => issues.remove(project.id, [Number(old)], NOON));
  const [fresh] = await issuesOf(processed('cart17 is lost', MOVED));
  expect(fresh).not.toBe(old);
});
