import { type Page, type PageRequest, readPage } from '../domain/page';
import type { Project } from '../domain/project';
import type { Team } from '../domain/team';
import { sliceStatements } from './keyset';
import { COLUMNS, type ProjectRow, readProject } from './projectRow';
import { type Session, idValue } from './sql';

/** `EXISTS` and not a join: the slugs of the organization are read in order, and no more of them than the page needs. */
const LIST = sliceStatements(
  `SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id)`,
  { columns: ['slug'], descending: false },
);

/** One page of a team's projects, by slug in byte order; the cursor's key is the slug. */
export async function readTeamProjects(session: Session, team: Team, page: PageRequest): Promise<Page<Project>> {
  const place = [idValue(team.organizationId), idValue(team.id)];
  return readPage(
    page,
    async (cursor, limit) => {
      const values = [...place, ...(cursor?.key ?? []), limit];
      const rows = await session.all<ProjectRow>(LIST(cursor), values);
      return rows.map(readProject);
    },
    (project) => [project.slug],
  );
}
