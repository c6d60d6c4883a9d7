import { findOrganization } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';
import { RELEASE_CURSOR, showReleases } from '../release';

/** Lists an organization's releases, newest first. */
export const listReleases: Query<'listReleases'> = async (ask) => {
  const organization = await findOrganization(ask);
  return {
    async handle({ query }) {
      const wanted = pageRequest(query, RELEASE_CURSOR);
      return ask.read(async (stores) => {
        const page = await stores.releases.listOfOrganization(organization.id, wanted);
        return { status: 200, body: await showReleases(stores, organization.id, page.rows), page };
      });
    },
  };
};
