import type { Issue, IssueStatus, ReleaseMark } from '../../domain/issue';
import { compareReleases, type IssueState } from '../../domain/issueState';
import { type Dialect, isOneOf, jsonIntegers, rowLock } from '../engine/dialect';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';
import { type PendingUpdate, pendingCondition } from '../pendingUpdates';
import { placeInProject } from '../releaseOrder';
import {
  idValue,
  listValue,
  type RowStatement,
  type RowValueType,
  type ReadSession,
  type Session,
  unnest,
} from '../engine/sql';

/** Locks in one order, so that no two transactions wait for each other. */
const LOCK = (dialect: Dialect) => `SELECT ${ISSUE_COLUMNS} FROM issue i
  WHERE i.project_id = ? AND ${isOneOf(dialect, 'i.id', jsonIntegers(dialect))} ORDER BY i.id ${rowLock(dialect)}`;
const FIND_FIRST = (condition: string) => `SELECT i.id AS "id" FROM issue i
  WHERE i.project_id = ? AND i.status = ? AND ${condition} ORDER BY i.last_seen DESC, i.id DESC LIMIT ?`;
const FIND_PROJECTS = (
  dialect: Dialect,
) => `SELECT CAST(i.project_id AS TEXT) AS "projectId", CAST(i.id AS TEXT) AS "id"
  FROM project p CROSS JOIN issue i
  WHERE p.organization_id = ? AND i.project_id = p.id AND ${isOneOf(dialect, 'i.id', jsonIntegers(dialect))}`;
const COLUMNS = `status, substatus, is_auto_resolved, status_details, ignored_until, awaited_commit, reopened_at, assignee_member_id,
  assignee_team_id`;
const TYPES: readonly RowValueType[] = [
  ...([
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
  ] as const),
];
/** The last condition of PostgreSQL is always true; see `RECORD_OCCURRENCES` of `issues.ts`. */
const SAVE: RowStatement = {
  sqlite: `UPDATE issue SET (${COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ? AND project_id = ?`,
  postgres: `UPDATE issue SET (${COLUMNS}) = (${COLUMNS.split(',')
    .map((column) => `r.${column.trim()}`)
    .join(', ')})
    FROM ${unnest(TYPES)} AS r (${COLUMNS}, id) WHERE issue.id = r.id AND issue.project_id = ? AND r.id + 0 = r.id`,
  types: TYPES,
};
const DUE_PROJECTS = `SELECT DISTINCT CAST(i.project_id AS TEXT) AS "id" FROM issue i
  WHERE i.ignored_until IS NOT NULL AND i.ignored_until <= ?`;
const FIND_DUE = `SELECT i.id AS "id" FROM issue i
  WHERE i.project_id = ? AND i.ignored_until IS NOT NULL AND i.ignored_until <= ? ORDER BY i.id LIMIT ?`;
const AWAITING_PROJECTS = `SELECT DISTINCT CAST(i.project_id AS TEXT) AS "id" FROM issue i WHERE i.awaited_commit IS NOT NULL`;
const FIND_AWAITING = `SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.awaited_commit IS NOT NULL ORDER BY i.id LIMIT ?`;
/** Sorts after every character of commit ids. */
const LAST = '\u{10ffff}';
const FIND_COMMIT = `SELECT DISTINCT r.version AS "version", r.dated AS "dateCreated", r.id AS "id" FROM release_commit c
    JOIN release_project rp ON rp.project_id = ? AND rp.release_id = c.release_id
    JOIN release r ON r.organization_id = c.organization_id AND r.id = c.release_id
  WHERE c.organization_id = ? AND c.commit_id >= ? AND c.commit_id < ?
    AND (c.repository IS NULL OR CAST(? AS TEXT) IS NULL OR c.repository = ?)`;
const ORGANIZATION_OF = 'SELECT CAST(organization_id AS TEXT) AS "id" FROM project WHERE id = ?';

/** Number of issues that a background job processes in one transaction. */
const ISSUES_PER_STEP = 200;

/** The columns of `issue` that users set. */
export class IssueStateReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  /** Returns the projects of the given ids that are issues of the organization, by issue id. */
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
    const values = [project, idValue(organization?.id ?? ''), commit, `${commit}${LAST}`, repository, repository];
    const releases = await this.session.all<ReleaseMark>(FIND_COMMIT, values);
    let first: ReleaseMark | null = null;
    for (const one of releases) {
      const placed = await placeInProject(this.session, project, one);
      if (first === null || compareReleases(placed, first) < 0) first = placed;
    }
    return first;
  }
}

export class IssueStateWriter extends IssueStateReader<Session> {
  /** Returns issues of a project by id, locked until the end of the transaction. */
  async lock(projectId: string, ids: readonly number[]): Promise<Issue[]> {
    if (ids.length === 0) return [];
    return (await this.session.all<IssueRow>(LOCK, [idValue(projectId), listValue(ids)])).map(readIssue);
  }

  /**
   * Returns the first issues of these statuses, in the order of the statuses and each newest last-seen first, locked.
   * @param pending an update: only issues that it would change
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
      const all = [idValue(projectId), status, ...values, limit - ids.length];
      ids.push(...(await this.session.allOnce<{ id: number }>(FIND_FIRST(sql), all)).map(({ id }) => id));
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
