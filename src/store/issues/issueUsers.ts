import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../domain/time';
import { type Dialect, isOneOf, jsonIntegers } from '../engine/dialect';
import {
  idValue,
  insertRows,
  type RowStatement,
  type RowValueType,
  type ReadSession,
  type Session,
  unnest,
} from '../engine/sql';

/*
 * The rows of `issue_user_day`: users of issues by day, environment and hour. `IssueStatsWriter` changes them together
 * with the numbers of events.
 */

/**
 * Walks by the key from day to day of a project, over all issues of each day. The parameters are the project, the first
 * day, and the project.
 */
export const DAYS_SINCE = (table: 'issue_day' | 'issue_user_day') => `WITH RECURSIVE d (day) AS (
    SELECT (SELECT MIN(c.day) FROM ${table} c WHERE c.project_id = ? AND c.day >= ?)
    UNION ALL SELECT (SELECT MIN(c.day) FROM ${table} c WHERE c.project_id = ? AND c.day > d.day) FROM d WHERE d.day IS NOT NULL)
  SELECT day FROM d WHERE day IS NOT NULL`;

/** Events of an issue at one time, in one environment, and of one user. */
export interface EventCount {
  readonly issueId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly environment: string | null;
  /** The value of the tag `user`; null without one. */
  readonly user: string | null;
  /**
   * Number of events; 1 if omitted. A negative number subtracts events, for example when they move to another issue.
   */
  readonly quantity?: number;
}

const HOURS_PER_DAY = 24;

const ADD_USERS = insertRows(
  'issue_user_day',
  {
    ...({ project_id: 'SAME', day: 'SAME', issue_id: 'INTEGER', environment: 'TEXT' } as const),
    ...({ user_number: 'INTEGER', hours: 'INTEGER' } as const),
  },
  `ON CONFLICT (project_id, day, issue_id, environment, user_number)
    DO UPDATE SET hours = issue_user_day.hours | excluded.hours
    WHERE issue_user_day.hours | excluded.hours <> issue_user_day.hours`,
);
const OF_ISSUES = (dialect: Dialect) => `u.project_id = ? AND ${isOneOf(dialect, 'u.day', DAYS_SINCE('issue_user_day'))}
  AND ${isOneOf(dialect, 'u.issue_id', jsonIntegers(dialect))}`;
const KEY = 'day, issue_id, environment, user_number';
const KEY_OF_ROW = 'u.day, u.issue_id, u.environment, u.user_number';
const LIST_USERS = (dialect: Dialect) => `SELECT u.day AS "day", u.environment AS "environment",
    u.user_number AS "user", u.hours AS "hours" FROM issue_user_day u WHERE ${OF_ISSUES(dialect)}`;
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM issue_user_day WHERE project_id = ? AND (${KEY}) IN (
  SELECT ${KEY_OF_ROW} FROM issue_user_day u WHERE ${OF_ISSUES(dialect)} LIMIT ?)`;
const ANY_BEFORE = 'SELECT 1 AS "found" FROM issue_user_day WHERE project_id = ? AND day < ? LIMIT 1';
const DELETE_BEFORE = `DELETE FROM issue_user_day WHERE project_id = ? AND (${KEY}) IN (
  SELECT ${KEY_OF_ROW} FROM issue_user_day u WHERE u.project_id = ? AND u.day < ? ORDER BY ${KEY_OF_ROW} LIMIT ?)`;

/** A row of one day. */
type UserRow = [issue: number, environment: string, user: number, hours: number];

/** Returns the number that stands for a user: 48 bits of a hash of the tag `user`. */
function userNumber(user: string): number {
  return createHash('sha1').update(user).digest().readUIntBE(0, 6);
}

/** Records the users of events. */
export function recordUsers(session: Session, project: number, events: readonly EventCount[]): void {
  for (const [day, rows] of rowsOf(events)) addUsers(session, project, day, rows);
}

/** Returns the rows of events by day. */
function rowsOf(events: readonly EventCount[]): Map<number, UserRow[]> {
  const days = new Map<number, Map<string, UserRow>>();
  for (const { issueId, timestamp, environment, user } of events) {
    if (user === null) continue;
    const hour = Math.floor(timestamp / HOUR_MS);
    const day = Math.floor(hour / HOURS_PER_DAY);
    const bit = 2 ** (hour - day * HOURS_PER_DAY);
    const rows = days.get(day) ?? new Map<string, UserRow>();
    days.set(day, rows);
    const name = `${issueId}\n${environment ?? ''}\n${user}`;
    const row = rows.get(name);
    if (row === undefined) rows.set(name, [idValue(issueId), environment ?? '', userNumber(user), bit]);
    else row[3] |= bit;
  }
  return new Map([...days].map(([day, rows]) => [day, [...rows.values()]]));
}

function addUsers(session: Session, project: number, day: number, rows: readonly UserRow[]): void {
  session.post(
    ADD_USERS,
    rows.map((row) => [project, day, ...row]),
  );
}

/** Moves the users of issues to another issue. */
export async function mergeUsers(session: Session, project: number, issues: string, target: number): Promise<void> {
  type Row = { day: number; environment: string; user: number; hours: number };
  const rows = await session.all<Row>(LIST_USERS, [project, project, 0, project, issues]);
  await session.run(DELETE_OF_ISSUES, [project, project, project, 0, project, issues, rows.length]);
  const days = new Map<number, Map<string, UserRow>>();
  for (const { day, environment, user, hours } of rows) {
    const ofDay = days.get(day) ?? new Map<string, UserRow>();
    days.set(day, ofDay);
    const name = `${environment}\n${user}`;
    ofDay.set(name, [target, environment, user, (ofDay.get(name)?.[3] ?? 0) | hours]);
  }
  for (const [day, ofDay] of days) addUsers(session, project, day, [...ofDay.values()]);
}

const REMOVE_TYPES: readonly RowValueType[] = ['SAME', 'SAME', 'INTEGER', 'TEXT', 'INTEGER'];
const REMOVE: RowStatement = {
  sqlite: `DELETE FROM issue_user_day
    WHERE project_id = ? AND day = ? AND issue_id = ? AND environment = ? AND user_number = ?`,
  postgres: `DELETE FROM issue_user_day u WHERE u.project_id = ? AND u.day = ? AND (u.issue_id, u.environment, u.user_number) IN (
    SELECT r.issue_id, r.environment, r.user_number FROM ${unnest(REMOVE_TYPES)} AS r (issue_id, environment, user_number))`,
  types: REMOVE_TYPES,
};

/** Removes the users of events from an issue, except those of the events that it keeps. */
export function removeUsers(
  session: Session,
  project: number,
  removed: readonly EventCount[],
  kept: readonly EventCount[],
): void {
  for (const [day, rows] of rowsOf(removed))
    session.post(
      REMOVE,
      rows.map(([issue, environment, user]) => [project, day, issue, environment, user]),
    );
  recordUsers(session, project, kept);
}

/**
 * Deletes at most `limit` users of issues. Returns the number of deleted rows.
 * @param issues ids as a JSON list
 */
export async function deleteUsers(session: Session, project: number, issues: string, limit: number): Promise<number> {
  const values = [project, project, project, 0, project, issues, limit];
  return (await session.run(DELETE_OF_ISSUES, values)).changes;
}

/** Returns true if there are users of days before a day. */
export async function hasUsersBefore(session: ReadSession, project: number, day: number): Promise<boolean> {
  return (await session.one(ANY_BEFORE, [project, day])) !== undefined;
}

/** Deletes at most `limit` users of days before a day. Returns the number of deleted rows. */
export async function deleteUsersBefore(session: Session, project: number, day: number, limit: number) {
  return (await session.run(DELETE_BEFORE, [project, project, day, limit])).changes;
}
