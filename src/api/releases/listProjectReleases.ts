import { operation } from '../operation';
import { findProject } from '../subjects';
import { releaseRecords } from './release';

/** Lists the releases bound to a project, newest first. */
export const listProjectReleases = operation('listProjectReleases', {
  subject: findProject,

  async handle({ organization, project, page, now, read }) {
    return read(async (stores) => {
      const releases = await stores.releases.listByProject(project.id, page);
      const body = await releaseRecords(stores, organization.id, releases.rows, { now, projectId: project.id });
      return { status: 200, body, links: releases };
    });
  },
});
