import type { Issue, IssueUpdate, KnownIssue, NewIssue, Sighting, TaggedIssue } from '../domain/issue';
import type { IssueSearch } from '../domain/issueQuery';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { type Dialect, listedTexts } from './dialect';
import { COLUMNS, type IssueRow, readIssue } from './issueRow';
import { readIssueSlice } from './issueSearch';
import { noteTags } from './issueTags';
import { findAgedProjects, reopenIssues, resolveAgedIssues, updateFirstIssues, updateIssues } from './issueUpdates';
import { takeNumbers } from './numbers';
import { anyRemoved, reclaimEvents, removeFirstIssues, removeIssues } from './removal';
import type { RemovalWalk } from './removalWalk';
import { type Session, idValue, inserted, listValue } from './sql';
import type { IssueWriter } from './issueStores';

const FIND = `SELECT ${COLUMNS} FROM issue i WHERE i.project_id = ? AND i.id = ?`;
/** One look by key for each project of the organization. */
const FIND_IN_ORGANIZATION = `SELECT ${COLUMNS} FROM project p CROSS JOIN issue i
  WHERE p.organization_id = ? AND i.project_id = p.id AND i.id = ?`;
const FIND_BY_NUMBER = `SELECT ${COLUMNS} FROM issue i WHERE i.project_id = ? AND i.number = ?`;
const FIND_BY_HASHES = (
  dialect: Dialect,
) => `SELECT h.hash AS "hash", CAST(h.issue_id AS TEXT) AS "id", i.status AS "status"
  FROM issue_hash h JOIN issue i ON i.project_id = h.project_id AND i.id = h.issue_id
  WHERE h.project_id = ? AND h.hash IN (${listedTexts(dialect)})`;
/** The last of so many numbers of the project. */
const TAKE_NUMBERS = `INSERT INTO issue_counter (project_id, last_number) VALUES (?, ?)
  ON CONFLICT (project_id) DO UPDATE SET last_number = issue_counter.last_number + excluded.last_number
  RETURNING last_number AS "last"`;
const INSERT = `INSERT INTO issue
    (project_id, id, number, title, culprit, type, level, platform, first_seen, last_seen, times_seen, status, substatus)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'unresolved', 'new')`;
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

  async find(projectId: string, id: string): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND, [idValue(projectId), idValue(id)]);
    return row && readIssue(row);
  }

  async findInOrganization(organizationId: string, id: string): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND_IN_ORGANIZATION, [idValue(organizationId), idValue(id)]);
    return row && readIssue(row);
  }

  async findByNumber(projectId: string, number: number): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND_BY_NUMBER, [idValue(projectId), number]);
    return row && readIssue(row);
  }

  list(projectId: string, search: IssueSearch, page: PageRequest): Promise<Page<Issue>> {
    const project = idValue(projectId);
    return readPage(
      page,
      (cursor, limit) => readIssueSlice(this.session, search, { project, cursor, limit }),
      ({ lastSeen, id }) => [String(lastSeen), id],
    );
  }

  findAged(now: number): Promise<string[]> {
    return findAgedProjects(this.session, now);
  }

  async findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, KnownIssue>> {
    const values = [idValue(projectId), listValue(hashes)];
    const rows = await this.session.all<KnownIssue & { hash: string }>(FIND_BY_HASHES, values);
    return new Map(rows.map(({ hash, id, status }) => [hash, { id, status }]));
  }

  async insert(projectId: string, issues: readonly NewIssue[]): Promise<Map<string, string>> {
    if (issues.length === 0) return new Map();
    const project = idValue(projectId);
    const [ids, { last }] = await Promise.all([
      takeNumbers(this.session, 'issue', issues.length),
      inserted<{ last: number }>(this.session, TAKE_NUMBERS, [project, issues.length]),
    ]);
    const numbered = issues.map((issue, index) => ({
      ...issue,
      id: ids[index] ?? 0,
      number: last - issues.length + 1 + index,
    }));
    await this.session.runMany(
      INSERT,
      numbered.map(({ id, number, title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen }) => {
        return [project, id, number, title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen];
      }),
    );
    await this.session.runMany(
      INSERT_HASH,
      numbered.map(({ id, hash }) => [project, hash, id]),
    );
    return new Map(numbered.map(({ id, hash }) => [hash, String(id)]));
  }

  async adopt(
    projectId: string,
    hashes: readonly { readonly hash: string; readonly olderHash: string }[],
  ): Promise<void> {
    const project = idValue(projectId);
    await this.session.runMany(
      ADOPT_HASH,
      hashes.map(({ hash, olderHash }) => [hash, project, olderHash]),
    );
  }

  async see(projectId: string, sightings: readonly Sighting[]): Promise<void> {
    const project = idValue(projectId);
    await this.session.runMany(
      SEE,
      sightings.map(({ id, firstSeen, lastSeen, timesSeen }) => [
        timesSeen,
        firstSeen,
        firstSeen,
        lastSeen,
        lastSeen,
        project,
        idValue(id),
      ]),
    );
  }

  reopen(projectId: string, ids: readonly string[], at: number): Promise<void> {
    return reopenIssues(this.session, idValue(projectId), ids.map(idValue), at);
  }

  tag(projectId: string, tagged: readonly TaggedIssue[]): Promise<void> {
    return noteTags(this.session, idValue(projectId), tagged);
  }

  update(projectId: string, ids: readonly number[], update: IssueUpdate): Promise<void> {
    return updateIssues(this.session, idValue(projectId), ids, update);
  }

  updateFirst(projectId: string, limit: number, update: IssueUpdate): Promise<void> {
    return updateFirstIssues(this.session, idValue(projectId), limit, update);
  }

  resolveAged(projectId: string, now: number, limit: number): Promise<number> {
    return resolveAgedIssues(this.session, idValue(projectId), now, limit);
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
