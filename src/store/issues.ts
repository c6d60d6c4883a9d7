import { setImmediate } from 'node:timers/promises';
import {
  containsTexts,
  type ExistingIssue,
  type Issue,
  type IssueOccurrences,
  type IssueSearch,
  type IssueStatus,
  type IssueSubstatus,
  type IssueTags,
  type IssueUpdate,
  type NewIssue,
  type TagTerm,
} from '../domain/issue';
import { type Cursor, type Page, type PageRequest, readPage } from '../domain/page';
import { type Dialect, jsonIntegers, jsonTags, jsonTexts } from './dialect';
import { recordTags } from './issueTags';
import { sliceStatements } from './keyset';
import { anyRemoved, reclaimEvents, type RemovedEventScan, removeFirstIssues, removeIssues } from './removedIssues';
import { allocateIds, idValue, insertReturning, listValue, type Session, type Value } from './sql';

/** What a query of `issue i` selects. */
export const ISSUE_COLUMNS = `CAST(i.id AS TEXT) AS "id", CAST(i.project_id AS TEXT) AS "projectId", i.number AS "number", i.title AS "title",
  i.culprit AS "culprit", i.type AS "type", i.level AS "level", i.platform AS "platform", i.first_seen AS "firstSeen",
  i.last_seen AS "lastSeen", i.times_seen AS "timesSeen", i.user_count AS "userCount", i.status AS "status",
  i.substatus AS "substatus", i.is_auto_resolved AS "isAutoResolved"`;

/** A row of those columns: booleans as 0 or 1. */
export type IssueRow = Omit<Issue, 'isAutoResolved'> & { isAutoResolved: number };

/** The issue that a row tells. */
export function readIssue(row: IssueRow): Issue {
  return { ...row, isAutoResolved: row.isAutoResolved === 1 };
}

export interface IssueReader {
  find(projectId: string, id: string): Promise<Issue | undefined>;
  findInOrganization(organizationId: string, id: string): Promise<Issue | undefined>;
  /** @param number that of its short id */
  findByNumber(projectId: string, number: number): Promise<Issue | undefined>;
  /** What a search finds: newest last-seen first, then highest id. */
  list(projectId: string, search: IssueSearch, page: PageRequest): Promise<Page<Issue>>;
  /** The ids of projects with issues to resolve for their age, which is told in hours by the project's `resolveAge`. */
  findProjectsToAutoResolve(now: number): Promise<string[]>;
  /** The issues that own these grouping hashes, by hash. */
  findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, ExistingIssue>>;
  /** Whether `reclaim` has something to do. */
  hasRemoved(): Promise<boolean>;
}

export interface IssueWriter extends IssueReader {
  /** New issues, each owning its hash; answers their ids by hash, which are never issued twice. */
  insert(projectId: string, issues: readonly NewIssue[]): Promise<Map<string, string>>;
  /** Binds each hash, which nobody owns, to the issue that owns the older one beside it. */
  linkHashes(
    projectId: string,
    hashes: readonly { readonly hash: string; readonly olderHash: string }[],
  ): Promise<void>;
  /** Counts further events. */
  recordOccurrences(projectId: string, sightings: readonly IssueOccurrences[]): Promise<void>;
  /** Makes resolved issues unresolved again because they were seen. */
  reopen(projectId: string, ids: readonly string[], at: number): Promise<void>;
  /** Notes tags of events, and counts the users that are new to their issue. Of most keys an issue remembers so many values only. */
  recordTags(projectId: string, tagged: readonly IssueTags[]): Promise<void>;
  /** Changes these issues, or none of them if one is not of this project (in the sense of decisions.md D3). */
  update(projectId: string, ids: readonly number[], update: IssueUpdate): Promise<void>;
  /** Changes the first issues of the project: unresolved ones, then ignored, then resolved, each newest last-seen first. */
  updateFirst(projectId: string, limit: number, update: IssueUpdate): Promise<void>;
  /** Resolves at most `limit` issues of a project that were not seen for its `resolveAge`; answers how many. */
  autoResolve(projectId: string, now: number, limit: number): Promise<number>;
  /**
   * Removes these issues for good, or none of them if one is not of this project (decisions.md D3).
   * Their events are invisible from now on; `reclaim` frees the storage.
   */
  remove(projectId: string, ids: readonly number[], at: number): Promise<void>;
  /** Removes the first issues of the project: newest last-seen, then highest id (decisions.md D4). */
  removeFirst(projectId: string, limit: number, at: number): Promise<void>;
  /** Frees the storage of at most `limit` events of removed issues; answers whether there is more to do. With a walk, many are freed in less time. */
  reclaim(limit: number, walk?: RemovedEventScan): Promise<boolean>;
}

/** With no more issues than these, those that have a tag are looked through; with more, one is soon met on the way through the list. */
const MAX_TAGGED_ISSUES = 1_000;
/** Issues looked at in one go, first and at most; others are served in between. */
const FIRST_WINDOW = 100;
const LAST_WINDOW = 1_000;

const ORDER = { columns: ['i.last_seen', 'i.id'], descending: true };
const LIST = sliceStatements(`SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ?`, ORDER);
const LIST_OF_STATUS = sliceStatements(
  `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.status = ?`,
  ORDER,
);
const FIND_BY_IDS = (dialect: Dialect) =>
  `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.id IN (${jsonIntegers(dialect)})`;
const FIND_TAGGED =
  'SELECT issue_id AS "id" FROM issue_tag WHERE project_id = ? AND key = ? AND value = ? ORDER BY issue_id LIMIT ?';
/** A term has 1 for `issue` where the issue must have the tag, and 0 where it must not. */
const MATCHING = (dialect: Dialect) => `SELECT CAST(w.value AS TEXT) AS "id" FROM (${jsonIntegers(dialect)}) w
  WHERE NOT EXISTS (SELECT 1 FROM (${jsonTags(dialect)}) term
    WHERE term.issue <> (SELECT COUNT(*) FROM issue_tag t
      WHERE t.project_id = ? AND t.key = term.key AND t.value = term.value AND t.issue_id = w.value))`;

/** A part of the list of a project's issues: newest last-seen first, then highest id. */
interface IssueSlice {
  readonly project: number;
  readonly cursor: Cursor | null;
  readonly limit: number;
}

/**
 * Reads a slice of what a search finds. Issues of a status are a range of an index; so are those with a tag that few have. Only what
 * nothing narrows down, text and tags that many issues have, is looked for all along the list.
 */
export async function readIssueSlice(session: Session, search: IssueSearch, wanted: IssueSlice): Promise<Issue[]> {
  if (search.tags.length === 0 && search.texts.length === 0) return readRange(session, search, wanted);
  const few = await findTagged(session, search, wanted.project);
  return few === undefined ? scanList(session, search, wanted) : readTagged(session, search, wanted, few);
}

async function readRange(
  session: Session,
  { status }: IssueSearch,
  { project, cursor, limit }: IssueSlice,
): Promise<Issue[]> {
  const key = cursor === null ? [] : cursor.key.map(Number);
  const rows = await (status === null
    ? session.all<IssueRow>(LIST(cursor), [project, ...key, limit])
    : session.all<IssueRow>(LIST_OF_STATUS(cursor), [project, status, ...key, limit]));
  return rows.map(readIssue);
}

/** The ids of all issues with one of the wanted tags, if there are few; undefined if there are many of each. */
async function findTagged(session: Session, { tags }: IssueSearch, project: number): Promise<number[] | undefined> {
  for (const { key, value } of tags.filter(({ isNegated }) => !isNegated)) {
    const rows = await session.all<{ id: number }>(FIND_TAGGED, [project, key, value, MAX_TAGGED_ISSUES + 1]);
    if (rows.length <= MAX_TAGGED_ISSUES) return rows.map(({ id }) => id);
  }
  return undefined;
}

async function readTagged(
  session: Session,
  search: IssueSearch,
  { project, cursor, limit }: IssueSlice,
  ids: readonly number[],
): Promise<Issue[]> {
  const rows = await session.all<IssueRow>(FIND_BY_IDS, [project, listValue(ids)]);
  const ofStatus = rows.map(readIssue).filter(({ status }) => search.status === null || status === search.status);
  const found = await filterIssues(session, search, project, ofStatus);
  found.sort((a, b) => b.lastSeen - a.lastSeen || Number(b.id) - Number(a.id));
  if (cursor?.backwards) found.reverse();
  return found.filter((issue) => cursor === null || isBeyond(issue, cursor)).slice(0, limit);
}

/** Window by window along the list, in longer ones the fewer are found. */
async function scanList(
  session: Session,
  search: IssueSearch,
  { project, cursor, limit }: IssueSlice,
): Promise<Issue[]> {
  const found: Issue[] = [];
  let from = cursor;
  for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, LAST_WINDOW)) {
    const window = await readRange(session, search, { project, cursor: from, limit: size });
    found.push(...(await filterIssues(session, search, project, window)));
    const last = window.at(-1);
    if (found.length >= limit || last === undefined || window.length < size) return found.slice(0, limit);
    from = { key: [String(last.lastSeen), last.id], backwards: cursor?.backwards ?? false, inclusive: false };
    await setImmediate();
  }
}

/** Those that have the texts and the tags. */
async function filterIssues(
  session: Session,
  { tags, texts }: IssueSearch,
  project: number,
  issues: readonly Issue[],
): Promise<Issue[]> {
  const speaking = issues.filter((issue) => containsTexts(issue, texts));
  if (tags.length === 0 || speaking.length === 0) return speaking;
  const values = [listValue(speaking.map(({ id }) => Number(id))), JSON.stringify(tags.map(termOf)), project];
  const rows = await session.all<{ id: string }>(MATCHING, values);
  const matching = new Set(rows.map(({ id }) => id));
  return speaking.filter(({ id }) => matching.has(id));
}

function termOf({ key, value, isNegated }: TagTerm): [number, string, string] {
  return [isNegated ? 0 : 1, key, value];
}

function isBeyond({ lastSeen, id }: Issue, { key, backwards, inclusive }: Cursor): boolean {
  const [seen = 0, last = 0] = key.map(Number);
  const distance = seen - lastSeen || last - Number(id);
  return distance === 0 ? inclusive : distance > 0 !== backwards;
}

const HOUR_MS = 60 * 60 * 1000;

const STATUSES: readonly IssueStatus[] = ['unresolved', 'ignored', 'resolved'];
/** Why an issue is what a person made it. */
const SUBSTATUSES: Record<IssueStatus, IssueSubstatus | null> = {
  unresolved: 'ongoing',
  ignored: 'archived_forever',
  resolved: null,
};

const UPDATE_STATUS = `UPDATE issue SET status = ?, substatus = ?, reopened_at = COALESCE(?, reopened_at), is_auto_resolved = 0
  WHERE project_id = ? AND status = ?`;
/** One wanted id that is no issue of the project keeps all of them as they are (decisions.md D3). */
const UPDATE_BY_IDS = (dialect: Dialect) => `WITH wanted (id) AS MATERIALIZED (${jsonIntegers(dialect)})
  ${UPDATE_STATUS} AND id IN (SELECT w.id FROM wanted w)
    AND NOT EXISTS (SELECT 1 FROM wanted w
      WHERE NOT EXISTS (SELECT 1 FROM issue i WHERE i.project_id = ? AND i.id = w.id))`;
const UPDATE_FIRST = `${UPDATE_STATUS} AND id IN (SELECT i.id FROM issue i
    WHERE i.project_id = ? AND i.status = ? ORDER BY i.last_seen DESC, i.id DESC LIMIT ?)`;
const REOPEN = (
  dialect: Dialect,
) => `UPDATE issue SET status = 'unresolved', substatus = 'regressed', reopened_at = ?, is_auto_resolved = 0
  WHERE project_id = ? AND status = 'resolved' AND id IN (${jsonIntegers(dialect)})`;

/** Neither seen nor reopened since. Of reopened ones few are old, so that this is hardly more than a range of `issue_by_status`. */
const IS_AGED = (since: string) =>
  `i.status = 'unresolved' AND i.last_seen <= ${since} AND (i.reopened_at IS NULL OR i.reopened_at <= ${since})`;
const PROJECTS_WITH_RESOLVE_AGE =
  'SELECT id AS "id", resolve_age AS "hours" FROM project WHERE resolve_age > 0 ORDER BY id';
const ANY_AGED = `SELECT 1 AS "found" FROM issue i WHERE i.project_id = ? AND ${IS_AGED('?')} LIMIT 1`;
const RESOLVE_AGE = 'SELECT resolve_age AS "hours" FROM project WHERE id = ? AND resolve_age > 0';
const AUTO_RESOLVE = `UPDATE issue SET status = 'resolved', substatus = NULL, is_auto_resolved = 1
  WHERE project_id = ? AND id IN (SELECT i.id FROM issue i WHERE i.project_id = ? AND ${IS_AGED('?')} ORDER BY i.last_seen LIMIT ?)`;

/** Changes these issues of a project, or none of them. */
export async function updateIssues(
  session: Session,
  project: number,
  ids: readonly number[],
  update: IssueUpdate,
): Promise<void> {
  const wanted = listValue(ids);
  for (const from of sourcesOf(update))
    await session.run(UPDATE_BY_IDS, [wanted, ...updateValues(update, project, from), project]);
}

/** Changes at most `limit` issues of a project, of one status after the other, those seen last first. */
export async function updateFirstIssues(
  session: Session,
  project: number,
  limit: number,
  update: IssueUpdate,
): Promise<void> {
  let left = limit;
  for (const from of sourcesOf(update)) {
    const { changes } = await session.run(UPDATE_FIRST, [...updateValues(update, project, from), project, from, left]);
    left -= changes;
  }
}

/** Makes resolved issues unresolved because they were seen again. */
export async function reopenIssues(
  session: Session,
  project: number,
  ids: readonly number[],
  at: number,
): Promise<void> {
  if (ids.length > 0) await session.run(REOPEN, [at, project, listValue(ids)]);
}

/** The ids of projects with issues that are to be resolved for their age. */
export async function findProjectsToAutoResolve(session: Session, now: number): Promise<string[]> {
  const projects = await session.all<{ id: number; hours: number }>(PROJECTS_WITH_RESOLVE_AGE, []);
  const found = projects.map(({ id, hours }) => {
    const since = now - hours * HOUR_MS;
    return session.one(ANY_AGED, [id, since, since]);
  });
  const aged = await Promise.all(found);
  return projects.flatMap(({ id }, index) => (aged[index] === undefined ? [] : String(id)));
}

/** Resolves at most `limit` issues of a project for their age, the oldest first; answers how many. */
export async function autoResolveIssues(
  session: Session,
  project: number,
  now: number,
  limit: number,
): Promise<number> {
  const age = await session.one<{ hours: number }>(RESOLVE_AGE, [project]);
  if (age === undefined) return 0;
  const since = now - age.hours * HOUR_MS;
  const { changes } = await session.run(AUTO_RESOLVE, [project, project, since, since, limit]);
  return changes;
}

/** The statuses that issues lose by the update. */
function sourcesOf({ status, from }: IssueUpdate): IssueStatus[] {
  return STATUSES.filter((one) => one !== status && (from === null || from === one));
}

function updateValues({ status, at }: IssueUpdate, project: number, from: IssueStatus): Value[] {
  return [status, SUBSTATUSES[status], status === 'unresolved' ? at : null, project, from];
}

const FIND = `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.id = ?`;
/** One look by key for each project of the organization. */
const FIND_IN_ORGANIZATION = `SELECT ${ISSUE_COLUMNS} FROM project p CROSS JOIN issue i
  WHERE p.organization_id = ? AND i.project_id = p.id AND i.id = ?`;
const FIND_BY_NUMBER = `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.number = ?`;
const FIND_BY_HASHES = (
  dialect: Dialect,
) => `SELECT h.hash AS "hash", CAST(h.issue_id AS TEXT) AS "id", i.status AS "status"
  FROM issue_hash h JOIN issue i ON i.project_id = h.project_id AND i.id = h.issue_id
  WHERE h.project_id = ? AND h.hash IN (${jsonTexts(dialect)})`;
/** The last of so many numbers of the project. */
const ALLOCATE_NUMBERS = `INSERT INTO issue_counter (project_id, last_number) VALUES (?, ?)
  ON CONFLICT (project_id) DO UPDATE SET last_number = issue_counter.last_number + excluded.last_number
  RETURNING last_number AS "last"`;
const INSERT = `INSERT INTO issue
    (project_id, id, number, title, culprit, type, level, platform, first_seen, last_seen, times_seen, status, substatus)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'unresolved', 'new')`;
const INSERT_HASH = 'INSERT INTO issue_hash (project_id, hash, issue_id) VALUES (?, ?, ?)';
const LINK_HASH = `INSERT INTO issue_hash (project_id, hash, issue_id)
  SELECT project_id, ?, issue_id FROM issue_hash WHERE project_id = ? AND hash = ?`;
const RECORD_OCCURRENCES = `UPDATE issue SET times_seen = times_seen + ?,
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

  findProjectsToAutoResolve(now: number): Promise<string[]> {
    return findProjectsToAutoResolve(this.session, now);
  }

  async findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, ExistingIssue>> {
    const values = [idValue(projectId), listValue(hashes)];
    const rows = await this.session.all<ExistingIssue & { hash: string }>(FIND_BY_HASHES, values);
    return new Map(rows.map(({ hash, id, status }) => [hash, { id, status }]));
  }

  async insert(projectId: string, issues: readonly NewIssue[]): Promise<Map<string, string>> {
    if (issues.length === 0) return new Map();
    const project = idValue(projectId);
    const [ids, { last }] = await Promise.all([
      allocateIds(this.session, 'issue', issues.length),
      insertReturning<{ last: number }>(this.session, ALLOCATE_NUMBERS, [project, issues.length]),
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

  async linkHashes(
    projectId: string,
    hashes: readonly { readonly hash: string; readonly olderHash: string }[],
  ): Promise<void> {
    const project = idValue(projectId);
    await this.session.runMany(
      LINK_HASH,
      hashes.map(({ hash, olderHash }) => [hash, project, olderHash]),
    );
  }

  async recordOccurrences(projectId: string, sightings: readonly IssueOccurrences[]): Promise<void> {
    const project = idValue(projectId);
    await this.session.runMany(
      RECORD_OCCURRENCES,
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

  recordTags(projectId: string, tagged: readonly IssueTags[]): Promise<void> {
    return recordTags(this.session, idValue(projectId), tagged);
  }

  update(projectId: string, ids: readonly number[], update: IssueUpdate): Promise<void> {
    return updateIssues(this.session, idValue(projectId), ids, update);
  }

  updateFirst(projectId: string, limit: number, update: IssueUpdate): Promise<void> {
    return updateFirstIssues(this.session, idValue(projectId), limit, update);
  }

  autoResolve(projectId: string, now: number, limit: number): Promise<number> {
    return autoResolveIssues(this.session, idValue(projectId), now, limit);
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

  reclaim(limit: number, walk?: RemovedEventScan): Promise<boolean> {
    return reclaimEvents(this.session, limit, walk);
  }
}
