import { type Page, type PageRequest, readPage, withoutMark } from '../domain/page';
import type { ProjectKey, ProjectKeyChanges } from '../domain/project';
import type { RateLimit } from '../domain/rateLimit';
import { sliceStatements } from './keyset';
import { EntityStore, idValue, type ReadSession, type Session } from './engine/sql';

type ProjectKeyRow = Omit<ProjectKey, 'isActive' | 'rateLimit'> & {
  isActive: number;
  window: number | null;
  count: number | null;
};

const COLUMNS = `public_key AS "publicKey", CAST(project_id AS TEXT) AS "projectId", name AS "name", is_active AS "isActive",
  date_created AS "dateCreated", rate_limit_window AS "window", rate_limit_count AS "count"`;
const COLUMNS_OF_KEY = `k.public_key AS "publicKey", CAST(k.project_id AS TEXT) AS "projectId", k.name AS "name",
  k.is_active AS "isActive", k.date_created AS "dateCreated", k.rate_limit_window AS "window", k.rate_limit_count AS "count"`;
const LIST = sliceStatements(`SELECT ${COLUMNS} FROM project_key WHERE project_id = ? AND is_active IN (?, ?)`, {
  columns: ['date_created', 'public_key'],
  descending: false,
});
const OF_ORGANIZATION = `SELECT ${COLUMNS_OF_KEY} FROM project p CROSS JOIN project_key k
  WHERE p.organization_id = ? AND k.project_id = p.id AND k.is_active IN (?, ?)`;
const BY_PROJECT = { columns: ['k.project_id', 'k.public_key'], descending: false };
const LIST_OF_ORGANIZATION = sliceStatements(OF_ORGANIZATION, BY_PROJECT);
const LIST_OF_TEAM = sliceStatements(
  `${OF_ORGANIZATION} AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = p.organization_id AND tp.team_id = ? AND tp.project_id = p.id)`,
  BY_PROJECT,
);
/** The oldest of the keys that begin with a text; there is hardly ever more than one. */
const FIND_BY_START = `SELECT ${COLUMNS} FROM project_key WHERE project_id = ? AND substr(public_key, 1, ?) = ?
  ORDER BY date_created, public_key LIMIT 1`;
const FIND = `SELECT ${COLUMNS} FROM project_key WHERE project_id = ? AND public_key = ?`;
/** Two rows are enough to find that several projects have the key. */
const FIND_PROJECTS = `SELECT CAST(project_id AS TEXT) AS "projectId" FROM project_key
  WHERE public_key = ? AND is_active = 1 LIMIT 2`;
const IS_TAKEN = 'SELECT 1 AS found FROM project_key WHERE public_key = ? LIMIT 1';
/** Finds the project of a key by the id of its project at the tracker that it came from. */
const FIND_BY_FORMER_PROJECT = `SELECT CAST(project_id AS TEXT) AS "projectId" FROM project_key
  WHERE public_key = ? AND is_active = 1 AND former_project_id = ?`;
const ANY_ACTIVE = 'SELECT 1 AS found FROM project_key WHERE project_id = ? AND is_active = 1 LIMIT 1';
const INSERT = `INSERT INTO project_key (project_id, public_key, is_active, date_created, name, rate_limit_window, rate_limit_count, former_project_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
/** Nullable columns of the limit have a flag before their values: 1 if the limit changes. */
const UPDATE = `UPDATE project_key SET name = COALESCE(?, name), is_active = COALESCE(?, is_active),
    rate_limit_window = CASE WHEN ? = 1 THEN ? ELSE rate_limit_window END,
    rate_limit_count = CASE WHEN ? = 1 THEN ? ELSE rate_limit_count END
  WHERE project_id = ? AND public_key = ? RETURNING ${COLUMNS}`;
/** Changes the row, so that all other settings of the key stay. */
const REPLACE = `UPDATE project_key SET public_key = ?, date_created = ? WHERE project_id = ? AND public_key = ?
  RETURNING ${COLUMNS}`;
const DELETE = 'DELETE FROM project_key WHERE project_id = ? AND public_key = ?';

export type NewProjectKey = Omit<ProjectKey, 'rateLimit'> &
  Partial<Pick<ProjectKey, 'rateLimit'>> & {
    /** The id of the project in a DSN of another tracker, with which clients go on sending this key. */
    readonly formerProjectId?: string | null;
  };

/** The rows of `project_key`: the public keys of DSNs. */
export class ProjectKeyReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the keys of a project, oldest first. `ProjectReader.findByKey` finds the project of a key.
   * @param isActive whether they are enabled; null for all
   */
  list(projectId: string, page: PageRequest, isActive: boolean | null = null): Promise<Page<ProjectKey>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const [date, key] = withoutMark(cursor)?.key ?? [];
        const from = date === undefined || key === undefined ? [] : [Number(date), key];
        const rows = await this.session.all<ProjectKeyRow>(LIST(cursor), [
          idValue(projectId),
          ...statesOf(isActive),
          ...from,
          limit,
        ]);
        return rows.map(readKey);
      },
      ({ dateCreated, publicKey }) => [`k${dateCreated}`, publicKey],
    );
  }

  /**
   * Returns the keys of an organization's projects by project and key.
   * @param filter the team of the projects, and whether the keys are enabled; null for all
   */
  listByOrganization(
    organizationId: string,
    { teamId, isActive }: { readonly teamId: string | null; readonly isActive: boolean | null },
    page: PageRequest,
  ): Promise<Page<ProjectKey>> {
    const values = [idValue(organizationId), ...statesOf(isActive), ...(teamId === null ? [] : [idValue(teamId)])];
    const statementOf = teamId === null ? LIST_OF_ORGANIZATION : LIST_OF_TEAM;
    return readPage(
      page,
      async (cursor, limit) => {
        const [project, key] = withoutMark(cursor)?.key ?? [];
        const from = project === undefined || key === undefined ? [] : [idValue(project), key];
        const rows = await this.session.all<ProjectKeyRow>(statementOf(cursor), [...values, ...from, limit]);
        return rows.map(readKey);
      },
      ({ projectId, publicKey }) => [`p${projectId}`, publicKey],
    );
  }

  async find(projectId: string, publicKey: string): Promise<ProjectKey | undefined> {
    const row = await this.session.one<ProjectKeyRow>(FIND, [idValue(projectId), publicKey]);
    return row && readKey(row);
  }

  async findByStart(projectId: string, start: string): Promise<ProjectKey | undefined> {
    const values = [idValue(projectId), start.length, start];
    const row = await this.session.one<ProjectKeyRow>(FIND_BY_START, values);
    return row && readKey(row);
  }

  /**
   * Returns the id of the project that has an active key; undefined if none has it, or several have: a key is random,
   * but rows can be written by hand.
   */
  async findProjectId(publicKey: string): Promise<string | undefined> {
    const rows = await this.session.all<{ projectId: string }>(FIND_PROJECTS, [publicKey]);
    return rows.length === 1 ? rows[0]?.projectId : undefined;
  }

  /** Returns the id of the project with an active key that came from a project of another tracker. */
  async findByFormerProject(publicKey: string, formerProjectId: string): Promise<string | undefined> {
    const row = await this.session.one<{ projectId: string }>(FIND_BY_FORMER_PROJECT, [publicKey, formerProjectId]);
    return row?.projectId;
  }

  /** Returns true if a project of any organization has the key, enabled or not. */
  async isTaken(publicKey: string): Promise<boolean> {
    return (await this.session.one(IS_TAKEN, [publicKey])) !== undefined;
  }

  /** Returns true if at least one key of the project is enabled. */
  async hasActive(projectId: string): Promise<boolean> {
    return (await this.session.one(ANY_ACTIVE, [idValue(projectId)])) !== undefined;
  }
}

export class ProjectKeyWriter extends ProjectKeyReader<Session> {
  async insert(key: NewProjectKey): Promise<void> {
    const { projectId, publicKey, isActive, dateCreated, name, rateLimit = null, formerProjectId = null } = key;
    const values = [idValue(projectId), publicKey, isActive ? 1 : 0, dateCreated, name];
    await this.session.run(INSERT, [...values, ...limitValues(rateLimit), formerProjectId]);
  }

  /** Changes only the given members. Returns undefined if the project has no such key. */
  async update(
    { projectId, publicKey }: Pick<ProjectKey, 'projectId' | 'publicKey'>,
    { name, isActive, rateLimit }: ProjectKeyChanges,
  ): Promise<ProjectKey | undefined> {
    const flagged = limitValues(rateLimit ?? null).flatMap((value) => [rateLimit === undefined ? 0 : 1, value]);
    const columns = [name ?? null, isActive === undefined ? null : Number(isActive), ...flagged];
    const values = [...columns, idValue(projectId), publicKey];
    const row = await this.session.one<ProjectKeyRow>(UPDATE, values);
    return row && readKey(row);
  }

  /**
   * Gives a key another public key; the former one is no longer accepted. Returns undefined if there is no such key.
   */
  async replace(
    { projectId, publicKey }: Pick<ProjectKey, 'projectId' | 'publicKey'>,
    next: Pick<ProjectKey, 'publicKey' | 'dateCreated'>,
  ): Promise<ProjectKey | undefined> {
    const values = [next.publicKey, next.dateCreated, idValue(projectId), publicKey];
    const row = await this.session.one<ProjectKeyRow>(REPLACE, values);
    return row && readKey(row);
  }

  /** Deletes a key. Returns true if the project had it. */
  async remove({ projectId, publicKey }: Pick<ProjectKey, 'projectId' | 'publicKey'>): Promise<boolean> {
    const { changes } = await this.session.run(DELETE, [idValue(projectId), publicKey]);
    return changes > 0;
  }
}

/** Returns the two values of `is_active` that a list has, which may be the same. */
function statesOf(isActive: boolean | null): [number, number] {
  return isActive === null ? [0, 1] : [Number(isActive), Number(isActive)];
}

function readKey({ window, count, ...row }: ProjectKeyRow): ProjectKey {
  return { ...row, isActive: row.isActive === 1, rateLimit: readRateLimit(window, count) };
}

/** Returns the limit of a key, from its columns. */
export function readRateLimit(window: number | null, count: number | null): RateLimit | null {
  return window === null || count === null ? null : { window, count };
}

function limitValues(limit: RateLimit | null): [window: number | null, count: number | null] {
  return [limit?.window ?? null, limit?.count ?? null];
}
