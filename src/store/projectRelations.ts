import { groupBy } from '../domain/groups';
import type { Project, ProjectRelations } from '../domain/project';
import { type Dialect, isAmong, jsonIntegers, jsonTags } from './engine/dialect';
import { findNewestReleases } from './releaseEvents';
import { idValue, listValue, type ReadSession } from './engine/sql';

/* Rows of other tables, by project. */
type ProjectTeamRow = { projectId: string; id: string; slug: string; name: string };
type ProjectNameRow = { projectId: string; name: string };
type ProjectDeployRow = { projectId: string; environment: string; version: string; dateFinished: number };
type ProjectViewerRow = { projectId: string; isBookmarked: number; isMember: number };

const RELATED_TEAMS = (dialect: Dialect) =>
  `SELECT CAST(tp.project_id AS TEXT) AS "projectId", CAST(t.id AS TEXT) AS "id",
    t.slug AS "slug", t.name AS "name"
  FROM team_project tp JOIN team t ON t.organization_id = tp.organization_id AND t.id = tp.team_id
  WHERE tp.organization_id = ? AND tp.project_id IN (${jsonIntegers(dialect)}) ORDER BY t.slug`;
const RELATED_PLATFORMS = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId", platform AS "name"
  FROM project_platform WHERE ${isAmong(dialect, 'project_id')} ORDER BY platform`;
const RELATED_ENVIRONMENTS = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId", name AS "name"
  FROM environment WHERE ${isAmong(dialect, 'project_id')} ORDER BY name`;
/**
 * Looks up each environment: a project has few, however often they were deployed. The first parameter is a list of
 * environments in the form of tags, with the project in place of the issue.
 */
const LATEST_DEPLOYS = (dialect: Dialect) => `SELECT CAST(e.issue AS TEXT) AS "projectId",
    dp.environment AS "environment", r.version AS "version", dp.date_finished AS "dateFinished"
  FROM (${jsonTags(dialect)}) e CROSS JOIN deploy_project dp CROSS JOIN release r
  WHERE dp.project_id = e.issue
    AND dp.deploy_id = (SELECT l.deploy_id FROM deploy_project l WHERE l.project_id = e.issue AND l.environment = e.key
      ORDER BY l.date_finished DESC, l.deploy_id DESC LIMIT 1)
    AND r.organization_id = ? AND r.id = dp.release_id ORDER BY dp.environment`;
/** Begins the join with the wanted ids instead of all projects of the organization. */
const VIEWER_RELATIONS = (dialect: Dialect) => `SELECT CAST(p.id AS TEXT) AS "projectId",
    CASE WHEN EXISTS (SELECT 1 FROM bookmark b WHERE b.project_id = p.id AND b.member_id = ?)
      THEN 1 ELSE 0 END AS "isBookmarked",
    CASE WHEN EXISTS (SELECT 1 FROM team_project tp
        JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
        WHERE tp.organization_id = p.organization_id AND tp.project_id = p.id AND tm.member_id = ?)
      THEN 1 ELSE 0 END AS "isMember"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN project p WHERE p.id = wanted.value AND p.organization_id = ?`;

/** Returns related rows of other tables by project id. */
export async function findProjectRelations(
  session: ReadSession,
  projects: readonly Project[],
  viewer: { organizationId: string; memberId: string | null },
): Promise<Map<string, ProjectRelations>> {
  const organization = idValue(viewer.organizationId);
  const member = idValue(viewer.memberId ?? '');
  const projectIds = projects.map((project) => idValue(project.id));
  const ids = listValue(projectIds);
  const newest = await findNewestReleases(session, projectIds);
  const teams = groupByProject(await session.all<ProjectTeamRow>(RELATED_TEAMS, [organization, ids]));
  const platforms = groupByProject(await session.all<ProjectNameRow>(RELATED_PLATFORMS, [ids]));
  const environmentRows = await session.all<ProjectNameRow>(RELATED_ENVIRONMENTS, [ids]);
  const environments = groupByProject(environmentRows);
  const deployed = JSON.stringify(environmentRows.map(({ projectId, name }) => [idValue(projectId), name, '']));
  const deploys = groupByProject(await session.all<ProjectDeployRow>(LATEST_DEPLOYS, [deployed, organization]));
  const ofViewer = await session.all<ProjectViewerRow>(VIEWER_RELATIONS, [member, member, ids, organization]);
  return new Map(
    ofViewer.map(({ projectId, isBookmarked, isMember }) => [
      projectId,
      {
        teams: (teams.get(projectId) ?? []).map(({ id, slug, name }) => ({ id, slug, name })),
        platforms: (platforms.get(projectId) ?? []).map(({ name }) => name),
        environments: (environments.get(projectId) ?? []).map(({ name }) => name),
        latestRelease: newest.get(idValue(projectId))?.version ?? null,
        latestDeploys: Object.fromEntries(
          (deploys.get(projectId) ?? []).map(({ environment, version, dateFinished }) => [
            environment,
            { version, dateFinished },
          ]),
        ),
        isBookmarked: isBookmarked === 1,
        isMember: isMember === 1,
      },
    ]),
  );
}

/** Returns the rows of each project. */
export function groupByProject<Row extends { projectId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ projectId }) => projectId);
}
