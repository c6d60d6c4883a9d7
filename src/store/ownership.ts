import { NotFound } from '../domain/errors';
import { assignsIssues, AUTO_ASSIGNMENTS, type Ownership } from '../domain/ownership';
import type { Project } from '../domain/project';
import { idValue, type ReadSession, type Session } from './engine/sql';

type OwnershipRow = Omit<Ownership, 'fallthrough' | 'autoAssignment'> & { fallthrough: number; autoAssignment: number };

const [ASSIGNS, ASSIGNS_NOT] = AUTO_ASSIGNMENTS;

const FIND = `SELECT raw AS "raw", fallthrough AS "fallthrough", auto_assignment AS "autoAssignment",
    date_created AS "dateCreated", last_updated AS "lastUpdated"
  FROM project_ownership WHERE project_id = ?`;
const SAVE = `INSERT INTO project_ownership (project_id, organization_id, raw, fallthrough, auto_assignment, date_created, last_updated)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET raw = excluded.raw, fallthrough = excluded.fallthrough,
    auto_assignment = excluded.auto_assignment, last_updated = excluded.last_updated`;
/** Stores a copy in the row of the project, so that events of projects without rules read nothing. */
const SET_ASSIGNS = 'UPDATE project SET assigns_issues = ? WHERE organization_id = ? AND id = ?';

/** The rows of `project_ownership`. */
export class OwnershipReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  /** Returns the ownership settings of a project; undefined if none were saved. */
  async find(projectId: string): Promise<Ownership | undefined> {
    const row = await this.session.one<OwnershipRow>(FIND, [idValue(projectId)]);
    if (row === undefined) return undefined;
    const autoAssignment = row.autoAssignment === 1 ? ASSIGNS : ASSIGNS_NOT;
    return { ...row, fallthrough: row.fallthrough === 1, autoAssignment };
  }
}

export class OwnershipWriter extends OwnershipReader<Session> {
  /**
   * Stores the settings of a project. Keeps the time at which they were first created.
   * @throws NotFound if the project was removed
   */
  async save(project: Pick<Project, 'id' | 'organizationId'>, ownership: Ownership): Promise<void> {
    const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
    const { raw, fallthrough, autoAssignment, dateCreated, lastUpdated } = ownership;
    const { changes } = await this.session.run(SET_ASSIGNS, [assignsIssues(ownership) ? 1 : 0, organization, id]);
    if (changes === 0) throw new NotFound();
    const flags = [fallthrough ? 1 : 0, autoAssignment === ASSIGNS ? 1 : 0];
    await this.session.run(SAVE, [id, organization, raw, ...flags, dateCreated, lastUpdated]);
  }
}
