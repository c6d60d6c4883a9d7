import { setImmediate } from 'node:timers/promises';
import type { Issue, IssueSubstatus } from '../../domain/issue';
import { escalatesInRelease, type Release, type ReleaseIssueKind } from '../../domain/release';
import { HOUR_MS } from '../../domain/time';
import { type Dialect, isOneOf, jsonIntegers } from '../engine/dialect';
import { EntityStore, idValue, listValue } from '../engine/sql';
import { findReleaseBefore, readReleaseEvents, type ReleaseBefore } from '../releaseEvents';
import { readFilteredCounts } from './filteredCounts';
import { IS_FIRST } from './issueReleases';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';

/** Maximum number of issues of a release that are compared: those with the highest ids, which began last. */
const MAX_COMPARED = 5_000;
/** Maximum number of issues whose history is searched for a regression in the release: those reopened last. */
const MAX_REOPENED = 500;
/** Maximum number of issues of each kind, and of all kinds, that are returned. */
const MAX_OF_KIND = 25;

/** Reads the counts of a release by issue, from an issue on, with those of the release before. */
const COUNTS = (
  dialect: Dialect,
) => `SELECT r.issue_id AS "id", i.id AS "issue", r.events AS "events", r.first_seen AS "firstSeen", r.last_seen AS "lastSeen",
    COALESCE((SELECT p.events FROM issue_release p WHERE p.project_id = ? AND p.release = ? AND p.issue_id = r.issue_id), 0) AS "previousEvents",
    CASE WHEN ${IS_FIRST(dialect, '?')} THEN 1 ELSE 0 END AS "isFirst", i.substatus AS "substatus", i.reopened_at AS "reopenedAt"
  FROM (SELECT c.issue_id AS issue_id, c.release AS release, c.events AS events, c.first_seen AS first_seen, c.last_seen AS last_seen
      FROM issue_release c WHERE c.project_id = ? AND c.release = ? AND c.issue_id < ? ORDER BY c.issue_id DESC LIMIT ?) r
    LEFT JOIN issue i ON i.project_id = ? AND i.id = r.issue_id
  ORDER BY r.issue_id DESC`;
const REGRESSIONS = (dialect: Dialect) => `SELECT a.issue_id AS "id", a.data AS "data" FROM issue_activity a
  WHERE a.project_id = ? AND ${isOneOf(dialect, 'a.issue_id', jsonIntegers(dialect))} AND a.type = 'set_regression'`;
const READ = (dialect: Dialect) =>
  `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND ${isOneOf(dialect, 'i.id', jsonIntegers(dialect))}`;

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
  async compare(projectId: string, release: Release, now: number): Promise<ComparedRelease> {
    const [project, id] = [idValue(projectId), idValue(release.id)];
    const previous = await findReleaseBefore(this.session, project, release);
    const [own] = await readReleaseEvents(this.session, [{ project, release: id }]);
    const { rows, isSample } = await this.readCounts(project, release.version, previous?.version ?? '');
    const regressed = await this.findRegressed(project, release.version, rows);
    const hours = hoursInUse(own, previous);
    const kindsOf = new Map(
      rows.map((row) => {
        const kinds: ReleaseIssueKind[] = [];
        if (row.isFirst === 1) kinds.push('new');
        if (regressed.has(row.id)) kinds.push('regressed');
        const isMore = previous !== undefined && row.isFirst === 0 && escalatesInRelease(row, hours);
        if (isMore || hasEscalated(row)) kinds.push('escalating');
        return [row.id, kinds] as const;
      }),
    );
    const isOf = (kind: ReleaseIssueKind) => rows.filter((row) => kindsOf.get(row.id)?.includes(kind));
    const ofKinds = { new: isOf('new'), regressed: isOf('regressed'), escalating: isOf('escalating') };
    const chosen = new Set([rows, ...Object.values(ofKinds)].flatMap((some) => some.slice(0, MAX_OF_KIND)));
    const ids = [...chosen].map((row) => row.id);
    const issues = await this.session.all<IssueRow>(READ, [project, listValue(ids)]);
    const start = own?.firstEvent ?? null;
    const users = await readFilteredCounts(this.session, project, ids, { environments: [], start, end: null, now });
    return {
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
        const kinds = kindsOf.get(id) ?? [];
        return [{ issue: readIssue(row), kinds, events, previousEvents, users: users.get(id)?.users ?? 0 }];
      }),
      isSample,
    };
  }

  /** Returns the counts of the issues of a release, those with most events first. */
  private async readCounts(
    project: number,
    release: string,
    previous: string,
  ): Promise<{ rows: ComparedRow[]; isSample: boolean }> {
    const rows: ComparedRow[] = [];
    let read = 0;
    for (let before = Number.MAX_SAFE_INTEGER; read < MAX_COMPARED;) {
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

/** True if the issue escalated while events of the release arrived. */
function hasEscalated({ substatus, reopenedAt, firstSeen, lastSeen }: ComparedRow): boolean {
  return (
    substatus === 'escalating' && reopenedAt !== null && reopenedAt >= firstSeen && reopenedAt <= lastSeen + HOUR_MS
  );
}

/** Returns for how many hours a release, and the one before until its first event, have been in use. */
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
