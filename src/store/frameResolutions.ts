import type { EventKey } from '../domain/event';
import { type Dialect, hexText, isAmong, rowLock } from './engine/dialect';
import {
  EntityStore,
  eventIdValue,
  idValue,
  listValue,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  unnest,
  type Value,
} from './engine/sql';

/** Delay of a pass after its first file was added: files of one deployment arrive one after the other. */
const DELAY_MS = 2_000;
/**
 * Maximum delay of a pass. A pass that seems to be due later was requested before the clock was set back, and is due.
 */
const MAX_DUE_DELAY_MS = 10 * 60 * 1000;

/** Artifacts for which events of a project may have waited. */
export interface AddedArtifacts {
  readonly projectId: string;
  readonly organizationId: string;
  /** The release of the events to which they can belong; null for events of any release. */
  readonly release: string | null;
  /** Time at which they were added. */
  readonly at: number;
  /** The time of the oldest event that is resolved again. */
  readonly since: number;
}

/** Key of a pass over the events of a project. */
export interface FrameResolutionKey {
  readonly projectId: string;
  readonly organizationId: string;
  readonly release: string | null;
}

/** A pass over the stored events of a project, newest first, that resolves their frames again. */
export interface FrameResolution extends FrameResolutionKey {
  readonly since: number;
  /** The event before the first one of the next step; null at the beginning. */
  readonly position: EventKey | null;
  /** Number of events that earlier steps have processed. */
  readonly lookedAt: number;
}

/** The changes that source maps made to a stored event. */
export interface ResolvedRecord {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  readonly title: string;
  readonly culprit: string | null;
  /** The words of its issue, as returned by `storedText`, if it is the newest event. */
  readonly words: string;
  /** The stored form of its record. */
  readonly record: string;
}

type ResolutionRow = FrameResolutionKey & {
  since: number;
  timestamp: number | null;
  eventId: string | null;
  lookedAt: number;
};

const REQUEST = `INSERT INTO frame_resolution (project_id, release, organization_id, since, requested_at, due_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release) DO UPDATE SET requested_at = excluded.requested_at,
    since = CASE WHEN excluded.since < frame_resolution.since THEN excluded.since ELSE frame_resolution.since END`;
const FIND_DUE = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId",
    CAST(organization_id AS TEXT) AS "organizationId", NULLIF(release, '') AS "release", since AS "since",
    timestamp AS "timestamp", ${hexText(dialect, 'event_id')} AS "eventId", looked_at AS "lookedAt"
  FROM frame_resolution WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT 1`;
const BEGIN =
  'UPDATE frame_resolution SET begun_at = requested_at WHERE project_id = ? AND release = ? AND begun_at IS NULL';
/** Moves the pass behind other passes. */
const ADVANCE = `UPDATE frame_resolution SET timestamp = ?, event_id = ?, looked_at = ?, due_at = ?
  WHERE project_id = ? AND release = ?`;
const END = 'DELETE FROM frame_resolution WHERE project_id = ? AND release = ? AND begun_at = requested_at';
/** Begins another pass if artifacts arrived during this one. */
const RESTART = `UPDATE frame_resolution SET begun_at = NULL, timestamp = NULL, event_id = NULL, looked_at = 0, due_at = ?
  WHERE project_id = ? AND release = ?`;
const FORGET = 'DELETE FROM frame_resolution WHERE project_id = ? AND release = ?';

/** Locks the issues in the order of their ids, as ingestion does. */
const LOCK_ISSUES = (dialect: Dialect) => `SELECT i.id AS "id" FROM issue i
  WHERE i.project_id = ? AND ${isAmong(dialect, 'i.id')} ORDER BY i.id ${rowLock(dialect)}`;
/** Condition: an event is the newest of its issue, which it describes. */
const IS_NEWEST = `issue.project_id = ? AND issue.id = ? AND issue.last_seen = ?
  AND NOT EXISTS (SELECT 1 FROM event e WHERE e.project_id = issue.project_id AND e.issue_id = issue.id
    AND e.timestamp = issue.last_seen AND e.event_id > ?)`;
const DESCRIBE = `UPDATE issue SET title = ?, culprit = ?, text_stale = 0 WHERE ${IS_NEWEST}`;
const REPLACE_TEXT = `INSERT INTO issue_text (project_id, issue_id, words)
  SELECT issue.project_id, issue.id, CAST(? AS TEXT) FROM issue WHERE ${IS_NEWEST}
  ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words`;
const UPDATE_TYPES: readonly RowValueType[] = ['TEXT', 'BLOB', 'INTEGER', 'SAME'];
const UPDATE_RECORDS: RowStatement = {
  sqlite: 'UPDATE event SET record = ? WHERE event_id = ? AND issue_id = ? AND project_id = ?',
  postgres: `UPDATE event SET record = r.record FROM ${unnest(UPDATE_TYPES)} AS r (record, event_id, issue_id)
    WHERE event.event_id = r.event_id AND event.issue_id = r.issue_id AND event.project_id = ?`,
  types: UPDATE_TYPES,
};

/** The rows of `frame_resolution`, and the columns of other rows that depend on resolved frames. */
export class FrameResolutionReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the pass that has been due the longest; undefined if none is due. */
  async findDue(now: number): Promise<FrameResolution | undefined> {
    const row = await this.session.one<ResolutionRow>(FIND_DUE, [now, now + MAX_DUE_DELAY_MS]);
    if (row === undefined) return undefined;
    const { timestamp, eventId, ...rest } = row;
    return { ...rest, position: timestamp === null ? null : { timestamp, eventId: eventId ?? '' } };
  }
}

export class FrameResolutionWriter extends FrameResolutionReader<Session> {
  /** Requests that frames of stored events are resolved again, because artifacts were added. */
  async request({ projectId, organizationId, release, at, since }: AddedArtifacts): Promise<void> {
    const key = [idValue(projectId), release ?? '', idValue(organizationId)];
    await this.session.run(REQUEST, [...key, since, at, at + DELAY_MS]);
  }

  /** Records the beginning of a pass: artifacts that are added from now on need another one. */
  async begin(key: FrameResolutionKey): Promise<void> {
    await this.session.run(BEGIN, keyValues(key));
  }

  /** Records the position of a pass. */
  async advance(key: FrameResolutionKey, position: EventKey, lookedAt: number, now: number): Promise<void> {
    const place = [position.timestamp, eventIdValue(position.eventId), lookedAt];
    await this.session.run(ADVANCE, [...place, now, ...keyValues(key)]);
  }

  /** Ends a pass. The next one is due if artifacts were added meanwhile. */
  async end(key: FrameResolutionKey, now: number): Promise<void> {
    const { changes } = await this.session.run(END, keyValues(key));
    if (changes === 0) await this.session.run(RESTART, [now + DELAY_MS, ...keyValues(key)]);
  }

  /** Deletes a request without running its pass. */
  async forget(key: FrameResolutionKey): Promise<void> {
    await this.session.run(FORGET, keyValues(key));
  }

  /** Replaces the records of events, and the description of the issues whose newest event is among them. */
  async updateRecords(projectId: string, records: readonly ResolvedRecord[]): Promise<void> {
    if (records.length === 0) return;
    const project = idValue(projectId);
    const newest = newestOfIssues(records);
    await this.session.all(LOCK_ISSUES, [project, listValue(newest.map(({ issueId }) => idValue(issueId)))]);
    await this.session.runMany(
      DESCRIBE,
      newest.map((record) => [record.title, record.culprit, ...newestValues(project, record)]),
    );
    await this.session.runMany(
      REPLACE_TEXT,
      newest.map((record) => [record.words, ...newestValues(project, record)]),
    );
    await this.session.runMany(
      UPDATE_RECORDS,
      records.map(({ record, eventId, issueId }) => [record, eventIdValue(eventId), idValue(issueId), project]),
    );
  }
}

/** Returns the newest record of each issue, in the order of the lists of events. */
function newestOfIssues(records: readonly ResolvedRecord[]): ResolvedRecord[] {
  const newest = new Map<string, ResolvedRecord>();
  for (const record of records) {
    const other = newest.get(record.issueId);
    const difference = other === undefined ? 1 : record.timestamp - other.timestamp;
    if (difference > 0 || (difference === 0 && record.eventId > (other?.eventId ?? '')))
      newest.set(record.issueId, record);
  }
  return [...newest.values()];
}

/** Returns the parameters of `IS_NEWEST`. */
function newestValues(project: number, { issueId, timestamp, eventId }: ResolvedRecord): Value[] {
  return [project, idValue(issueId), timestamp, eventIdValue(eventId)];
}

function keyValues({ projectId, release }: FrameResolutionKey): [number, string] {
  return [idValue(projectId), release ?? ''];
}
