import { NotFound } from '../../domain/errors';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { releaseRecords } from './release';

/** Lists the releases of an organization, or of one of its projects, newest first. */
export const listReleases = operation('listReleases', {
  subject: findOrganization,

  async handle({ organization, query, page, now, read }) {
    const { project, status, query: text } = query;
    const filter = { status, text };
    const projectId = project === undefined ? undefined : String(project);
    return read(async (stores) => {
      if (projectId !== undefined) await requireProject(stores, organization.id, projectId);
      const releases = await (projectId === undefined
        ? stores.releases.listByOrganization(organization.id, page, filter)
        : stores.releases.listByProject(projectId, page, filter));
      const body = await releaseRecords(stores, organization.id, releases.rows, { now, projectId, health: query });
      return { status: 200, body, links: releases };
    });
  },
});

/** @throws NotFound if the organization has no project with this id */
async function requireProject({ projects }: Readers, organizationId: string, id: string): Promise<void> {
  if ((await projects.findById(organizationId, id)) === undefined) throw new NotFound();
}
