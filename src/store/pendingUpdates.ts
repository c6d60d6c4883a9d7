import type { Assignee, IssueStatus, StatusDetails } from '../domain/issue';
import type { IgnoreLimits, WantedState } from '../domain/issueState';
import { MINUTE_MS } from '../domain/time';
import { type Dialect, jsonMember } from './engine/dialect';
import type { Condition } from './search/issueConditions';
import { idValue } from './engine/sql';

/* SQL conditions for the issues that an update would change: those whose values differ in one of its fields. */

/** The values that an update sets. An absent field is not set. */
export interface PendingUpdate {
  readonly state?: WantedState | undefined;
  /** Null for nobody. */
  readonly assignee?: Assignee | null | undefined;
  /** Marks of a member. */
  readonly marks?:
    | { readonly memberId: string; readonly isBookmarked?: boolean | undefined; readonly hasSeen?: boolean | undefined }
    | undefined;
}

const MARK_OF_MEMBER = (column: string, table: string) => `(SELECT ${column} FROM ${table} m
  WHERE m.project_id = i.project_id AND m.member_id = ? AND m.issue_id = i.id)`;
/** Value as in the record of an issue. */
const SEEN = `COALESCE(${MARK_OF_MEMBER('m.seen_at', 'issue_seen')}, -1) >= COALESCE(i.reopened_at, 0)`;
const BOOKMARKED = `${MARK_OF_MEMBER('1', 'issue_bookmark')} IS NOT NULL`;

/** Returns a condition on `issue i` of this status: the update would change it. */
export function pendingCondition(update: PendingUpdate, status: IssueStatus, dialect: Dialect): Condition {
  const { state, assignee, marks } = update;
  if (state !== undefined && state.status !== status) return { sql: '1 = 1', values: [] };
  const done: Condition[] = [
    ...(state === undefined ? [] : [hasDetails(state.details, dialect)]),
    ...(assignee === undefined ? [] : [isAssigned(assignee)]),
    ...(marks?.isBookmarked === undefined ? [] : [isMarked(BOOKMARKED, marks.memberId, marks.isBookmarked)]),
    ...(marks?.hasSeen === undefined ? [] : [isMarked(SEEN, marks.memberId, marks.hasSeen)]),
  ];
  return {
    sql: `CASE WHEN ${['1 = 1', ...done.map(({ sql }) => sql)].join(' AND ')} THEN 0 ELSE 1 END = 1`,
    values: done.flatMap(({ values }) => values),
  };
}

function hasDetails(details: WantedState['details'], dialect: Dialect): Condition {
  const member = (type: 'INTEGER' | 'TEXT', ...path: string[]) =>
    jsonMember(dialect, 'i.status_details', type, ...path);
  if (details === null) return { sql: 'i.status_details IS NULL', values: [] };
  if ('limits' in details) return hasLimits(details.limits, (...path) => member('INTEGER', ...path));
  const { inRelease, afterRelease } = details;
  if (inRelease !== undefined)
    return { sql: `${member('TEXT', 'inRelease', 'version')} = ?`, values: [inRelease.version] };
  if (afterRelease) return { sql: `${member('TEXT', 'afterRelease', 'version')} = ?`, values: [afterRelease.version] };
  return { sql: 'i.status_details = ?', values: [JSON.stringify(details satisfies StatusDetails)] };
}

/** Returns a condition that an issue is already ignored with these limits, whatever the time from which they count. */
function hasLimits(limits: IgnoreLimits, member: (...path: string[]) => string): Condition {
  const { minutes = 0, events = 0, window = 0, users = 0, userWindow = 0, untilEscalating } = limits;
  const numbers: [string, number][] = [
    [`${member('ignoreUntil')} - ${member('ignoredAt', 'time')}`, minutes * MINUTE_MS],
    [member('ignoreCount'), events],
    [member('ignoreWindow'), window],
    [member('ignoreUserCount'), users],
    [member('ignoreUserWindow'), userWindow],
  ];
  const escalates = `${member('ignoreHourlyEvents')} IS ${untilEscalating ? 'NOT ' : ''}NULL`;
  return {
    sql: ['i.status_details IS NOT NULL', escalates, ...numbers.map(([sql]) => `COALESCE(${sql}, 0) = ?`)].join(
      ' AND ',
    ),
    values: numbers.map(([, value]) => value),
  };
}

function isAssigned(assignee: Assignee | null): Condition {
  const idOf = (type: Assignee['type']) => (assignee?.type === type ? idValue(assignee.id) : 0);
  return {
    sql: 'COALESCE(i.assignee_member_id, 0) = ? AND COALESCE(i.assignee_team_id, 0) = ?',
    values: [idOf('member'), idOf('team')],
  };
}

function isMarked(sql: string, memberId: string, isSet: boolean): Condition {
  return { sql: isSet ? sql : `NOT (${sql})`, values: [idValue(memberId)] };
}
