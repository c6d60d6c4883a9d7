import type { Deploy } from '../domain/release';
import { type Dialect, jsonIntegers, nextId } from './dialect';
import type { NewDeploy } from './releases';
import { idValue, insertReturning, listValue, type Session } from './sql';

/** The columns of a deploy, for queries that call its table `d`. */
export const DEPLOY_COLUMNS = `CAST(d.id AS TEXT) AS "id", CAST(d.release_id AS TEXT) AS "releaseId",
  d.environment AS "environment", d.name AS "name", d.url AS "url", d.date_started AS "dateStarted",
  d.date_finished AS "dateFinished"`;
const LIST = `SELECT ${DEPLOY_COLUMNS} FROM deploy d WHERE d.organization_id = ? AND d.release_id = ?
  ORDER BY d.date_finished DESC, d.id DESC`;
const INSERT = `INSERT INTO deploy (organization_id, release_id, id, environment, name, url, date_started, date_finished, for_all)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_PROJECT_DEPLOYS = (
  dialect: Dialect,
) => `INSERT INTO deploy_project (project_id, deploy_id, release_id, environment, date_finished)
  SELECT b.project_id, ?, b.release_id, ?, ? FROM release_binding b
  WHERE b.organization_id = ? AND b.release_id = ? AND (? = 1 OR b.project_id IN (${jsonIntegers(dialect)}))`;
const INSERT_ENVIRONMENTS = `INSERT INTO environment (project_id, name)
  SELECT dp.project_id, dp.environment FROM release_binding b
    JOIN deploy_project dp ON dp.project_id = b.project_id AND dp.deploy_id = ? WHERE b.organization_id = ? AND b.release_id = ?
  ON CONFLICT (project_id, name) DO NOTHING`;
const ADD_PROJECT_DEPLOYS = `INSERT INTO deploy_project (project_id, deploy_id, release_id, environment, date_finished)
  SELECT ?, d.id, d.release_id, d.environment, d.date_finished FROM deploy d
  WHERE d.organization_id = ? AND d.release_id = ? AND d.for_all = 1
  ON CONFLICT (project_id, deploy_id) DO NOTHING`;
const ADD_PROJECT_ENVIRONMENTS = `INSERT INTO environment (project_id, name)
  SELECT DISTINCT CAST(? AS BIGINT), d.environment FROM deploy d WHERE d.organization_id = ? AND d.release_id = ? AND d.for_all = 1
  ON CONFLICT (project_id, name) DO NOTHING`;

/** The deploys of a release, the last finished first. */
export function readDeploys(session: Session, organizationId: string, releaseId: string): Promise<Deploy[]> {
  return session.all(LIST, [idValue(organizationId), idValue(releaseId)]);
}

/** Keeps a deploy and counts it for its projects, which get to know the environment. */
export async function insertDeploy(session: Session, deploy: NewDeploy): Promise<Deploy> {
  const { organizationId, projectIds, releaseId, environment, name, url, dateStarted, dateFinished } = deploy;
  const { value: id } = await insertReturning<{ value: number }>(session, nextId, ['deploy']);
  const place = [idValue(organizationId), idValue(releaseId)];
  const forAll = projectIds === null ? 1 : 0;
  const row = [id, environment, name, url, dateStarted, dateFinished, forAll];
  await session.run(INSERT, [...place, ...row]);
  const named = listValue((projectIds ?? []).map(idValue));
  await session.run(INSERT_PROJECT_DEPLOYS, [id, environment, dateFinished, ...place, forAll, named]);
  await session.run(INSERT_ENVIRONMENTS, [id, ...place]);
  return { id: String(id), releaseId, environment, name, url, dateStarted, dateFinished };
}

/** Counts what was deployed of a release for a project that is bound to it only now. */
export async function addDeploysToProject(
  session: Session,
  project: number,
  organization: number,
  release: number,
): Promise<void> {
  await session.run(ADD_PROJECT_DEPLOYS, [project, organization, release]);
  await session.run(ADD_PROJECT_ENVIRONMENTS, [project, organization, release]);
}
