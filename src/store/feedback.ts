import type { Feedback, UserReport } from '../domain/feedback';
import type { Issue } from '../domain/issue';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { DAY_MS } from '../domain/time';
import { type Dialect, hexText, isAmong, isAmongBytes, isAmongTexts } from './engine/dialect';
import {
  EntityStore,
  eventIdValue,
  idValue,
  listValue,
  nullableId,
  type ReadSession,
  type Session,
} from './engine/sql';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issues/issueRows';
import { sliceStatements } from './keyset';
import { type EventRow, NOT_REMOVED } from './visibleEvents';

/** Feedback that is saved with its event. */
export interface SavedFeedback extends Feedback {
  readonly eventId: string;
  readonly issueId: string;
  /** True if it was a stored report before. */
  readonly isReport: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** The feedback of an issue, as lists show it. */
export interface IssueFeedback extends Feedback {
  readonly errorIssueId: string | null;
}

/** Feedback whose error is not stored yet. */
export interface WaitingFeedback extends UserReport {
  readonly projectId: string;
  readonly organizationId: string;
  /** Null for a report, which is not feedback yet. */
  readonly feedbackId: string | null;
  /** The issue of the feedback; null for a report that has none yet. */
  readonly issueId: string | null;
  /** The issue of the error; null if it is still not stored. */
  readonly errorIssueId: string | null;
}

/** The times of a report and of its error. */
export interface ReportTimes {
  /** Null if there is no report yet. */
  readonly reportedAt: number | null;
  /** The time of the error; null if it is not stored. */
  readonly errorAt: number | null;
}

/** The report that another one about the same error replaces. */
export interface ReplacedReport {
  readonly reportedAt: number;
  /** The id of its feedback. */
  readonly formerId: string;
  /** The id of the feedback of the report that replaces it. */
  readonly id: string;
}

/** A report, and its error. */
export interface ListedReport extends UserReport {
  /** The issue of the error; null if the error is not stored. */
  readonly issue: Issue | null;
  /** The error; null if it is not stored, or not any more. */
  readonly event: Omit<EventRow, 'issueId'> | null;
}

/** Filter of reports. */
export interface ReportFilter {
  /** True for reports about errors whose issue is unresolved. */
  readonly isUnresolved: boolean;
  /** Environments of the errors; an empty list admits all. */
  readonly environments: readonly string[];
}

/** Marks the cursors of reports, to distinguish them from cursors of other lists. */
const CURSOR_MARK = 'u';
/** Time after which the error of a report is not expected any more. */
const MAX_WAIT_MS = 30 * DAY_MS;
/** Time after which the error of new feedback is searched for again. */
const FIRST_CHECK_MS = 10_000;
const CHECKED_PER_STEP = 100;

const NONE = eventIdValue('');
const FIND_ERROR_ISSUE = `SELECT e.issue_id AS "issue" FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${NOT_REMOVED}`;
const TEXTS = `f.name AS "name", f.email AS "email", f.message AS "message", f.date_created AS "dateCreated"`;
const IDS = (dialect: Dialect) =>
  `${hexText(dialect, 'f.error_id')} AS "errorId", ${hexText(dialect, 'f.feedback_id')} AS "feedbackId"`;

const FIND_OF_ISSUES = (dialect: Dialect) => `SELECT CAST(f.issue_id AS TEXT) AS "id", ${IDS(dialect)}, ${TEXTS},
    CAST(f.error_issue_id AS TEXT) AS "errorIssueId"
  FROM feedback f WHERE f.project_id = ? AND ${isAmong(dialect, 'f.issue_id')}`;
const COUNT_ABOUT = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM feedback f
  WHERE f.project_id = ? AND f.error_issue_id = ? AND f.issue_id IS NOT NULL`;
const FIND_REPORT_TIMES = `SELECT
  (SELECT f.date_created FROM feedback f WHERE f.project_id = ? AND f.error_id = ? AND f.feedback_id = ?) AS "reportedAt",
  (SELECT e.timestamp FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${NOT_REMOVED}) AS "errorAt"`;
const REPORT_COLUMNS = (
  dialect: Dialect,
) => `${ISSUE_COLUMNS}, ${TEXTS}, ${hexText(dialect, 'f.error_id')} AS "errorId",
  e.timestamp AS "timestamp", e.record AS "record"`;
const JOIN_ERROR = 'LEFT JOIN event e ON e.project_id = f.project_id AND e.event_id = f.error_id';
/**
 * Lists reports. Feedback that was a report has the environment of its error. A filter has no effect if the parameter
 * before it is 0.
 */
const LIST_REPORTS = sliceStatements(
  (dialect) => `SELECT ${REPORT_COLUMNS(dialect)} FROM feedback f CROSS JOIN issue i ${JOIN_ERROR}
  WHERE f.project_id = ? AND f.feedback_id = ? AND i.project_id = f.project_id AND i.id = f.error_issue_id
    AND (? = 0 OR i.status = 'unresolved')
    AND (? = 0 OR (SELECT 1 FROM issue_tag t WHERE t.project_id = f.project_id AND t.issue_id = f.issue_id
      AND t.key = 'environment' AND ${isAmongTexts(dialect, 't.value')} LIMIT 1) IS NOT NULL)`,
  { columns: ['f.date_created', 'f.error_id'], descending: true },
);
const FIND_REPORT = (dialect: Dialect) => `SELECT ${REPORT_COLUMNS(dialect)} FROM feedback f
    LEFT JOIN issue i ON i.project_id = f.project_id AND i.id = f.error_issue_id ${JOIN_ERROR}
  WHERE f.project_id = ? AND f.error_id = ? AND f.feedback_id = ?`;
const LIST_WAITING = (dialect: Dialect) => `SELECT CAST(f.project_id AS TEXT) AS "projectId",
    CAST(p.organization_id AS TEXT) AS "organizationId", ${IDS(dialect)}, ${TEXTS}, CAST(f.issue_id AS TEXT) AS "issueId"
  FROM feedback f CROSS JOIN project p WHERE f.check_at <= ? AND p.id = f.project_id ORDER BY f.check_at LIMIT ?`;

const INSERT = `INSERT INTO feedback (project_id, error_id, feedback_id, issue_id, name, email, message, date_created, error_issue_id,
    check_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const RECORD = `${INSERT} ON CONFLICT (project_id, error_id, feedback_id) DO UPDATE SET issue_id = excluded.issue_id,
  error_issue_id = excluded.error_issue_id, check_at = excluded.check_at`;
const REPLACE = `${INSERT} ON CONFLICT (project_id, error_id, feedback_id) DO UPDATE SET name = excluded.name,
  email = excluded.email, message = excluded.message, check_at = excluded.check_at`;
/** Saves the issue of a report that has become feedback, unless another report has replaced it. */
const RECORD_REPORT = `UPDATE feedback SET issue_id = ?, error_issue_id = ?, check_at = ?
  WHERE project_id = ? AND error_id = ? AND feedback_id = ? AND name = ? AND email = ? AND message = ?`;
/** Keeps a report that has become feedback under the id of this feedback. */
const KEEP_REPLACED = `UPDATE feedback SET feedback_id = ? WHERE project_id = ? AND error_id = ? AND feedback_id = ?
  AND issue_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM feedback k
    WHERE k.project_id = ? AND k.error_id = ? AND k.feedback_id = ?)`;
const DELETE_REPORT = 'DELETE FROM feedback WHERE project_id = ? AND error_id = ? AND feedback_id = ?';
/** Makes feedback that once was the report of its error the report again. */
const RESTORE = 'UPDATE feedback SET feedback_id = ? WHERE project_id = ? AND error_id = ? AND feedback_id = ?';
const JOIN = `UPDATE feedback SET error_issue_id = ?, check_at = NULL WHERE project_id = ? AND error_id = ? AND feedback_id = ?`;
const POSTPONE = `UPDATE feedback SET check_at = ? WHERE project_id = ? AND error_id = ? AND feedback_id = ?`;
const MOVE = (column: string) => (dialect: Dialect) =>
  `UPDATE feedback SET ${column} = ? WHERE project_id = ? AND ${isAmong(dialect, column)}`;
const MOVES = [MOVE('issue_id'), MOVE('error_issue_id')];
const MOVE_OF_EVENTS = (column: string, event: string) => (dialect: Dialect) =>
  `UPDATE feedback SET ${column} = ? WHERE project_id = ? AND ${isAmongBytes(dialect, event)}`;
const MOVES_OF_EVENTS = [MOVE_OF_EVENTS('issue_id', 'feedback_id'), MOVE_OF_EVENTS('error_issue_id', 'error_id')];
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM feedback
  WHERE project_id = ? AND (error_id, feedback_id) IN (SELECT f.error_id, f.feedback_id FROM feedback f
    WHERE f.project_id = ? AND ${isAmong(dialect, 'f.issue_id')} LIMIT ?)`;
const DELETE_OF_EVENTS = (dialect: Dialect) => `DELETE FROM feedback
  WHERE project_id = ? AND ${isAmongBytes(dialect, 'feedback_id')}`;
/** Deletes reports that never became feedback. */
const PRUNE = `DELETE FROM feedback WHERE (project_id, error_id, feedback_id) IN (
  SELECT f.project_id, f.error_id, f.feedback_id FROM feedback f WHERE f.check_at <= ? AND f.date_created < ?
  AND f.issue_id IS NULL LIMIT ?)`;

type FeedbackRow = Record<'errorId' | 'feedbackId' | 'name' | 'email' | 'message', string> & { dateCreated: number };

/** A row of `REPORT_COLUMNS`; the columns of an issue or an event that is not stored are null. */
type ReportRow = UserReport & Pick<EventRow, 'record' | 'timestamp'> & IssueRow;

function readListedReport({
  errorId,
  name,
  email,
  message,
  dateCreated,
  record,
  timestamp,
  ...issue
}: ReportRow): ListedReport {
  return {
    errorId,
    name,
    email,
    message,
    dateCreated,
    issue: (issue.id as string | null) === null ? null : readIssue(issue),
    event: (record as string | null) === null ? null : { eventId: errorId, record, timestamp },
  };
}

/** The rows of `feedback`. */
export class FeedbackReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the feedback of issues, by issue id. */
  async findOfIssues(projectId: string, issueIds: readonly string[]): Promise<Map<string, IssueFeedback>> {
    if (issueIds.length === 0) return new Map();
    const values = [idValue(projectId), listValue(issueIds.map(idValue))];
    type Row = FeedbackRow & { id: string; errorIssueId: string | null };
    const rows = await this.session.all<Row>(FIND_OF_ISSUES, values);
    return new Map(
      rows.map(({ id, message, errorIssueId, ...row }) => {
        return [
          id,
          { message, name: row.name || null, email: row.email || null, errorId: row.errorId || null, errorIssueId },
        ];
      }),
    );
  }

  /** Returns the reports about stored errors of a project, newest first. */
  listReports(projectId: string, filter: ReportFilter, page: PageRequest): Promise<Page<ListedReport>> {
    const { isUnresolved, environments } = filter;
    const values = [isUnresolved ? 1 : 0, environments.length, listValue(environments)];
    return readPage(
      page,
      async (cursor, limit) => {
        const [time = '', id = ''] = cursor?.key ?? [];
        const key = cursor === null ? [] : [Number(time.replace(CURSOR_MARK, '')), eventIdValue(id)];
        const all = [idValue(projectId), NONE, ...values, ...key, limit];
        return (await this.session.all<ReportRow>(LIST_REPORTS(cursor), all)).map(readListedReport);
      },
      ({ dateCreated, errorId }) => [`${CURSOR_MARK}${dateCreated}`, errorId],
    );
  }

  /** Returns the report about an error. */
  async findReport(projectId: string, errorId: string): Promise<ListedReport | undefined> {
    const row = await this.session.one<ReportRow>(FIND_REPORT, [idValue(projectId), eventIdValue(errorId), NONE]);
    return row && readListedReport(row);
  }

  /** Returns the number of feedback messages about the errors of an issue. */
  async countAbout({ projectId, id }: Pick<Issue, 'projectId' | 'id'>): Promise<number> {
    return (await this.session.one<{ count: number }>(COUNT_ABOUT, [idValue(projectId), idValue(id)]))?.count ?? 0;
  }

  /** Returns the times at which an error was reported, and at which it happened. */
  async findReportTimes(projectId: string, errorId: string): Promise<ReportTimes> {
    const [project, error] = [idValue(projectId), eventIdValue(errorId)];
    const row = await this.session.one<ReportTimes>(FIND_REPORT_TIMES, [project, error, NONE, project, error]);
    return row ?? { reportedAt: null, errorAt: null };
  }

  /** Returns feedback whose error is to be searched for, with the issue of the error if it is stored by now. */
  async listWaiting(now: number): Promise<WaitingFeedback[]> {
    type Row = FeedbackRow & Pick<WaitingFeedback, 'projectId' | 'organizationId' | 'issueId'>;
    const rows = await this.session.all<Row>(LIST_WAITING, [now, CHECKED_PER_STEP]);
    return Promise.all(
      rows.map(async ({ feedbackId, ...row }) => {
        const issue = await this.findErrorIssue(idValue(row.projectId), eventIdValue(row.errorId));
        return { ...row, feedbackId: feedbackId || null, errorIssueId: issue === null ? null : String(issue) };
      }),
    );
  }

  /** Returns the issue of an error; null if the error is not stored. */
  protected async findErrorIssue(project: number, error: Uint8Array): Promise<number | null> {
    const row = await this.session.one<{ issue: number }>(FIND_ERROR_ISSUE, [project, error]);
    return row?.issue ?? null;
  }
}

export class FeedbackWriter extends FeedbackReader<Session> {
  /** Saves feedback together with its events. Feedback of a report that was replaced meanwhile has a row of its own. */
  async record(projectId: string, saved: readonly SavedFeedback[]): Promise<void> {
    for (const { isReport, eventId, issueId, ...feedback } of saved) {
      const values = await this.insertValues(projectId, feedback, eventIdValue(eventId), issueId);
      const [project, error, , issue, name, email, message, , errorIssue, checkAt] = values;
      const report = [issue, errorIssue, checkAt, project, error, NONE, name, email, message];
      if (isReport && (await this.session.run(RECORD_REPORT, report)).changes > 0) continue;
      await this.session.run(RECORD, values);
    }
  }

  /**
   * Saves a report in place of an earlier one about the same error. Its feedback is saved afterwards. What has become of
   * the earlier one stays feedback.
   * @param replaced the earlier report; `formerId` and `id` are the ids of the feedback of both
   */
  async replaceReport(projectId: string, report: UserReport, replaced?: ReplacedReport): Promise<void> {
    const values = await this.insertValues(projectId, report, NONE, null, replaced?.reportedAt);
    if (replaced !== undefined) {
      const [formerId, id] = [eventIdValue(replaced.formerId), eventIdValue(replaced.id)];
      const [project, error] = values;
      await this.session.run(KEEP_REPLACED, [formerId, project, error, NONE, project, error, formerId]);
      await this.session.run(DELETE_REPORT, [project, error, NONE]);
      await this.session.run(RESTORE, [NONE, project, error, id]);
    }
    await this.session.run(REPLACE, values);
  }

  /** Joins feedback with the issue of its error. */
  async join({ projectId, errorId, feedbackId, errorIssueId }: WaitingFeedback): Promise<void> {
    const key = [idValue(projectId), eventIdValue(errorId), eventIdValue(feedbackId ?? '')];
    await this.session.run(JOIN, [nullableId(errorIssueId), ...key]);
  }

  /**
   * Searches for the error of feedback again later: the pauses grow with its age. Ends the search for feedback that has
   * an issue after `MAX_WAIT_MS`; `prune` deletes reports, which have none.
   */
  async postpone({ projectId, errorId, feedbackId, dateCreated }: WaitingFeedback, now: number): Promise<void> {
    const isOver = feedbackId !== null && now - dateCreated > MAX_WAIT_MS;
    const next = now + Math.max(FIRST_CHECK_MS, (now - dateCreated) / 4);
    const key = [idValue(projectId), eventIdValue(errorId), eventIdValue(feedbackId ?? '')];
    await this.session.run(POSTPONE, [isOver ? null : Math.floor(next), ...key]);
  }

  /** Deletes the feedback whose events are removed. */
  async deleteOfEvents(projectId: string, eventIds: readonly string[]): Promise<void> {
    await this.session.run(DELETE_OF_EVENTS, [idValue(projectId), listValue(eventIds)]);
  }

  /** Deletes at most `limit` reports whose error never arrived. Returns their number. */
  async prune(now: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE, [now, now - MAX_WAIT_MS, limit])).changes;
  }

  /**
   * Returns the parameters of `INSERT`. An error that is not stored yet is searched for later, and so is the error of a
   * report until the report has become feedback.
   */
  private async insertValues(
    projectId: string,
    { errorId, name, email, message, dateCreated }: Feedback & { readonly dateCreated: number },
    feedbackId: Uint8Array,
    issueId: string | null,
    since = dateCreated,
  ) {
    const [project, error] = [idValue(projectId), eventIdValue(errorId ?? '')];
    const errorIssue = errorId === null ? null : await this.findErrorIssue(project, error);
    const isComplete = errorId === null || (errorIssue !== null && issueId !== null);
    const texts = [name ?? '', email ?? '', message] as const;
    const checkAt = isComplete ? null : dateCreated + FIRST_CHECK_MS;
    return [project, error, feedbackId, nullableId(issueId), ...texts, since, errorIssue, checkAt] as const;
  }
}

/** Moves the feedback of merged issues, and the feedback about their errors, to another issue. */
export async function moveFeedback(session: Session, target: number, project: number, issues: string): Promise<void> {
  for (const statement of MOVES) await session.run(statement, [target, project, issues]);
}

/**
 * Moves feedback to another issue together with its events, or with the errors that it is about.
 * @param events ids of the moved events as a JSON list
 */
export async function moveFeedbackOfEvents(
  session: Session,
  target: number,
  project: number,
  events: string,
): Promise<void> {
  for (const statement of MOVES_OF_EVENTS) await session.run(statement, [target, project, events]);
}

/** Deletes at most `limit` rows of the feedback of removed issues. Returns their number. */
export async function deleteFeedback(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  return (await session.run(DELETE_OF_ISSUES, [project, project, issues, limit])).changes;
}
