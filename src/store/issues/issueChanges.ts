import { type IssueChange, isEmptyChange, UNDO_MS } from '../../domain/issueState';
import { type Dialect, jsonIntegers } from '../engine/dialect';
import { allocateIds, EntityStore, idValue, listValue, type ReadSession, type Session } from '../engine/sql';

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
  WHERE c.project_id = ? AND c.expires_at > ? AND c.id IN (${jsonIntegers(dialect)})`;
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

  /** Returns those of the ids of a project's changes that can still be undone. */
  async listUndoable(projectId: string, ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const values = [idValue(projectId), now, listValue(ids.map(idValue))];
    const rows = await this.session.all<{ id: string }>(LIST_UNDOABLE, values);
    return new Set(rows.map(({ id }) => id));
  }
}

export class IssueChangeWriter extends IssueChangeReader<Session> {
  /** Returns a function that returns one id for `insert`, with which activities name the change. */
  openId(): () => Promise<string> {
    let ids: Promise<readonly number[]> | undefined;
    return async () => {
      ids ??= allocateIds(this.session, 'issue_change', 1);
      return String((await ids)[0]);
    };
  }

  /**
   * Stores changes under one id, and returns it; undefined if nothing was changed.
   * @param openedId from `openId`
   */
  async insert(
    openedId: () => Promise<string>,
    changes: readonly ProjectChange[],
    now: number,
  ): Promise<string | undefined> {
    const stored = changes.filter((change) => !isEmptyChange(change));
    if (stored.length === 0) return undefined;
    const id = await openedId();
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
