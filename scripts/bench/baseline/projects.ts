import type { Scope } from '../../../src/domain/access';
import type { Organization } from '../../../src/domain/organization';
import type { Project, ProjectSurroundings } from '../../../src/domain/project';
import { COLUMNS, type ProjectRow, readProject } from '../../../src/store/projectRow';
import { presentProject, presentProjectSummary } from '../../../src/views/project';
import { reader, write, writer } from './database';
import type { Page } from './page';

const [ORGANIZATION, TEAM, MEMBER, SIZE] = [1, 1, 1, 100];

const organization = reader.prepare<[number], Organization>(`SELECT CAST(id AS TEXT) AS "id", slug, name, date_created AS "dateCreated"
  FROM organization WHERE id = ?`);
const scopes = reader.prepare<[], { scopes: string }>('SELECT scopes FROM token ORDER BY id LIMIT 1');
const viewer = {
  organization: organization.get(ORGANIZATION) as Organization,
  caller: { tokenId: '1', organizationId: String(ORGANIZATION), memberId: String(MEMBER), scopes: JSON.parse(scopes.get()?.scopes ?? '[]') as Scope[] },
};

/* The statements of src/store/{projectLists,projects,surroundings}.ts. */
const listOfTeam = reader.prepare<unknown[], ProjectRow>(`SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id) ORDER BY slug ASC LIMIT ?`);
const findBySlug = writer.prepare<unknown[], ProjectRow>(`SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND slug = ?`);
const update = writer.prepare<unknown[], ProjectRow>(`UPDATE project SET name = COALESCE(?, name), slug = COALESCE(?, slug), platform = COALESCE(?, platform),
    subject_prefix = COALESCE(?, subject_prefix), subject_template = COALESCE(?, subject_template), resolve_age = COALESCE(?, resolve_age)
  WHERE organization_id = ? AND id = ? RETURNING ${COLUMNS}`);

type Of<T> = T & { readonly projectId: string };

/** Reads what surrounds projects on one of the two connections. */
function surroundingsOn(database: typeof reader): (projects: readonly Project[]) => Map<string, ProjectSurroundings> {
  const wanted = 'SELECT value FROM json_each(?)';
  const id = (column: string) => `CAST(${column} AS TEXT) AS "projectId"`;
  const teams = database.prepare<unknown[], Of<{ id: string; slug: string; name: string }>>(`SELECT ${id('tp.project_id')}, CAST(t.id AS TEXT) AS "id", t.slug, t.name
    FROM team_project tp JOIN team t ON t.organization_id = tp.organization_id AND t.id = tp.team_id
    WHERE tp.organization_id = ? AND tp.project_id IN (${wanted}) ORDER BY t.slug`);
  const platforms = database.prepare<unknown[], Of<{ name: string }>>(`SELECT ${id('project_id')}, platform AS "name"
    FROM project_platform WHERE project_id IN (${wanted}) ORDER BY platform`);
  const environments = database.prepare<unknown[], Of<{ name: string }>>(`SELECT ${id('project_id')}, name FROM environment WHERE project_id IN (${wanted}) ORDER BY name`);
  const deploys = database.prepare<unknown[], Of<{ environment: string; version: string; dateFinished: number }>>(`SELECT ${id('e.project_id')},
      e.name AS "environment", r.version AS "version", dp.date_finished AS "dateFinished"
    FROM (${wanted}) wanted CROSS JOIN environment e CROSS JOIN deploy_project dp CROSS JOIN release r
    WHERE e.project_id = wanted.value AND dp.project_id = e.project_id
      AND dp.deploy_id = (SELECT l.deploy_id FROM deploy_project l WHERE l.project_id = e.project_id AND l.environment = e.name
        ORDER BY l.date_finished DESC, l.deploy_id DESC LIMIT 1)
      AND r.organization_id = ? AND r.id = dp.release_id ORDER BY e.name`);
  const standings = database.prepare<unknown[], Of<{ latestRelease: string | null; isBookmarked: number; isMember: number }>>(`SELECT ${id('p.id')},
      (SELECT r.version FROM release_project rp JOIN release r ON r.organization_id = p.organization_id AND r.id = rp.release_id
        WHERE rp.project_id = p.id ORDER BY rp.dated DESC, rp.release_id DESC LIMIT 1) AS "latestRelease",
      EXISTS (SELECT 1 FROM bookmark b WHERE b.project_id = p.id AND b.member_id = ?) AS "isBookmarked",
      EXISTS (SELECT 1 FROM team_project tp JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
        WHERE tp.organization_id = p.organization_id AND tp.project_id = p.id AND tm.member_id = ?) AS "isMember"
    FROM (${wanted}) wanted CROSS JOIN project p WHERE p.id = wanted.value AND p.organization_id = ?`);
  return (projects) => {
    const ids = JSON.stringify(projects.map((project) => Number(project.id)));
    const [teamsOf, platformsOf, environmentsOf] = [group(teams.all(ORGANIZATION, ids)), group(platforms.all(ids)), group(environments.all(ids))];
    const deploysOf = group(deploys.all(ids, ORGANIZATION));
    return new Map(
      standings.all(MEMBER, MEMBER, ids, ORGANIZATION).map(({ projectId, latestRelease, isBookmarked, isMember }) => {
        const latestDeploys = Object.fromEntries(deploysOf(projectId).map(({ environment, version, dateFinished }) => [environment, { version, dateFinished }]));
        const names = { platforms: platformsOf(projectId).map(({ name }) => name), environments: environmentsOf(projectId).map(({ name }) => name) };
        return [projectId, { teams: teamsOf(projectId), ...names, latestRelease, latestDeploys, isBookmarked: isBookmarked === 1, isMember: isMember === 1 }];
      }),
    );
  };
}

function group<T>(rows: readonly Of<T>[]): (projectId: string) => Of<T>[] {
  const groups = new Map<string, Of<T>[]>();
  for (const row of rows) groups.get(row.projectId)?.push(row) ?? groups.set(row.projectId, [row]);
  return (projectId) => groups.get(projectId) ?? [];
}

const read = { committed: surroundingsOn(reader), inTransaction: surroundingsOn(writer) };

/** The first page of the team's projects. The views are the service's own, which are pure functions. */
export function listTeamProjects(): Page {
  const found = listOfTeam.all(ORGANIZATION, TEAM, SIZE + 1);
  const projects = found.slice(0, SIZE).map(readProject);
  const surroundings = read.committed(projects);
  const text = JSON.stringify(projects.map((project) => presentProjectSummary({ project, surroundings, caller: viewer.caller })));
  const [first, last] = [projects[0], projects[projects.length - 1]];
  return { text, previous: `${first?.slug}:1`, next: `${last?.slug}:0`, hasPrevious: false, hasNext: found.length > SIZE };
}

/** Changes what the body names, and answers the whole record. */
export function updateProject(slug: string, body: Buffer, publicUrl: string, done: (reply: string) => void): void {
  const changes = JSON.parse(body.toString()) as Record<string, string | number | undefined>;
  const values = ['name', 'slug', 'platform', 'subjectPrefix', 'subjectTemplate', 'resolveAge'].map((name) => changes[name] ?? null);
  write(() => {
    const id = Number(findBySlug.get(ORGANIZATION, slug)?.id);
    const project = readProject(update.get(...values, ORGANIZATION, id) as ProjectRow);
    const { organization, caller } = viewer;
    return JSON.stringify(presentProject({ organization, project, surroundings: read.inTransaction([project]), caller, publicUrl }));
  }, done);
}
