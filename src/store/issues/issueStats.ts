import { hash } from 'node:crypto';
import type { Issue } from '../../domain/issue';
import type { TimeRange } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { type Dialect, isAmong, isAmongTexts, isOneOf } from '../engine/dialect';
import {
  EntityStore,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  unnest,
} from '../engine/sql';

/*
 * The rows of `issue_user_day`: users of issues by day, environment and hour. `IssueStatsWriter` changes them together
 * with the numbers of events.
 */

/**
 * Walks by the key from day to day of a project, skipping the issues of each day. The parameters are the project, the
 * first day, and the project.
 */
const DAYS_SINCE = (table: 'issue_day' | 'issue_user_day') => `WITH RECURSIVE d (day) AS (
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
    project_id: 'SAME',
    day: 'SAME',
    issue_id: 'INTEGER',
    environment: 'TEXT',
    user_number: 'INTEGER',
    hours: 'INTEGER',
  },
  `ON CONFLICT (project_id, day, issue_id, environment, user_number)
    DO UPDATE SET hours = issue_user_day.hours | excluded.hours
    WHERE issue_user_day.hours | excluded.hours <> issue_user_day.hours`,
);
const OF_ISSUES = (dialect: Dialect) => `u.project_id = ? AND ${isOneOf(dialect, 'u.day', DAYS_SINCE('issue_user_day'))}
  AND ${isAmong(dialect, 'u.issue_id')}`;
const KEY = 'day, issue_id, environment, user_number';
const KEY_OF_ROW = 'u.day, u.issue_id, u.environment, u.user_number';
const LIST_USERS = (dialect: Dialect) => `SELECT u.day AS "day", u.environment AS "environment",
    u.user_number AS "user", u.hours AS "hours" FROM issue_user_day u WHERE ${OF_ISSUES(dialect)}`;
const DELETE_USERS_OF_ISSUES = (dialect: Dialect) => `DELETE FROM issue_user_day WHERE project_id = ? AND (${KEY}) IN (
  SELECT ${KEY_OF_ROW} FROM issue_user_day u WHERE ${OF_ISSUES(dialect)} LIMIT ?)`;
const ANY_USERS_BEFORE = 'SELECT 1 AS "found" FROM issue_user_day WHERE project_id = ? AND day < ? LIMIT 1';
const DELETE_USERS_BEFORE = `DELETE FROM issue_user_day WHERE project_id = ? AND (${KEY}) IN (
  SELECT ${KEY_OF_ROW} FROM issue_user_day u WHERE u.project_id = ? AND u.day < ? ORDER BY ${KEY_OF_ROW} LIMIT ?)`;

/** A row of one day. */
type UserRow = [issue: number, environment: string, user: number, hours: number];

/** Returns the number that stands for a user: 48 bits of a hash of the tag `user`. */
function userNumber(user: string): number {
  return hash('sha1', user, 'buffer').readUIntBE(0, 6);
}

/** Records the users of events. */
function recordUsers(session: Session, project: number, events: readonly EventCount[]): void {
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
async function mergeUsers(session: Session, project: number, issues: string, target: number): Promise<void> {
  type Row = { day: number; environment: string; user: number; hours: number };
  const rows = await session.all<Row>(LIST_USERS, [project, project, 0, project, issues]);
  await session.run(DELETE_USERS_OF_ISSUES, [project, project, project, 0, project, issues, rows.length]);
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

/** Removes the users of events from an issue, except users of events that it keeps. */
function removeUsers(
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
async function deleteUsers(session: Session, project: number, issues: string, limit: number): Promise<number> {
  const values = [project, project, project, 0, project, issues, limit];
  return (await session.run(DELETE_USERS_OF_ISSUES, values)).changes;
}

/** Returns true if there are users of days before a day. */
async function hasUsersBefore(session: ReadSession, project: number, day: number): Promise<boolean> {
  return (await session.one(ANY_USERS_BEFORE, [project, day])) !== undefined;
}

/** Deletes at most `limit` users of days before a day. Returns the number of deleted rows. */
async function deleteUsersBefore(session: Session, project: number, day: number, limit: number) {
  return (await session.run(DELETE_USERS_BEFORE, [project, project, day, limit])).changes;
}

/** The columns of the hours of a day. */
export const HOURS = Array.from({ length: HOURS_PER_DAY }, (_, hour) => `h${hour}` as const);
type HourColumn = (typeof HOURS)[number];

/**
 * Widens the times of a row by the times of events that are added. Subtracted events change no time. The times stay
 * null if the row has events from before migration 48.
 */
const WIDEN_TIMES = `first_seen = CASE WHEN issue_day.first_seen IS NULL THEN NULL
      WHEN excluded.first_seen >= issue_day.first_seen THEN issue_day.first_seen ELSE excluded.first_seen END,
    last_seen = CASE WHEN issue_day.last_seen IS NULL THEN NULL
      WHEN excluded.last_seen <= issue_day.last_seen THEN issue_day.last_seen ELSE excluded.last_seen END`;
/** Statements that add to the count of one hour of a day, one for each hour. */
const ADD: readonly RowStatement[] = HOURS.map((column) =>
  insertRows(
    'issue_day',
    {
      project_id: 'SAME',
      day: 'SAME',
      issue_id: 'INTEGER',
      environment: 'TEXT',
      events: 'INTEGER',
      [column]: 'INTEGER',
      first_seen: 'INTEGER',
      last_seen: 'INTEGER',
    },
    `ON CONFLICT (project_id, day, issue_id, environment) DO UPDATE SET events = issue_day.events + excluded.events,
      ${column} = COALESCE(issue_day.${column}, 0) + excluded.${column}, ${WIDEN_TIMES}`,
  ),
);
const SELECT_HOURS = `CAST(c.issue_id AS TEXT) AS "issueId", c.day AS "day", c.events AS "events",
  ${HOURS.map((column) => `c.${column} AS "${column}"`).join(', ')}`;
/** Looks up the counts by key for each day and issue. */
const LIST = (columns: string) => (dialect: Dialect) => `SELECT ${columns} FROM issue_day c
  WHERE c.project_id = ? AND ${isAmong(dialect, 'c.day')}
    AND ${isAmong(dialect, 'c.issue_id')}`;
const LIST_HOURS = LIST(SELECT_HOURS);
const LIST_DAYS = LIST('CAST(c.issue_id AS TEXT) AS "issueId", c.day AS "day", c.events AS "events"');
const IN_ENVIRONMENTS = (dialect: Dialect) => isAmongTexts(dialect, 'c.environment');
const LIST_HOURS_IN = (dialect: Dialect) => `${LIST_HOURS(dialect)} AND ${IN_ENVIRONMENTS(dialect)}`;
const LIST_DAYS_IN = (dialect: Dialect) => `${LIST_DAYS(dialect)} AND ${IN_ENVIRONMENTS(dialect)}`;
const LIST_SINCE = (dialect: Dialect) => `SELECT ${SELECT_HOURS} FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', DAYS_SINCE('issue_day'))} AND c.issue_id = ?`;
const COUNT_STORED = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (SELECT 1 FROM event e
  WHERE e.project_id = ? AND e.issue_id = ? AND e.timestamp >= ? AND e.timestamp < ? LIMIT ?) found`;

const SUMS = ['events', ...HOURS];
/** The first or last time of rows; null if one of the rows has none. */
const TIME_OF_ALL = (aggregate: 'MIN' | 'MAX', column: string) =>
  `CASE WHEN COUNT(c.${column}) = COUNT(*) THEN ${aggregate}(c.${column}) END`;
/** Adds the counts of issues to the counts of another issue. */
const MERGE = (
  dialect: Dialect,
) => `INSERT INTO issue_day (project_id, day, issue_id, environment, first_seen, last_seen, ${SUMS.join(', ')})
  SELECT c.project_id, c.day, ?, c.environment, ${TIME_OF_ALL('MIN', 'first_seen')}, ${TIME_OF_ALL('MAX', 'last_seen')},
    ${SUMS.map((column) => `CAST(SUM(c.${column}) AS ${dialect === 'sqlite' ? 'INTEGER' : 'BIGINT'})`).join(', ')}
  FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', DAYS_SINCE('issue_day'))} AND ${isAmong(dialect, 'c.issue_id')}
  GROUP BY c.project_id, c.day, c.environment
  ON CONFLICT (project_id, day, issue_id, environment) DO UPDATE SET events = issue_day.events + excluded.events, ${WIDEN_TIMES},
    ${HOURS.map((column) => `${column} = CASE WHEN excluded.${column} IS NULL THEN issue_day.${column} ELSE COALESCE(issue_day.${column}, 0) + excluded.${column} END`).join(', ')}`;
const DELETE_OF_ISSUES = (
  dialect: Dialect,
) => `DELETE FROM issue_day WHERE project_id = ? AND (day, issue_id, environment) IN (
  SELECT c.day, c.issue_id, c.environment FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', DAYS_SINCE('issue_day'))} AND ${isAmong(dialect, 'c.issue_id')}
  LIMIT ?)`;
const ANY_BEFORE = 'SELECT 1 AS "found" FROM issue_day WHERE project_id = ? AND day < ? LIMIT 1';
const DELETE_BEFORE = `DELETE FROM issue_day WHERE project_id = ? AND (day, issue_id, environment) IN (
  SELECT c.day, c.issue_id, c.environment FROM issue_day c WHERE c.project_id = ? AND c.day < ?
  ORDER BY c.day, c.issue_id, c.environment LIMIT ?)`;

interface DayRow extends Readonly<Partial<Record<HourColumn, number | null>>> {
  readonly issueId: string;
  readonly day: number;
  readonly events: number;
}

/** The environment of events that were counted before counts had one (migration 48). They count in each environment. */
const UNKNOWN_ENVIRONMENT = '\n';

/** Returns the environments whose rows are counted for some environments. */
export function countedEnvironments(names: readonly string[]): readonly string[] {
  return [...names, UNKNOWN_ENVIRONMENT];
}

/** The rows of `issue_day`: numbers of events by issue, environment, day and hour of UTC. */
export class IssueStatsReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the number of an issue's events at and after a time; events before the last 90 days are not counted. Whole
   * hours come from the counts, the rest of the first hour from the stored events.
   * @param limit counting may stop there: from this number on, the result means "at least"
   */
  async countEvents(projectId: string, issueId: string, since: number, limit = Infinity): Promise<number> {
    const [project, issue] = [idValue(projectId), idValue(issueId)];
    const wholeHours = Math.ceil(since / HOUR_MS) * HOUR_MS;
    const rows = await this.session.all<DayRow>(LIST_SINCE, [
      project,
      project,
      Math.floor(wholeHours / DAY_MS),
      project,
      issue,
    ]);
    let count = 0;
    for (const row of rows) for (const [time, events] of hoursOf(row)) if (time >= wholeHours) count += events;
    if (since >= wholeHours || count >= limit) return count;
    const left = Math.min(limit - count, Number.MAX_SAFE_INTEGER);
    const stored = await this.session.one<{ count: number }>(COUNT_STORED, [project, issue, since, wholeHours, left]);
    return count + (stored?.count ?? 0);
  }

  /**
   * Returns the number of events of each issue in each step of a range; the steps are hours or days.
   * @param environments names of the environments whose events are counted; none for all
   */
  async series(
    projectId: string,
    issueIds: readonly string[],
    { from, to, step }: TimeRange,
    environments: readonly string[] = [],
  ): Promise<Map<string, number[]>> {
    const length = (to - from) / step;
    const countsById = new Map(issueIds.map((id) => [id, Array.from({ length }, () => 0)]));
    const firstDay = Math.floor(from / DAY_MS);
    const days = Array.from({ length: Math.ceil(to / DAY_MS) - firstDay }, (_, index) => firstDay + index);
    const values = [idValue(projectId), listValue(days), listValue(issueIds.map(idValue))];
    const rows = await (environments.length === 0
      ? this.session.all<DayRow>(step === DAY_MS ? LIST_DAYS : LIST_HOURS, values)
      : this.session.all<DayRow>(step === DAY_MS ? LIST_DAYS_IN : LIST_HOURS_IN, [
          ...values,
          listValue(countedEnvironments(environments)),
        ]));
    for (const row of rows) {
      const counts = countsById.get(row.issueId);
      if (counts === undefined) continue;
      const points = step === DAY_MS ? [[row.day * DAY_MS, row.events] as const] : hoursOf(row);
      for (const [time, events] of points) {
        const at = (time - from) / step;
        if (time >= from && time < to) counts[at] = (counts[at] ?? 0) + events;
      }
    }
    return countsById;
  }

  /** Returns true if `deleteBefore` would delete rows. */
  async hasBefore(projectId: string, time: number): Promise<boolean> {
    const [project, day] = [idValue(projectId), Math.floor(time / DAY_MS)];
    const hasCounts = (await this.session.one(ANY_BEFORE, [project, day])) !== undefined;
    return hasCounts || hasUsersBefore(this.session, project, day);
  }
}

export class IssueStatsWriter extends IssueStatsReader<Session> {
  /** Counts events, each in the hour of its own time, and their users. */
  async record(projectId: string, counts: readonly EventCount[]): Promise<void> {
    const project = idValue(projectId);
    this.count(project, counts);
    recordUsers(this.session, project, counts);
  }

  /**
   * Moves the counts and users of events to other issues.
   * @param moved the events with the issues that they move to
   * @param kept the other stored events of the issue
   */
  async split(
    issue: Pick<Issue, 'id' | 'projectId'>,
    moved: readonly EventCount[],
    kept: readonly EventCount[],
  ): Promise<void> {
    await this.remove(issue, moved, kept);
    await this.record(issue.projectId, moved);
  }

  /** Removes the counts and users of events from an issue. @param kept the other stored events of the issue */
  async remove(
    { projectId, id }: Pick<Issue, 'id' | 'projectId'>,
    removed: readonly EventCount[],
    kept: readonly EventCount[],
  ): Promise<void> {
    const project = idValue(projectId);
    const leaving = removed.map((event) => ({ ...event, issueId: id, quantity: -1 }));
    this.count(project, leaving);
    removeUsers(this.session, project, leaving, kept);
  }

  private count(project: number, counts: readonly EventCount[]): void {
    const hours = new Map<number, Map<string, CountRow>>();
    for (const { issueId, timestamp, environment, quantity = 1 } of counts) {
      const hour = Math.floor(timestamp / HOUR_MS);
      const rows = hours.get(hour) ?? new Map<string, CountRow>();
      hours.set(hour, rows);
      const name = `${issueId} ${environment ?? ''}`;
      const row = rows.get(name) ?? [idValue(issueId), environment ?? '', 0, timestamp, timestamp];
      rows.set(name, row);
      row[2] += quantity;
      row[3] = Math.min(row[3], timestamp);
      row[4] = Math.max(row[4], timestamp);
    }
    for (const [hour, counted] of hours) {
      const day = Math.floor(hour / HOURS_PER_DAY);
      const statement = ADD[hour - day * HOURS_PER_DAY];
      if (statement === undefined) continue;
      const rows = [...counted.values()].map(([issue, environment, events, firstSeen, lastSeen]) => {
        return [project, day, issue, environment, events, events, firstSeen, lastSeen];
      });
      this.session.post(statement, rows);
    }
  }

  /** Moves the counts and users of issues to another issue. */
  async merge(projectId: string, issueIds: readonly string[], target: string): Promise<void> {
    const project = idValue(projectId);
    const issues = listValue(issueIds.map(idValue));
    await this.session.run(MERGE, [idValue(target), project, project, 0, project, issues]);
    await mergeUsers(this.session, project, issues, idValue(target));
    await deleteIssueStats(this.session, project, issues, Number.MAX_SAFE_INTEGER);
  }

  /** Deletes at most `limit` counts and users of days before a time. Returns the number of deleted rows. */
  async deleteBefore(projectId: string, time: number, limit: number): Promise<number> {
    const [project, day] = [idValue(projectId), Math.floor(time / DAY_MS)];
    const { changes } = await this.session.run(DELETE_BEFORE, [project, project, day, limit]);
    return changes + (await deleteUsersBefore(this.session, project, day, limit - changes));
  }
}

/** A row of one hour, with the times of its first and last event. */
type CountRow = [issue: number, environment: string, events: number, firstSeen: number, lastSeen: number];

/** Returns the counts of a day's hours that have events, with the time at which each hour begins. */
function hoursOf(row: DayRow): (readonly [time: number, events: number])[] {
  return HOURS.flatMap((column, hour) => {
    const events = row[column] ?? 0;
    return events === 0 ? [] : [[row.day * DAY_MS + hour * HOUR_MS, events] as const];
  });
}

/**
 * Deletes at most `limit` counts and users of issues. Returns the number of deleted rows.
 * @param issues ids as a JSON list
 */
export async function deleteIssueStats(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  const values = [project, project, project, 0, project, issues, limit];
  const { changes } = await session.run(DELETE_OF_ISSUES, values);
  return changes + (await deleteUsers(session, project, issues, limit - changes));
}
