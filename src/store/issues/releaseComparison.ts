import { setImmediate } from 'node:timers/promises';
import type { EventType, Level } from '../../domain/event';
import { type CountFilter, type Issue, issueCategoryOf, type IssueSubstatus } from '../../domain/issue';
import { escalatesInRelease, type Release, type ReleaseIssueKind } from '../../domain/release';
import type { UsedTime } from '../../domain/releaseVerdict';
import { HOUR_MS } from '../../domain/time';
import { type Dialect, isAmong } from '../engine/dialect';
import { EntityStore, idValue, listValue } from '../engine/sql';
import { findReleaseBefore, readReleaseEvents, type ReleaseBefore } from '../releaseEvents';
import { readFilteredCounts } from './filteredCounts';
import { IS_FIRST } from './issueReleases';
import { type IssueRow, ISSUES_BY_ID, readIssue } from './issueRows';

/** Maximum number of issues of a release that are compared: those with the highest ids, which began last. */
const MAX_COMPARED = 5_000;
/** Maximum number of issues whose history is searched for a regression in the release: those reopened last. */
const MAX_REOPENED = 500;
/** Maximum number of issues of each kind, and of all kinds, that are returned. */
const MAX_OF_KIND = 25;

/** Reads the counts of a release by issue, from an issue on, with the counts of the release before. */
const COUNTS = (
  dialect: Dialect,
) => `SELECT r.issue_id AS "id", i.id AS "issue", r.events AS "events", r.first_seen AS "firstSeen", r.last_seen AS "lastSeen",
    COALESCE((SELECT p.events FROM issue_release p WHERE p.project_id = ? AND p.release = ? AND p.issue_id = r.issue_id), 0) AS "previousEvents",
    CASE WHEN ${IS_FIRST(dialect, '?')} THEN 1 ELSE 0 END AS "isFirst", i.substatus AS "substatus", i.reopened_at AS "reopenedAt",
    i.level AS "level", i.type AS "type"
  FROM (SELECT c.issue_id AS issue_id, c.release AS release, c.events AS events, c.first_seen AS first_seen, c.last_seen AS last_seen
      FROM issue_release c WHERE c.project_id = ? AND c.release = ? AND c.issue_id < ? ORDER BY c.issue_id DESC LIMIT ?) r
    LEFT JOIN issue i ON i.project_id = ? AND i.id = r.issue_id
  ORDER BY r.issue_id DESC`;
const REGRESSIONS = (dialect: Dialect) => `SELECT a.issue_id AS "id", a.data AS "data" FROM issue_activity a
  WHERE a.project_id = ? AND ${isAmong(dialect, 'a.issue_id')} AND a.type = 'set_regression'`;

/** Maximum number of later releases that are searched for the one that replaced a release. */
const MAX_AFTER = 50;
const FIND_PLACE = `SELECT rp.package AS "package", rp.version_order AS "order", rp.dated AS "dated"
  FROM release_project rp WHERE rp.project_id = ? AND rp.release_id = ?`;
const LIST_AFTER = `SELECT rp.first_event AS "firstEvent" FROM release_project rp
  WHERE rp.project_id = ? AND rp.package = ? AND (rp.version_order, rp.dated, rp.release_id) > (?, ?, ?)
  ORDER BY rp.version_order, rp.dated, rp.release_id LIMIT ${MAX_AFTER}`;

interface ComparedRow {
  readonly id: number;
  /** Null if the issue was removed: its counts are deleted later. */
  readonly issue: number | null;
  readonly events: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly previousEvents: number;
  readonly isFirst: number;
  readonly substatus: IssueSubstatus | null;
  readonly reopenedAt: number | null;
  readonly level: Level;
  readonly type: EventType;
}

/** The release with which a release is compared, and the issues by which they are compared. */
export interface ComparisonScope {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** Null to compare with none; the release before, if omitted. */
  readonly previous?: ReleaseBefore | null | undefined;
  /** True to compare only errors: issues of the level error or fatal, without feedback. */
  readonly onlyErrors?: boolean;
  /** Compares only issues that have events in these environments since the first event of the release; all if empty. */
  readonly environments?: readonly string[];
}

/** An issue of a release, with its number of events in it and in the release before. */
interface ComparedIssue {
  readonly issue: Issue;
  readonly kinds: readonly ReleaseIssueKind[];
  readonly events: number;
  readonly previousEvents: number;
  /** Number of users of the issue since the first event of the release, in any release. */
  readonly users: number;
}

/** The issues of a release in a project, compared with the release before. */
export interface ComparedRelease {
  /** The release itself; undefined if the project does not have it. */
  readonly own: ReleaseBefore | undefined;
  /** Undefined if it is the first one of the project. */
  readonly previous: ReleaseBefore | undefined;
  /** Number of events of the compared issues in the release. */
  readonly events: number;
  /** Number of compared issues of each kind. */
  readonly counts: Readonly<Record<ReleaseIssueKind, number>>;
  /** The first issues of each kind, and of all, by number of events in the release. */
  readonly issues: readonly ComparedIssue[];
  /** True if the release has more issues than were compared. */
  readonly isSample: boolean;
}

/** Compares the issues of releases. Reads `issue_release` by key, and nothing for each event. */
export class ReleaseComparisonReader extends EntityStore {
  /** Compares the issues of a release in a project with the issues of the release before. */
  async compare(projectId: string, release: Release, scope: ComparisonScope): Promise<ComparedRelease> {
    const project = idValue(projectId);
    const { now, onlyErrors = false, environments = [] } = scope;
    const previous =
      scope.previous === undefined
        ? await findReleaseBefore(this.session, project, release)
        : (scope.previous ?? undefined);
    const own = await this.findInProject(projectId, release);
    const start = own?.firstEvent ?? null;
    const counted = await this.readCounts(project, release.version, previous?.version ?? '');
    const filter = { environments, start, end: null, now };
    const ofLevel = counted.rows.filter((row) => !onlyErrors || isError(row));
    const rows = environments.length === 0 ? ofLevel : await this.withMatchingEvents(project, ofLevel, filter);
    const regressed = await this.findRegressed(project, release.version, rows);
    const used = await this.findUse(projectId, idValue(release.id), { from: start ?? now, now });
    const hours = hoursInUse(own && { ...own, lastEvent: Math.max(own.lastEvent ?? 0, used.to) }, previous);
    const kinds = new Map(
      rows.map((row) => {
        const hasMore = previous !== undefined && row.isFirst === 0 && escalatesInRelease(row, hours);
        return [row.id, kindsOf(row, regressed.has(row.id), hasMore)] as const;
      }),
    );
    const rowsOf = (kind: ReleaseIssueKind) => rows.filter((row) => kinds.get(row.id)?.includes(kind));
    const ofKinds = { new: rowsOf('new'), regressed: rowsOf('regressed'), escalating: rowsOf('escalating') };
    const chosen = new Set([rows, ...Object.values(ofKinds)].flatMap((list) => list.slice(0, MAX_OF_KIND)));
    const ids = [...chosen].map((row) => row.id);
    const issues = await this.session.all<IssueRow>(ISSUES_BY_ID, [project, listValue(ids)]);
    const users = await readFilteredCounts(this.session, project, ids, filter);
    return {
      own,
      previous,
      events: rows.reduce((sum, { events }) => sum + events, 0),
      counts: {
        new: ofKinds.new.length,
        regressed: ofKinds.regressed.length,
        escalating: ofKinds.escalating.length,
      },
      issues: [...chosen].flatMap(({ id, events, previousEvents }) => {
        const row = issues.find((one) => one.id === String(id));
        if (row === undefined) return [];
        const ofIssue = { events, previousEvents, users: users.get(id)?.users ?? 0 };
        return [{ issue: readIssue(row), kinds: kinds.get(id) ?? [], ...ofIssue }];
      }),
      isSample: counted.isSample,
    };
  }

  /** Returns a release with the times of its events in a project; undefined if the project does not have it. */
  async findInProject(projectId: string, { id, version }: Release): Promise<ReleaseBefore | undefined> {
    const [row] = await readReleaseEvents(this.session, [{ project: idValue(projectId), release: idValue(id) }]);
    return row && { id: row.release, version, firstEvent: row.firstEvent, lastEvent: row.lastEvent };
  }

  /**
   * Returns the period in which a release is in use: from `from` until a later release of its package has its first
   * event, or until now. Releases that were in use before `from` do not end the period.
   */
  async findUse(projectId: string, release: number, { from, now }: Record<'from' | 'now', number>): Promise<UsedTime> {
    const project = idValue(projectId);
    type Place = { readonly package: string | null; readonly order: string | null; readonly dated: number };
    const place = await this.session.one<Place>(FIND_PLACE, [project, release]);
    const values = [project, place?.package ?? null, place?.order ?? null, place?.dated ?? null, release];
    const later = await this.session.all<{ firstEvent: number | null }>(LIST_AFTER, values);
    const ends = later.flatMap(({ firstEvent }) => (firstEvent !== null && firstEvent > from ? firstEvent : []));
    return { from: Math.min(from, now), to: Math.min(now, ...ends) };
  }

  /** Returns the rows of the issues that have events which match a filter. */
  private async withMatchingEvents(
    project: number,
    rows: readonly ComparedRow[],
    filter: CountFilter,
  ): Promise<ComparedRow[]> {
    const ids = rows.map((row) => row.id);
    const counts = await readFilteredCounts(this.session, project, ids, filter, false);
    return rows.filter((row) => (counts.get(row.id)?.events ?? 0) > 0);
  }

  /** Returns the counts of the issues of a release, those with most events first. */
  private async readCounts(
    project: number,
    release: string,
    previous: string,
  ): Promise<{ rows: ComparedRow[]; isSample: boolean }> {
    const rows: ComparedRow[] = [];
    let read = 0;
    let before = Number.MAX_SAFE_INTEGER;
    while (read < MAX_COMPARED) {
      const limit = Math.min(this.session.maxScanRows, MAX_COMPARED - read);
      const values = [project, previous, project, project, release, before, limit, project];
      const batch = await this.session.all<ComparedRow>(COUNTS, values);
      rows.push(...batch.filter(({ issue }) => issue !== null));
      read += batch.length;
      const last = batch.at(-1);
      if (last === undefined || batch.length < limit) break;
      before = last.id;
      await setImmediate();
    }
    rows.sort((one, other) => other.events - one.events || other.id - one.id);
    return { rows, isSample: read >= MAX_COMPARED };
  }

  /** Returns the ids of the issues that an event of the release reopened. */
  private async findRegressed(project: number, release: string, rows: readonly ComparedRow[]): Promise<Set<number>> {
    const ids = rows
      .filter(({ reopenedAt, firstSeen }) => reopenedAt !== null && reopenedAt >= firstSeen - HOUR_MS)
      .sort((one, other) => (other.reopenedAt ?? 0) - (one.reopenedAt ?? 0))
      .slice(0, MAX_REOPENED)
      .map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const regressions = await this.session.all<{ id: number; data: string }>(REGRESSIONS, [project, listValue(ids)]);
    return new Set(
      regressions.flatMap(({ id, data }) =>
        (JSON.parse(data) as { release?: unknown }).release === release ? id : [],
      ),
    );
  }
}

function isError({ level, type }: ComparedRow): boolean {
  return (level === 'error' || level === 'fatal') && issueCategoryOf(type) === 'error';
}

/** Returns the kinds of an issue in a release. @param hasMore true if the release has more of its events */
function kindsOf(row: ComparedRow, isRegressed: boolean, hasMore: boolean): ReleaseIssueKind[] {
  const kinds: ReleaseIssueKind[] = [];
  if (row.isFirst === 1) kinds.push('new');
  if (isRegressed) kinds.push('regressed');
  if (hasMore || hasEscalated(row)) kinds.push('escalating');
  return kinds;
}

/** Returns true if the issue escalated while events of the release arrived. */
function hasEscalated({ substatus, reopenedAt, firstSeen, lastSeen }: ComparedRow): boolean {
  return (
    substatus === 'escalating' && reopenedAt !== null && reopenedAt >= firstSeen && reopenedAt <= lastSeen + HOUR_MS
  );
}

/** Returns the hours for which a release was in use, and the release before until the first event of the release. */
function hoursInUse(
  own: { readonly firstEvent: number | null; readonly lastEvent: number | null } | undefined,
  previous: ReleaseBefore | undefined,
): { readonly own: number; readonly previous: number } {
  const hoursOf = (from: number | null | undefined, to: number | null | undefined) =>
    Math.max(1, ((to ?? 0) - (from ?? 0)) / HOUR_MS);
  const replaced = own?.firstEvent ?? null;
  const isReplaced = replaced !== null && (previous?.firstEvent ?? replaced) < replaced;
  return {
    own: hoursOf(own?.firstEvent, own?.lastEvent),
    previous: hoursOf(previous?.firstEvent, isReplaced ? replaced : previous?.lastEvent),
  };
}
