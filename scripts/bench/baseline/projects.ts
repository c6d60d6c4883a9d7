import type { Caller, Scope } from '../../../src/domain/access';
import type { Organization } from '../../../src/domain/organization';
import { COLUMNS, type ProjectRow, readProject } from '../../../src/store/projectRow';
import { presentProject, presentProjectSummary } from '../../../src/views/project';
import { reader, write, writer } from './database';
import type { Page } from './page';
import { surroundingsOn } from './surroundings';

const [ORGANIZATION, TEAM, SIZE] = [1, 1, 100];
const FIELDS = ['name', 'slug', 'platform', 'subjectPrefix', 'subjectTemplate', 'resolveAge'];

const findOrganization = reader.prepare<
  [number],
  Organization
>(`SELECT CAST(id AS TEXT) AS "id", slug, name, date_created AS "dateCreated"
  FROM organization WHERE id = ?`);
const findScopes = reader.prepare<[], { scopes: string }>('SELECT scopes FROM token ORDER BY id LIMIT 1');
const organization = findOrganization.get(ORGANIZATION) as Organization;
const scopes = JSON.parse(findScopes.get()?.scopes ?? '[]') as Scope[];
const caller: Caller = { tokenId: '1', organizationId: organization.id, memberId: '1', scopes };

/* The statements of src/store/{projectLists,projects}.ts. */
const listOfTeam = reader.prepare<unknown[], ProjectRow>(`SELECT ${COLUMNS} FROM project WHERE organization_id = ?
  AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id) ORDER BY slug ASC LIMIT ?`);
const findBySlug = writer.prepare<unknown[], ProjectRow>(
  `SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND slug = ?`,
);
const update = writer.prepare<
  unknown[],
  ProjectRow
>(`UPDATE project SET name = COALESCE(?, name), slug = COALESCE(?, slug),
    platform = COALESCE(?, platform), subject_prefix = COALESCE(?, subject_prefix),
    subject_template = COALESCE(?, subject_template), resolve_age = COALESCE(?, resolve_age)
  WHERE organization_id = ? AND id = ? RETURNING ${COLUMNS}`);
const committed = surroundingsOn(reader);
const inTransaction = surroundingsOn(writer);

/** The first page of the team's projects. The views are the service's own, which are pure functions. */
export function listTeamProjects(): Page {
  const found = listOfTeam.all(ORGANIZATION, TEAM, SIZE + 1);
  const projects = found.slice(0, SIZE).map(readProject);
  const surroundings = committed(projects);
  const text = JSON.stringify(projects.map((project) => presentProjectSummary({ project, surroundings, caller })));
  const previous = `${projects[0]?.slug}:1`;
  return { text, previous, next: `${projects.at(-1)?.slug}:0`, hasPrevious: false, hasNext: found.length > SIZE };
}

/** Changes what the body names, and answers the whole record when that is durable. */
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
        surroundings: inTransaction([project]),
        caller,
        webhook: undefined,
        publicUrl,
      }),
    );
  }, done);
}
