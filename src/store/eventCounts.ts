import { groupBy } from '../domain/groups';
import type { DataCategory, DiscardCount, DroppedEvent, DropReason, OutcomeCount, TimeRange } from '../domain/outcome';
import { HOUR_MS } from '../domain/time';
import { type Dialect, hexText } from './engine/dialect';
import { EntityStore, eventIdValue, idValue, insertRows, type ReadSession, type Session } from './engine/sql';
import { type RateLimitCount, rateLimitKey } from '../domain/rateLimit';

const LIST_OUTCOMES = `SELECT hour AS "hour", outcome AS "outcome", reason AS "reason", quantity AS "quantity" FROM outcome
  WHERE project_id = ? AND hour >= ? AND hour < ? AND outcome <> 'client_discard' ORDER BY hour, outcome, reason`;
const LIST_DISCARDS = `SELECT hour AS "hour", reason AS "reason", quantity AS "quantity" FROM outcome
  WHERE project_id = ? AND hour >= ? AND hour < ? AND outcome = 'client_discard' ORDER BY hour, reason`;
/** Sums up the hours of each step. Parameters: the start and the length of the steps, the project, and the hours. */
const SUM_OUTCOMES = `SELECT (hour - CAST(? AS BIGINT)) / CAST(? AS BIGINT) AS "step", outcome AS "outcome", reason AS "reason",
    CAST(SUM(quantity) AS BIGINT) AS "quantity"
  FROM outcome WHERE project_id = ? AND hour >= ? AND hour < ? GROUP BY 1, 2, 3`;
const BUSIEST_HOUR = `SELECT COALESCE(MAX(quantity), 0) AS "quantity" FROM outcome WHERE project_id = ? AND hour >= ? AND outcome = 'accepted' AND reason = ''`;
const ADD_OUTCOMES = `INSERT INTO outcome (project_id, hour, outcome, reason, quantity) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, hour, outcome, reason) DO UPDATE SET quantity = outcome.quantity + excluded.quantity`;
const PRUNE_OUTCOMES = 'DELETE FROM outcome WHERE project_id = ? AND hour < ?';

/** Category of counts whose reason names none: all counts of earlier versions are counts of events. */
const DEFAULT_CATEGORY: DataCategory = 'error';

/** Returns the stored reason: `too_large:attachment`. A reason without a category is for events. */
function joinReason(reason: string, category: string): string {
  return category === DEFAULT_CATEGORY ? reason : `${reason}:${category}`;
}

function splitReason(stored: string): Pick<OutcomeCount, 'reason' | 'category'> {
  const [reason = '', category = DEFAULT_CATEGORY] = stored.split(':');
  return { reason: reason as DropReason | '', category: category as DataCategory };
}

/** Number of items of one category that had one outcome in one step of a range. */
export interface SummedOutcome {
  /** Number of the step, from 0. */
  readonly step: number;
  readonly outcome: OutcomeCount['outcome'] | DiscardCount['outcome'];
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** The rows of `outcome`: numbers of accepted and rejected items by project, hour, reason and category. */
export class OutcomeReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the counts of the hours that began within a range, oldest first. The range excludes `to`. */
  async list(projectId: string, { from, to }: { from: number; to: number }): Promise<OutcomeCount[]> {
    const rows = await this.session.all<Omit<OutcomeCount, 'category'>>(LIST_OUTCOMES, [idValue(projectId), from, to]);
    return rows.map((row) => ({ ...row, ...splitReason(row.reason) }));
  }

  /** Returns the counts of items that SDKs dropped in the hours that began within a range, oldest first. */
  async listDiscards(projectId: string, { from, to }: { from: number; to: number }): Promise<DiscardCount[]> {
    const rows = await this.session.all<Pick<DiscardCount, 'hour' | 'reason' | 'quantity'>>(LIST_DISCARDS, [
      idValue(projectId),
      from,
      to,
    ]);
    return rows.map((row) => ({ ...row, outcome: 'client_discard', ...splitReason(row.reason) }));
  }

  /** Returns the counts of the steps of a range, without zeros and in any order. */
  async sum(projectId: string, { from, to, step }: TimeRange): Promise<SummedOutcome[]> {
    const values = [from, step, idValue(projectId), from, to];
    const rows = await this.session.all<Omit<SummedOutcome, 'category'>>(SUM_OUTCOMES, values);
    return rows.map((row) => ({ ...row, ...splitReason(row.reason) }));
  }

  /** Returns the number of events accepted in the busiest hour since a time; 0 if there were none. */
  async busiestHour(projectId: string, since: number): Promise<number> {
    const hour = Math.floor(since / HOUR_MS) * HOUR_MS;
    const row = await this.session.one<{ quantity: number }>(BUSIEST_HOUR, [idValue(projectId), hour]);
    return row?.quantity ?? 0;
  }
}

export class OutcomeWriter extends OutcomeReader<Session> {
  /** Adds to the counts of projects. */
  async add(counts: readonly ((OutcomeCount | DiscardCount) & { projectId: string })[]): Promise<void> {
    const rows = counts.map(({ projectId, hour, outcome, reason, category, quantity }) => {
      return [idValue(projectId), hour, outcome, joinReason(reason, category), quantity] as const;
    });
    // All processes lock rows in the same order, so that they never deadlock.
    rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] + a[3] < b[2] + b[3] ? -1 : 1));
    await this.session.runMany(ADD_OUTCOMES, rows);
  }

  /** Deletes the counts of the hours that began before a time. */
  async prune(projectId: string, before: number): Promise<void> {
    await this.session.run(PRUNE_OUTCOMES, [idValue(projectId), before]);
  }
}

const ADD_TO_WINDOW = `INSERT INTO rate_limit_count (organization_id, scope, subject, window_seconds, window_start, quantity) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization_id, scope, subject, window_seconds, window_start)
    DO UPDATE SET quantity = rate_limit_count.quantity + excluded.quantity
  RETURNING quantity AS "quantity"`;
/**
 * Deletes counts of former windows, even of a limit whose window was changed. A process whose clock is behind may still
 * add to the last one.
 */
const PRUNE_WINDOWS = `DELETE FROM rate_limit_count
  WHERE organization_id = ? AND scope = ? AND subject = ? AND window_start + 1000 * window_seconds < ?`;
const PRUNE_WINDOWS_AFTER_MS = 60_000;

/** The rows of `rate_limit_count`: accepted events by the rate limit and its window. */
export class RateLimitCountWriter extends EntityStore<Session> {
  /**
   * Adds to the counts of windows, and deletes counts of the same subjects whose window ended a while ago. Returns the
   * sums of all processes, in the order of the counts.
   */
  async add(counts: readonly RateLimitCount[], now: number): Promise<number[]> {
    const sums = new Map<RateLimitCount, number>();
    // All processes lock rows in the same order, so that they never deadlock.
    const sorted = counts
      .map((count) => ({ count, key: `${rateLimitKey(count.limit)} ${count.start}` }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    for (const { count } of sorted) {
      const { limit, start, quantity } = count;
      const subject = [idValue(limit.organizationId), limit.scope, limit.subject];
      const row = await this.session.one<{ quantity: number }>(ADD_TO_WINDOW, [
        ...subject,
        limit.window,
        start,
        quantity,
      ]);
      sums.set(count, row?.quantity ?? quantity);
      await this.session.run(PRUNE_WINDOWS, [...subject, now - PRUNE_WINDOWS_AFTER_MS]);
    }
    return counts.map((count) => sums.get(count) ?? count.quantity);
  }
}

type DroppedEventRow = Omit<DroppedEvent, 'limit'> & { count: number | null; window: number | null };

/** Maximum number of events of each project that are kept. */
const MAX_KEPT = 10_000;

const FIND = (dialect: Dialect) => `SELECT ${hexText(dialect, 'd.event_id')} AS "eventId", d.received AS "received",
    d.reason AS "reason", d.category AS "category", d.attempts AS "attempts", d.key_start AS "keyStart",
    d.address_class AS "addressClass", d.limit_count AS "count", d.limit_window AS "window"
  FROM dropped_event d WHERE d.project_id = ? AND d.event_id = ? AND d.received >= ?`;
const INSERT = insertRows(
  'dropped_event',
  {
    project_id: 'SAME',
    event_id: 'BLOB',
    received: 'INTEGER',
    reason: 'TEXT',
    category: 'TEXT',
    attempts: 'INTEGER',
    key_start: 'TEXT',
    address_class: 'TEXT',
    limit_count: 'INTEGER',
    limit_window: 'INTEGER',
  },
  `ON CONFLICT (project_id, event_id) DO UPDATE SET received = excluded.received, reason = excluded.reason,
    category = excluded.category, attempts = dropped_event.attempts + excluded.attempts, key_start = excluded.key_start,
    address_class = excluded.address_class, limit_count = excluded.limit_count, limit_window = excluded.limit_window`,
);
const OLDEST = `SELECT d.received AS "received" FROM dropped_event d WHERE d.project_id = ?
  ORDER BY d.received, d.event_id LIMIT 1`;
/** Finds the newest event that is not kept any more. */
const FIRST_SURPLUS = (
  dialect: Dialect,
) => `SELECT d.received AS "received", ${hexText(dialect, 'd.event_id')} AS "eventId" FROM dropped_event d
  WHERE d.project_id = ? ORDER BY d.received DESC, d.event_id DESC LIMIT 1 OFFSET ?`;
const DELETE_UP_TO = 'DELETE FROM dropped_event WHERE project_id = ? AND (received, event_id) <= (?, ?)';
const DELETE_BEFORE = 'DELETE FROM dropped_event WHERE project_id = ? AND received < ?';

/** The rows of `dropped_event`: events that were sent and are not stored. */
export class DroppedEventReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns a dropped event by its id. @param since the time of the oldest event that is returned */
  async find(projectId: string, eventId: string, since: number): Promise<DroppedEvent | undefined> {
    const values = [idValue(projectId), eventIdValue(eventId), since];
    const row = await this.session.one<DroppedEventRow>(FIND, values);
    if (row === undefined) return undefined;
    const { count, window, ...event } = row;
    return { ...event, limit: count === null || window === null ? null : { window, count } };
  }

  /** Returns true if events of the project that arrived before a time are kept. */
  async hasBefore(projectId: string, time: number): Promise<boolean> {
    const oldest = await this.session.one<{ received: number }>(OLDEST, [idValue(projectId)]);
    return oldest !== undefined && oldest.received < time;
  }
}

export class DroppedEventWriter extends DroppedEventReader<Session> {
  /** Records events. Of an event that was dropped before, the last reason is kept. */
  record(events: readonly (DroppedEvent & { readonly projectId: string })[]): void {
    // All processes lock rows in the same order, so that they never deadlock.
    const projects = [...groupBy(events, ({ projectId }) => projectId)].sort(([a], [b]) => idValue(a) - idValue(b));
    for (const [projectId, ofProject] of projects) {
      const project = idValue(projectId);
      const sorted = [...ofProject].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
      this.session.post(
        INSERT,
        sorted.map((event) => {
          const { received, reason, category, attempts, keyStart, addressClass, limit } = event;
          const counts = [attempts, keyStart, addressClass, limit?.count ?? null, limit?.window ?? null];
          return [project, eventIdValue(event.eventId), received, reason, category, ...counts];
        }),
      );
    }
  }

  /** Deletes the events that arrived before a time, and the oldest ones beyond the number that is kept. */
  async prune(projectId: string, before: number): Promise<void> {
    const project = idValue(projectId);
    const surplus = await this.session.one<{ received: number; eventId: string }>(FIRST_SURPLUS, [project, MAX_KEPT]);
    if (surplus !== undefined)
      await this.session.run(DELETE_UP_TO, [project, surplus.received, eventIdValue(surplus.eventId)]);
    await this.session.run(DELETE_BEFORE, [project, before]);
  }
}
