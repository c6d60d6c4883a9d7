import { type Query, readPageRequest } from '../operation';
import { findOrganization } from '../subjects';
import { RELEASE_CURSOR, releaseRecords } from './release';

/** Lists an organization's releases, newest first. */
export const listReleases: Query<'listReleases'> = async (ask) => {
  const organization = await findOrganization(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, RELEASE_CURSOR);
      return ask.read(async (stores) => {
        const page = await stores.releases.listByOrganization(organization.id, wanted);
        return { status: 200, body: await releaseRecords(stores, organization.id, page.rows), page };
      });
    },
  };
};
