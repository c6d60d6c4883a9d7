import { LRUCache } from 'lru-cache';
import { parseSentEventId } from '../domain/event';
import { atMost } from '../domain/lazy';
import {
  type DataCategory,
  type DiscardCount,
  DROPPED_EVENT_DAYS,
  type DroppedEvent,
  type DropReason,
  OUTCOME_RETENTION_DAYS,
  type OutcomeCount,
  outcomeOf,
} from '../domain/outcome';
import { DAY_MS, HOUR_MS } from '../domain/time';
import type { Read, Write } from '../store/stores';
import { WindowCounts } from '../domain/rateLimit';
import { RateLimiter } from './rateLimiter';

/**
 * Maximum number of events that wait to be written: of a project, and of all projects. Of a flood, the first ones of
 * each transaction are kept.
 */
const MAX_OF_PROJECT = 100;
const MAX_WAITING = 1_000;
/** Number of events of a project that are written before the surplus ones are deleted. */
const PRUNED_AFTER = 500;

/** An event with its project. */
type DroppedEventOfProject = DroppedEvent & { readonly projectId: string };

/**
 * Collects the events that are not stored, for the transaction that counts them (src/DECISIONS.md, "Dropped events").
 */
export class DroppedEvents {
  /** Project id → event id → the event. */
  #waiting = new Map<string, Map<string, DroppedEventOfProject>>();
  #count = 0;
  /** Project id → number of its events that were written since the surplus ones were deleted. */
  readonly #written = new Map<string, number>();

  /** Returns false if an event of the project would not be kept: then its id need not be found. */
  hasRoom(projectId: string): boolean {
    return this.#count < MAX_WAITING && (this.#waiting.get(projectId)?.size ?? 0) < MAX_OF_PROJECT;
  }

  /** Adds an event. Of several with the same id, the last one is kept. */
  add(event: DroppedEventOfProject): void {
    const { projectId, eventId } = event;
    const ofProject = this.#waiting.get(projectId) ?? new Map<string, DroppedEventOfProject>();
    const earlier = ofProject.get(eventId);
    if (earlier === undefined && !this.hasRoom(projectId)) return;
    this.#waiting.set(projectId, ofProject);
    if (earlier === undefined) this.#count += 1;
    ofProject.set(eventId, { ...event, attempts: event.attempts + (earlier?.attempts ?? 0) });
  }

  /** Removes and returns the waiting events. */
  take(): DroppedEventOfProject[] {
    const events = [...this.#waiting.values()].flatMap((ofProject) => [...ofProject.values()]);
    this.#waiting = new Map();
    this.#count = 0;
    return events;
  }

  /**
   * Notes that events were written. Returns the projects whose surplus events are to be deleted: the projects of which
   * this process wrote no event before, or many.
   */
  noteWritten(events: readonly DroppedEventOfProject[]): string[] {
    const counts = new Map<string, number>();
    for (const { projectId } of events) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
    const toPrune: string[] = [];
    for (const [projectId, count] of counts) {
      const written = (this.#written.get(projectId) ?? PRUNED_AFTER) + count;
      if (written > PRUNED_AFTER) toPrune.push(projectId);
      this.#written.set(projectId, written > PRUNED_AFTER ? 0 : written);
    }
    return toPrune;
  }
}

const EVENT_ID_MEMBER = /"event_id"\s*:\s*"((?:urn:uuid:|\{)?[0-9a-f-]{32,36}\}?)"/i;

/** Number of bytes of a refused event that are searched for its id. */
const SEARCHED_BYTES = 4096;

/** Returns the id in the beginning of an event that is not read, or not valid JSON; null if there is none. */
export function findPayloadEventId(payload: Uint8Array): string | null {
  const { buffer, byteOffset, byteLength } = payload;
  return findEventId(Buffer.from(buffer, byteOffset, byteLength).toString('latin1', 0, SEARCHED_BYTES));
}

/** Returns the id in the beginning of an envelope or of the JSON of an event; null if there is none. */
export function findEventId(start: string): string | null {
  const [, id] = EVENT_ID_MEMBER.exec(start) ?? [];
  return id === undefined ? null : parseSentEventId(id);
}

/**
 * Counts the events of each project by outcome and limits their number: by the configured rate limits, and for projects
 * that suddenly send far more than before.
 */
export class EventQuota {
  readonly #counter: OutcomeCounter;
  readonly spikes: SpikeGuard;
  readonly rateLimits: RateLimiter;
  /** Security reports of each project in a minute. */
  readonly securityReports = new WindowCounts(60_000);

  constructor({
    read,
    write,
    countsProjectsApart = false,
    spikeFloor,
    onError,
    onCounts,
  }: {
    read: Read;
    write: Write;
    /** True to write the counts of each project in a transaction of their own: they may be on several machines. */
    countsProjectsApart?: boolean;
    /** Number of events an hour that every project may send. */
    spikeFloor: number;
    onError: (error: unknown) => void;
    /** Called with counts after they were written. */
    onCounts?: ((counts: readonly OutcomeCount[]) => void) | undefined;
  }) {
    this.#counter = new OutcomeCounter(write, onError, onCounts, countsProjectsApart);
    this.rateLimits = new RateLimiter(write, onError);
    this.spikes = new SpikeGuard(spikeFloor, (projectId, since) =>
      read(({ outcomes }) => outcomes.busiestHour(projectId, since)),
    );
  }

  /**
   * Counts an event, or items of another category: only events count against limits.
   * @param dropped why it was dropped; null if it was accepted
   */
  count(
    projectId: string,
    dropped: DropReason | null,
    now: number,
    category: DataCategory = 'error',
    quantity = 1,
  ): void {
    this.#counter.count(projectId, dropped, now, category, quantity);
    if (dropped === null && category === 'error') this.spikes.recordEvent(projectId, now);
  }

  /** Counts an imported event, against which no limit of present events applies. */
  countImported(projectId: string, dropped: DropReason | null, received: number): void {
    this.#counter.count(projectId, dropped, received);
  }

  /** Counts items that an SDK dropped, as it reports. */
  countDiscarded(
    projectId: string,
    now: number,
    discarded: Pick<DiscardCount, 'reason' | 'category' | 'quantity'>,
  ): void {
    this.#counter.countDiscarded(projectId, now, discarded);
  }

  /** Keeps the reason why an event is not stored. @param find returns the event; null if its id is not known */
  keepReason(projectId: string, find: () => Omit<DroppedEventOfProject, 'projectId'> | null): void {
    this.#counter.keepReason(projectId, find);
  }

  /** Writes the counts that are still in memory. */
  async close(): Promise<void> {
    await Promise.all([this.#counter.close(), this.rateLimits.close()]);
  }
}

/**
 * Time for which counts are collected before they are written: a burst of events costs one short transaction each time.
 */
const FLUSH_DELAY_MS = 500;
const OUTCOME_RETENTION_MS = OUTCOME_RETENTION_DAYS * DAY_MS;
const DROPPED_EVENT_MS = DROPPED_EVENT_DAYS * DAY_MS;

/** The count of one project, hour, reason and category. */
type ProjectCount = (Omit<OutcomeCount, 'quantity'> | Omit<DiscardCount, 'quantity'>) & {
  readonly projectId: string;
  quantity: number;
};

/** The counts, and the dropped events, that one transaction writes. */
interface CountedPart {
  readonly counts: readonly ProjectCount[];
  readonly dropped: readonly DroppedEventOfProject[];
}

/**
 * Counts events and other items by project, hour, outcome and category, and keeps the reasons of dropped events. Both
 * are collected in memory for a moment, so that no event waits for them. If the process is killed, the last ones are
 * lost.
 */
export class OutcomeCounter {
  #counts = new Map<string, ProjectCount>();
  readonly #dropped = new DroppedEvents();
  #timer: NodeJS.Timeout | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  /** Project id → the day, since 1970, on which its old counts were last deleted. */
  readonly #prunedOn = new Map<string, number>();

  /**
   * @param onError called when a write fails; its counts are written with the next one
   * @param onCounts called with counts after they were written
   * @param countsProjectsApart true to write the counts of each project in a transaction of their own
   */
  constructor(
    private readonly write: Write,
    private readonly onError: (error: unknown) => void,
    private readonly onCounts?: (counts: readonly OutcomeCount[]) => void,
    private readonly countsProjectsApart = false,
  ) {}

  /** Counts items. @param dropped the reason why the item was dropped; null if it was accepted */
  count(
    projectId: string,
    dropped: DropReason | null,
    now: number,
    category: DataCategory = 'error',
    quantity = 1,
  ): void {
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    const counted = this.#counts.get(countKey(projectId, hour, dropped ?? '', category));
    if (counted !== undefined) counted.quantity += quantity;
    else this.#add({ projectId, hour, ...outcomeOf(dropped), category, quantity });
    this.#scheduleFlush();
  }

  /** Counts items that an SDK dropped, as it reports. */
  countDiscarded(
    projectId: string,
    now: number,
    discarded: Pick<DiscardCount, 'reason' | 'category' | 'quantity'>,
  ): void {
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    this.#add({ projectId, hour, outcome: 'client_discard', ...discarded });
    this.#scheduleFlush();
  }

  /**
   * Keeps the reason why an event is not stored, unless very many events of the project are dropped at the time.
   * @param find returns the event; null if its id is not known
   */
  keepReason(projectId: string, find: () => Omit<DroppedEventOfProject, 'projectId'> | null): void {
    const event = this.#dropped.hasRoom(projectId) ? find() : null;
    if (event === null) return;
    this.#dropped.add({ projectId, ...event });
    this.#scheduleFlush();
  }

  /** Writes the counts that are still in memory. */
  async close(): Promise<void> {
    this.#flush();
    await this.#lastWrite;
  }

  #add(added: ProjectCount): void {
    const { projectId, hour, outcome, reason, category } = added;
    const prefix = outcome === 'client_discard' ? `${outcome} ` : '';
    const key = countKey(projectId, hour, prefix + reason, category);
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, added);
    else counted.quantity += added.quantity;
  }

  #scheduleFlush(): void {
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_DELAY_MS).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    const dropped = this.#dropped.take();
    this.#counts = new Map();
    if (counts.length === 0 && dropped.length === 0) return;
    const projects = new Set([...counts, ...dropped].map(({ projectId }) => projectId));
    const partOf = (id: string) => ({
      counts: counts.filter(({ projectId }) => projectId === id),
      dropped: dropped.filter(({ projectId }) => projectId === id),
    });
    const parts: CountedPart[] = this.countsProjectsApart ? [...projects].map(partOf) : [{ counts, dropped }];
    for (const part of parts) this.#lastWrite = this.#lastWrite.then(() => this.#write(part));
  }

  /**
   * Adds the counts to those in the store. Once a day, also deletes the counts of a project that are past their
   * retention: a job for all projects would scan the table, whose key begins with the project.
   */
  async #write({ counts, dropped }: CountedPart): Promise<void> {
    const projects = [...new Set(counts.map(({ projectId }) => projectId))];
    const today = Math.floor(Math.max(0, ...counts.map(({ hour }) => hour)) / DAY_MS);
    const toPrune = projects.filter((id) => (this.#prunedOn.get(id) ?? 0) < today);
    try {
      await this.write(
        async ({ outcomes, droppedEvents }) => {
          await outcomes.add(counts);
          if (dropped.length > 0) droppedEvents.record(dropped);
          for (const id of toPrune) await outcomes.prune(id, today * DAY_MS - OUTCOME_RETENTION_MS);
        },
        { projects: [] },
      );
      for (const id of toPrune) this.#prunedOn.set(id, today);
      this.onCounts?.(
        counts.filter((count): count is ProjectCount & OutcomeCount => count.outcome !== 'client_discard'),
      );
    } catch (error) {
      this.onError(error);
      counts.forEach((count) => this.#add(count));
      dropped.forEach((event) => this.#dropped.add(event));
      this.#scheduleFlush();
      return;
    }
    await this.#pruneDropped(dropped);
  }

  /** Deletes the surplus events of the projects that need it, in transactions of their own. */
  async #pruneDropped(dropped: readonly DroppedEventOfProject[]): Promise<void> {
    const before = Math.max(0, ...dropped.map(({ received }) => received)) - DROPPED_EVENT_MS;
    for (const id of this.#dropped.noteWritten(dropped)) {
      await this.write(({ droppedEvents }) => droppedEvents.prune(id, before), { projects: [] }).catch(this.onError);
    }
  }
}

function countKey(projectId: string, hour: number, reason: string, category: string): string {
  return `${projectId} ${hour} ${reason} ${category}`;
}

/** Factor by which a project may exceed, in one hour, the events of its busiest hour. */
const GROWTH_FACTOR = 5;
/**
 * Number of hours in which the busiest hour is looked up: a week, so that a quiet weekend does not limit the Monday
 * after it.
 */
const BASELINE_HOURS = 7 * 24;
const RETRY_AFTER_SECONDS = 60;
const MAX_BUCKETS = 10_000;

/** The number of events that a project may still send. The bucket refills evenly, from empty to full in an hour. */
interface TokenBucket {
  tokens: number;
  capacity: number;
  refilledAt: number;
  /** The hour, since 1970, in which the capacity was looked up. */
  hour: number;
}

/** Returns the number of events that a project sent in its busiest hour since a time. */
export type FindBusiestHour = (projectId: string, since: number) => Promise<number>;

/**
 * Limits projects that suddenly send far more events than before, to protect other projects and the disk. The limit
 * follows the history of the project. Buckets belong to one process, and are full when it starts.
 */
export class SpikeGuard {
  readonly #buckets = new LRUCache<string, TokenBucket>(atMost(MAX_BUCKETS));

  /** @param minimumPerHour number of events an hour that every project may send */
  constructor(
    private readonly minimumPerHour: number,
    private readonly findBusiestHour: FindBusiestHour,
  ) {}

  /** Returns the number of seconds for which clients of the project must wait; 0 if it may send. */
  retryAfter(projectId: string, now: number): number {
    return this.#refill(projectId, now).tokens >= 1 ? 0 : RETRY_AFTER_SECONDS;
  }

  /** Takes a token for an accepted event. */
  recordEvent(projectId: string, now: number): void {
    this.#refill(projectId, now).tokens -= 1;
  }

  #refill(projectId: string, now: number): TokenBucket {
    const bucket = this.#buckets.get(projectId) ?? this.#openBucket(projectId, now);
    const { tokens, capacity, refilledAt } = bucket;
    bucket.tokens = Math.min(capacity, tokens + (capacity * Math.max(0, now - refilledAt)) / HOUR_MS);
    bucket.refilledAt = Math.max(refilledAt, now);
    const hour = Math.floor(now / HOUR_MS);
    if (hour > bucket.hour) {
      bucket.hour = hour;
      void this.#adjustCapacity(projectId, bucket, now);
    }
    return bucket;
  }

  #openBucket(projectId: string, now: number): TokenBucket {
    const capacity = this.minimumPerHour;
    const bucket: TokenBucket = { tokens: capacity, capacity, refilledAt: now, hour: 0 };
    this.#buckets.set(projectId, bucket);
    return bucket;
  }

  /**
   * Looks up the capacity in the background; the former capacity stays in effect meanwhile. If the lookup fails, the
   * minimum is in effect for an hour.
   */
  async #adjustCapacity(projectId: string, bucket: TokenBucket, now: number): Promise<void> {
    const busiest = await this.findBusiestHour(projectId, now - BASELINE_HOURS * HOUR_MS).catch(() => 0);
    const capacity = Math.max(this.minimumPerHour, GROWTH_FACTOR * busiest);
    bucket.tokens += Math.max(0, capacity - bucket.capacity);
    bucket.capacity = capacity;
  }
}
