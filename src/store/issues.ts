import type { Issue } from '../domain/issue';
import { nextNumber } from './dialect';
import { reclaimEvents, removeFirstIssues, removeIssues } from './removal';
import { type Session, idValue, inserted } from './sql';
import type { IssueWriter } from './stores';

const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(project_id AS TEXT) AS "projectId", title AS "title", culprit AS "culprit",
  type AS "type", level AS "level", platform AS "platform", first_seen AS "firstSeen", last_seen AS "lastSeen",
  times_seen AS "timesSeen"`;
const FIND = `SELECT ${COLUMNS} FROM issue WHERE project_id = ? AND id = ?`;
const FIND_BY_HASH = `SELECT CAST(issue_id AS TEXT) AS "issueId" FROM issue_hash WHERE project_id = ? AND hash = ?`;
const INSERT = `INSERT INTO issue (project_id, id, title, culprit, type, level, platform, first_seen, last_seen, times_seen)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`;
const INSERT_HASH = 'INSERT INTO issue_hash (project_id, hash, issue_id) VALUES (?, ?, ?)';
const SEE = `UPDATE issue SET times_seen = times_seen + 1,
    first_seen = CASE WHEN first_seen > ? THEN ? ELSE first_seen END,
    last_seen = CASE WHEN last_seen < ? THEN ? ELSE last_seen END
  WHERE project_id = ? AND id = ?`;

/** The rows of `issue` and `issue_hash`. */
export class Issues implements IssueWriter {
  constructor(private readonly session: Session) {}

  find(projectId: string, id: string): Promise<Issue | undefined> {
    return this.session.one(FIND, [idValue(projectId), idValue(id)]);
  }

  async findByHash(projectId: string, hash: string): Promise<string | undefined> {
    const row = await this.session.one<{ issueId: string }>(FIND_BY_HASH, [idValue(projectId), hash]);
    return row?.issueId;
  }

  async insert(issue: Omit<Issue, 'id' | 'timesSeen'>, hash: string): Promise<string> {
    const { title, culprit, type, level, platform, firstSeen, lastSeen } = issue;
    const project = idValue(issue.projectId);
    const { value: id } = await inserted<{ value: number }>(this.session, nextNumber, ['issue']);
    await this.session.run(INSERT, [project, id, title, culprit, type, level, platform, firstSeen, lastSeen]);
    await this.session.run(INSERT_HASH, [project, hash, id]);
    return String(id);
  }

  async see(projectId: string, id: string, event: { timestamp: number }): Promise<void> {
    const { timestamp } = event;
    const times = [timestamp, timestamp, timestamp, timestamp];
    await this.session.run(SEE, [...times, idValue(projectId), idValue(id)]);
  }

  remove(projectId: string, ids: readonly number[], at: number): Promise<void> {
    return removeIssues(this.session, idValue(projectId), ids, at);
  }

  removeFirst(projectId: string, limit: number, at: number): Promise<void> {
    return removeFirstIssues(this.session, idValue(projectId), limit, at);
  }

  reclaim(limit: number): Promise<boolean> {
    return reclaimEvents(this.session, limit);
  }
}
