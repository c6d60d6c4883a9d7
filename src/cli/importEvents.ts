import { convertEvent, type EventToImport } from './importedEvent';
import { type ImportedProject, inParallel, omit, sourcePath, targetOf } from './importHistory';
import { objectOf, type SourceRecord } from './importSource';
import { dataOf } from './service';

/* The events of a project of another tracker. */

/** Limits of one request of `importProjectData`. */
const MAX_BATCH_EVENTS = 100;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** Events of a page of the source are read one by one if there are no more than these. */
const MAX_SINGLE = 5;
/** Number of events that are read one by one and saved together. */
const SINGLE_BATCH = 20;
/** A path that the source lacks for this number of events, one after another, is not asked for again. */
const MAX_MISSES = 3;
const BAR_WIDTH = 30;

/** The events of the source, and the pages on which they are. */
interface SourceEvents {
  /** Event id → id of its issue. */
  readonly events: ReadonlyMap<string, string>;
  readonly pages: readonly { readonly cursor: string | null; readonly ids: readonly string[] }[];
}

/** Events in lists have `eventID`, those that are shown as they are stored `event_id`. */
const idOfEvent = ({ eventID, event_id: storedId, id }: SourceRecord) =>
  String(eventID ?? storedId ?? id)
    .replaceAll('-', '')
    .toLowerCase();

/** Lists the events of the source. @throws SourceError if it does not show them */
export async function listSource(context: ImportedProject): Promise<SourceEvents> {
  const { source, slug, report } = context;
  const events = new Map<string, string>();
  const pages: { cursor: string | null; ids: string[] }[] = [];
  for (let cursor: string | null = null; ;) {
    const { records, next } = await source.page(sourcePath(context, 'events/'), cursor);
    for (const record of records) events.set(idOfEvent(record), String(record['groupID']));
    pages.push({ cursor, ids: records.map(idOfEvent) });
    report(`${slug}  found ${events.size} events`);
    if (next === null || next === cursor) return { events, pages };
    cursor = next;
  }
}

/** Returns the id of the issue of each stored event. */
export async function listTarget(context: ImportedProject): Promise<Map<string, string>> {
  const events = new Map<string, string>();
  const parameters = { ...targetOf(context), per_page: 100 };
  for await (const { eventID, groupID } of context.culprit.listProjectEvents.records(parameters))
    events.set(eventID, groupID);
  return events;
}

/**
 * Imports the events that the target lacks. Returns their number.
 * @param storedEvents of the target: event id → id of its issue
 */
export async function importEvents(
  context: ImportedProject,
  sent: SourceEvents,
  storedEvents: ReadonlyMap<string, string>,
): Promise<number> {
  const { culprit, source } = context;
  let stored = 0;
  await readMissing(context, sent, storedEvents, async (events) => {
    const body = { source: source.name, events: [...events] };
    const result = dataOf(await culprit.importProjectData({ ...targetOf(context), body }));
    for (const { outcome, reason } of result.events) {
      if (outcome === 'stored') stored += 1;
      else if (outcome === 'dropped') omit(context, 'event', `The service does not store it: ${reason ?? 'unknown'}.`);
    }
  });
  return stored;
}

/**
 * Returns what would become of the events that the target lacks: event id → id of the issue, or the hash of one that
 * would be opened. Nothing is stored.
 */
export async function previewEvents(
  context: ImportedProject,
  sent: SourceEvents,
  storedEvents: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { culprit, to, slug } = context;
  const groups = new Map<string, string>();
  await readMissing(context, sent, storedEvents, async (events) => {
    const body = { project: slug, events: [...events] };
    const result = dataOf(await culprit.previewImport({ organization_slug: to, body }));
    for (const { id, outcome, reason, hash, groupID } of result.events) {
      if (outcome === 'stored') groups.set(id, groupID ?? hash ?? '');
      else if (outcome === 'dropped') omit(context, 'event', `The service would not store it: ${reason ?? 'unknown'}.`);
    }
  });
  return groups;
}

/**
 * Reads the events that the target lacks, and hands them on in batches: a page at once if the source has that, and one
 * by one what no page has.
 */
async function readMissing(
  context: ImportedProject,
  { events, pages }: SourceEvents,
  storedEvents: ReadonlyMap<string, string>,
  handle: (events: readonly EventToImport[]) => Promise<void>,
): Promise<void> {
  const { source, slug, report } = context;
  const missing = new Set([...events.keys()].filter((id) => !storedEvents.has(id)));
  const total = missing.size;
  const fingerprints = new Fingerprints(context);
  const take = async (recordsById: ReadonlyMap<string, SourceRecord>) => {
    const converted: EventToImport[] = [];
    for (const [id, record] of recordsById) {
      const event = convertEvent(record, 'event_id' in record ? undefined : await fingerprints.of(id, record));
      if (event === null) omit(context, 'event', 'It is no error and no message.');
      else converted.push(event);
    }
    for (const batch of batchesOf(converted)) await handle(batch);
    const done = total - missing.size;
    report(`${slug}  events ${bar(done / total)} ${done} of ${total}`);
  };
  let hasBodies = true;
  await inParallel(pages, async ({ cursor, ids }) => {
    if (!hasBodies || ids.filter((id) => missing.has(id)).length <= MAX_SINGLE) return;
    const { records } = await source.page(`${sourcePath(context, 'events/')}?full=true`, cursor);
    // New events move the others to later pages: any event that is missing is welcome.
    const whole = records.filter((record) => Array.isArray(record['entries']) || 'event_id' in record);
    hasBodies &&= whole.length > 0 || records.length === 0;
    const entries = whole.map((record) => [idOfEvent(record), record] as const);
    await take(new Map(entries.filter(([id]) => missing.delete(id))));
  });
  const rest = [...missing];
  const parts = Array.from({ length: Math.ceil(rest.length / SINGLE_BATCH) }, (_, index) =>
    rest.slice(index * SINGLE_BATCH, (index + 1) * SINGLE_BATCH),
  );
  await inParallel(parts, async (ids) => {
    const recordsById = new Map<string, SourceRecord>();
    for (const id of ids) {
      const record = await source.find(sourcePath(context, `events/${id}/`));
      missing.delete(id);
      if (record === undefined) omit(context, 'event', 'The source does not show it.');
      else recordsById.set(id, objectOf(record));
    }
    await take(recordsById);
  });
}

function* batchesOf(events: readonly EventToImport[]): Generator<readonly EventToImport[]> {
  for (let start = 0; start < events.length;) {
    const batch: EventToImport[] = [];
    for (let bytes = 0; start < events.length && batch.length < MAX_BATCH_EVENTS; start += 1) {
      const event = events[start] as EventToImport;
      bytes += Buffer.byteLength(JSON.stringify(event));
      if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
      batch.push(event);
    }
    yield batch;
  }
}

function bar(share: number): string {
  const filled = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

/**
 * Finds the fingerprints that clients set. Records of events do not show them; the raw event does, and so does what the
 * source says about its grouping. Events with the same hashes have the same fingerprint: one of them is asked about.
 */
class Fingerprints {
  /** Hashes of an event, or its issue → the fingerprint of the event of them that was asked about. */
  readonly #fingerprints = new Map<string, Promise<readonly string[] | undefined>>();
  readonly #paths = [
    { path: 'json/', read: (raw: SourceRecord) => raw['fingerprint'], misses: 0 },
    { path: 'grouping-info/', read: readGroupingInfo, misses: 0 },
  ];

  constructor(private readonly context: ImportedProject) {}

  /** Returns the fingerprint of an event; undefined if it has none of its own, or the source does not show it. */
  of(id: string, { fingerprints, groupID }: SourceRecord): Promise<readonly string[] | undefined> {
    const key =
      Array.isArray(fingerprints) && fingerprints.length > 0 ? fingerprints.join() : `issue ${String(groupID)}`;
    const fingerprint = this.#fingerprints.get(key) ?? this.#find(id);
    this.#fingerprints.set(key, fingerprint);
    return fingerprint;
  }

  async #find(id: string): Promise<readonly string[] | undefined> {
    for (const one of this.#paths) {
      if (one.misses === MAX_MISSES) continue;
      const record = await this.context.source.find(sourcePath(this.context, `events/${id}/${one.path}`));
      one.misses = record === undefined ? Math.min(MAX_MISSES, one.misses + 1) : 0;
      if (record === undefined) continue;
      const parts = one.read(objectOf(record));
      return Array.isArray(parts) && parts.length > 0 && parts.every((part) => typeof part === 'string')
        ? parts
        : undefined;
    }
    return undefined;
  }
}

/** Returns the parts of the fingerprint in the form in which another Culprit explains how an event is grouped. */
function readGroupingInfo(info: SourceRecord): unknown {
  const { component } = objectOf(objectOf(info['variants'])['fingerprint']);
  const { values } = objectOf(component);
  return Array.isArray(values) ? (values as unknown[]).map((value) => objectOf(value)['name']) : undefined;
}
