import { operation } from '../operation';
import { readProjectSummaries } from '../projects/projectRecord';
import { findTeam } from '../subjects';

/** Lists a team's projects by slug. */
export const listTeamProjects = operation('listTeamProjects', {
  subject: findTeam,

  async handle({ team, page, read, caller }) {
    return read(async (stores) => {
      const projects = await stores.projects.listByTeam(team, page);
      return { status: 200, body: await readProjectSummaries(stores, projects.rows, caller), links: projects };
    });
  },
});
