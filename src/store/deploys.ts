import type { Deploy } from '../domain/release';
import { type Dialect, isAmong, nextId } from './engine/dialect';
import { EntityStore, idValue, insertReturning, listValue, type ReadSession, type Session } from './engine/sql';

/** A deploy before it has an id. Without project ids, it counts for all projects of the release, now and later. */
export type NewDeploy = Omit<Deploy, 'id'> & { organizationId: string; projectIds: readonly string[] | null };

/** The columns that a query of `deploy d` selects for a `Deploy`. */
export const DEPLOY_COLUMNS = `CAST(d.id AS TEXT) AS "id", CAST(d.release_id AS TEXT) AS "releaseId",
  d.environment AS "environment", d.name AS "name", d.url AS "url", d.date_started AS "dateStarted",
  d.date_finished AS "dateFinished"`;
const LIST = `SELECT ${DEPLOY_COLUMNS} FROM deploy d WHERE d.organization_id = ? AND d.release_id = ?
  ORDER BY d.date_finished DESC, d.id DESC`;
const INSERT = `INSERT INTO deploy (organization_id, release_id, id, environment, name, url, date_started, date_finished, for_all)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_FOR_PROJECTS = (dialect: Dialect) =>
  `INSERT INTO deploy_project (project_id, deploy_id, release_id, environment, date_finished)
  SELECT b.project_id, ?, b.release_id, ?, ? FROM release_binding b
  WHERE b.organization_id = ? AND b.release_id = ? AND (? = 1 OR ${isAmong(dialect, 'b.project_id')})`;
const INSERT_ENVIRONMENT = `INSERT INTO environment (project_id, name)
  SELECT dp.project_id, dp.environment FROM release_binding b
    JOIN deploy_project dp ON dp.project_id = b.project_id AND dp.deploy_id = ? WHERE b.organization_id = ? AND b.release_id = ?
  ON CONFLICT (project_id, name) DO NOTHING`;
const ADD_TO_PROJECT = `INSERT INTO deploy_project (project_id, deploy_id, release_id, environment, date_finished)
  SELECT ?, d.id, d.release_id, d.environment, d.date_finished FROM deploy d
  WHERE d.organization_id = ? AND d.release_id = ? AND d.for_all = 1
  ON CONFLICT (project_id, deploy_id) DO NOTHING`;
const ADD_ENVIRONMENTS_TO_PROJECT = `INSERT INTO environment (project_id, name)
  SELECT DISTINCT CAST(? AS BIGINT), d.environment FROM deploy d WHERE d.organization_id = ? AND d.release_id = ? AND d.for_all = 1
  ON CONFLICT (project_id, name) DO NOTHING`;

/** The rows of `deploy` and `deploy_project`. */
export class DeployReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the deploys of a release, the last finished first. */
  list(organizationId: string, releaseId: string): Promise<Deploy[]> {
    return this.session.all(LIST, [idValue(organizationId), idValue(releaseId)]);
  }
}

export class DeployWriter extends DeployReader<Session> {
  /** Inserts a deploy, and adds its environment to the projects that it counts for. */
  async insert(deploy: NewDeploy): Promise<Deploy> {
    const { organizationId, projectIds, releaseId, environment, name, url, dateStarted, dateFinished } = deploy;
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['deploy']);
    const release = [idValue(organizationId), idValue(releaseId)];
    const forAll = projectIds === null ? 1 : 0;
    const row = [id, environment, name, url, dateStarted, dateFinished, forAll];
    await this.session.run(INSERT, [...release, ...row]);
    const projects = listValue((projectIds ?? []).map(idValue));
    await this.session.run(INSERT_FOR_PROJECTS, [id, environment, dateFinished, ...release, forAll, projects]);
    await this.session.run(INSERT_ENVIRONMENT, [id, ...release]);
    return { id: String(id), releaseId, environment, name, url, dateStarted, dateFinished };
  }
}

/** Makes earlier deploys of a release count for a project that was added to the release after them. */
export async function addDeploysToProject(
  session: Session,
  { organization, release, project }: { organization: number; release: number; project: number },
): Promise<void> {
  await session.run(ADD_TO_PROJECT, [project, organization, release]);
  await session.run(ADD_ENVIRONMENTS_TO_PROJECT, [project, organization, release]);
}
