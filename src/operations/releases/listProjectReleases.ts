import { findProject } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';
import { RELEASE_CURSOR, showReleases } from '../release';

/** Lists the releases bound to a project, newest first. */
export const listProjectReleases: Query<'listProjectReleases'> = async (ask) => {
  const { organization, project } = await findProject(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, RELEASE_CURSOR);
      return ask.read(async (stores) => {
        const page = await stores.releases.listOfProject(project.id, wanted);
        return { status: 200, body: await showReleases(stores, organization.id, page.rows), page };
      });
    },
  };
};
