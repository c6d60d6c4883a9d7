import { NotFound } from '../../domain/errors';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { releaseRecords } from './release';

/** Lists an organization's releases, or those of one of its projects, newest first. */
export const listReleases = operation('listReleases', {
  subject: findOrganization,

  async handle({ organization, query, page, read }) {
    const { project: projectId, status } = query;
    return read(async (stores) => {
      if (projectId !== undefined) await requireProject(stores, organization.id, projectId);
      const releases = await (projectId === undefined
        ? stores.releases.listByOrganization(organization.id, page, status)
        : stores.releases.listByProject(String(projectId), page, status));
      return { status: 200, body: await releaseRecords(stores, organization.id, releases.rows), links: releases };
    });
  },
});

/** @throws NotFound if the organization has no such project */
async function requireProject({ projects }: Readers, organizationId: string, id: number): Promise<void> {
  if ((await projects.findById(organizationId, String(id))) === undefined) throw new NotFound();
}
