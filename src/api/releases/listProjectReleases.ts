import { operation } from '../operation';
import { findProject } from '../subjects';
import { releaseRecords } from './release';

/** Lists the releases bound to a project, newest first. */
export const listProjectReleases = operation('listProjectReleases', {
  subject: findProject,

  async handle({ organization, project, page, read }) {
    return read(async (stores) => {
      const releases = await stores.releases.listByProject(project.id, page);
      return { status: 200, body: await releaseRecords(stores, organization.id, releases.rows), links: releases };
    });
  },
});
