import type { Issue } from '../domain/issue';

/** The columns that a query of `issue i` selects for an `IssueRow`. */
export const ISSUE_COLUMNS = `CAST(i.id AS TEXT) AS "id", CAST(i.project_id AS TEXT) AS "projectId", i.number AS "number", i.title AS "title",
  i.culprit AS "culprit", i.type AS "type", i.level AS "level", i.platform AS "platform", i.first_seen AS "firstSeen",
  i.last_seen AS "lastSeen", i.times_seen AS "timesSeen", i.user_count AS "userCount", i.status AS "status",
  i.substatus AS "substatus", i.is_auto_resolved AS "isAutoResolved"`;

/** A row of `ISSUE_COLUMNS`; booleans are 0 or 1. */
export type IssueRow = Omit<Issue, 'isAutoResolved'> & { isAutoResolved: number };

/** Converts a row into an issue. */
export function readIssue(row: IssueRow): Issue {
  return { ...row, isAutoResolved: row.isAutoResolved === 1 };
}
