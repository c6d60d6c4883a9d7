import type { EventTag } from '../../domain/event';
import { distinctTags, type Issue, type NewIssue } from '../../domain/issue';
import { type Dialect, isAmong, isAmongBytes, isAmongTexts, jsonIntegers, jsonTags } from '../engine/dialect';
import { moveIncidents } from '../alertIncidents';
import { moveTickets } from '../tickets';
import { moveFeedback, moveFeedbackOfEvents } from '../feedback';
import { BLOCK_SIZE } from './issueTags';
import { HASHES_OF_ISSUES, ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';
import { IssueWriter } from './issues';
import { EntityStore, idValue, listValue, type ReadSession, type Session } from '../engine/sql';

const OF_ISSUES = (dialect: Dialect, column: string) => isAmong(dialect, column);
const COUNT_EVENTS = (dialect: Dialect) => `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (
  SELECT 1 FROM event e WHERE e.project_id = ? AND ${OF_ISSUES(dialect, 'e.issue_id')} LIMIT ?) counted`;
const COUNT_TAGS = (dialect: Dialect) => `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (
  SELECT 1 FROM issue_tag t WHERE t.project_id = ? AND ${OF_ISSUES(dialect, 't.issue_id')} LIMIT ?) counted`;
/** Finds the issue of the event that comes first in lists, among the events with the same time. */
const FIND_NEWEST = (dialect: Dialect) => `SELECT CAST(e.issue_id AS TEXT) AS "issueId" FROM event e
  WHERE e.project_id = ? AND ${OF_ISSUES(dialect, 'e.issue_id')} AND e.timestamp = ? ORDER BY e.event_id DESC LIMIT 1`;

const MOVE_HASHES = (dialect: Dialect) =>
  `UPDATE ${HASHES_OF_ISSUES(dialect)} SET issue_id = ? WHERE project_id = ? AND ${OF_ISSUES(dialect, 'issue_id')}`;
const MOVE_EVENTS = (dialect: Dialect) =>
  `UPDATE event SET issue_id = ? WHERE project_id = ? AND ${OF_ISSUES(dialect, 'issue_id')}`;
const MOVE_ACTIVITIES = (dialect: Dialect) =>
  `UPDATE issue_activity SET issue_id = ? WHERE project_id = ? AND ${OF_ISSUES(dialect, 'issue_id')}`;
const COPY_TAGS = (dialect: Dialect) => `INSERT INTO issue_tag (project_id, issue_id, key, value)
  SELECT DISTINCT t.project_id, CAST(? AS BIGINT), t.key, t.value FROM issue_tag t
  WHERE t.project_id = ? AND ${OF_ISSUES(dialect, 't.issue_id')}
  ON CONFLICT (project_id, issue_id, key, value) DO NOTHING`;
/** Inserts in sorted order, like all transactions that insert blocks. */
const COPY_BLOCKS = (dialect: Dialect) => `INSERT INTO issue_tag_block (project_id, key, value, block)
  SELECT DISTINCT t.project_id, t.key, t.value, CAST(? AS BIGINT) FROM issue_tag t
  WHERE t.project_id = ? AND ${OF_ISSUES(dialect, 't.issue_id')} ORDER BY 1, 2, 3
  ON CONFLICT (project_id, key, value, block) DO NOTHING`;
const MOVE_REDIRECTS = (dialect: Dialect) =>
  `UPDATE merged_issue SET target_id = ? WHERE project_id = ? AND ${OF_ISSUES(dialect, 'target_id')}`;
const INSERT_REDIRECTS = (dialect: Dialect) => `INSERT INTO merged_issue (project_id, issue_id, number, target_id)
  SELECT i.project_id, i.id, i.number, CAST(? AS BIGINT) FROM issue i
  WHERE i.project_id = ? AND ${OF_ISSUES(dialect, 'i.id')}`;
const DELETE_ISSUES = (dialect: Dialect) => `DELETE FROM issue WHERE project_id = ? AND ${OF_ISSUES(dialect, 'id')}`;
/** Marks the merged issues as removed: their rows that are not moved are deleted like rows of removed issues. */
const MARK_REMOVED = (dialect: Dialect) => `INSERT INTO removed_issue (project_id, issue_id, removed_at)
  SELECT ?, merged.value, ? FROM (${jsonIntegers(dialect)}) merged`;
const UPDATE_TARGET = `UPDATE issue SET times_seen = ?, first_seen = ?, last_seen = ?, comment_count = ?, title = ?, culprit = ?, type = ?,
    level = ?, platform = ?, text_stale = 1, user_count = (SELECT COUNT(*) FROM issue_tag t
      WHERE t.project_id = issue.project_id AND t.issue_id = issue.id AND t.key = 'user')
  WHERE issue.project_id = ? AND issue.id = ?`;

const LIST_HASHES = 'SELECT hash AS "hash" FROM issue_hash WHERE project_id = ? AND issue_id = ? ORDER BY hash';
const DELETE_HASH = 'DELETE FROM issue_hash WHERE project_id = ? AND hash = ?';
const MOVE_HASHES_BY_VALUE = (dialect: Dialect) =>
  `UPDATE issue_hash SET issue_id = ? WHERE project_id = ? AND ${isAmongTexts(dialect, 'hash')}`;
const MOVE_EVENTS_BY_ID = (dialect: Dialect) =>
  `UPDATE event SET issue_id = ? WHERE project_id = ? AND ${isAmongBytes(dialect, 'event_id')}`;
const FIND_NUMBER = 'SELECT number AS "number" FROM issue WHERE project_id = ? AND id = ?';
const FIND_FORMER_NUMBER = 'SELECT number AS "number" FROM merged_issue WHERE project_id = ? AND issue_id = ?';
const SET_NUMBER = 'UPDATE issue SET number = ? WHERE project_id = ? AND id = ?';
const DELETE_OTHER_TAGS = (dialect: Dialect) => `DELETE FROM issue_tag WHERE project_id = ? AND issue_id = ?
  AND (key, value) NOT IN (SELECT kept.key, kept.value FROM (${jsonTags(dialect)}) kept) RETURNING key AS "key", value AS "value"`;
const UPDATE_REMAINDER = `UPDATE issue SET times_seen = ?, first_seen = ?, last_seen = ?, title = ?, culprit = ?, type = ?, level = ?,
    platform = ?, text_stale = 1 WHERE project_id = ? AND id = ?`;
const COUNT_USERS = (dialect: Dialect) => `UPDATE issue SET user_count = (SELECT COUNT(*) FROM issue_tag t
    WHERE t.project_id = issue.project_id AND t.issue_id = issue.id AND t.key = 'user')
  WHERE issue.project_id = ? AND ${OF_ISSUES(dialect, 'issue.id')}`;

const FIND_TARGET = `SELECT ${ISSUE_COLUMNS} FROM merged_issue m CROSS JOIN issue i
  WHERE m.project_id = ? AND m.number = ? AND i.project_id = m.project_id AND i.id = m.target_id`;
/** One lookup by primary key for each project of the organization. */
const FIND_TARGET_IN_ORGANIZATION = `SELECT ${ISSUE_COLUMNS} FROM project p CROSS JOIN merged_issue m CROSS JOIN issue i
  WHERE p.organization_id = ? AND m.project_id = p.id AND m.issue_id = ? AND i.project_id = m.project_id AND i.id = m.target_id`;
const LIST_FORMER = `SELECT CAST(issue_id AS TEXT) AS "id" FROM merged_issue WHERE project_id = ? AND target_id = ? ORDER BY issue_id`;
const REDIRECT = (dialect: Dialect) => `UPDATE merged_issue SET target_id = ?
  WHERE project_id = ? AND target_id = ? AND ${OF_ISSUES(dialect, 'issue_id')}`;
const DELETE_REDIRECTS = (dialect: Dialect) => `DELETE FROM merged_issue WHERE project_id = ? AND issue_id IN (
  SELECT m.issue_id FROM merged_issue m WHERE m.project_id = ? AND ${OF_ISSUES(dialect, 'm.target_id')} LIMIT ?)`;

/** The events that leave an issue, and the issue that is created for them. */
export interface IssueSplit {
  /** Ids of the events. */
  readonly events: readonly string[];
  readonly created: NewIssue;
}

/** The rows of `merged_issue`: the former ids of issues that were merged into others. */
export class MergedIssueReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the issue into which the issue with the number of a short id was merged. */
  async findByNumber(projectId: string, number: number): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND_TARGET, [idValue(projectId), number]);
    return row && readIssue(row);
  }

  /** Returns the issue into which the issue with an id was merged. */
  async findInOrganization(organizationId: string, id: string): Promise<Issue | undefined> {
    const values = [idValue(organizationId), idValue(id)];
    const row = await this.session.one<IssueRow>(FIND_TARGET_IN_ORGANIZATION, values);
    return row && readIssue(row);
  }

  /** Returns the grouping hashes of an issue. */
  async listHashes({ id, projectId }: Pick<Issue, 'id' | 'projectId'>): Promise<string[]> {
    const rows = await this.session.all<{ hash: string }>(LIST_HASHES, [idValue(projectId), idValue(id)]);
    return rows.map(({ hash }) => hash);
  }

  /** Returns the ids of the issues that were merged into an issue. */
  async listFormerIds({ id, projectId }: Pick<Issue, 'id' | 'projectId'>): Promise<string[]> {
    const rows = await this.session.all<{ id: string }>(LIST_FORMER, [idValue(projectId), idValue(id)]);
    return rows.map((row) => row.id);
  }
}

export class MergedIssueWriter extends MergedIssueReader<Session> {
  /** Returns the numbers of stored events and tags of issues, each at most `limit`. */
  async countRows(projectId: string, ids: readonly string[], limit: number): Promise<{ events: number; tags: number }> {
    const values = [idValue(projectId), listValue(ids.map(idValue)), limit];
    const events = await this.session.one<{ count: number }>(COUNT_EVENTS, values);
    const tags = await this.session.one<{ count: number }>(COUNT_TAGS, values);
    return { events: events?.count ?? 0, tags: tags?.count ?? 0 };
  }

  /**
   * Moves the rows of issues to another issue, and deletes the issues. All of them must be locked. Their remaining rows
   * are deleted later.
   */
  async merge(target: Issue, merged: readonly Issue[], at: number): Promise<void> {
    const { session } = this;
    const project = idValue(target.projectId);
    const id = idValue(target.id);
    const ids = listValue(merged.map((issue) => idValue(issue.id)));
    const { title, culprit, type, level, platform } = await this.findNewest([target, ...merged]);
    for (const statement of [MOVE_HASHES, MOVE_EVENTS, MOVE_ACTIVITIES, COPY_TAGS])
      await session.run(statement, [id, project, ids]);
    await moveFeedback(session, id, project, ids);
    await moveIncidents(session, id, project, ids);
    await moveTickets(session, id, project, ids);
    await session.run(COPY_BLOCKS, [Math.floor(id / BLOCK_SIZE), project, ids]);
    for (const statement of [MOVE_REDIRECTS, INSERT_REDIRECTS]) await session.run(statement, [id, project, ids]);
    await session.run(DELETE_ISSUES, [project, ids]);
    await session.run(MARK_REMOVED, [project, at, ids]);
    const all = [target, ...merged];
    const sum = (valueOf: (issue: Issue) => number) => all.reduce((total, issue) => total + valueOf(issue), 0);
    const times = [Math.min(...all.map((one) => one.firstSeen)), Math.max(...all.map((one) => one.lastSeen))];
    const counts = [sum(({ timesSeen }) => timesSeen), ...times, sum(({ commentCount }) => commentCount)];
    await session.run(UPDATE_TARGET, [...counts, title, culprit, type, level, platform, project, id]);
  }

  /** Redirects the former ids that lead to an issue to another one. */
  async redirect(
    { id, projectId }: Pick<Issue, 'id' | 'projectId'>,
    formerIds: readonly string[],
    target: string,
  ): Promise<void> {
    const values = [idValue(target), idValue(projectId), idValue(id), listValue(formerIds.map(idValue))];
    await this.session.run(REDIRECT, values);
  }

  /**
   * Gives a new issue the number of the merged issue that it restores, so that its short id is the former one. Returns
   * the number.
   */
  async restoreNumber({ id, projectId }: Pick<Issue, 'id' | 'projectId'>, formerId: string): Promise<number> {
    const project = idValue(projectId);
    const row = await this.session.one<{ number: number }>(FIND_FORMER_NUMBER, [project, idValue(formerId)]);
    if (row === undefined) throw new Error(`Issue ${formerId} was not merged into another one.`);
    await this.session.run(SET_NUMBER, [row.number, project, idValue(id)]);
    return row.number;
  }

  /** Moves hashes and events of a locked issue to a new one, which has no tags yet. */
  async split(
    issue: Pick<Issue, 'id' | 'projectId'>,
    hashes: readonly string[],
    { events, created }: IssueSplit,
  ): Promise<Pick<Issue, 'id' | 'number'>> {
    const { session } = this;
    const project = idValue(issue.projectId);
    await session.run(DELETE_HASH, [project, created.hash]);
    const id = (await new IssueWriter(session).insert(issue.projectId, [created])).get(created.hash) ?? '';
    await session.run(MOVE_HASHES_BY_VALUE, [idValue(id), project, listValue(hashes)]);
    await session.run(MOVE_EVENTS_BY_ID, [idValue(id), project, listValue(events)]);
    await moveFeedbackOfEvents(session, idValue(id), project, listValue(events));
    const row = await session.one<{ number: number }>(FIND_NUMBER, [project, idValue(id)]);
    return { id, number: row?.number ?? 0 };
  }

  /**
   * Stores the counts, times and description of a locked issue after events have left it, and deletes the tags that no
   * remaining event has. Returns the deleted tags, which stay in their blocks.
   * @param tags the tags and search entries of the remaining events
   */
  async updateRemainder(
    { id, projectId }: Pick<Issue, 'id' | 'projectId'>,
    { timesSeen, firstSeen, lastSeen, title, culprit, type, level, platform }: Omit<NewIssue, 'hash'>,
    tags: readonly EventTag[],
  ): Promise<EventTag[]> {
    const issue = [idValue(projectId), idValue(id)];
    const names = distinctTags([{ issueId: id, tags }]).map(({ key, value }) => [issue[1], key, value]);
    const deleted = await this.session.all<EventTag>(DELETE_OTHER_TAGS, [...issue, JSON.stringify(names)]);
    const columns = [timesSeen, firstSeen, lastSeen, title, culprit, type, level, platform];
    await this.session.run(UPDATE_REMAINDER, [...columns, ...issue]);
    return deleted;
  }

  /** Counts the users of issues again, by their tags. */
  async countUsers(projectId: string, ids: readonly string[]): Promise<void> {
    await this.session.run(COUNT_USERS, [idValue(projectId), listValue(ids.map(idValue))]);
  }

  /** Returns the issue of the newest event, in the order of the lists of events. */
  private async findNewest(issues: readonly [Issue, ...Issue[]]): Promise<Issue> {
    const [first] = issues;
    const lastSeen = Math.max(...issues.map((issue) => issue.lastSeen));
    const newest = issues.filter((issue) => issue.lastSeen === lastSeen);
    const [only = first] = newest;
    if (newest.length === 1) return only;
    const ids = listValue(newest.map(({ id }) => idValue(id)));
    const row = await this.session.one<{ issueId: string }>(FIND_NEWEST, [idValue(first.projectId), ids, lastSeen]);
    return newest.find(({ id }) => id === row?.issueId) ?? only;
  }
}

/**
 * Deletes at most `limit` former ids of issues that were merged into removed ones. Returns the number of deleted ids.
 * @param issues ids of the removed issues as a JSON list
 */
export async function deleteRedirects(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  return (await session.run(DELETE_REDIRECTS, [project, project, issues, limit])).changes;
}
