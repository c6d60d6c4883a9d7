import type { Issue } from '../domain/issue';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { type Dialect, isOneOf, jsonIntegers } from './dialect';
import { sliceStatements } from './keyset';
import { idValue, insertRows, listValue, type Session } from './sql';

const UPSERT = `ON CONFLICT (project_id, release, issue_id) DO UPDATE SET events = issue_release.events + excluded.events,
  first_seen = CASE WHEN excluded.first_seen < issue_release.first_seen THEN excluded.first_seen ELSE issue_release.first_seen END,
  last_seen = CASE WHEN excluded.last_seen > issue_release.last_seen THEN excluded.last_seen ELSE issue_release.last_seen END`;
const ADD = insertRows(
  'issue_release',
  {
    ...({ project_id: 'SAME', release: 'TEXT', issue_id: 'INTEGER', events: 'INTEGER' } as const),
    ...({ first_seen: 'INTEGER', last_seen: 'INTEGER' } as const),
  },
  UPSERT,
);
const LIST = sliceStatements(
  `SELECT r.release AS "version", r.events AS "count", r.first_seen AS "firstSeen", r.last_seen AS "lastSeen"
  FROM issue_release r WHERE r.project_id = ? AND r.issue_id = ?`,
  { columns: ['r.last_seen', 'r.release'], descending: true },
);
const OF_ISSUES = (dialect: Dialect) => `r.project_id = ? AND ${isOneOf(dialect, 'r.issue_id', jsonIntegers(dialect))}`;
const MERGE = (
  dialect: Dialect,
) => `INSERT INTO issue_release (project_id, release, issue_id, events, first_seen, last_seen)
  SELECT r.project_id, r.release, ?, CAST(SUM(r.events) AS ${dialect === 'sqlite' ? 'INTEGER' : 'BIGINT'}), MIN(r.first_seen), MAX(r.last_seen)
  FROM issue_release r WHERE ${OF_ISSUES(dialect)} GROUP BY r.project_id, r.release ${UPSERT}`;
const DELETE_OF_ISSUES = (
  dialect: Dialect,
) => `DELETE FROM issue_release WHERE project_id = ? AND (release, issue_id) IN (
  SELECT r.release, r.issue_id FROM issue_release r WHERE ${OF_ISSUES(dialect)} LIMIT ?)`;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** A release in which an issue was seen. */
export interface IssueRelease {
  readonly version: string;
  /** Number of the issue's events in it. */
  readonly count: number;
  /** Times of the first and the last of them, in milliseconds since 1970, UTC. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** An event of an issue in a release. */
export interface ReleaseEvent {
  readonly issueId: string;
  readonly release: string;
  readonly timestamp: number;
}

export interface IssueReleaseReader {
  /** The releases of an issue: last seen first, then by version, descending. */
  list(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<IssueRelease>>;
}

export interface IssueReleaseWriter extends IssueReleaseReader {
  /** Counts events in their releases. */
  record(projectId: string, events: readonly ReleaseEvent[]): Promise<void>;
  /** Moves the releases of issues to another issue. */
  merge(projectId: string, issueIds: readonly string[], target: string): Promise<void>;
}

/** The rows of `issue_release`. */
export class IssueReleases implements IssueReleaseWriter {
  constructor(private readonly session: Session) {}

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

  async merge(projectId: string, issueIds: readonly string[], target: string): Promise<void> {
    const project = idValue(projectId);
    const issues = listValue(issueIds.map(idValue));
    await this.session.run(MERGE, [idValue(target), project, issues]);
    await deleteIssueReleases(this.session, project, issues, NO_LIMIT);
  }
}

/**
 * Deletes at most `limit` releases of issues. Returns how many were deleted.
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
