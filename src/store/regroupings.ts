import type { EventBody, EventKey } from '../domain/event';
import type { DraftGroup, GroupingPreview, GroupingRules, Regrouping } from '../domain/groupingPreview';
import { type Dialect, hexText, isAmongBytes, isAmongTexts, rowLock } from './engine/dialect';
import {
  EntityStore,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  eventIdValue,
  idValue,
  insertRows,
  listValue,
  unnest,
} from './engine/sql';

interface RegroupingRow extends Pick<Regrouping, 'projectId' | 'organizationId' | 'step' | 'dueAt'> {
  readonly state: string;
}

/** An event with another hash, and its body with this hash. */
export interface RehashedEvent {
  readonly eventId: string;
  readonly issueId: string;
  readonly hash: string;
  readonly body: Uint8Array;
  /** The grouping with which the event was stored. */
  readonly former: EventBody['grouping'];
}

const COLUMNS = `CAST(project_id AS TEXT) AS "projectId", CAST(organization_id AS TEXT) AS "organizationId",
  step AS "step", state AS "state", due_at AS "dueAt"`;
const FIND = `SELECT ${COLUMNS} FROM regrouping WHERE project_id = ?`;
const LOCK = (dialect: Dialect) => `${FIND} ${rowLock(dialect)}`;
const FIND_DUE = `SELECT ${COLUMNS} FROM regrouping WHERE due_at <= ? ORDER BY due_at LIMIT 1`;
const SAVE = `INSERT INTO regrouping (project_id, organization_id, step, state, due_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET step = excluded.step, state = excluded.state, due_at = excluded.due_at`;
const LINK = insertRows(
  'issue_hash',
  { project_id: 'SAME', hash: 'TEXT', issue_id: 'INTEGER' },
  'ON CONFLICT (project_id, hash) DO NOTHING',
);
const DROP_HASH = 'DELETE FROM issue_hash WHERE project_id = ? AND hash = ?';
const SET_TYPES: readonly RowValueType[] = ['BLOB', 'BLOB', 'SAME'];
const SET_BODIES: RowStatement = {
  sqlite: 'UPDATE event SET body = ? WHERE event_id = ? AND project_id = ?',
  postgres: `UPDATE event SET body = r.body FROM ${unnest(SET_TYPES)} AS r (body, event_id)
    WHERE event.event_id = r.event_id AND event.project_id = ?`,
  types: SET_TYPES,
};
/** Inserts the former hashes of events. An event that was given another hash before keeps its first one. */
const INSERT_FORMER = insertRows(
  'regrouped_event',
  { project_id: 'SAME', event_id: 'BLOB', hash: 'TEXT', by_rule: 'INTEGER' },
  'ON CONFLICT (project_id, event_id) DO NOTHING',
);
const LIST_FORMER = (
  dialect: Dialect,
) => `SELECT ${hexText(dialect, 'r.event_id')} AS "eventId", r.hash AS "hash", r.by_rule AS "byRule"
  FROM regrouped_event r WHERE r.project_id = ? ORDER BY r.event_id LIMIT ?`;
const DELETE_FORMER = (dialect: Dialect) =>
  `DELETE FROM regrouped_event WHERE project_id = ? AND ${isAmongBytes(dialect, 'event_id')}`;
const DELETE_ALL_FORMER = 'DELETE FROM regrouped_event WHERE project_id = ?';

/** The rows of `regrouping` and `regrouped_event`, and the hashes of events and issues that a regrouping changes. */
export class RegroupingReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(projectId: string): Promise<Regrouping | undefined> {
    const row = await this.session.one<RegroupingRow>(FIND, [idValue(projectId)]);
    return row && readRegrouping(row);
  }

  /** Returns the regrouping that has been due the longest; undefined if none is due. */
  async findDue(now: number): Promise<Regrouping | undefined> {
    const row = await this.session.one<RegroupingRow>(FIND_DUE, [now]);
    return row && readRegrouping(row);
  }

  /** Returns the former groupings of at most `limit` events that were given another one, by event id. */
  async listFormer(projectId: string, limit: number): Promise<Map<string, EventBody['grouping']>> {
    type Row = { eventId: string; hash: string; byRule: number };
    const rows = await this.session.all<Row>(LIST_FORMER, [idValue(projectId), limit]);
    return new Map(
      rows.map(({ eventId, hash, byRule }) => [eventId, byRule === 1 ? { hash, rule: 1 } : { hash }] as const),
    );
  }
}

export class RegroupingWriter extends RegroupingReader<Session> {
  /** Returns the regrouping of a project, which no other transaction changes until this one ends. */
  async lock(projectId: string): Promise<Regrouping | undefined> {
    const row = await this.session.one<RegroupingRow>(LOCK, [idValue(projectId)]);
    return row && readRegrouping(row);
  }

  /** Stores a regrouping in place of the project's former one. */
  async save({ projectId, organizationId, step, dueAt, ...state }: Regrouping): Promise<void> {
    const values = [idValue(projectId), idValue(organizationId), step, JSON.stringify(state), dueAt];
    await this.session.run(SAVE, values);
  }

  /** Gives hashes that no issue owns to issues. @param issueIds hash → id of the issue */
  linkHashes(projectId: string, issueIds: ReadonlyMap<string, string>): void {
    const project = idValue(projectId);
    const rows = Array.from(issueIds, ([hash, id]) => [project, hash, idValue(id)] as const);
    this.session.post(
      LINK,
      rows.toSorted(([, one], [, other]) => (one < other ? -1 : 1)),
    );
  }

  /** Removes a hash from its issue: the next event with the hash opens an issue. */
  async dropHash(projectId: string, hash: string): Promise<void> {
    await this.session.run(DROP_HASH, [idValue(projectId), hash]);
  }

  /** Replaces the bodies of events, and stores their former groupings. */
  rehash(projectId: string, events: readonly RehashedEvent[]): void {
    const project = idValue(projectId);
    this.session.post(
      INSERT_FORMER,
      events.map(({ eventId, former }) => [project, eventIdValue(eventId), former.hash, former.rule ?? 0]),
    );
    this.setBodies(project, events);
  }

  /** Replaces the bodies of events by bodies with their former groupings, and deletes the stored groupings. */
  async restore(
    projectId: string,
    eventIds: readonly string[],
    events: readonly Pick<RehashedEvent, 'eventId' | 'body'>[],
  ): Promise<void> {
    this.setBodies(idValue(projectId), events);
    await this.session.run(DELETE_FORMER, [idValue(projectId), listValue(eventIds)]);
  }

  /** Deletes the former groupings of a project's events. */
  async forgetEvents(projectId: string): Promise<void> {
    await this.session.run(DELETE_ALL_FORMER, [idValue(projectId)]);
  }

  private setBodies(project: number, events: readonly Pick<RehashedEvent, 'eventId' | 'body'>[]): void {
    this.session.post(
      SET_BODIES,
      events.map(({ eventId, body }) => [body, eventIdValue(eventId), project]),
    );
  }
}

function readRegrouping({ state, ...row }: RegroupingRow): Regrouping {
  return { ...row, ...(JSON.parse(state) as Omit<Regrouping, keyof typeof row>) };
}

interface PreviewRow extends Pick<GroupingPreview, 'id' | 'projectId' | 'organizationId' | 'requestedAt' | 'lookedAt'> {
  readonly settings: string;
  readonly timestamp: number | null;
  readonly eventId: string | null;
  readonly found: string;
  readonly dueAt: number | null;
}

/** Maximum delay of a step. A step that seems to be due later was planned before the clock was set back, and is due. */
const MAX_DUE_DELAY_MS = 10 * 60 * 1000;

const PREVIEW_COLUMNS = (dialect: Dialect) => `preview_id AS "id", CAST(project_id AS TEXT) AS "projectId",
  CAST(organization_id AS TEXT) AS "organizationId", requested_at AS "requestedAt", settings AS "settings",
  timestamp AS "timestamp", ${hexText(dialect, 'event_id')} AS "eventId", looked_at AS "lookedAt", found AS "found",
  due_at AS "dueAt"`;
const FIND_PREVIEW = (dialect: Dialect) =>
  `SELECT ${PREVIEW_COLUMNS(dialect)} FROM grouping_preview WHERE project_id = ?`;
const FIND_DUE_PREVIEW = (dialect: Dialect) => `SELECT ${PREVIEW_COLUMNS(dialect)} FROM grouping_preview
  WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT 1`;
const REPLACE = `INSERT INTO grouping_preview
    (project_id, organization_id, preview_id, requested_at, settings, looked_at, found, due_at) VALUES (?, ?, ?, ?, ?, 0, '[]', ?)
  ON CONFLICT (project_id) DO UPDATE SET preview_id = excluded.preview_id, requested_at = excluded.requested_at,
    settings = excluded.settings, timestamp = NULL, event_id = NULL, looked_at = 0, found = '[]', due_at = excluded.due_at`;
/** Does nothing if another preview has begun, or another process did the step. */
const ADVANCE = `UPDATE grouping_preview SET timestamp = ?, event_id = ?, looked_at = ?, found = ?, due_at = ?
  WHERE project_id = ? AND preview_id = ? AND looked_at = ?`;
const END = `UPDATE grouping_preview SET looked_at = ?, found = ?, due_at = NULL
  WHERE project_id = ? AND preview_id = ? AND looked_at = ?`;
const FIND_ISSUES = (
  dialect: Dialect,
) => `SELECT h.hash AS "hash", CAST(h.issue_id AS TEXT) AS "issueId" FROM issue_hash h
  WHERE h.project_id = ? AND ${isAmongTexts(dialect, 'h.hash')}`;

/** Number of hashes that one statement looks up. */
const HASHES_AT_ONCE = 500;

/** The rows of `grouping_preview`: the last preview of each project. */
export class GroupingPreviewReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(projectId: string): Promise<GroupingPreview | undefined> {
    const row = await this.session.one<PreviewRow>(FIND_PREVIEW, [idValue(projectId)]);
    return row && readPreview(row);
  }

  /** Returns the preview that has been due the longest; undefined if none is due. */
  async findDue(now: number): Promise<GroupingPreview | undefined> {
    const row = await this.session.one<PreviewRow>(FIND_DUE_PREVIEW, [now, now + MAX_DUE_DELAY_MS]);
    return row && readPreview(row);
  }

  /** Returns the ids of the issues that own hashes, by hash. */
  async findIssues(projectId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const issues = new Map<string, string>();
    for (let start = 0; start < hashes.length; start += HASHES_AT_ONCE) {
      const values = [idValue(projectId), listValue(hashes.slice(start, start + HASHES_AT_ONCE))];
      for (const { hash, issueId } of await this.session.all<{ hash: string; issueId: string }>(FIND_ISSUES, values))
        issues.set(hash, issueId);
    }
    return issues;
  }
}

export class GroupingPreviewWriter extends GroupingPreviewReader<Session> {
  /** Begins a preview, in place of the former one of the project. */
  async replace(preview: GroupingPreview): Promise<void> {
    const { projectId, organizationId, id, requestedAt, present, draft } = preview;
    const settings = JSON.stringify({ present, draft });
    const owner = [idValue(projectId), idValue(organizationId)];
    await this.session.run(REPLACE, [...owner, id, requestedAt, settings, requestedAt]);
  }

  /** Records a step. @param position the last event of the step; null if there are no further ones */
  async advance(
    { projectId, id, lookedAt }: GroupingPreview,
    position: EventKey | null,
    total: number,
    groups: readonly DraftGroup[],
    now: number,
  ): Promise<void> {
    const key = [idValue(projectId), id, lookedAt];
    const results = [total, JSON.stringify(groups)];
    if (position === null) await this.session.run(END, [...results, ...key]);
    else {
      const place = [position.timestamp, eventIdValue(position.eventId)];
      await this.session.run(ADVANCE, [...place, ...results, now, ...key]);
    }
  }
}

function readPreview({ settings, timestamp, eventId, found, dueAt, ...row }: PreviewRow): GroupingPreview {
  return {
    ...row,
    ...(JSON.parse(settings) as { present: GroupingRules; draft: GroupingRules }),
    position: timestamp === null ? null : { timestamp, eventId: eventId ?? '' },
    isDone: dueAt === null,
    groups: JSON.parse(found) as DraftGroup[],
  };
}
