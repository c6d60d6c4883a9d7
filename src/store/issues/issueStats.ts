import type { TimeRange } from '../../domain/outcome';
import { COUNT_RETENTION_DAYS } from '../../domain/project';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { type Dialect, isOneOf, jsonIntegers } from '../engine/dialect';
import { idValue, insertRows, listValue, type RowStatement, type ReadSession, type Session } from '../engine/sql';

const HOURS_PER_DAY = 24;
const HOURS = Array.from({ length: HOURS_PER_DAY }, (_, hour) => `h${hour}` as const);
type HourColumn = (typeof HOURS)[number];

/** Statements that add to the count of one hour of a day, one for each hour. */
const ADD: readonly RowStatement[] = HOURS.map((column) =>
  insertRows(
    'issue_day',
    { project_id: 'SAME', day: 'SAME', issue_id: 'INTEGER', events: 'INTEGER', [column]: 'INTEGER' },
    `ON CONFLICT (project_id, day, issue_id) DO UPDATE SET events = issue_day.events + excluded.events,
      ${column} = COALESCE(issue_day.${column}, 0) + excluded.${column}`,
  ),
);
/**
 * Walks by the key from day to day of a project, over all issues of each day. The parameters are the project, the first
 * day, and the project.
 */
const DAYS_SINCE = `WITH RECURSIVE d (day) AS (
    SELECT (SELECT MIN(c.day) FROM issue_day c WHERE c.project_id = ? AND c.day >= ?)
    UNION ALL SELECT (SELECT MIN(c.day) FROM issue_day c WHERE c.project_id = ? AND c.day > d.day) FROM d WHERE d.day IS NOT NULL)
  SELECT day FROM d WHERE day IS NOT NULL`;
const SELECT_HOURS = `CAST(c.issue_id AS TEXT) AS "issueId", c.day AS "day", c.events AS "events",
  ${HOURS.map((column) => `c.${column} AS "${column}"`).join(', ')}`;
/** Looks up the counts by key for each day and issue. */
const LIST = (columns: string) => (dialect: Dialect) => `SELECT ${columns} FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', jsonIntegers(dialect))}
    AND ${isOneOf(dialect, 'c.issue_id', jsonIntegers(dialect))}`;
const LIST_HOURS = LIST(SELECT_HOURS);
const LIST_DAYS = LIST('CAST(c.issue_id AS TEXT) AS "issueId", c.day AS "day", c.events AS "events"');
const LIST_SINCE = (dialect: Dialect) => `SELECT ${SELECT_HOURS} FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', DAYS_SINCE)} AND c.issue_id = ?`;
const COUNT_STORED = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (SELECT 1 FROM event e
  WHERE e.project_id = ? AND e.issue_id = ? AND e.timestamp >= ? AND e.timestamp < ? LIMIT ?) found`;

const SUMS = ['events', ...HOURS];
/** Adds the counts of issues to the counts of another issue. */
const MERGE = (dialect: Dialect) => `INSERT INTO issue_day (project_id, day, issue_id, ${SUMS.join(', ')})
  SELECT c.project_id, c.day, ?, ${SUMS.map((column) => `CAST(SUM(c.${column}) AS ${dialect === 'sqlite' ? 'INTEGER' : 'BIGINT'})`).join(', ')}
  FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', DAYS_SINCE)} AND ${isOneOf(dialect, 'c.issue_id', jsonIntegers(dialect))}
  GROUP BY c.project_id, c.day
  ON CONFLICT (project_id, day, issue_id) DO UPDATE SET events = issue_day.events + excluded.events,
    ${HOURS.map((column) => `${column} = CASE WHEN excluded.${column} IS NULL THEN issue_day.${column} ELSE COALESCE(issue_day.${column}, 0) + excluded.${column} END`).join(', ')}`;
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM issue_day WHERE project_id = ? AND (day, issue_id) IN (
  SELECT c.day, c.issue_id FROM issue_day c
  WHERE c.project_id = ? AND ${isOneOf(dialect, 'c.day', DAYS_SINCE)} AND ${isOneOf(dialect, 'c.issue_id', jsonIntegers(dialect))}
  LIMIT ?)`;
const ANY_BEFORE = 'SELECT 1 AS "found" FROM issue_day WHERE project_id = ? AND day < ? LIMIT 1';
const DELETE_BEFORE = `DELETE FROM issue_day WHERE project_id = ? AND (day, issue_id) IN (
  SELECT c.day, c.issue_id FROM issue_day c WHERE c.project_id = ? AND c.day < ? ORDER BY c.day, c.issue_id LIMIT ?)`;

/** Events of an issue at one time. */
export interface EventCount {
  readonly issueId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  /**
   * Number of events; 1 if omitted. A negative number subtracts events, for example when they move to another issue.
   */
  readonly quantity?: number;
}

interface DayRow extends Readonly<Partial<Record<HourColumn, number | null>>> {
  readonly issueId: string;
  readonly day: number;
  readonly events: number;
}

/** The rows of `issue_day`: numbers of events by issue, day and hour of UTC. */
export class IssueStatsReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

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

  /** Returns the number of events of each issue in each step of a range; the steps are hours or days. */
  async series(
    projectId: string,
    issueIds: readonly string[],
    { from, to, step }: TimeRange,
  ): Promise<Map<string, number[]>> {
    const length = (to - from) / step;
    const countsById = new Map(issueIds.map((id) => [id, Array.from({ length }, () => 0)]));
    const firstDay = Math.floor(from / DAY_MS);
    const days = Array.from({ length: Math.ceil(to / DAY_MS) - firstDay }, (_, index) => firstDay + index);
    const values = [idValue(projectId), listValue(days), listValue(issueIds.map(idValue))];
    for (const row of await this.session.all<DayRow>(step === DAY_MS ? LIST_DAYS : LIST_HOURS, values)) {
      const counts = countsById.get(row.issueId);
      const points = step === DAY_MS ? [[row.day * DAY_MS, row.events] as const] : hoursOf(row);
      for (const [time, events] of points)
        if (counts !== undefined && time >= from && time < to) counts[(time - from) / step] = events;
    }
    return countsById;
  }

  /** Returns true if `deleteBefore` would delete rows. */
  async hasBefore(projectId: string, time: number): Promise<boolean> {
    return (await this.session.one(ANY_BEFORE, [idValue(projectId), Math.floor(time / DAY_MS)])) !== undefined;
  }
}

export class IssueStatsWriter extends IssueStatsReader<Session> {
  /** Counts events, each in the hour of its own time. */
  async record(projectId: string, counts: readonly EventCount[]): Promise<void> {
    const project = idValue(projectId);
    const hours = new Map<number, Map<number, number>>();
    for (const { issueId, timestamp, quantity = 1 } of counts) {
      const hour = Math.floor(timestamp / HOUR_MS);
      const issues = hours.get(hour) ?? new Map<number, number>();
      hours.set(hour, issues);
      const issue = idValue(issueId);
      issues.set(issue, (issues.get(issue) ?? 0) + quantity);
    }
    for (const [hour, issues] of hours) {
      const day = Math.floor(hour / HOURS_PER_DAY);
      const statement = ADD[hour - day * HOURS_PER_DAY];
      if (statement === undefined) continue;
      const rows = [...issues].map(([issue, events]) => [project, day, issue, events, events]);
      this.session.post(statement, rows);
    }
  }

  /** Moves the counts of issues to another issue. */
  async merge(projectId: string, issueIds: readonly string[], target: string): Promise<void> {
    const project = idValue(projectId);
    const issues = listValue(issueIds.map(idValue));
    await this.session.run(MERGE, [idValue(target), project, project, 0, project, issues]);
    await deleteIssueStats(this.session, project, issues, issueIds.length * (COUNT_RETENTION_DAYS + 2));
  }

  /** Deletes at most `limit` counts of days before a time. Returns the number of deleted counts. */
  async deleteBefore(projectId: string, time: number, limit: number): Promise<number> {
    const project = idValue(projectId);
    const values = [project, project, Math.floor(time / DAY_MS), limit];
    return (await this.session.run(DELETE_BEFORE, values)).changes;
  }
}

/** Returns the counts of a day's hours that have events, with the time at which each hour begins. */
function hoursOf(row: DayRow): (readonly [time: number, events: number])[] {
  return HOURS.flatMap((column, hour) => {
    const events = row[column] ?? 0;
    return events === 0 ? [] : [[row.day * DAY_MS + hour * HOUR_MS, events] as const];
  });
}

/**
 * Deletes at most `limit` counts of issues. Returns the number of deleted counts.
 * @param issues ids as a JSON list
 */
export async function deleteIssueStats(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  const values = [project, project, project, 0, project, issues, limit];
  return (await session.run(DELETE_OF_ISSUES, values)).changes;
}
