import type { Assignee, Issue, IssueStatus, MarksOfIssue, ReleaseMark, StatusDetails } from '../../domain/issue';
import {
  type IgnoreLimits,
  type IssueChange,
  type IssueState,
  UNDO_MS,
  type TargetState,
  compareReleases,
  isEmptyChange,
} from '../../domain/issueState';
import { type Dialect, isAmong, jsonMember, LAST_CHARACTER, rowLock } from '../engine/dialect';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';
import { placeInProject } from '../releaseEvents';
import {
  EntityStore,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  allocateIds,
  idValue,
  insertRows,
  listValue,
  unnest,
} from '../engine/sql';
import { MINUTE_MS } from '../../domain/time';
import type { Condition } from '../search/issueConditions';

/* SQL conditions for the issues that an update would change: those whose values differ in one of its fields. */

/** The values that an update sets. An absent field is not set. */
export interface PendingUpdate {
  readonly state?: TargetState | undefined;
  /** Null for nobody. */
  readonly assignee?: Assignee | null | undefined;
  /** Marks of a member. */
  readonly marks?:
    | { readonly memberId: string; readonly isBookmarked?: boolean | undefined; readonly hasSeen?: boolean | undefined }
    | undefined;
}

const MARK_OF_MEMBER = (column: string, table: string) => `(SELECT ${column} FROM ${table} m
  WHERE m.project_id = i.project_id AND m.member_id = ? AND m.issue_id = i.id)`;
/** Condition on `issue i`: `hasSeen` is true in its record. */
const SEEN = `COALESCE(${MARK_OF_MEMBER('m.seen_at', 'issue_seen')}, -1) >= COALESCE(i.reopened_at, 0)`;
const BOOKMARKED = `${MARK_OF_MEMBER('1', 'issue_bookmark')} IS NOT NULL`;

/** Returns a condition on `issue i` of this status: the update would change it. */
function pendingCondition(update: PendingUpdate, status: IssueStatus, dialect: Dialect): Condition {
  const { state, assignee, marks } = update;
  if (state !== undefined && state.status !== status) return { sql: '1 = 1', values: [] };
  const unchanged: Condition[] = [
    ...(state === undefined ? [] : [hasDetails(state.details, dialect)]),
    ...(assignee === undefined ? [] : [isAssigned(assignee)]),
    ...(marks?.isBookmarked === undefined ? [] : [isMarked(BOOKMARKED, marks.memberId, marks.isBookmarked)]),
    ...(marks?.hasSeen === undefined ? [] : [isMarked(SEEN, marks.memberId, marks.hasSeen)]),
  ];
  return {
    sql: `CASE WHEN ${['1 = 1', ...unchanged.map(({ sql }) => sql)].join(' AND ')} THEN 0 ELSE 1 END = 1`,
    values: unchanged.flatMap(({ values }) => values),
  };
}

function hasDetails(details: TargetState['details'], dialect: Dialect): Condition {
  const member = (type: 'INTEGER' | 'TEXT', ...path: string[]) =>
    jsonMember(dialect, 'i.status_details', type, ...path);
  if (details === null) return { sql: 'i.status_details IS NULL', values: [] };
  if ('limits' in details) return hasLimits(details.limits, (...path) => member('INTEGER', ...path));
  const { inRelease, afterRelease } = details;
  if (inRelease !== undefined)
    return { sql: `${member('TEXT', 'inRelease', 'version')} = ?`, values: [inRelease.version] };
  if (afterRelease) return { sql: `${member('TEXT', 'afterRelease', 'version')} = ?`, values: [afterRelease.version] };
  return { sql: 'i.status_details = ?', values: [JSON.stringify(details satisfies StatusDetails)] };
}

/** Returns a condition that an issue is already ignored with these limits, whatever the time from which they count. */
function hasLimits(limits: IgnoreLimits, member: (...path: string[]) => string): Condition {
  const { minutes = 0, events = 0, window = 0, users = 0, userWindow = 0, untilEscalating } = limits;
  const numbers: [string, number][] = [
    [`${member('ignoreUntil')} - ${member('ignoredAt', 'time')}`, minutes * MINUTE_MS],
    [member('ignoreCount'), events],
    [member('ignoreWindow'), window],
    [member('ignoreUserCount'), users],
    [member('ignoreUserWindow'), userWindow],
  ];
  const escalates = `${member('ignoreHourlyEvents')} IS ${untilEscalating ? 'NOT ' : ''}NULL`;
  return {
    sql: ['i.status_details IS NOT NULL', escalates, ...numbers.map(([sql]) => `COALESCE(${sql}, 0) = ?`)].join(
      ' AND ',
    ),
    values: numbers.map(([, value]) => value),
  };
}

function isAssigned(assignee: Assignee | null): Condition {
  const idOf = (type: Assignee['type']) => (assignee?.type === type ? idValue(assignee.id) : 0);
  return {
    sql: 'COALESCE(i.assignee_member_id, 0) = ? AND COALESCE(i.assignee_team_id, 0) = ?',
    values: [idOf('member'), idOf('team')],
  };
}

function isMarked(sql: string, memberId: string, isSet: boolean): Condition {
  return { sql: isSet ? sql : `NOT (${sql})`, values: [idValue(memberId)] };
}

/** Locks in one order, so that no two transactions wait for each other. */
const LOCK = (dialect: Dialect) => `SELECT ${ISSUE_COLUMNS} FROM issue i
  WHERE i.project_id = ? AND ${isAmong(dialect, 'i.id')} ORDER BY i.id ${rowLock(dialect)}`;
const FIND_FIRST = (condition: string) => `SELECT i.id AS "id" FROM issue i
  WHERE i.project_id = ? AND i.status = ? AND ${condition} ORDER BY i.last_seen DESC, i.id DESC LIMIT ?`;
const FIND_PROJECTS = (
  dialect: Dialect,
) => `SELECT CAST(i.project_id AS TEXT) AS "projectId", CAST(i.id AS TEXT) AS "id"
  FROM project p CROSS JOIN issue i
  WHERE p.organization_id = ? AND i.project_id = p.id AND ${isAmong(dialect, 'i.id')}`;
const COLUMNS = `status, substatus, is_auto_resolved, status_details, ignored_until, awaited_commit, reopened_at, assignee_member_id,
  assignee_team_id`;
const TYPES: readonly RowValueType[] = [
  'TEXT',
  'TEXT',
  'INTEGER',
  'TEXT',
  'INTEGER',
  'TEXT',
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'INTEGER',
  'SAME',
];
/**
 * The last two conditions of PostgreSQL are always true; see `OF_RECORD` of `issues.ts`. Without the list of
 * ids, the tenth parameter, all issues of a project that its statistics do not know are compared with each row.
 */
const SAVE: RowStatement = {
  sqlite: `UPDATE issue SET (${COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ? AND project_id = ?`,
  postgres: `UPDATE issue SET (${COLUMNS}) = (${COLUMNS.split(',')
    .map((column) => `r.${column.trim()}`)
    .join(', ')})
    FROM ${unnest(TYPES)} AS r (${COLUMNS}, id) WHERE issue.id = r.id AND issue.project_id = ? AND r.id + 0 = r.id
      AND issue.id = ANY (CAST(?10 AS BIGINT[]))`,
  types: TYPES,
};
const DUE_PROJECTS = `SELECT DISTINCT CAST(i.project_id AS TEXT) AS "id" FROM issue i
  WHERE i.ignored_until IS NOT NULL AND i.ignored_until <= ?`;
const FIND_DUE = `SELECT i.id AS "id" FROM issue i
  WHERE i.project_id = ? AND i.ignored_until IS NOT NULL AND i.ignored_until <= ? ORDER BY i.id LIMIT ?`;
const AWAITING_PROJECTS = `SELECT DISTINCT CAST(i.project_id AS TEXT) AS "id" FROM issue i WHERE i.awaited_commit IS NOT NULL`;
const FIND_AWAITING = `SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.awaited_commit IS NOT NULL ORDER BY i.id LIMIT ?`;
const FIND_COMMIT = `SELECT DISTINCT c.release_id AS "id" FROM release_commit c
  WHERE c.organization_id = ? AND c.commit_id >= ? AND c.commit_id < ?
    AND (c.repository IS NULL OR CAST(? AS TEXT) IS NULL OR c.repository = ?)`;
const LIST_RELEASES = (dialect: Dialect) => `SELECT r.version AS "version", r.dated AS "dateCreated", r.id AS "id"
  FROM release_project rp CROSS JOIN release r
  WHERE rp.project_id = ? AND ${isAmong(dialect, 'rp.release_id')} AND r.id = rp.release_id`;
const ORGANIZATION_OF = 'SELECT CAST(organization_id AS TEXT) AS "id" FROM project WHERE id = ?';

/** Number of issues that a background job processes in one transaction. */
const ISSUES_PER_STEP = 200;

/** The columns of `issue` that users set. */
export class IssueStateReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the project of each of the given issues that the organization has, by issue id. */
  async findProjects(organizationId: string, ids: readonly number[]): Promise<Map<string, string>> {
    const rows = await this.session.all<{ id: string; projectId: string }>(FIND_PROJECTS, [
      idValue(organizationId),
      listValue(ids),
    ]);
    return new Map(rows.map(({ id, projectId }) => [id, projectId]));
  }

  /** Returns projects with issues that are ignored until a time that has passed. */
  async findDueProjects(now: number): Promise<string[]> {
    return (await this.session.all<{ id: string }>(DUE_PROJECTS, [now])).map(({ id }) => id);
  }

  /** Returns projects with issues that are resolved as soon as there is a release with a commit. */
  async findAwaitingProjects(): Promise<string[]> {
    return (await this.session.all<{ id: string }>(AWAITING_PROJECTS, [])).map(({ id }) => id);
  }

  /**
   * Returns the first release of a project with this commit; null if there is none. A commit is named by its first
   * characters.
   */
  async findReleaseOfCommit(
    projectId: string,
    { commit, repository }: { commit: string; repository: string | null },
  ): Promise<ReleaseMark | null> {
    const project = idValue(projectId);
    const organization = await this.session.one<{ id: string }>(ORGANIZATION_OF, [project]);
    const values = [idValue(organization?.id ?? ''), commit, `${commit}${LAST_CHARACTER}`, repository, repository];
    const ids = (await this.session.all<{ id: number }>(FIND_COMMIT, values)).map(({ id }) => id);
    const releases = await this.session.all<ReleaseMark>(LIST_RELEASES, [project, listValue(ids)]);
    let first: ReleaseMark | null = null;
    for (const one of releases) {
      const placed = await placeInProject(this.session, project, one);
      if (first === null || compareReleases(placed, first) < 0) first = placed;
    }
    return first;
  }
}

export class IssueStateWriter extends IssueStateReader<Session> {
  /** Returns the given issues that the project has, locked: until the transaction ends, no other one changes them. */
  async lock(projectId: string, ids: readonly number[]): Promise<Issue[]> {
    if (ids.length === 0) return [];
    return (await this.session.all<IssueRow>(LOCK, [idValue(projectId), listValue(ids)])).map(readIssue);
  }

  /**
   * Returns the first issues with these statuses, locked: by status in the given order, then those seen last first.
   * @param pending if given, only issues that this update would change
   */
  async lockFirst(
    projectId: string,
    statuses: readonly IssueStatus[],
    limit: number,
    pending?: PendingUpdate,
  ): Promise<Issue[]> {
    const ids: number[] = [];
    for (const status of statuses) {
      if (ids.length === limit) break;
      const { sql, values } =
        pending === undefined ? { sql: '1 = 1', values: [] } : pendingCondition(pending, status, this.session.dialect);
      const parameters = [idValue(projectId), status, ...values, limit - ids.length];
      ids.push(...(await this.session.allOnce<{ id: number }>(FIND_FIRST(sql), parameters)).map(({ id }) => id));
    }
    return (await this.lock(projectId, ids)).filter(({ status }) => statuses.includes(status));
  }

  /** Returns some issues of a project that are ignored until a time that has passed, locked. */
  async lockDue(projectId: string, now: number): Promise<Issue[]> {
    const due = await this.session.all<{ id: number }>(FIND_DUE, [idValue(projectId), now, ISSUES_PER_STEP]);
    const issues = await this.lock(
      projectId,
      due.map(({ id }) => id),
    );
    return issues.filter(({ statusDetails }) => (statusDetails?.ignoreUntil ?? Infinity) <= now);
  }

  /** Returns some issues of a project that are resolved as soon as there is a release with a commit, locked. */
  async lockAwaiting(projectId: string): Promise<Issue[]> {
    const rows = await this.session.all<{ id: number }>(FIND_AWAITING, [idValue(projectId), ISSUES_PER_STEP]);
    const issues = await this.lock(
      projectId,
      rows.map(({ id }) => id),
    );
    return issues.filter(({ statusDetails }) => statusDetails?.inCommit !== undefined);
  }

  /** Stores the states of locked issues. */
  async save(projectId: string, states: ReadonlyMap<string, IssueState>): Promise<void> {
    const project = idValue(projectId);
    const rows = [...states].map(([id, { status, substatus, isAutoResolved, statusDetails, reopenedAt, assignee }]) => {
      const stored = statusDetails === null ? null : JSON.stringify(statusDetails);
      const conditions = [stored, statusDetails?.ignoreUntil ?? null, statusDetails?.inCommit?.commit ?? null];
      const [member, team] = (['member', 'team'] as const).map((type) =>
        assignee?.type === type ? idValue(assignee.id) : null,
      );
      const state = [
        status,
        substatus,
        isAutoResolved ? 1 : 0,
        ...conditions,
        reopenedAt,
        member ?? null,
        team ?? null,
      ];
      return [...state, idValue(id), project];
    });
    this.session.post(SAVE, rows);
  }
}

/** Maximum number of stored changes of a project; older ones are deleted before they expire. */
const CHANGES_PER_PROJECT = 200;

const INSERT = 'INSERT INTO issue_change (project_id, id, content, expires_at) VALUES (?, ?, ?, ?)';
const DELETE_SURPLUS = `DELETE FROM issue_change WHERE project_id = ? AND id <= (
  SELECT c.id FROM issue_change c WHERE c.project_id = ? ORDER BY c.id DESC LIMIT 1 OFFSET ${CHANGES_PER_PROJECT})`;
/** One lookup by primary key for each project of the organization. */
const FIND = `SELECT CAST(c.project_id AS TEXT) AS "projectId", c.content AS "content"
  FROM project p CROSS JOIN issue_change c
  WHERE p.organization_id = ? AND c.project_id = p.id AND c.id = ? AND c.expires_at > ? ORDER BY c.project_id`;
const LIST_UNDOABLE = (dialect: Dialect) => `SELECT CAST(c.id AS TEXT) AS "id" FROM issue_change c
  WHERE c.project_id = ? AND c.expires_at > ? AND ${isAmong(dialect, 'c.id')}`;
const DELETE = 'DELETE FROM issue_change WHERE project_id = ? AND id = ?';
const LIST_EXPIRED = `SELECT c.project_id AS "projectId", c.id AS "id"
  FROM issue_change c WHERE c.expires_at <= ? ORDER BY c.expires_at LIMIT ?`;

/** A change of issues of a project. */
export interface ProjectChange extends IssueChange {
  readonly projectId: string;
}

/** The rows of `issue_change`. */
export class IssueChangeReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the changes with an id, one for each project; none if the id is unknown, was undone or has expired. */
  async find(organizationId: string, id: string, now: number): Promise<ProjectChange[]> {
    type Row = { projectId: string; content: string };
    const rows = await this.session.all<Row>(FIND, [idValue(organizationId), idValue(id), now]);
    return rows.map(({ projectId, content }) => ({ projectId, ...(JSON.parse(content) as IssueChange) }));
  }

  /** Returns which of the changes of a project can still be undone, by their ids. */
  async listUndoable(projectId: string, ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const values = [idValue(projectId), now, listValue(ids.map(idValue))];
    const rows = await this.session.all<{ id: string }>(LIST_UNDOABLE, values);
    return new Set(rows.map(({ id }) => id));
  }
}

export class IssueChangeWriter extends IssueChangeReader<Session> {
  /** Returns a function for the id of a change, which activities name. Its first call allocates the id. */
  reserveId(): () => Promise<string> {
    let ids: Promise<readonly number[]> | undefined;
    return async () => {
      ids ??= allocateIds(this.session, 'issue_change', 1);
      return String((await ids)[0]);
    };
  }

  /**
   * Stores changes under one id, and returns it; undefined if nothing was changed.
   * @param changeId from `reserveId`
   */
  async insert(
    changeId: () => Promise<string>,
    changes: readonly ProjectChange[],
    now: number,
  ): Promise<string | undefined> {
    const stored = changes.filter((change) => !isEmptyChange(change));
    if (stored.length === 0) return undefined;
    const id = await changeId();
    for (const { projectId, ...content } of stored) {
      const project = idValue(projectId);
      await this.session.run(INSERT, [project, idValue(id), JSON.stringify(content), now + UNDO_MS]);
      await this.session.run(DELETE_SURPLUS, [project, project]);
    }
    return id;
  }

  /** Deletes a change. Returns true if it existed. */
  async remove(projectId: string, id: string): Promise<boolean> {
    return (await this.session.run(DELETE, [idValue(projectId), idValue(id)])).changes > 0;
  }

  /** Deletes at most `limit` expired changes. Returns the number of deleted changes. */
  async prune(now: number, limit: number): Promise<number> {
    const expired = await this.session.all<{ projectId: number; id: number }>(LIST_EXPIRED, [now, limit]);
    for (const { projectId, id } of expired) await this.session.run(DELETE, [projectId, id]);
    return expired.length;
  }
}

const FIND_BOOKMARKS = (dialect: Dialect) => `SELECT CAST(issue_id AS TEXT) AS "id" FROM issue_bookmark
  WHERE project_id = ? AND member_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const FIND_SEEN = (dialect: Dialect) => `SELECT CAST(issue_id AS TEXT) AS "id", seen_at AS "seenAt" FROM issue_seen
  WHERE project_id = ? AND member_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const INSERT_BOOKMARKS = insertRows(
  'issue_bookmark',
  { project_id: 'SAME', member_id: 'SAME', issue_id: 'INTEGER' },
  'ON CONFLICT (project_id, member_id, issue_id) DO NOTHING',
);
const INSERT_SEEN = insertRows(
  'issue_seen',
  { project_id: 'SAME', member_id: 'SAME', seen_at: 'SAME', issue_id: 'INTEGER' },
  'ON CONFLICT (project_id, member_id, issue_id) DO UPDATE SET seen_at = excluded.seen_at',
);
const DELETE_OF_MEMBER = (table: string) => (dialect: Dialect) =>
  `DELETE FROM ${table} WHERE project_id = ? AND member_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const DELETE_BOOKMARKS = DELETE_OF_MEMBER('issue_bookmark');
const DELETE_SEEN = DELETE_OF_MEMBER('issue_seen');
const DELETE_OF_ISSUES = (table: string) => (dialect: Dialect) =>
  `DELETE FROM ${table} WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const DELETE_ALL = [DELETE_OF_ISSUES('issue_bookmark'), DELETE_OF_ISSUES('issue_seen')];

/** A member, and issues of one project whose marks are read or set. */
export interface MarkedIssues {
  readonly projectId: string;
  readonly memberId: string;
  readonly issueIds: readonly string[];
}

/** The rows of `issue_bookmark` and `issue_seen`. */
export class IssueMarkReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns a member's marks of these issues, by issue id. Issues without marks are left out. */
  async find({ projectId, memberId, issueIds }: MarkedIssues): Promise<Map<string, MarksOfIssue>> {
    if (issueIds.length === 0) return new Map();
    const parameters = [idValue(projectId), idValue(memberId), listValue(issueIds.map(idValue))];
    const [bookmarks, seen] = await Promise.all([
      this.session.all<{ id: string }>(FIND_BOOKMARKS, parameters),
      this.session.all<{ id: string; seenAt: number }>(FIND_SEEN, parameters),
    ]);
    const marks = new Map(bookmarks.map(({ id }) => [id, { isBookmarked: true, seenAt: null as number | null }]));
    for (const { id, seenAt } of seen) marks.set(id, { isBookmarked: marks.has(id), seenAt });
    return marks;
  }
}

export class IssueMarkWriter extends IssueMarkReader<Session> {
  async setBookmarks({ projectId, memberId, issueIds }: MarkedIssues, isBookmarked: boolean): Promise<void> {
    const key = [idValue(projectId), idValue(memberId)];
    if (!isBookmarked) await this.session.run(DELETE_BOOKMARKS, [...key, listValue(issueIds.map(idValue))]);
    else
      this.session.post(
        INSERT_BOOKMARKS,
        issueIds.map((id) => [...key, idValue(id)]),
      );
  }

  /** Sets the time at which a member saw issues. @param seenAt null to mark the issues as not seen */
  async setSeen({ projectId, memberId, issueIds }: MarkedIssues, seenAt: number | null): Promise<void> {
    const key = [idValue(projectId), idValue(memberId)];
    if (seenAt === null) await this.session.run(DELETE_SEEN, [...key, listValue(issueIds.map(idValue))]);
    else
      this.session.post(
        INSERT_SEEN,
        issueIds.map((id) => [...key, seenAt, idValue(id)]),
      );
  }
}

/** Deletes all marks of issues of a project. */
export async function deleteMarks(session: Session, project: number, issues: string): Promise<void> {
  for (const statement of DELETE_ALL) await session.run(statement, [project, issues]);
}
