import { presentProjectSummary } from '../../presenters/project';
import { operation } from '../operation';
import { findTeam } from '../subjects';

/** Lists a team's projects by slug. */
export const listTeamProjects = operation('listTeamProjects', {
  subject: findTeam,

  async handle({ team, page, read, caller }) {
    return read(async (stores) => {
      const projects = await stores.projects.listByTeam(team, page);
      const relations = await stores.projects.findRelations(projects.rows, caller);
      const body = projects.rows.map((project) => presentProjectSummary({ project, relations, caller }));
      return { status: 200, body, links: projects };
    });
  },
});
