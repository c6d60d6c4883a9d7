import { presentProjectSummary } from '../../views/project';
import { findTeam } from '../find';
import type { Query } from '../operation';
import { pageRequest, SLUG_CURSOR } from '../page';

/** Lists a team's projects by slug. */
export const listTeamProjects: Query<'listTeamProjects'> = async (ask) => {
  const { caller, read } = ask;
  const team = await findTeam(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, SLUG_CURSOR);
      return read(async (stores) => {
        const page = await stores.projects.listOfTeam(team, wanted);
        const surroundings = await stores.projects.surroundings(page.rows, caller);
        const body = page.rows.map((project) => presentProjectSummary({ project, surroundings, caller }));
        return { status: 200, body, page };
      });
    },
  };
};
