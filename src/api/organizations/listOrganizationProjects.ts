import { presentProjectSummary } from '../../presenters/project';
import { type Query, readPageRequest, SLUG_CURSOR } from '../operation';
import { findOrganization } from '../subjects';

/** Lists an organization's projects by slug. */
export const listOrganizationProjects: Query<'listOrganizationProjects'> = async (ask) => {
  const { caller, read } = ask;
  const organization = await findOrganization(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, SLUG_CURSOR);
      return read(async ({ projects }) => {
        const page = await projects.listByOrganization(organization.id, wanted);
        const surroundings = await projects.findRelations(page.rows, caller);
        const body = page.rows.map((project) => presentProjectSummary({ project, surroundings, caller }));
        return { status: 200, body, page };
      });
    },
  };
};
