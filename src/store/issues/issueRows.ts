import type { Assignee, Issue, StatusDetails } from '../../domain/issue';
import { byDialect, type Dialect, isAmong } from '../engine/dialect';

/** The table of hashes in statements that find them by issue. SQLite alone would read all hashes of the project. */
export const HASHES_OF_ISSUES = byDialect({
  sqlite: 'issue_hash INDEXED BY issue_hash_by_issue',
  postgres: 'issue_hash',
});

/** The columns that a query of `issue i` selects for an `IssueRow`. */
export const ISSUE_COLUMNS = `CAST(i.id AS TEXT) AS "id", CAST(i.project_id AS TEXT) AS "projectId", i.number AS "number", i.title AS "title",
  i.culprit AS "culprit", i.type AS "type", i.level AS "level", i.platform AS "platform", i.first_seen AS "firstSeen",
  i.last_seen AS "lastSeen", i.times_seen AS "timesSeen", i.user_count AS "userCount", i.status AS "status",
  i.substatus AS "substatus", i.is_auto_resolved AS "isAutoResolved", i.comment_count AS "commentCount", i.status_details AS "statusDetails",
  i.reopened_at AS "reopenedAt", CAST(i.assignee_member_id AS TEXT) AS "memberId", CAST(i.assignee_team_id AS TEXT) AS "teamId"`;

/** Reads issues of a project by their ids, in no order. */
export const ISSUES_BY_ID = (dialect: Dialect) => `SELECT ${ISSUE_COLUMNS} FROM issue i
  WHERE i.project_id = ? AND ${isAmong(dialect, 'i.id')}`;

/** A row of `ISSUE_COLUMNS`; booleans are 0 or 1, and the details are JSON. */
export type IssueRow = Omit<Issue, 'isAutoResolved' | 'statusDetails' | 'assignee'> & {
  isAutoResolved: number;
  statusDetails: string | null;
  /** The assignee: one of the two is set, or both are null. */
  memberId: string | null;
  teamId: string | null;
};

/** Converts a row into an issue. */
export function readIssue({ memberId, teamId, statusDetails, ...row }: IssueRow): Issue {
  return {
    ...row,
    isAutoResolved: row.isAutoResolved === 1,
    statusDetails: statusDetails === null ? null : (JSON.parse(statusDetails) as StatusDetails),
    assignee: readAssignee(memberId, teamId),
  };
}

/** Reads the assignee of an issue, or the owner of a monitor, from its two columns. */
export function readAssignee(memberId: string | null, teamId: string | null): Assignee | null {
  if (memberId !== null) return { type: 'member', id: memberId };
  return teamId === null ? null : { type: 'team', id: teamId };
}
