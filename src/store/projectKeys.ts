import type { ProjectKey } from '../domain/project';
import type { ProjectKeyWriter } from './organizations';
import { idValue, type Session } from './sql';

type ProjectKeyRow = Omit<ProjectKey, 'isActive'> & { isActive: number };

const COLUMNS = 'public_key AS "publicKey", CAST(project_id AS TEXT) AS "projectId", is_active AS "isActive"';
const LIST = `SELECT ${COLUMNS} FROM project_key WHERE project_id = ? ORDER BY date_created, public_key`;
const INSERT = 'INSERT INTO project_key (project_id, public_key, is_active, date_created) VALUES (?, ?, ?, ?)';

/** The rows of `project_key`. */
export class ProjectKeys implements ProjectKeyWriter {
  constructor(private readonly session: Session) {}

  async list(projectId: string): Promise<ProjectKey[]> {
    const rows = await this.session.all<ProjectKeyRow>(LIST, [idValue(projectId)]);
    return rows.map(readKey);
  }

  async insert(key: ProjectKey & { dateCreated: number }): Promise<void> {
    await this.session.run(INSERT, [idValue(key.projectId), key.publicKey, key.isActive ? 1 : 0, key.dateCreated]);
  }
}

function readKey(row: ProjectKeyRow): ProjectKey {
  return { ...row, isActive: row.isActive === 1 };
}
