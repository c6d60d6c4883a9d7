import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { releaseRecords } from './release';

/** Lists an organization's releases, newest first. */
export const listReleases = operation('listReleases', {
  subject: findOrganization,

  async handle({ organization, page, read }) {
    return read(async (stores) => {
      const releases = await stores.releases.listByOrganization(organization.id, page);
      return { status: 200, body: await releaseRecords(stores, organization.id, releases.rows), links: releases };
    });
  },
});
