import { HOUR_MS } from '../domain/time';
import { type Dialect, hexText, isOneOf, jsonIntegers } from './engine/dialect';
import { eventIdValue, insertRows, listValue, type ReadSession, type Session } from './engine/sql';
import { EVENTS_BY_ID, NOT_REMOVED } from './visibleEvents';

/** An event of a trace, and its place in lists. */
export interface TracedEvent {
  readonly eventId: string;
  readonly issueId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
}

/** Maximum number of events of a trace that a search finds in a project, the newest ones. */
const MAX_TRACE_EVENTS = 5_000;
/** Maximum number of hours, newest first, in which a trace is looked up: a little more than a year. */
const MAX_HOURS = 9_000;

const INSERT = insertRows(
  'event_trace',
  { project_id: 'SAME', hour: 'INTEGER', trace_id: 'BLOB', event_id: 'BLOB' },
  'ON CONFLICT (project_id, hour, trace_id, event_id) DO NOTHING',
);
const EDGE = (direction: 'ASC' | 'DESC') =>
  `SELECT t.hour AS "hour" FROM event_trace t WHERE t.project_id = ? ORDER BY t.hour ${direction} LIMIT 1`;
const [OLDEST, NEWEST] = [EDGE('ASC'), EDGE('DESC')];
const FIND_IDS = (dialect: Dialect) => `SELECT ${hexText(dialect, 't.event_id')} AS "eventId" FROM event_trace t
  WHERE t.project_id = ? AND ${isOneOf(dialect, 't.hour', jsonIntegers(dialect))} AND t.trace_id = ?
  ORDER BY t.hour DESC LIMIT ?`;
const FIND_EVENTS = (dialect: Dialect) => `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId",
    CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp" FROM ${EVENTS_BY_ID(dialect)} AND ${NOT_REMOVED}`;
const DELETE_BEFORE = `DELETE FROM event_trace WHERE project_id = ? AND (hour, trace_id, event_id) IN (
  SELECT t.hour, t.trace_id, t.event_id FROM event_trace t WHERE t.project_id = ? AND t.hour < ? ORDER BY t.hour LIMIT ?)`;

/** Records the traces of events that are inserted in the same transaction. Events without a trace cost nothing. */
export function recordTraces(
  session: Session,
  project: number,
  events: readonly { readonly eventId: string; readonly timestamp: number; readonly traceId?: string | null }[],
): void {
  const rows = events.flatMap(({ eventId, timestamp, traceId }) =>
    traceId ? [[project, hourOf(timestamp), eventIdValue(traceId), eventIdValue(eventId)]] : [],
  );
  if (rows.length > 0) session.post(INSERT, rows);
}

/** Returns the events of a trace in a project, in no order. */
export async function findTraceEvents(session: ReadSession, project: number, traceId: string): Promise<TracedEvent[]> {
  const [oldest, newest] = await Promise.all(
    [OLDEST, NEWEST].map((edge) => session.one<{ hour: number }>(edge, [project])),
  );
  if (oldest === undefined || newest === undefined) return [];
  const first = Math.max(oldest.hour, newest.hour - MAX_HOURS + 1);
  const hours = Array.from({ length: newest.hour - first + 1 }, (_, index) => first + index);
  const values = [project, listValue(hours), eventIdValue(traceId), MAX_TRACE_EVENTS];
  const rows = await session.all<{ eventId: string }>(FIND_IDS, values);
  if (rows.length === 0) return [];
  return session.all<TracedEvent>(FIND_EVENTS, [listValue(rows.map(({ eventId }) => eventId)), project]);
}

/** Returns true if entries are older than all events of the project, or than a time. */
export async function hasTracesBefore(session: ReadSession, project: number, time: number): Promise<boolean> {
  const oldest = await session.one<{ hour: number }>(OLDEST, [project]);
  return oldest !== undefined && oldest.hour < hourOf(time);
}

/** Deletes at most `limit` entries of hours before the hour of a time. Returns their number. */
export async function deleteTracesBefore(
  session: Session,
  project: number,
  time: number,
  limit: number,
): Promise<number> {
  const { changes } = await session.run(DELETE_BEFORE, [project, project, hourOf(time), limit]);
  return changes;
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}
