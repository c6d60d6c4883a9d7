import {
  type Activity,
  type ActivityData,
  type ActivityType,
  type Issue,
  type NewActivity,
  firstSeenActivity,
  isReopening,
  isResolution,
} from '../../domain/issue';
import { type Cursor, type Page, type PageRequest, readPage } from '../../domain/page';
import { AlertIncidentWriter } from '../alertIncidents';
import { TicketWriter } from '../tickets';
import { type Dialect, isAmong } from '../engine/dialect';
import { sliceStatements } from '../keyset';
import {
  allocateIds,
  EntityStore,
  idValue,
  listValue,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  unnest,
} from '../engine/sql';

/** The column `data` is JSON, in which `changeId` stands beside the details. */
type ActivityRow = Omit<Activity, 'data' | 'changeId'> & { data: string };

const COLUMNS = `CAST(a.id AS TEXT) AS "id", CAST(a.issue_id AS TEXT) AS "issueId", a.type AS "type",
  CAST(a.member_id AS TEXT) AS "memberId", CAST(a.token_id AS TEXT) AS "tokenId", a.email AS "email",
  a.date_created AS "dateCreated", a.data AS "data"`;
const LIST = sliceStatements(`SELECT ${COLUMNS} FROM issue_activity a WHERE a.project_id = ? AND a.issue_id = ?`, {
  columns: ['a.id'],
  descending: true,
});
const COMMENTS = `SELECT ${COLUMNS} FROM issue_activity a WHERE a.project_id = ? AND a.issue_id = ? AND a.type = 'comment'`;
/** Finds the activity that resolved an issue; undoing a change may have resolved it, too. */
const FIND_RESOLUTION = `SELECT a.date_created AS "at", a.type AS "type" FROM issue_activity a WHERE a.project_id = ? AND a.issue_id = ?
  AND a.type IN ('set_resolved', 'set_resolved_in_release', 'set_resolved_in_commit', 'set_resolved_by_age', 'undo')
  ORDER BY a.id DESC LIMIT 1`;
const LIST_REOPENED = (dialect: Dialect) => `SELECT ${COLUMNS} FROM issue_activity a
  WHERE a.project_id = ? AND ${isAmong(dialect, 'a.issue_id')} AND a.type IN ('set_regression', 'set_escalating')
    AND a.date_created >= ?`;
const LIST_COMMENTS = sliceStatements(COMMENTS, { columns: ['a.id'], descending: true });
const FIND_COMMENT = `${COMMENTS} AND a.id = ?`;
/** Finds an imported comment by its time: it has the time of the comment at the other tracker. */
const FIND_COMMENT_AT = `${COMMENTS} AND a.date_created = ? LIMIT 1`;
const UPDATE_COMMENT = `UPDATE issue_activity SET data = ? WHERE project_id = ? AND issue_id = ? AND id = ? AND type = 'comment'`;
const DELETE_COMMENT = `DELETE FROM issue_activity WHERE project_id = ? AND issue_id = ? AND id = ? AND type = 'comment'`;
const COUNT_COMMENTS = 'UPDATE issue SET comment_count = comment_count + ? WHERE project_id = ? AND id = ?';
/** Maximum number of an issue's activities that return to it when it is split from the issue it was merged into. */
const MAX_LISTED = 5_000;
const LIST_IDS = `SELECT CAST(id AS TEXT) AS "id" FROM issue_activity WHERE project_id = ? AND issue_id = ? ORDER BY issue_activity.id DESC LIMIT ${MAX_LISTED}`;
const MOVE = (dialect: Dialect) => `UPDATE issue_activity SET issue_id = ?
  WHERE project_id = ? AND issue_id = ? AND ${isAmong(dialect, 'id')}`;
const INSERT_COLUMNS = 'project_id, email, issue_id, id, date_created, type, member_id, token_id, data';
/** The address of a member of the project's organization. */
const EMAIL_OF = (memberId: string) => `(SELECT m.email FROM member m
    WHERE m.organization_id = (SELECT p.organization_id FROM project p WHERE p.id = ?) AND m.id = ${memberId})`;
const INSERT_TYPES: readonly RowValueType[] = [
  'SAME',
  'SAME',
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'TEXT',
  'INTEGER',
  'INTEGER',
  'TEXT',
];
const INSERT: RowStatement = {
  sqlite: `INSERT INTO issue_activity (${INSERT_COLUMNS}) VALUES (?, ${EMAIL_OF('?')}, ?, ?, ?, ?, ?, ?, ?)`,
  postgres: `INSERT INTO issue_activity (${INSERT_COLUMNS})
    SELECT ?, ${EMAIL_OF('r.email_of')}, r.issue_id, r.id, r.date_created, r.type, r.member_id, r.token_id, r.data
    FROM ${unnest(INSERT_TYPES)} AS r (email_of, issue_id, id, date_created, type, member_id, token_id, data)`,
  types: INSERT_TYPES,
};
const DELETE = (dialect: Dialect) => `DELETE FROM issue_activity WHERE project_id = ? AND (issue_id, id) IN (
    SELECT a.issue_id, a.id FROM issue_activity a WHERE a.project_id = ? AND ${isAmong(dialect, 'a.issue_id')} LIMIT ?)`;

type IssueReference = Pick<Issue, 'id' | 'projectId'>;

/** The rows of `issue_activity`. */
export class ActivityReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the activities of an issue: newest first, the last one is that it was first seen. */
  list(issue: Pick<Issue, 'id' | 'projectId' | 'firstSeen'>, page: PageRequest): Promise<Page<Activity>> {
    return readPage(
      page,
      (cursor, limit) => this.readSlice(issue, cursor, limit),
      ({ id }) => ['y', id],
    );
  }

  /** Returns the regressions and escalations of issues since a time: activities by which events reopened them. */
  async listReopened(projectId: string, issueIds: readonly string[], since: number): Promise<Activity[]> {
    const values = [idValue(projectId), listValue(issueIds.map(idValue)), since];
    return (await this.session.all<ActivityRow>(LIST_REOPENED, values)).map(readActivity);
  }

  /** Returns the comments on an issue, newest first. */
  listComments(issue: IssueReference, page: PageRequest): Promise<Page<Activity>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const key = (cursor?.key.slice(1) ?? []).map(Number);
        const rows = await this.session.all<ActivityRow>(LIST_COMMENTS(cursor), [...keyOf(issue), ...key, limit]);
        return rows.map(readActivity);
      },
      ({ id }) => ['y', id],
    );
  }

  async findComment(issue: IssueReference, id: string): Promise<Activity | undefined> {
    const row = await this.session.one<ActivityRow>(FIND_COMMENT, [...keyOf(issue), idValue(id)]);
    return row && readActivity(row);
  }

  /**
   * Returns the time at which somebody resolved a resolved issue; undefined if it is unknown, or if the issue was
   * resolved because it had no events.
   */
  async findResolution(issue: IssueReference): Promise<number | undefined> {
    const activity = await this.session.one<{ at: number; type: ActivityType }>(FIND_RESOLUTION, keyOf(issue));
    return activity?.type === 'set_resolved_by_age' ? undefined : activity?.at;
  }

  /** Returns the ids of an issue's activities, at most 5,000 of the newest. */
  async listIds(issue: IssueReference): Promise<string[]> {
    return (await this.session.all<{ id: string }>(LIST_IDS, keyOf(issue))).map(({ id }) => id);
  }

  /** Reads a slice of the stored activities, and the oldest one, which is not stored and has the id 0. */
  private async readSlice(
    issue: Pick<Issue, 'id' | 'projectId' | 'firstSeen'>,
    cursor: Cursor | null,
    limit: number,
  ): Promise<Activity[]> {
    const key = (cursor?.key.slice(1) ?? []).map(Number);
    const stored = (await this.session.all<ActivityRow>(LIST(cursor), [...keyOf(issue), ...key, limit])).map(
      readActivity,
    );
    const isAtOldest = key[0] === 0;
    const includesOldest = isAtOldest ? cursor?.inclusive === true : cursor?.backwards !== true;
    const oldest = includesOldest ? [firstSeenActivity(issue)] : [];
    return (cursor?.backwards === true ? [...oldest, ...stored] : [...stored, ...oldest]).slice(0, limit);
  }
}

export class ActivityWriter extends ActivityReader<Session> {
  /** Returns ids for `insert`, in ascending order; runs no statement for none. */
  async allocateIds(count: number): Promise<string[]> {
    return count === 0 ? [] : (await allocateIds(this.session, 'issue_activity', count)).map(String);
  }

  /**
   * Stores activities of issues of a project, in this order. Resolving an issue ends its incidents at other services;
   * its tickets follow its status.
   * @param givenIds from `allocateIds`; new ones, if omitted
   */
  async insert(projectId: string, activities: readonly NewActivity[], givenIds?: readonly string[]): Promise<void> {
    if (activities.length === 0) return;
    const project = idValue(projectId);
    const ids = givenIds ?? (await this.allocateIds(activities.length));
    const rows = activities.map(({ issueId, type, actor, at, data = {}, changeId }, index) => {
      const member = actor.kind === 'member' ? idValue(actor.id) : null;
      const token = actor.kind === 'token' ? idValue(actor.id) : null;
      const key = [idValue(issueId), idValue(ids[index] ?? '')];
      return [project, project, member, ...key, at, type, member, token, JSON.stringify({ ...data, changeId })];
    });
    this.session.post(INSERT, rows);
    const tickets = new TicketWriter(this.session);
    const reopened = activities.filter(isReopening);
    if (reopened.length > 0) await tickets.want(projectId, issueIdsOf(reopened), 'open', latest(reopened));
    const resolved = activities.filter(isResolution);
    if (resolved.length === 0) return;
    await new AlertIncidentWriter(this.session).end(projectId, issueIdsOf(resolved), latest(resolved));
    await tickets.want(projectId, issueIdsOf(resolved), 'closed', latest(resolved));
  }

  /** Adds a comment. Returns its id; undefined if there is no such issue. */
  async insertComment(
    issue: IssueReference,
    { actor, at }: Pick<NewActivity, 'actor' | 'at'>,
    text: string,
  ): Promise<string | undefined> {
    const { changes } = await this.session.run(COUNT_COMMENTS, [1, ...keyOf(issue)]);
    if (changes === 0) return undefined;
    const [id = ''] = await this.allocateIds(1);
    await this.insert(issue.projectId, [{ issueId: issue.id, type: 'comment', actor, at, data: { text } }], [id]);
    return id;
  }

  /** Adds a comment unless the issue has one of the same time. Returns true if it was added. */
  async importComment(issue: IssueReference, made: Pick<NewActivity, 'actor' | 'at'>, text: string): Promise<boolean> {
    if ((await this.session.one(FIND_COMMENT_AT, [...keyOf(issue), made.at])) !== undefined) return false;
    return (await this.insertComment(issue, made, text)) !== undefined;
  }

  /** Moves activities of an issue to another one. @param comments number of comments among them */
  async move(issue: IssueReference, ids: readonly string[], target: string, comments: number): Promise<void> {
    await this.session.run(MOVE, [idValue(target), ...keyOf(issue), listValue(ids.map(idValue))]);
    await this.session.run(COUNT_COMMENTS, [-comments, ...keyOf(issue)]);
    await this.session.run(COUNT_COMMENTS, [comments, ...keyOf({ ...issue, id: target })]);
  }

  async updateComment(issue: IssueReference, id: string, data: ActivityData): Promise<void> {
    await this.session.run(UPDATE_COMMENT, [JSON.stringify(data), ...keyOf(issue), idValue(id)]);
  }

  async removeComment(issue: IssueReference, id: string): Promise<void> {
    const { changes } = await this.session.run(DELETE_COMMENT, [...keyOf(issue), idValue(id)]);
    await this.session.run(COUNT_COMMENTS, [-changes, ...keyOf(issue)]);
  }
}

function issueIdsOf(activities: readonly NewActivity[]): string[] {
  return activities.map(({ issueId }) => issueId);
}

function latest(activities: readonly NewActivity[]): number {
  return Math.max(...activities.map(({ at }) => at));
}

function keyOf({ projectId, id }: IssueReference): [number, number] {
  return [idValue(projectId), idValue(id)];
}

function readActivity(row: ActivityRow): Activity {
  const { changeId = null, ...data } = JSON.parse(row.data) as ActivityData & { readonly changeId?: string };
  return { ...row, data, changeId };
}

/**
 * Deletes at most `limit` activities of removed issues. Returns the number of deleted activities.
 * @param issues ids as a JSON list
 */
export async function deleteActivities(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  const { changes } = await session.run(DELETE, [project, project, issues, limit]);
  return changes;
}
