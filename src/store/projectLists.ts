import { type Page, type PageRequest, readPage } from '../domain/page';
import type { Project } from '../domain/project';
import type { Team } from '../domain/team';
import { type SliceStatements, sliceStatements } from './keyset';
import { COLUMNS, type ProjectRow, readProject } from './projectRow';
import { type Session, idValue } from './sql';

const BY_SLUG = { columns: ['slug'], descending: false };
const OF_ORGANIZATION = sliceStatements(`SELECT ${COLUMNS} FROM project WHERE organization_id = ?`, BY_SLUG);
/** `EXISTS` and not a join: the slugs of the organization are read in order, and no more of them than the page needs. */
const OF_TEAM = sliceStatements(
  `SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id)`,
  BY_SLUG,
);

/** One page of an organization's projects, by slug in byte order; the cursor's key is the slug. */
export function readOrganizationProjects(
  session: Session,
  organizationId: string,
  page: PageRequest,
): Promise<Page<Project>> {
  return readList(session, OF_ORGANIZATION, [idValue(organizationId)], page);
}

/** One page of a team's projects, in the same order. */
export function readTeamProjects(session: Session, team: Team, page: PageRequest): Promise<Page<Project>> {
  return readList(session, OF_TEAM, [idValue(team.organizationId), idValue(team.id)], page);
}

function readList(
  session: Session,
  statementOf: SliceStatements,
  place: readonly number[],
  page: PageRequest,
): Promise<Page<Project>> {
  return readPage(
    page,
    async (cursor, limit) => {
      const rows = await session.all<ProjectRow>(statementOf(cursor), [...place, ...(cursor?.key ?? []), limit]);
      return rows.map(readProject);
    },
    (project) => [project.slug],
  );
}
