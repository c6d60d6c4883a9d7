import { presentProjectSummary } from '../../views/project';
import { findOrganization } from '../find';
import type { Query } from '../operation';
import { pageRequest, SLUG_CURSOR } from '../page';

/** Lists an organization's projects by slug. */
export const listOrganizationProjects: Query<'listOrganizationProjects'> = async (ask) => {
  const { caller, read } = ask;
  const organization = await findOrganization(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, SLUG_CURSOR);
      return read(async ({ projects }) => {
        const page = await projects.listOfOrganization(organization.id, wanted);
        const surroundings = await projects.surroundings(page.rows, caller);
        const body = page.rows.map((project) => presentProjectSummary({ project, surroundings, caller }));
        return { status: 200, body, page };
      });
    },
  };
};
