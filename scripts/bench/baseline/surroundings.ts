import type Database from 'better-sqlite3';
import type { Project, ProjectSurroundings } from '../../../src/domain/project';

type Of<T> = T & { readonly projectId: string };
type Team = Of<{ id: string; slug: string; name: string }>;
type Named = Of<{ name: string }>;
type Deploy = Of<{ environment: string; version: string; dateFinished: number }>;
type Standing = Of<{ latestRelease: string | null; isBookmarked: number; isMember: number }>;

const [ORGANIZATION, MEMBER] = [1, 1];

/* The statements of src/store/surroundings.ts. */
const WANTED = 'SELECT value FROM json_each(?)';
const TEAMS = `SELECT CAST(tp.project_id AS TEXT) AS "projectId", CAST(t.id AS TEXT) AS "id", t.slug, t.name
  FROM team_project tp JOIN team t ON t.organization_id = tp.organization_id AND t.id = tp.team_id
  WHERE tp.organization_id = ? AND tp.project_id IN (${WANTED}) ORDER BY t.slug`;
const PLATFORMS = `SELECT CAST(project_id AS TEXT) AS "projectId", platform AS "name"
  FROM project_platform WHERE project_id IN (${WANTED}) ORDER BY platform`;
const ENVIRONMENTS = `SELECT CAST(project_id AS TEXT) AS "projectId", name FROM environment WHERE project_id IN (${WANTED}) ORDER BY name`;
const DEPLOYS = `SELECT CAST(e.project_id AS TEXT) AS "projectId", e.name AS "environment", r.version, dp.date_finished AS "dateFinished"
  FROM (${WANTED}) wanted CROSS JOIN environment e CROSS JOIN deploy_project dp CROSS JOIN release r
  WHERE e.project_id = wanted.value AND dp.project_id = e.project_id
    AND dp.deploy_id = (SELECT l.deploy_id FROM deploy_project l WHERE l.project_id = e.project_id AND l.environment = e.name
      ORDER BY l.date_finished DESC, l.deploy_id DESC LIMIT 1)
    AND r.organization_id = ? AND r.id = dp.release_id ORDER BY e.name`;
const STANDINGS = `SELECT CAST(p.id AS TEXT) AS "projectId",
    (SELECT r.version FROM release_project rp JOIN release r ON r.organization_id = p.organization_id AND r.id = rp.release_id
      WHERE rp.project_id = p.id ORDER BY rp.dated DESC, rp.release_id DESC LIMIT 1) AS "latestRelease",
    EXISTS (SELECT 1 FROM bookmark b WHERE b.project_id = p.id AND b.member_id = ?) AS "isBookmarked",
    EXISTS (SELECT 1 FROM team_project tp JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
      WHERE tp.organization_id = p.organization_id AND tp.project_id = p.id AND tm.member_id = ?) AS "isMember"
  FROM (${WANTED}) wanted CROSS JOIN project p WHERE p.id = wanted.value AND p.organization_id = ?`;

/** What reads the surroundings of projects on one connection. */
export function surroundingsOn(
  database: Database.Database,
): (projects: readonly Project[]) => Map<string, ProjectSurroundings> {
  const prepare = <Row>(sql: string) => database.prepare<unknown[], Row>(sql);
  const [teams, platforms, environments] = [
    prepare<Team>(TEAMS),
    prepare<Named>(PLATFORMS),
    prepare<Named>(ENVIRONMENTS),
  ];
  const [deploys, standings] = [prepare<Deploy>(DEPLOYS), prepare<Standing>(STANDINGS)];
  return (projects) => {
    const ids = JSON.stringify(projects.map((project) => Number(project.id)));
    const [teamsOf, deploysOf] = [group(teams.all(ORGANIZATION, ids)), group(deploys.all(ids, ORGANIZATION))];
    const [platformsOf, environmentsOf] = [group(platforms.all(ids)), group(environments.all(ids))];
    return new Map(
      standings.all(MEMBER, MEMBER, ids, ORGANIZATION).map(({ projectId, latestRelease, isBookmarked, isMember }) => [
        projectId,
        {
          teams: teamsOf(projectId),
          platforms: platformsOf(projectId).map(({ name }) => name),
          environments: environmentsOf(projectId).map(({ name }) => name),
          latestRelease,
          latestDeploys: Object.fromEntries(
            deploysOf(projectId).map(({ environment, version, dateFinished }) => [
              environment,
              { version, dateFinished },
            ]),
          ),
          isBookmarked: isBookmarked === 1,
          isMember: isMember === 1,
        },
      ]),
    );
  };
}

function group<Row extends Of<unknown>>(rows: readonly Row[]): (projectId: string) => Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.projectId);
    if (known === undefined) groups.set(row.projectId, [row]);
    else known.push(row);
  }
  return (projectId) => groups.get(projectId) ?? [];
}
