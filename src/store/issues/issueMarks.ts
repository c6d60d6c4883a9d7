import type { MarksOfIssue } from '../../domain/issue';
import { type Dialect, isOneOf, jsonIntegers } from '../engine/dialect';
import { EntityStore, idValue, insertRows, listValue, type ReadSession, type Session } from '../engine/sql';

const FIND_BOOKMARKS = (dialect: Dialect) => `SELECT CAST(issue_id AS TEXT) AS "id" FROM issue_bookmark
  WHERE project_id = ? AND member_id = ? AND ${isOneOf(dialect, 'issue_id', jsonIntegers(dialect))}`;
const FIND_SEEN = (dialect: Dialect) => `SELECT CAST(issue_id AS TEXT) AS "id", seen_at AS "seenAt" FROM issue_seen
  WHERE project_id = ? AND member_id = ? AND ${isOneOf(dialect, 'issue_id', jsonIntegers(dialect))}`;
const INSERT_BOOKMARKS = insertRows(
  'issue_bookmark',
  { project_id: 'SAME', member_id: 'SAME', issue_id: 'INTEGER' },
  'ON CONFLICT (project_id, member_id, issue_id) DO NOTHING',
);
const INSERT_SEEN = insertRows(
  'issue_seen',
  { project_id: 'SAME', member_id: 'SAME', seen_at: 'SAME', issue_id: 'INTEGER' },
  'ON CONFLICT (project_id, member_id, issue_id) DO UPDATE SET seen_at = excluded.seen_at',
);
const DELETE_OF_MEMBER = (table: string) => (dialect: Dialect) =>
  `DELETE FROM ${table} WHERE project_id = ? AND member_id = ? AND issue_id IN (${jsonIntegers(dialect)})`;
const DELETE_BOOKMARKS = DELETE_OF_MEMBER('issue_bookmark');
const DELETE_SEEN = DELETE_OF_MEMBER('issue_seen');
const DELETE_OF_ISSUES = (table: string) => (dialect: Dialect) =>
  `DELETE FROM ${table} WHERE project_id = ? AND ${isOneOf(dialect, 'issue_id', jsonIntegers(dialect))}`;
const DELETE_ALL = [DELETE_OF_ISSUES('issue_bookmark'), DELETE_OF_ISSUES('issue_seen')];

/** A member, and the issues of one project that they mark or may have marked. */
export interface MarkedIssues {
  readonly projectId: string;
  readonly memberId: string;
  readonly issueIds: readonly string[];
}

/** The rows of `issue_bookmark` and `issue_seen`. */
export class IssueMarkReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns a member's marks of these issues, by issue id. Issues without marks are left out. */
  async find({ projectId, memberId, issueIds }: MarkedIssues): Promise<Map<string, MarksOfIssue>> {
    if (issueIds.length === 0) return new Map();
    const parameters = [idValue(projectId), idValue(memberId), listValue(issueIds.map(idValue))];
    const [bookmarks, seen] = await Promise.all([
      this.session.all<{ id: string }>(FIND_BOOKMARKS, parameters),
      this.session.all<{ id: string; seenAt: number }>(FIND_SEEN, parameters),
    ]);
    const marks = new Map(bookmarks.map(({ id }) => [id, { isBookmarked: true, seenAt: null as number | null }]));
    for (const { id, seenAt } of seen) marks.set(id, { isBookmarked: marks.has(id), seenAt });
    return marks;
  }
}

export class IssueMarkWriter extends IssueMarkReader<Session> {
  async setBookmarks({ projectId, memberId, issueIds }: MarkedIssues, isBookmarked: boolean): Promise<void> {
    const key = [idValue(projectId), idValue(memberId)];
    if (!isBookmarked) await this.session.run(DELETE_BOOKMARKS, [...key, listValue(issueIds.map(idValue))]);
    else
      this.session.post(
        INSERT_BOOKMARKS,
        issueIds.map((id) => [...key, idValue(id)]),
      );
  }

  /** Sets the time at which a member saw issues. @param seenAt null to mark the issues as not seen */
  async setSeen({ projectId, memberId, issueIds }: MarkedIssues, seenAt: number | null): Promise<void> {
    const key = [idValue(projectId), idValue(memberId)];
    if (seenAt === null) await this.session.run(DELETE_SEEN, [...key, listValue(issueIds.map(idValue))]);
    else
      this.session.post(
        INSERT_SEEN,
        issueIds.map((id) => [...key, seenAt, idValue(id)]),
      );
  }
}

/** Deletes all marks of issues of a project. */
export async function deleteMarks(session: Session, project: number, issues: string): Promise<void> {
  for (const statement of DELETE_ALL) await session.run(statement, [project, issues]);
}
