import { type Query, readPageRequest } from '../operation';
import { findProject } from '../subjects';
import { RELEASE_CURSOR, releaseRecords } from './release';

/** Lists the releases bound to a project, newest first. */
export const listProjectReleases: Query<'listProjectReleases'> = async (ask) => {
  const { organization, project } = await findProject(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, RELEASE_CURSOR);
      return ask.read(async (stores) => {
        const page = await stores.releases.listByProject(project.id, wanted);
        return { status: 200, body: await releaseRecords(stores, organization.id, page.rows), page };
      });
    },
  };
};
