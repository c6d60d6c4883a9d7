import { setImmediate } from 'node:timers/promises';
import { decompressEventBody } from '../../compression/eventBody';
import { BadRequest } from '../../domain/errors';
import type { EventTag } from '../../domain/event';
import { type Issue, SEARCH_ENTRY_MARK, TagCounts } from '../../domain/issue';
import { collectSearchEntries } from '../../ingest/describeEvent';
import { readRecordTags } from '../../presenters/eventRecord';
import type { FullEventRow } from '../../store/events';
import type { Read } from '../../store/stores';

/**
 * Maximum number of an issue's stored events whose hashes are read: each body is decompressed (openapi/DECISIONS.md,
 * "Changes of issues").
 */
const MAX_HASHED_EVENTS = 50_000;
const BODIES_AT_ONCE = 50;

/** The data of a stored event from which its issue is computed. */
export interface HashedEvent {
  readonly eventId: string;
  readonly timestamp: number;
  readonly hash: string;
  readonly release: string | null;
  /** Its tags and search entries. Equal entries of several events are one object. */
  readonly tags: readonly EventTag[];
}

/** The stored events of an issue by their grouping hashes. */
export class HashedEvents {
  #events = new Map<string, HashedEvent>();
  readonly #tags = new Map<string, EventTag>();

  constructor(private readonly issue: Pick<Issue, 'id' | 'projectId'>) {}

  /**
   * Reads the presently stored events. Bodies are read once: a transaction that calls this again reads only the bodies
   * of events that arrived meanwhile.
   * @param required ids of events of the issue, newest first, that are read in any case: if there are too many events,
   * these and the newest ones are read
   * @returns the events, newest first
   * @throws BadRequest if there are too many, and none are required
   */
  async read(read: Read, required: readonly string[] = []): Promise<HashedEvent[]> {
    const listed = await read(({ events }) => events.listIds(this.issue, MAX_HASHED_EVENTS + 1));
    const isTooMany = listed.length > MAX_HASHED_EVENTS;
    const ids = isTooMany ? [...new Set([...listed, ...required])] : listed;
    if (isTooMany && required.length === 0) {
      throw new BadRequest(
        `The issue has more than ${MAX_HASHED_EVENTS} stored events, too many to read the hash of each; first make the project keep fewer events with 'retentionEvents' or 'retentionDays'.`,
      );
    }
    const unread = ids.filter((id) => !this.#events.has(id));
    for (let start = 0; start < unread.length; start += BODIES_AT_ONCE) {
      if (start > 0) await setImmediate();
      const batch = unread.slice(start, start + BODIES_AT_ONCE);
      for (const row of await read(({ events }) => events.readBodies(this.issue.projectId, batch)))
        this.#events.set(row.eventId, this.describe(row));
    }
    const stored = ids.map((id) => this.#events.get(id)).filter((event) => event !== undefined);
    if (stored.length < this.#events.size) this.#events = new Map(stored.map((event) => [event.eventId, event]));
    return stored;
  }

  private describe({ eventId, timestamp, record, body }: FullEventRow): HashedEvent {
    const { event, grouping } = decompressEventBody(body).body;
    const tags = readRecordTags(record).filter(({ key }) => !key.startsWith(SEARCH_ENTRY_MARK));
    return {
      ...{ eventId, timestamp, hash: grouping.hash },
      release: tags.find(({ key }) => key === 'release')?.value ?? null,
      tags: [...tags, ...collectSearchEntries(event)].map((tag) => this.shared(tag)),
    };
  }

  /** Returns the same object for equal tags, so that many events take little memory. */
  private shared({ key, value }: EventTag): EventTag {
    const name = `${key}\n${value}`;
    const tag = this.#tags.get(name) ?? { key, value };
    this.#tags.set(name, tag);
    return tag;
  }
}

/** Number of the newest events of an issue that are counted: more would take too long. */
export const COUNTED_EVENTS = 1_000;
/** Number of events after which other requests are served. */
const EVENTS_AT_ONCE = 100;

/** The counted tags of an issue. */
export interface IssueTagCounts {
  readonly counts: TagCounts;
  /** True if there are older events, which are not counted. */
  readonly isSample: boolean;
}

/**
 * Counts the tags of the newest events of an issue.
 * @param environments names of the environments whose events are counted; none for all
 */
export async function countIssueTags(
  issue: Issue,
  read: Read,
  environments: readonly string[] = [],
): Promise<IssueTagCounts> {
  const rows = await read(({ events }) => events.listNewest(issue, COUNTED_EVENTS + 1));
  const selected = new Set(environments);
  const counts = new TagCounts();
  for (const [index, { timestamp, record }] of rows.slice(0, COUNTED_EVENTS).entries()) {
    const tags = readRecordTags(record);
    const isCounted =
      selected.size === 0 || tags.some(({ key, value }) => key === 'environment' && selected.has(value));
    if (isCounted) counts.add(timestamp, tags);
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await setImmediate();
  }
  return { counts, isSample: rows.length > COUNTED_EVENTS };
}
