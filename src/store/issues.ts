import type { Issue, NewIssue, Sighting } from '../domain/issue';
import { type Dialect, listedTexts } from './dialect';
import { takeNumbers } from './numbers';
import { anyRemoved, reclaimEvents, removeFirstIssues, removeIssues } from './removal';
import type { RemovalWalk } from './removalWalk';
import { type Session, idValue, listValue } from './sql';
import type { IssueWriter } from './stores';

const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(project_id AS TEXT) AS "projectId", title AS "title", culprit AS "culprit",
  type AS "type", level AS "level", platform AS "platform", first_seen AS "firstSeen", last_seen AS "lastSeen",
  times_seen AS "timesSeen"`;
const FIND = `SELECT ${COLUMNS} FROM issue WHERE project_id = ? AND id = ?`;
const FIND_BY_HASHES = (dialect: Dialect) => `SELECT hash AS "hash", CAST(issue_id AS TEXT) AS "issueId" FROM issue_hash
  WHERE project_id = ? AND hash IN (${listedTexts(dialect)})`;
const INSERT = `INSERT INTO issue (project_id, id, title, culprit, type, level, platform, first_seen, last_seen, times_seen)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_HASH = 'INSERT INTO issue_hash (project_id, hash, issue_id) VALUES (?, ?, ?)';
const ADOPT_HASH = `INSERT INTO issue_hash (project_id, hash, issue_id)
  SELECT project_id, ?, issue_id FROM issue_hash WHERE project_id = ? AND hash = ?`;
const SEE = `UPDATE issue SET times_seen = times_seen + ?,
    first_seen = CASE WHEN first_seen > ? THEN ? ELSE first_seen END,
    last_seen = CASE WHEN last_seen < ? THEN ? ELSE last_seen END
  WHERE project_id = ? AND id = ?`;

/** The rows of `issue` and `issue_hash`. */
export class Issues implements IssueWriter {
  constructor(private readonly session: Session) {}

  find(projectId: string, id: string): Promise<Issue | undefined> {
    return this.session.one(FIND, [idValue(projectId), idValue(id)]);
  }

  async findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const values = [idValue(projectId), listValue(hashes)];
    const rows = await this.session.all<{ hash: string; issueId: string }>(FIND_BY_HASHES, values);
    return new Map(rows.map(({ hash, issueId }) => [hash, issueId]));
  }

  async insert(projectId: string, issues: readonly NewIssue[]): Promise<Map<string, string>> {
    if (issues.length === 0) return new Map();
    const project = idValue(projectId);
    const ids = await takeNumbers(this.session, 'issue', issues.length);
    const numbered = issues.map((issue, index) => ({ ...issue, id: ids[index] ?? 0 }));
    await this.session.runMany(
      INSERT,
      numbered.map(({ id, title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen }) => {
        return [project, id, title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen];
      }),
    );
    await this.session.runMany(INSERT_HASH, numbered.map(({ id, hash }) => [project, hash, id]));
    return new Map(numbered.map(({ id, hash }) => [hash, String(id)]));
  }

  async adopt(projectId: string, hashes: readonly { readonly hash: string; readonly olderHash: string }[]): Promise<void> {
    const project = idValue(projectId);
    await this.session.runMany(ADOPT_HASH, hashes.map(({ hash, olderHash }) => [hash, project, olderHash]));
  }

  async see(projectId: string, sightings: readonly Sighting[]): Promise<void> {
    const project = idValue(projectId);
    await this.session.runMany(
      SEE,
      sightings.map(({ id, firstSeen, lastSeen, timesSeen }) => [timesSeen, firstSeen, firstSeen, lastSeen, lastSeen, project, idValue(id)]),
    );
  }

  remove(projectId: string, ids: readonly number[], at: number): Promise<void> {
    return removeIssues(this.session, idValue(projectId), ids, at);
  }

  removeFirst(projectId: string, limit: number, at: number): Promise<void> {
    return removeFirstIssues(this.session, idValue(projectId), limit, at);
  }

  hasRemoved(): Promise<boolean> {
    return anyRemoved(this.session);
  }

  reclaim(limit: number, walk?: RemovalWalk): Promise<boolean> {
    return reclaimEvents(this.session, limit, walk);
  }
}
