import type { Project, ProjectRelations } from '../domain/project';
import { type Dialect, jsonIntegers } from './dialect';
import { idValue, listValue, type Session } from './sql';

type ProjectTeamRow = { projectId: string; id: string; slug: string; name: string };
type ProjectNameRow = { projectId: string; name: string };
type ProjectDeployRow = { projectId: string; environment: string; version: string; dateFinished: number };
type ProjectViewerRow = { projectId: string; latestRelease: string | null; isBookmarked: number; isMember: number };

const TEAMS = (dialect: Dialect) => `SELECT CAST(tp.project_id AS TEXT) AS "projectId", CAST(t.id AS TEXT) AS "id",
    t.slug AS "slug", t.name AS "name"
  FROM team_project tp JOIN team t ON t.organization_id = tp.organization_id AND t.id = tp.team_id
  WHERE tp.organization_id = ? AND tp.project_id IN (${jsonIntegers(dialect)}) ORDER BY t.slug`;
const PLATFORMS = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId", platform AS "name"
  FROM project_platform WHERE project_id IN (${jsonIntegers(dialect)}) ORDER BY platform`;
const ENVIRONMENTS = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId", name AS "name"
  FROM environment WHERE project_id IN (${jsonIntegers(dialect)}) ORDER BY name`;
/** The last of each environment, of which a project has few, however often it was deployed. */
const DEPLOYS = (dialect: Dialect) => `SELECT CAST(e.project_id AS TEXT) AS "projectId", e.name AS "environment",
    r.version AS "version", dp.date_finished AS "dateFinished"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN environment e CROSS JOIN deploy_project dp CROSS JOIN release r
  WHERE e.project_id = wanted.value AND dp.project_id = e.project_id
    AND dp.deploy_id = (SELECT l.deploy_id FROM deploy_project l WHERE l.project_id = e.project_id AND l.environment = e.name
      ORDER BY l.date_finished DESC, l.deploy_id DESC LIMIT 1)
    AND r.organization_id = ? AND r.id = dp.release_id ORDER BY e.name`;
/** The join begins with the wanted ids, never with all projects of the organization. */
const VIEWER_RELATIONS = (dialect: Dialect) => `SELECT CAST(p.id AS TEXT) AS "projectId",
    (SELECT r.version FROM release_project rp JOIN release r ON r.organization_id = p.organization_id AND r.id = rp.release_id
      WHERE rp.project_id = p.id ORDER BY rp.dated DESC, rp.release_id DESC LIMIT 1) AS "latestRelease",
    CASE WHEN EXISTS (SELECT 1 FROM bookmark b WHERE b.project_id = p.id AND b.member_id = ?)
      THEN 1 ELSE 0 END AS "isBookmarked",
    CASE WHEN EXISTS (SELECT 1 FROM team_project tp
        JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
        WHERE tp.organization_id = p.organization_id AND tp.project_id = p.id AND tm.member_id = ?)
      THEN 1 ELSE 0 END AS "isMember"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN project p WHERE p.id = wanted.value AND p.organization_id = ?`;

/** What other rows tell about these projects, by project id, in as many statements for a thousand as for one. */
export async function readProjectRelations(
  session: Session,
  projects: readonly Project[],
  viewer: { organizationId: string; memberId: string },
): Promise<Map<string, ProjectRelations>> {
  const organization = idValue(viewer.organizationId);
  const member = idValue(viewer.memberId);
  const ids = listValue(projects.map((project) => idValue(project.id)));
  const teams = groupByProject(await session.all<ProjectTeamRow>(TEAMS, [organization, ids]));
  const platforms = groupByProject(await session.all<ProjectNameRow>(PLATFORMS, [ids]));
  const environments = groupByProject(await session.all<ProjectNameRow>(ENVIRONMENTS, [ids]));
  const deploys = groupByProject(await session.all<ProjectDeployRow>(DEPLOYS, [ids, organization]));
  const standings = await session.all<ProjectViewerRow>(VIEWER_RELATIONS, [member, member, ids, organization]);
  return new Map(
    standings.map(({ projectId, latestRelease, isBookmarked, isMember }) => [
      projectId,
      {
        teams: (teams.get(projectId) ?? []).map(({ id, slug, name }) => ({ id, slug, name })),
        platforms: (platforms.get(projectId) ?? []).map(({ name }) => name),
        environments: (environments.get(projectId) ?? []).map(({ name }) => name),
        latestRelease,
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

function groupByProject<Row extends { projectId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.projectId);
    if (group === undefined) groups.set(row.projectId, [row]);
    else group.push(row);
  }
  return groups;
}
