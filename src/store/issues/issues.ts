import type {
  Assignee,
  CountFilter,
  ExistingIssue,
  FilteredCounts,
  HashLink,
  Issue,
  IssueOccurrences,
  IssueStatus,
  IssueSubstatus,
  FilteredIssue,
  NewIssue,
  ReleaseMark,
  StatusDetails,
} from '../../domain/issue';
import { groupBy } from '../../domain/groups';
import { type IssueSearch, type IssueSort, issueCursorKey, MAX_HITS } from '../../domain/issueSearch';
import { type Page, type PageRequest, readPage } from '../../domain/page';
import { bytesOf, type Dialect, isAmong, isOneOf, jsonIntegers, jsonTags, jsonTexts, rowLock } from '../engine/dialect';
import { HASHES_OF_ISSUES, ISSUE_COLUMNS, type IssueRow, ISSUES_BY_ID, readIssue } from './issueRows';
import { filteredSortValue, isFilteredOrder, readFilteredCounts } from './filteredCounts';
import { sortValue } from '../search/issueOrders';
import { PreparedSearch } from '../search/issueSearch';
import { INSERT_TEXT } from './issueText';
import {
  allocateIds,
  EntityStore,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  type Statement,
  unnest,
  type Value,
} from '../engine/sql';
import { HOUR_MS } from '../../domain/time';

const FIND = `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.id = ?`;
/** One lookup by primary key for each project of the organization. */
const FIND_IN_ORGANIZATION = `SELECT ${ISSUE_COLUMNS} FROM project p CROSS JOIN issue i
  WHERE p.organization_id = ? AND i.project_id = p.id AND i.id = ?`;
const FIND_BY_NUMBER = `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.number = ?`;
/**
 * The times of the first and the last event of an issue and its status, separated by spaces. If the status has details,
 * the numbers of events and users follow, and the details.
 */
const STATE = `i.first_seen || ' ' || i.last_seen || ' ' || i.status || COALESCE(' ' || i.times_seen || ' ' || i.user_count || ' ' || i.status_details, '')`;
/**
 * Locks the issues of hashes in the order of their ids, so that no two transactions wait for each other. Subqueries
 * instead of joins are lookups by primary key, whatever the server's statistics say (src/DECISIONS.md, "Statements of a
 * batch").
 */
const LOCK_BY_HASHES = (dialect: Dialect) => `SELECT wanted.hash AS "hash", CAST(wanted.issue_id AS TEXT) AS "id",
    (SELECT ${STATE} FROM issue i WHERE i.project_id = ? AND i.id = wanted.issue_id ${rowLock(dialect)}) AS "state"
  FROM (SELECT w.value AS hash,
      (SELECT h.issue_id FROM issue_hash h WHERE h.project_id = ? AND h.hash = w.value) AS issue_id
    FROM (${jsonTexts(dialect)}) w ORDER BY 2) wanted
  WHERE wanted.issue_id IS NOT NULL`;

/** Adds to the project's counter, which then is the last allocated number. */
const ALLOCATE_NUMBERS = `INSERT INTO issue_counter (project_id, last_number, opened, hour) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET last_number = issue_counter.last_number + excluded.last_number,
    opened = excluded.opened + CASE WHEN issue_counter.hour = excluded.hour THEN issue_counter.opened ELSE 0 END,
    hour = excluded.hour`;
const COUNT_OPENED = 'SELECT opened AS "opened" FROM issue_counter WHERE project_id = ? AND hour = ?';
const INSERT_COLUMNS = `project_id, status, substatus, number, id, title, culprit, type, level, platform, first_seen,
    last_seen, times_seen, user_count, text_stale`;
const INSERT_TYPES: readonly RowValueType[] = [
  'SAME',
  'SAME',
  'INTEGER',
  'INTEGER',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'INTEGER',
];
/** The third parameter is the number of allocated numbers after the issue's number. */
const INSERT: RowStatement = {
  sqlite: `INSERT INTO issue (${INSERT_COLUMNS})
    VALUES (?, 'unresolved', 'new', (SELECT last_number FROM issue_counter WHERE project_id = ?) - ?,
      ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  postgres: `INSERT INTO issue (${INSERT_COLUMNS})
    SELECT ?, 'unresolved', 'new', (SELECT c.last_number FROM issue_counter c WHERE c.project_id = ?) - r.later,
      r.id, r.title, r.culprit, r.type, r.level, r.platform, r.first_seen, r.last_seen,
      r.times_seen, r.user_count, r.text_stale
    FROM ${unnest(INSERT_TYPES)} AS r (later, id, title, culprit, type, level, platform, first_seen, last_seen, times_seen, user_count, text_stale)`,
  types: INSERT_TYPES,
};
const SET_FIRST_SEEN = 'UPDATE issue SET first_seen = ? WHERE project_id = ? AND id = ? AND first_seen > ?';
const ASSIGN_NEW = 'UPDATE issue SET assignee_member_id = ?, assignee_team_id = ? WHERE project_id = ? AND id = ?';
const INSERT_HASH = insertRows('issue_hash', { project_id: 'SAME', hash: 'TEXT', issue_id: 'INTEGER' });
const LINK_HASH = `INSERT INTO issue_hash (project_id, hash, issue_id)
  SELECT project_id, ?, issue_id FROM issue_hash WHERE project_id = ? AND hash = ?`;
const PASS_ON = 'UPDATE issue_hash SET passed_on = 1 WHERE project_id = ? AND hash = ?';
const FIND_PASSED_ON = (dialect: Dialect) => `SELECT w.value AS "hash" FROM (${jsonTexts(dialect)}) w
  WHERE (SELECT h.passed_on FROM issue_hash h WHERE h.project_id = ? AND h.hash = w.value) = 1`;
/**
 * Finds the issues with an event of a given time that comes before a given one in the lists of events: with a higher
 * id. The list consists of the issues, with the times and the ids as texts.
 */
const FIND_PRECEDED = (dialect: Dialect) => `SELECT w.issue AS "id" FROM (${jsonTags(dialect)}) w
  WHERE EXISTS (SELECT 1 FROM event e WHERE e.project_id = ? AND e.issue_id = w.issue AND e.timestamp = CAST(w.key AS BIGINT)
    AND e.event_id > ${bytesOf(dialect, 'w.value')})`;
/** What events change in their issue. */
const COUNT_EVENTS = {
  sqlite: 'times_seen = times_seen + ?',
  postgres: 'times_seen = issue.times_seen + r.times_seen',
};
/**
 * Columns that few events change. Statements that change them are others, because SQLite rewrites the entry of an index
 * whenever one of its columns is set.
 */
const CHANGE = {
  sqlite: 'first_seen = MIN(first_seen, ?), user_count = user_count + ?',
  postgres: 'first_seen = LEAST(issue.first_seen, r.first_seen), user_count = issue.user_count + r.user_count',
};
/** Columns that the newest event sets. The words of an issue are written again when its title or culprit changes. */
const DESCRIBE = {
  sqlite: `last_seen = ?, title = ?, culprit = ?, type = ?, level = ?, platform = ?,
    text_stale = CASE WHEN (title <> ? OR culprit IS DISTINCT FROM ?) THEN 1 ELSE text_stale END`,
  postgres: `last_seen = r.last_seen, title = r.title, culprit = r.culprit, type = r.type, level = r.level, platform = r.platform,
    text_stale = CASE WHEN (issue.title <> r.new_title OR issue.culprit IS DISTINCT FROM r.new_culprit) THEN 1 ELSE issue.text_stale END`,
  columns: 'last_seen, title, culprit, type, level, platform, new_title, new_culprit',
};
/**
 * The last condition of PostgreSQL is always true. The server expects it for one row in 200, and therefore looks the
 * rows up by key; otherwise it would read all issues of the project while it does not know their number.
 */
const OF_RECORD = {
  sqlite: 'WHERE id = ? AND project_id = ?',
  postgres: 'WHERE issue.id = r.id AND issue.project_id = ? AND r.id + 0 = r.id',
};
const COUNT_TYPES: readonly RowValueType[] = ['INTEGER', 'INTEGER', 'SAME'];
const CHANGE_TYPES: readonly RowValueType[] = ['INTEGER', 'INTEGER', ...COUNT_TYPES];
const DESCRIBE_TYPES: readonly RowValueType[] = [
  'INTEGER',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  ...COUNT_TYPES,
];
const CHANGE_AND_DESCRIBE_TYPES: readonly RowValueType[] = ['INTEGER', 'INTEGER', ...DESCRIBE_TYPES];
const RECORD_OLDER: RowStatement = {
  sqlite: `UPDATE issue SET ${COUNT_EVENTS.sqlite} ${OF_RECORD.sqlite}`,
  postgres: `UPDATE issue SET ${COUNT_EVENTS.postgres}
    FROM ${unnest(COUNT_TYPES)} AS r (times_seen, id) ${OF_RECORD.postgres}`,
  types: COUNT_TYPES,
};
const RECORD_OLDER_WITH_CHANGES: RowStatement = {
  sqlite: `UPDATE issue SET ${CHANGE.sqlite}, ${COUNT_EVENTS.sqlite} ${OF_RECORD.sqlite}`,
  postgres: `UPDATE issue SET ${CHANGE.postgres}, ${COUNT_EVENTS.postgres}
    FROM ${unnest(CHANGE_TYPES)} AS r (first_seen, user_count, times_seen, id) ${OF_RECORD.postgres}`,
  types: CHANGE_TYPES,
};
const RECORD_NEWEST: RowStatement = {
  sqlite: `UPDATE issue SET ${DESCRIBE.sqlite}, ${COUNT_EVENTS.sqlite} ${OF_RECORD.sqlite}`,
  postgres: `UPDATE issue SET ${DESCRIBE.postgres}, ${COUNT_EVENTS.postgres}
    FROM ${unnest(DESCRIBE_TYPES)} AS r (${DESCRIBE.columns}, times_seen, id) ${OF_RECORD.postgres}`,
  types: DESCRIBE_TYPES,
};
const RECORD_NEWEST_WITH_CHANGES: RowStatement = {
  sqlite: `UPDATE issue SET ${CHANGE.sqlite}, ${DESCRIBE.sqlite}, ${COUNT_EVENTS.sqlite} ${OF_RECORD.sqlite}`,
  postgres: `UPDATE issue SET ${CHANGE.postgres}, ${DESCRIBE.postgres}, ${COUNT_EVENTS.postgres}
    FROM ${unnest(CHANGE_AND_DESCRIBE_TYPES)} AS r (first_seen, user_count, ${DESCRIBE.columns}, times_seen, id)
    ${OF_RECORD.postgres}`,
  types: CHANGE_AND_DESCRIBE_TYPES,
};
/** Clears the details of a status when another one is set. */
const CLEAR_DETAILS = 'status_details = NULL, ignored_until = NULL, awaited_commit = NULL';
const REOPEN = (dialect: Dialect) =>
  `UPDATE issue SET status = 'unresolved', substatus = ?, reopened_at = ?, is_auto_resolved = 0, ${CLEAR_DETAILS}
  WHERE project_id = ? AND status <> 'unresolved' AND ${isAmong(dialect, 'id')}`;

/**
 * Condition: neither seen nor reopened since a time. Few of the issues last seen before it were reopened after it, so
 * that the query reads little more than a range of the index `issue_by_status`.
 */
const IS_AGED = (since: string) =>
  `i.status = 'unresolved' AND i.last_seen <= ${since} AND (i.reopened_at IS NULL OR i.reopened_at <= ${since})`;
const PROJECTS_WITH_RESOLVE_AGE =
  'SELECT id AS "id", resolve_age AS "hours" FROM project WHERE resolve_age > 0 ORDER BY id';
const ANY_AGED = `SELECT 1 AS "found" FROM issue i WHERE i.project_id = ? AND ${IS_AGED('?')} LIMIT 1`;
const RESOLVE_AGE = 'SELECT resolve_age AS "hours" FROM project WHERE id = ? AND resolve_age > 0';
const AUTO_RESOLVE = (dialect: Dialect) => {
  const aged = `SELECT i.id FROM issue i WHERE i.project_id = ? AND ${IS_AGED('?')} ORDER BY i.last_seen LIMIT ?`;
  return `UPDATE issue SET status = 'resolved', substatus = NULL, is_auto_resolved = 1, ${CLEAR_DETAILS}
    WHERE project_id = ? AND ${isOneOf(dialect, 'id', aged)} RETURNING id`;
};

const RESOLVE_IN_RELEASE = (dialect: Dialect) => `UPDATE issue
  SET status = 'resolved', substatus = NULL, is_auto_resolved = 0, status_details = ?, ignored_until = NULL, awaited_commit = NULL
  WHERE project_id = ? AND status = 'unresolved' AND ${isAmong(dialect, 'id')} RETURNING id`;

/** Removes all issues of the list or none. The last parameter is the length of the list, whose ids differ. */
const REMOVE_BY_IDS = (dialect: Dialect) => `DELETE FROM issue WHERE project_id = ? AND ${isAmong(dialect, 'id')}
    AND (SELECT COUNT(*) FROM issue i WHERE i.project_id = ? AND ${isAmong(dialect, 'i.id')}) = ?
  RETURNING id`;
const REMOVE_FIRST = (dialect: Dialect) => {
  const first = 'SELECT i.id FROM issue i WHERE i.project_id = ? ORDER BY i.last_seen DESC, i.id DESC LIMIT ?';
  return `DELETE FROM issue WHERE project_id = ? AND ${isOneOf(dialect, 'id', first)} RETURNING id`;
};
/**
 * Returns a query for the issues that have no event. The subquery is one lookup for each issue, whatever the server's
 * statistics say.
 */
const FIND_EMPTY = (
  dialect: Dialect,
) => `SELECT wanted.id AS "id" FROM (SELECT w.value AS id, (SELECT e.timestamp FROM event e
      WHERE e.project_id = ? AND e.issue_id = w.value ORDER BY e.timestamp DESC, e.event_id DESC LIMIT 1) AS newest
    FROM (${jsonIntegers(dialect)}) w) wanted
  WHERE wanted.newest IS NULL`;
/** Locks in one order, like `LOCK_BY_HASHES`. */
const LOCK_BY_IDS = (dialect: Dialect) => `SELECT id FROM issue
  WHERE project_id = ? AND ${isAmong(dialect, 'id')} ORDER BY id ${rowLock(dialect)}`;
const REMOVE_EMPTY = (dialect: Dialect) =>
  `DELETE FROM issue WHERE project_id = ? AND ${isAmong(dialect, 'id')} RETURNING id`;
const DELETE_HASHES = (dialect: Dialect) =>
  `DELETE FROM ${HASHES_OF_ISSUES(dialect)} WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const INSERT_REMOVED_ISSUES = (dialect: Dialect) => `INSERT INTO removed_issue (project_id, issue_id, removed_at)
  SELECT ?, removed.value, ? FROM (${jsonIntegers(dialect)}) removed`;

/** A list of issues. */
export interface IssueListRequest {
  readonly search: IssueSearch;
  readonly sort: IssueSort;
  /** The environments and the period of the list; null without them. */
  readonly filter: CountFilter | null;
  /** Identifies the list, so that its cursors are refused in other lists; empty to accept them in any list. */
  readonly list: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** The member who is `me`; null for a token of no member. */
  readonly memberId: string | null;
}

/** The rows of `issue`, `issue_hash` and `issue_counter`. */
export class IssueReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(projectId: string, id: string): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND, [idValue(projectId), idValue(id)]);
    return row && readIssue(row);
  }

  /** Returns the given issues that exist, in no order. */
  async listByIds(projectId: string, ids: readonly string[]): Promise<Issue[]> {
    const values = [idValue(projectId), listValue(ids.map(idValue))];
    return (await this.session.all<IssueRow>(ISSUES_BY_ID, values)).map(readIssue);
  }

  async findInOrganization(organizationId: string, id: string): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND_IN_ORGANIZATION, [idValue(organizationId), idValue(id)]);
    return row && readIssue(row);
  }

  /** Returns the issue with a short id. @param number the number in the short id */
  async findByNumber(projectId: string, number: number): Promise<Issue | undefined> {
    const row = await this.session.one<IssueRow>(FIND_BY_NUMBER, [idValue(projectId), number]);
    return row && readIssue(row);
  }

  /** Returns the issues of projects that match a search, as one list, and their number. */
  async search(
    projectIds: readonly string[],
    request: IssueListRequest,
    page: PageRequest,
  ): Promise<Page<FilteredIssue> & { readonly hits: number | undefined }> {
    const { sort, filter, list } = request;
    const prepared = await this.prepare(projectIds, request);
    const keyOf = (value: number, id: string) => issueCursorKey(sort, list, value, id);
    let stops = 0;
    const result = await readPage(
      page,
      async (cursor, limit) => {
        const { rows, stoppedAt } = await prepared.read(cursor, limit);
        if (stoppedAt !== null) stops += 1;
        const [value = '', id = ''] = stoppedAt ?? [];
        return { rows, stoppedAt: stoppedAt && keyOf(Number(value), id) };
      },
      (issue) => keyOf(listedValue(sort, filter, issue), issue.id),
    );
    if (page.cursor === null && !result.next.exists) return { ...result, hits: result.rows.length };
    return { ...result, hits: stops === 0 ? await prepared.count(MAX_HITS) : undefined };
  }

  /**
   * Returns the issues of projects that match a search, at most `MAX_HITS` with the latest events: project id → issue
   * ids. Returns undefined if the search reads too many other issues first.
   */
  async findMatching(
    projectIds: readonly string[],
    request: IssueListRequest,
  ): Promise<Map<string, number[]> | undefined> {
    const positions = await (await this.prepare(projectIds, request)).find(MAX_HITS);
    if (positions === undefined) return undefined;
    const byProject = groupBy(positions, ({ project }) => String(project));
    return new Map([...byProject].map(([project, issues]) => [project, issues.map(({ key }) => key[1])]));
  }

  private prepare(
    projectIds: readonly string[],
    { search, sort, filter, now, memberId }: IssueListRequest,
  ): Promise<PreparedSearch> {
    const selection = { projects: projectIds.map(idValue), search, sort, filter, context: { now, memberId } };
    return PreparedSearch.prepare(this.session, selection);
  }

  /** Returns the numbers of an issue's events that match a filter. */
  async countFiltered(
    { projectId, id }: Pick<Issue, 'id' | 'projectId'>,
    filter: CountFilter,
  ): Promise<FilteredCounts | null> {
    const counts = await readFilteredCounts(this.session, idValue(projectId), [idValue(id)], filter);
    return counts.get(idValue(id)) ?? null;
  }

  /** Returns the ids of the projects with issues that `autoResolve` would resolve. */
  async findProjectsToAutoResolve(now: number): Promise<string[]> {
    const projects = await this.session.all<{ id: number; hours: number }>(PROJECTS_WITH_RESOLVE_AGE, []);
    const reads = projects.map(({ id, hours }) => {
      const since = now - hours * HOUR_MS;
      return this.session.one(ANY_AGED, [id, since, since]);
    });
    const aged = await Promise.all(reads);
    return projects.flatMap(({ id }, index) => (aged[index] === undefined ? [] : String(id)));
  }
}

/** Returns the value by which a list sorts an issue. */
function listedValue(sort: IssueSort, filter: CountFilter | null, issue: FilteredIssue): number {
  const isFiltered = filter !== null && issue.filtered !== null && isFilteredOrder(sort, filter);
  return (isFiltered ? filteredSortValue(sort, issue.filtered) : undefined) ?? sortValue(sort, issue);
}

export class IssueWriter extends IssueReader<Session> {
  /** Sets the time of the first event of an issue if it is earlier than the stored one. Returns true if it is. */
  async setFirstSeen({ id, projectId }: Pick<Issue, 'id' | 'projectId'>, at: number): Promise<boolean> {
    const { changes } = await this.session.run(SET_FIRST_SEEN, [at, idValue(projectId), idValue(id), at]);
    return changes > 0;
  }

  /**
   * Returns the issues that own these grouping hashes, by hash. Until the transaction ends, no other one locks or
   * changes them.
   */
  async lockByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, ExistingIssue>> {
    const project = idValue(projectId);
    const values = [project, project, listValue(hashes)];
    const rows = await this.session.all<{ hash: string; id: string; state: string | null }>(LOCK_BY_HASHES, values);
    // An issue that was removed while the statement waited for its lock has no state.
    return new Map(rows.flatMap(({ hash, id, state }) => (state === null ? [] : [[hash, readExisting(id, state)]])));
  }

  /** Returns ids for `insert`, in ascending order. An id is never returned twice. */
  async allocateIds(count: number): Promise<string[]> {
    return count === 0 ? [] : (await allocateIds(this.session, 'issue', count)).map(String);
  }

  /** Returns the number of issues opened in the hour of a time. */
  async countOpened(projectId: string, at: number): Promise<number> {
    const values = [idValue(projectId), hourOf(at)];
    return (await this.session.one<{ opened: number }>(COUNT_OPENED, values))?.opened ?? 0;
  }

  /**
   * Inserts issues, each with its grouping hash. Returns their ids by hash.
   * @param givenIds from `allocateIds`; new ones, if omitted
   * @param at time at which they were opened; not counted if omitted
   */
  async insert(
    projectId: string,
    issues: readonly NewIssue[],
    givenIds?: readonly string[],
    at?: number,
  ): Promise<Map<string, string>> {
    if (issues.length === 0) return new Map();
    const project = idValue(projectId);
    const ids = (givenIds ?? (await this.allocateIds(issues.length))).map(idValue);
    const hashRows = issues.map(({ hash }, index) => [project, hash, ids[index] ?? 0] as const);
    this.session.post(
      INSERT_HASH,
      hashRows.toSorted(([, one], [, other]) => (one < other ? -1 : 1)),
    );
    const counted = at === undefined ? [0, 0] : [issues.length, hourOf(at)];
    this.session.post(ALLOCATE_NUMBERS, [[project, issues.length, ...counted]]);
    const rows = issues.map((issue, index) => {
      const { title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen, userCount = 0, words } = issue;
      const later = issues.length - 1 - index;
      const columns = [title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen, userCount];
      columns.push(words === undefined ? 1 : 0);
      return [project, project, later, ids[index] ?? 0, ...columns];
    });
    this.session.post(INSERT, rows);
    const texts = issues.flatMap(({ words }, index) =>
      words === undefined ? [] : [[project, ids[index] ?? 0, words]],
    );
    this.session.post(INSERT_TEXT, texts);
    return new Map(hashRows.map(([, hash, id]) => [hash, String(id)]));
  }

  /** Assigns issues that the transaction has inserted, by their ids. */
  assignNew(projectId: string, assignees: ReadonlyMap<string, Assignee>): void {
    const rows = Array.from(assignees, ([id, assignee]) => {
      const assigneeId = idValue(assignee.id);
      const [member, team] = assignee.type === 'member' ? [assigneeId, null] : [null, assigneeId];
      return [member, team, idValue(projectId), idValue(id)];
    });
    if (rows.length > 0) this.session.post(ASSIGN_NEW, rows);
  }

  /** Gives hashes that no issue owns to the issue that owns `olderHash`. */
  async linkHashes(projectId: string, hashes: readonly HashLink[]): Promise<void> {
    const project = idValue(projectId);
    this.session.post(
      LINK_HASH,
      hashes.map(({ hash, olderHash }) => [hash, project, olderHash]),
    );
    const passedOn = hashes.filter(({ passesOn }) => passesOn).map(({ olderHash }) => olderHash);
    this.session.post(
      PASS_ON,
      passedOn.map((hash) => [project, hash]),
    );
  }

  /** Returns the given hashes that have already passed on their issue to another hash (`HashLink.passesOn`). */
  async findPassedOn(projectId: string, hashes: readonly string[]): Promise<Set<string>> {
    const values = [listValue(hashes), idValue(projectId)];
    const rows = await this.session.all<{ hash: string }>(FIND_PASSED_ON, values);
    return new Set(rows.map(({ hash }) => hash));
  }

  /**
   * Adds further events to the counts and times of issues, which the transaction has locked. Their newest event then
   * describes them: the first one in the lists of events.
   */
  async recordOccurrences(projectId: string, occurrences: readonly IssueOccurrences[]): Promise<void> {
    const project = idValue(projectId);
    const preceded = await this.findPreceded(
      project,
      occurrences.filter(({ lastSeen, stored }) => lastSeen === stored.lastSeen),
    );
    const rows = new Map<RowStatement, Value[][]>();
    for (const { id, stored, ...further } of occurrences) {
      const { title, culprit, type, level, platform, firstSeen, lastSeen, timesSeen, userCount = 0 } = further;
      const isNewest = lastSeen > stored.lastSeen || (lastSeen === stored.lastSeen && !preceded.has(id));
      const hasChanges = userCount > 0 || firstSeen < stored.firstSeen;
      const changes = hasChanges ? [firstSeen, userCount] : [];
      const description = isNewest ? [lastSeen, title, culprit, type, level, platform, title, culprit] : [];
      const newest = hasChanges ? RECORD_NEWEST_WITH_CHANGES : RECORD_NEWEST;
      const older = hasChanges ? RECORD_OLDER_WITH_CHANGES : RECORD_OLDER;
      const statement = isNewest ? newest : older;
      const row = [...changes, ...description, timesSeen, idValue(id), project];
      const ofStatement = rows.get(statement);
      if (ofStatement === undefined) rows.set(statement, [row]);
      else ofStatement.push(row);
    }
    for (const [statement, ofStatement] of rows) this.session.post(statement, ofStatement);
  }

  /** Returns the issues with a stored event of the same time that is newer than the newest of these events. */
  private async findPreceded(project: number, occurrences: readonly IssueOccurrences[]): Promise<Set<string>> {
    if (occurrences.length === 0) return new Set();
    const newest = occurrences.map(({ id, lastSeen, newestEventId }) => [idValue(id), String(lastSeen), newestEventId]);
    const rows = await this.session.all<{ id: number }>(FIND_PRECEDED, [JSON.stringify(newest), project]);
    return new Set(rows.map(({ id }) => String(id)));
  }

  /** Makes resolved and ignored issues unresolved because a new event was received. */
  async reopen(
    projectId: string,
    ids: readonly string[],
    at: number,
    substatus: IssueSubstatus = 'regressed',
  ): Promise<void> {
    if (ids.length > 0) this.session.post(REOPEN, [[substatus, at, idValue(projectId), listValue(ids.map(idValue))]]);
  }

  /** Resolves the given issues that are unresolved, in a release. Returns their ids. */
  async resolveInRelease(projectId: string, ids: readonly string[], release: ReleaseMark): Promise<string[]> {
    if (ids.length === 0) return [];
    const details: StatusDetails = { inRelease: release };
    const values = [JSON.stringify(details), idValue(projectId), listValue(ids.map(idValue))];
    return this.changedIds(RESOLVE_IN_RELEASE, values);
  }

  /**
   * Resolves at most `limit` issues that had no event within the project's `resolveAge` hours. Returns their ids, and
   * the hours.
   */
  async autoResolve(projectId: string, now: number, limit: number): Promise<{ ids: string[]; hours: number }> {
    const project = idValue(projectId);
    const age = await this.session.one<{ hours: number }>(RESOLVE_AGE, [project]);
    if (age === undefined) return { ids: [], hours: 0 };
    const { hours } = age;
    const since = now - hours * HOUR_MS;
    return { ids: await this.changedIds(AUTO_RESOLVE, [project, project, since, since, limit]), hours };
  }

  /**
   * Removes these issues permanently; removes none if one of the ids is not an issue of the project
   * (openapi/DECISIONS.md D3). Their events are hidden from all readers at once; `RemovedIssueWriter` deletes
   * them later.
   */
  async remove(projectId: string, ids: readonly number[], at: number): Promise<number[]> {
    const project = idValue(projectId);
    const distinct = [...new Set(ids)];
    const values = [project, listValue(distinct), project, listValue(distinct), distinct.length];
    return this.hideEvents(project, await this.session.all(REMOVE_BY_IDS, values), at);
  }

  /** Removes the first issues of the project: newest last-seen, then highest id (openapi/DECISIONS.md D4). */
  async removeFirst(projectId: string, limit: number, at: number): Promise<number[]> {
    const project = idValue(projectId);
    return this.hideEvents(project, await this.session.all(REMOVE_FIRST, [project, project, limit]), at);
  }

  /** Removes the given issues that have no event left, as `remove` does. */
  async removeEmpty(projectId: string, ids: readonly number[], at: number): Promise<void> {
    const project = idValue(projectId);
    const findEmpty = async (candidates: readonly number[]) =>
      (await this.session.all<{ id: number }>(FIND_EMPTY, [project, listValue(candidates)])).map(({ id }) => id);
    const candidates = await findEmpty(ids);
    if (candidates.length === 0) return;
    // A transaction that has locked an issue may add an event to it.
    await this.session.all(LOCK_BY_IDS, [project, listValue(candidates)]);
    const empty = listValue(await findEmpty(candidates));
    await this.hideEvents(project, await this.session.all(REMOVE_EMPTY, [project, empty]), at);
  }

  /** Runs an update that returns ids. */
  private async changedIds(statement: Statement, values: readonly Value[]): Promise<string[]> {
    return (await this.session.all<{ id: number }>(statement, values)).map(({ id }) => String(id));
  }

  /** Hides the events of removed issues, and frees their hashes: the same error opens a new issue. */
  private async hideEvents(project: number, issues: readonly { id: number }[], at: number): Promise<number[]> {
    const removed = issues.map(({ id }) => id);
    if (removed.length === 0) return removed;
    const ids = listValue(removed);
    await this.session.run(DELETE_HASHES, [project, ids]);
    await this.session.run(INSERT_REMOVED_ISSUES, [project, at, ids]);
    return removed;
  }
}

/** Reads the column `STATE`. Only the details contain further spaces. */
function readExisting(id: string, state: string): ExistingIssue {
  const [firstSeen, lastSeen, status = '', timesSeen, userCount, ...details] = state.split(' ');
  const times = { firstSeen: Number(firstSeen), lastSeen: Number(lastSeen) };
  const existing = { id, ...times, status: status as IssueStatus };
  if (details.length === 0) return existing;
  const statusDetails = JSON.parse(details.join(' ')) as StatusDetails;
  return { ...existing, condition: { statusDetails, timesSeen: Number(timesSeen), userCount: Number(userCount) } };
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS;
}
