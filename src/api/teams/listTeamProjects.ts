import { presentProjectSummary } from '../../presenters/project';
import { type Query, readPageRequest, SLUG_CURSOR } from '../operation';
import { findTeam } from '../subjects';

/** Lists a team's projects by slug. */
export const listTeamProjects: Query<'listTeamProjects'> = async (ask) => {
  const { caller, read } = ask;
  const team = await findTeam(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, SLUG_CURSOR);
      return read(async (stores) => {
        const page = await stores.projects.listByTeam(team, wanted);
        const surroundings = await stores.projects.findRelations(page.rows, caller);
        const body = page.rows.map((project) => presentProjectSummary({ project, surroundings, caller }));
        return { status: 200, body, page };
      });
    },
  };
};
