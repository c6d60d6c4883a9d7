import type { ProjectKey } from '../domain/project';
import { idValue, type Session } from './sql';

type ProjectKeyRow = Omit<ProjectKey, 'isActive'> & { isActive: number };

const COLUMNS = 'public_key AS "publicKey", CAST(project_id AS TEXT) AS "projectId", is_active AS "isActive"';
const LIST = `SELECT ${COLUMNS} FROM project_key WHERE project_id = ? ORDER BY date_created, public_key`;
const INSERT = 'INSERT INTO project_key (project_id, public_key, is_active, date_created) VALUES (?, ?, ?, ?)';

export interface ProjectKeyReader {
  /** Oldest first. `ProjectReader.findByKey` finds the project of a key. */
  list(projectId: string): Promise<ProjectKey[]>;
}

export interface ProjectKeyWriter extends ProjectKeyReader {
  insert(key: ProjectKey & { dateCreated: number }): Promise<void>;
}

/** The rows of `project_key`: the public keys of DSNs. */
export class ProjectKeys implements ProjectKeyWriter {
  constructor(private readonly session: Session) {}

  async list(projectId: string): Promise<ProjectKey[]> {
    const rows = await this.session.all<ProjectKeyRow>(LIST, [idValue(projectId)]);
    return rows.map((row) => ({ ...row, isActive: row.isActive === 1 }));
  }

  async insert(key: ProjectKey & { dateCreated: number }): Promise<void> {
    await this.session.run(INSERT, [idValue(key.projectId), key.publicKey, key.isActive ? 1 : 0, key.dateCreated]);
  }
}
