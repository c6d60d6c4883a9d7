import type { Issue } from '../../domain/issue';
import { type Page, type PageRequest, readPage } from '../../domain/page';
import { MAX_BEFORE_ISSUE, type Release, type ReleaseInOrder, listDate, orderOfVersion } from '../../domain/release';
import { type Dialect, isAmong, isAmongTexts, jsonTexts, LAST_CHARACTER } from '../engine/dialect';
import { sliceStatements } from '../keyset';
import {
  EntityStore,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type Session,
  type Statement,
} from '../engine/sql';

const UPSERT = `ON CONFLICT (project_id, release, issue_id) DO UPDATE SET events = issue_release.events + excluded.events,
  first_seen = CASE WHEN excluded.first_seen < issue_release.first_seen THEN excluded.first_seen ELSE issue_release.first_seen END,
  last_seen = CASE WHEN excluded.last_seen > issue_release.last_seen THEN excluded.last_seen ELSE issue_release.last_seen END`;
const ADD = insertRows(
  'issue_release',
  {
    project_id: 'SAME',
    release: 'TEXT',
    issue_id: 'INTEGER',
    events: 'INTEGER',
    first_seen: 'INTEGER',
    last_seen: 'INTEGER',
  },
  UPSERT,
);
/** The table in statements that find rows by issue. SQLite alone would read all rows of the project. */
const BY_ISSUE = (dialect: Dialect, name: 'f' | 'r') =>
  `issue_release ${name}${dialect === 'sqlite' ? ' INDEXED BY issue_release_by_issue' : ''}`;
const LIST = sliceStatements(
  (
    dialect,
  ) => `SELECT r.release AS "version", r.events AS "count", r.first_seen AS "firstSeen", r.last_seen AS "lastSeen"
  FROM ${BY_ISSUE(dialect, 'r')} WHERE r.project_id = ? AND r.issue_id = ?`,
  { columns: ['r.last_seen', 'r.release'], descending: true },
);
const OF_ISSUES = (dialect: Dialect) => `r.project_id = ? AND ${isAmong(dialect, 'r.issue_id')}`;
const MERGE = (
  dialect: Dialect,
) => `INSERT INTO issue_release (project_id, release, issue_id, events, first_seen, last_seen)
  SELECT r.project_id, r.release, ?, CAST(SUM(r.events) AS ${dialect === 'sqlite' ? 'INTEGER' : 'BIGINT'}), MIN(r.first_seen), MAX(r.last_seen)
  FROM ${BY_ISSUE(dialect, 'r')} WHERE ${OF_ISSUES(dialect)} GROUP BY r.project_id, r.release ${UPSERT}`;
const OF_RELEASES = (dialect: Dialect) =>
  `r.project_id = ? AND r.issue_id = ? AND ${isAmongTexts(dialect, 'r.release')}`;
const READ_RELEASES = (dialect: Dialect) =>
  `SELECT r.release AS "version", r.events AS "count", r.first_seen AS "firstSeen", r.last_seen AS "lastSeen"
  FROM issue_release r WHERE ${OF_RELEASES(dialect)}`;
const DELETE_RELEASES = (dialect: Dialect) => `DELETE FROM issue_release WHERE project_id = ? AND issue_id = ?
  AND ${isAmongTexts(dialect, 'release')}`;
const DELETE_OF_ISSUES = (
  dialect: Dialect,
) => `DELETE FROM issue_release WHERE project_id = ? AND (release, issue_id) IN (
  SELECT r.release, r.issue_id FROM ${BY_ISSUE(dialect, 'r')} WHERE ${OF_ISSUES(dialect)} LIMIT ?)`;
/**
 * Condition: `issue_release r` is the first release of the issue, by the time of its first event in a release, then by
 * version.
 */
export const IS_FIRST = (
  dialect: Dialect,
  project: string,
) => `(SELECT 1 FROM ${BY_ISSUE(dialect, 'f')} WHERE f.project_id = ${project} AND f.issue_id = r.issue_id
  AND (f.first_seen, f.release) < (r.first_seen, r.release) LIMIT 1) IS NULL`;
/** Returns a condition on `issue i`: its first release meets a condition on `r.release`. */
export const HAS_FIRST_RELEASE = (dialect: Dialect, condition: string) => `(SELECT 1 FROM ${BY_ISSUE(dialect, 'r')}
  WHERE r.project_id = i.project_id AND r.issue_id = i.id AND ${condition} AND ${IS_FIRST(dialect, 'r.project_id')} LIMIT 1) IS NOT NULL`;
/** Maximum number of issues of releases in which `findIssuesOfFirstRelease` searches for first releases. */
const MAX_COMPARED = 2_000;
const FIND_BY_RELEASE =
  (condition: string) =>
  (
    dialect: Dialect,
  ) => `SELECT r.issue_id AS "id", CASE WHEN ${IS_FIRST(dialect, 'r.project_id')} THEN 1 ELSE 0 END AS "isFirst"
  FROM issue_release r WHERE r.project_id = ? AND ${condition} LIMIT ?`;
const FIND_IN_RELEASE = FIND_BY_RELEASE('r.release = ?');
const FIND_IN_RELEASES = FIND_BY_RELEASE('r.release >= ? AND r.release < ?');
const BY_TIME = (order: string) => (dialect: Dialect) =>
  `SELECT r.release AS "version", r.first_seen AS "firstSeen" FROM ${BY_ISSUE(dialect, 'r')} WHERE r.project_id = ? AND r.issue_id = ?
  ORDER BY ${order} LIMIT 1`;
const BY_FIRST = BY_TIME('r.first_seen, r.release');
const BY_LAST = BY_TIME('r.last_seen DESC, r.release DESC');
/**
 * Counts the issues that were first seen in each of some releases, among the first issues with the release. Looks at
 * the issues too, because the rows of removed issues are deleted later.
 */
const COUNT_FIRST = (dialect: Dialect) => `SELECT w.value AS "value", (SELECT CAST(COUNT(*) AS INTEGER) FROM (
      SELECT r.release AS release, r.issue_id AS issue_id, r.first_seen AS first_seen
      FROM issue_release r WHERE r.project_id = ? AND r.release = w.value LIMIT ?) r CROSS JOIN issue i
    WHERE i.project_id = ? AND i.id = r.issue_id AND ${IS_FIRST(dialect, '?')}) AS "count"
  FROM (${jsonTexts(dialect)}) w`;
/** Lists releases of a project from one on, newest first. */
const UP_TO = (place: string, order: string) => `SELECT v.id AS "id", v.version AS "version",
    v.commit_count AS "commitCount",
    CASE WHEN rp.first_event IS NULL AND (SELECT 1 FROM session_hour s WHERE s.project_id = rp.project_id
          AND s.release_id = rp.release_id LIMIT 1) IS NULL
        AND (SELECT 1 FROM deploy d CROSS JOIN deploy_project p WHERE d.organization_id = v.organization_id
          AND d.release_id = v.id AND p.project_id = rp.project_id AND p.deploy_id = d.id LIMIT 1) IS NULL
      THEN 0 ELSE 1 END AS "isUsed",
    CASE WHEN (SELECT 1 FROM issue_release r WHERE r.project_id = rp.project_id AND r.release = v.version
        AND r.issue_id = ? LIMIT 1) IS NULL THEN 0 ELSE 1 END AS "hasIssue"
  FROM release_project rp CROSS JOIN release v WHERE rp.project_id = ? AND ${place} AND v.id = rp.release_id
  ORDER BY ${order} LIMIT ${MAX_BEFORE_ISSUE + 1}`;
const UP_TO_VERSION = UP_TO(
  'rp.package = ? AND (rp.version_order, rp.dated, rp.release_id) <= (?, ?, ?)',
  'rp.version_order DESC, rp.dated DESC, rp.release_id DESC',
);
const UP_TO_DATE = UP_TO('(rp.dated, rp.release_id) <= (?, ?)', 'rp.dated DESC, rp.release_id DESC');
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** A release in which an issue was seen. */
export interface IssueRelease {
  readonly version: string;
  /** Number of the issue's events in it. */
  readonly count: number;
  /** Times of its first and last event in the release, in milliseconds since 1970, UTC. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** An event of an issue in a release. */
export interface ReleaseEvent {
  readonly issueId: string;
  readonly release: string;
  readonly timestamp: number;
}

/** The releases of the first and the last event of an issue that name one; null if none does. */
export interface ReleaseBounds {
  readonly first: string | null;
  readonly last: string | null;
}

type FirstRelease = Pick<IssueRelease, 'version' | 'firstSeen'>;

/** The rows of `issue_release`. */
export class IssueReleaseReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the releases of an issue: last seen first, then by version, descending. */
  list({ projectId, id }: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<IssueRelease>> {
    return readPage(
      page,
      (cursor, limit) => {
        const [time = '', version = ''] = cursor?.key ?? [];
        const key = cursor === null ? [] : [Number(time.slice(1)), Buffer.from(version, 'base64url').toString()];
        return this.session.all<IssueRelease>(LIST(cursor), [idValue(projectId), idValue(id), ...key, limit]);
      },
      ({ lastSeen, version }) => [`s${lastSeen}`, Buffer.from(version).toString('base64url')],
    );
  }

  async findBounds({ projectId, id }: Pick<Issue, 'id' | 'projectId'>): Promise<ReleaseBounds> {
    const find = async (statement: Statement) =>
      (await this.session.one<{ version: string }>(statement, [idValue(projectId), idValue(id)]))?.version ?? null;
    return { first: await find(BY_FIRST), last: await find(BY_LAST) };
  }

  /** Returns the release of the first event of an issue that names one, with the time of the event. */
  findFirst({ projectId, id }: Pick<Issue, 'id' | 'projectId'>): Promise<FirstRelease | undefined> {
    return this.session.one<FirstRelease>(BY_FIRST, [idValue(projectId), idValue(id)]);
  }

  /**
   * Returns a release and at most `MAX_BEFORE_ISSUE` releases of the project before it, newest first: the releases of
   * its package by version, or all releases by date if there is no other one of its package.
   */
  async listUpTo({ projectId, id }: Pick<Issue, 'id' | 'projectId'>, release: Release): Promise<ReleaseInOrder[]> {
    const { package: name, order } = orderOfVersion(release.version);
    const owner = [idValue(id), idValue(projectId)];
    const place = [listDate(release), idValue(release.id)];
    const ofPackage = await this.session.all<ReleaseInOrder>(UP_TO_VERSION, [...owner, name, order, ...place]);
    return ofPackage.length > 1 ? ofPackage : this.session.all<ReleaseInOrder>(UP_TO_DATE, [...owner, ...place]);
  }

  /**
   * Returns, for each of the releases, the number of issues that were first seen in it, among the first `limit` issues
   * with the release.
   */
  async countFirst(projectId: string, releases: readonly string[], limit: number): Promise<Map<string, number>> {
    const project = idValue(projectId);
    const values = [project, limit, project, project, listValue(releases)];
    const rows = await this.session.all<{ value: string; count: number }>(COUNT_FIRST, values);
    return new Map(rows.map(({ value, count }) => [value, count]));
  }
}

export class IssueReleaseWriter extends IssueReleaseReader<Session> {
  /** Counts events in their releases. */
  async record(projectId: string, events: readonly ReleaseEvent[]): Promise<void> {
    const project = idValue(projectId);
    const rows = new Map<string, [number, string, number, number, number, number]>();
    for (const { issueId, release, timestamp } of events) {
      const row = rows.get(`${issueId} ${release}`);
      if (row === undefined) {
        rows.set(`${issueId} ${release}`, [project, release, idValue(issueId), 1, timestamp, timestamp]);
        continue;
      }
      row[3] += 1;
      row[4] = Math.min(row[4], timestamp);
      row[5] = Math.max(row[5], timestamp);
    }
    this.session.post(ADD, [...rows.values()]);
  }

  /**
   * Moves stored events of an issue to others, which do not have their releases yet.
   * @param kept the other stored events of the issue
   */
  async split(
    issue: Pick<Issue, 'id' | 'projectId'>,
    moved: readonly { readonly target: string; readonly releases: readonly IssueRelease[] }[],
    kept: readonly IssueRelease[],
  ): Promise<void> {
    await this.remove(
      issue,
      moved.flatMap(({ releases }) => releases),
      kept,
    );
    const project = idValue(issue.projectId);
    const added = moved.flatMap(({ target, releases }) =>
      releases.map(({ version, count, firstSeen, lastSeen }) => [
        project,
        version,
        idValue(target),
        count,
        firstSeen,
        lastSeen,
      ]),
    );
    this.session.post(ADD, added);
  }

  /** Removes stored events of an issue from its releases. @param kept the other stored events of the issue */
  async remove(
    { projectId, id }: Pick<Issue, 'id' | 'projectId'>,
    removed: readonly IssueRelease[],
    kept: readonly IssueRelease[],
  ): Promise<void> {
    const [project, issue] = [idValue(projectId), idValue(id)];
    const [keptSums, removedSums] = [sumOf(kept), sumOf(removed)];
    const versions = listValue([...removedSums.keys()]);
    const rows = await this.session.all<IssueRelease>(READ_RELEASES, [project, issue, versions]);
    await this.session.run(DELETE_RELEASES, [project, issue, versions]);
    const remaining = rows.flatMap(({ version, count, firstSeen, lastSeen }) => {
      const staying = keptSums.get(version) ?? NO_EVENTS;
      const leaving = removedSums.get(version) ?? NO_EVENTS;
      const events = Math.max(count - leaving.count, staying.count);
      if (events === 0) return [];
      // A time that no removed event has belongs to an event that stays, or to an expired one.
      const first = firstSeen < leaving.firstSeen ? firstSeen : Math.min(staying.firstSeen, lastSeen);
      const last = lastSeen > leaving.lastSeen ? lastSeen : Math.max(staying.lastSeen, first);
      return [[project, version, issue, events, first, last]];
    });
    this.session.post(ADD, remaining);
  }

  /** Moves the releases of issues to another issue. */
  async merge(projectId: string, issueIds: readonly string[], target: string): Promise<void> {
    const project = idValue(projectId);
    const issues = listValue(issueIds.map(idValue));
    await this.session.run(MERGE, [idValue(target), project, issues]);
    await deleteIssueReleases(this.session, project, issues, NO_LIMIT);
  }
}

const NO_EVENTS = { count: 0, firstSeen: Infinity, lastSeen: -Infinity } as const;

/** Adds up the events of each release. */
function sumOf(releases: readonly IssueRelease[]): Map<string, Omit<IssueRelease, 'version'>> {
  const sums = new Map<string, Omit<IssueRelease, 'version'>>();
  for (const { version, count, firstSeen, lastSeen } of releases) {
    const sum = sums.get(version) ?? NO_EVENTS;
    sums.set(version, {
      count: sum.count + count,
      firstSeen: Math.min(sum.firstSeen, firstSeen),
      lastSeen: Math.max(sum.lastSeen, lastSeen),
    });
  }
  return sums;
}

/**
 * Returns the ids of all issues whose first release is one of these; undefined if too many issues have events of them.
 * @param release the version, or the prefix of versions
 */
export async function findIssuesOfFirstRelease(
  session: ReadSession,
  project: number,
  { release, isPrefix }: { readonly release: string; readonly isPrefix: boolean },
): Promise<number[] | undefined> {
  const rows = await (isPrefix
    ? session.all<IssueInRelease>(FIND_IN_RELEASES, [project, release, release + LAST_CHARACTER, MAX_COMPARED + 1])
    : session.all<IssueInRelease>(FIND_IN_RELEASE, [project, release, MAX_COMPARED + 1]));
  if (rows.length > MAX_COMPARED) return undefined;
  return rows.filter(({ isFirst }) => isFirst === 1).map(({ id }) => id);
}

interface IssueInRelease {
  readonly id: number;
  readonly isFirst: number;
}

/**
 * Deletes at most `limit` releases of issues. Returns the number of deleted rows.
 * @param issues ids as a JSON list
 */
export async function deleteIssueReleases(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  return (await session.run(DELETE_OF_ISSUES, [project, project, issues, limit])).changes;
}
