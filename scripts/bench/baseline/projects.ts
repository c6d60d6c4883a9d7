import type Database from 'better-sqlite3';
import type { Caller, Scope } from '../../../src/domain/access';
import type { Organization } from '../../../src/domain/organization';
import type { Project, ProjectRelations } from '../../../src/domain/project';
import { presentProject, presentProjectSummary } from '../../../src/presenters/project';
import { readOrganizationSettings } from '../../../src/store/organizations';
import { PROJECT_COLUMNS, type ProjectRow, readProject } from '../../../src/store/projects';
import { reader, write, writer } from './database';
import type { Page } from './events';

type WithProject<T> = T & { readonly projectId: string };
type Team = WithProject<{ id: string; slug: string; name: string }>;
type Named = WithProject<{ name: string }>;
type Deploy = WithProject<{ environment: string; version: string; dateFinished: number }>;
type RelationRow = WithProject<{ latestRelease: string | null; isBookmarked: number; isMember: number }>;

const [ORGANIZATION, MEMBER] = [1, 1];

/* The statements of src/store/projects.ts that read relations. */
const GIVEN_IDS = 'SELECT value FROM json_each(?)';
const TEAMS = `SELECT CAST(tp.project_id AS TEXT) AS "projectId", CAST(t.id AS TEXT) AS "id", t.slug, t.name
  FROM team_project tp JOIN team t ON t.organization_id = tp.organization_id AND t.id = tp.team_id
  WHERE tp.organization_id = ? AND tp.project_id IN (${GIVEN_IDS}) ORDER BY t.slug`;
const PLATFORMS = `SELECT CAST(project_id AS TEXT) AS "projectId", platform AS "name"
  FROM project_platform WHERE project_id IN (${GIVEN_IDS}) ORDER BY platform`;
const ENVIRONMENTS = `SELECT CAST(project_id AS TEXT) AS "projectId", name FROM environment WHERE project_id IN (${GIVEN_IDS}) ORDER BY name`;
const DEPLOYS = `SELECT CAST(e.project_id AS TEXT) AS "projectId", e.name AS "environment", r.version, dp.date_finished AS "dateFinished"
  FROM (${GIVEN_IDS}) wanted CROSS JOIN environment e CROSS JOIN deploy_project dp CROSS JOIN release r
  WHERE e.project_id = wanted.value AND dp.project_id = e.project_id
    AND dp.deploy_id = (SELECT l.deploy_id FROM deploy_project l WHERE l.project_id = e.project_id AND l.environment = e.name
      ORDER BY l.date_finished DESC, l.deploy_id DESC LIMIT 1)
    AND r.organization_id = ? AND r.id = dp.release_id ORDER BY e.name`;
const RELATIONS = `SELECT CAST(p.id AS TEXT) AS "projectId",
    (SELECT r.version FROM release_project rp JOIN release r ON r.organization_id = p.organization_id AND r.id = rp.release_id
      WHERE rp.project_id = p.id ORDER BY rp.dated DESC, rp.release_id DESC LIMIT 1) AS "latestRelease",
    EXISTS (SELECT 1 FROM bookmark b WHERE b.project_id = p.id AND b.member_id = ?) AS "isBookmarked",
    EXISTS (SELECT 1 FROM team_project tp JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
      WHERE tp.organization_id = p.organization_id AND tp.project_id = p.id AND tm.member_id = ?) AS "isMember"
  FROM (${GIVEN_IDS}) wanted CROSS JOIN project p WHERE p.id = wanted.value AND p.organization_id = ?`;

/** Returns functions that read the relations of projects on one connection. */
function relationsReader(database: Database.Database): (projects: readonly Project[]) => Map<string, ProjectRelations> {
  const prepare = <Row>(sql: string) => database.prepare<unknown[], Row>(sql);
  const [teams, platforms, environments] = [
    prepare<Team>(TEAMS),
    prepare<Named>(PLATFORMS),
    prepare<Named>(ENVIRONMENTS),
  ];
  const [deploys, standings] = [prepare<Deploy>(DEPLOYS), prepare<RelationRow>(RELATIONS)];
  return (projects) => {
    const ids = JSON.stringify(projects.map((project) => Number(project.id)));
    const [teamsOf, deploysOf] = [
      groupByProject(teams.all(ORGANIZATION, ids)),
      groupByProject(deploys.all(ids, ORGANIZATION)),
    ];
    const [platformsOf, environmentsOf] = [groupByProject(platforms.all(ids)), groupByProject(environments.all(ids))];
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

function groupByProject<Row extends WithProject<unknown>>(rows: readonly Row[]): (projectId: string) => Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.projectId);
    if (known === undefined) groups.set(row.projectId, [row]);
    else known.push(row);
  }
  return (projectId) => groups.get(projectId) ?? [];
}

const [TEAM, SIZE] = [1, 100];
const FIELDS = ['name', 'slug', 'platform', 'subjectPrefix', 'subjectTemplate', 'resolveAge'];

const findOrganization = reader.prepare<
  [number],
  Omit<Organization, 'settings'> & { settings: string }
>(`SELECT CAST(id AS TEXT) AS "id", slug, name, date_created AS "dateCreated", settings
  FROM organization WHERE id = ?`);
const findScopes = reader.prepare<[], { scopes: string }>('SELECT scopes FROM token ORDER BY id LIMIT 1');
const organization = readOrganization();
const scopes = JSON.parse(findScopes.get()?.scopes ?? '[]') as Scope[];
const caller: Caller = { tokenId: '1', session: null, organizationId: organization.id, memberId: '1', scopes };

function readOrganization(): Organization {
  const row = findOrganization.get(ORGANIZATION);
  if (row === undefined) throw new Error(`there is no organization ${ORGANIZATION}`);
  return { ...row, settings: readOrganizationSettings(row.settings) };
}

/* The statements of src/store/projects.ts that read and write projects. */
const listOfTeam = reader.prepare<
  unknown[],
  ProjectRow
>(`SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ?
  AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id) ORDER BY slug ASC LIMIT ?`);
const findBySlug = writer.prepare<unknown[], ProjectRow>(
  `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND slug = ?`,
);
const update = writer.prepare<
  unknown[],
  ProjectRow
>(`UPDATE project SET name = COALESCE(?, name), slug = COALESCE(?, slug),
    platform = COALESCE(?, platform), subject_prefix = COALESCE(?, subject_prefix),
    subject_template = COALESCE(?, subject_template), resolve_age = COALESCE(?, resolve_age)
  WHERE organization_id = ? AND id = ? RETURNING ${PROJECT_COLUMNS}`);
const committed = relationsReader(reader);
const inTransaction = relationsReader(writer);

/** Returns the first page of the team's projects, presented with the service's own functions. */
export function listTeamProjects(): Page {
  const found = listOfTeam.all(ORGANIZATION, TEAM, SIZE + 1);
  const projects = found.slice(0, SIZE).map(readProject);
  const relations = committed(projects);
  const text = JSON.stringify(
    projects.map((project) => presentProjectSummary({ project, relations, unresolvedIssues: 0, caller })),
  );
  const previous = `${projects[0]?.slug}:1`;
  return { text, previous, next: `${projects.at(-1)?.slug}:0`, hasPrevious: false, hasNext: found.length > SIZE };
}

/** Changes the fields of the body, and replies with the complete record once the change is durable. */
export function updateProject(slug: string, body: Buffer, publicUrl: string, done: (reply: string) => void): void {
  const changes = JSON.parse(body.toString()) as Record<string, string | number | undefined>;
  const values = FIELDS.map((name) => changes[name] ?? null);
  write(() => {
    const id = Number(findBySlug.get(ORGANIZATION, slug)?.id);
    const project = readProject(update.get(...values, ORGANIZATION, id) as ProjectRow);
    return JSON.stringify(
      presentProject({
        organization,
        project,
        relations: inTransaction([project]),
        caller,
        webhook: undefined,
        publicUrl,
      }),
    );
  }, done);
}
