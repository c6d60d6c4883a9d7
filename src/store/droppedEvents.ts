import type { DroppedEvent } from '../domain/eventJourney';
import { groupBy } from '../domain/groups';
import { type Dialect, hexText } from './engine/dialect';
import { EntityStore, eventIdValue, idValue, insertRows, type ReadSession, type Session } from './engine/sql';

type DroppedEventRow = Omit<DroppedEvent, 'limit'> & { count: number | null; window: number | null };

/** Number of events of each project that are kept. */
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
  /** @param since the time of the oldest event that is returned */
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
