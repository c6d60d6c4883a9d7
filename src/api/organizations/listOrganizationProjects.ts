import { operation } from '../operation';
import { readProjectSummaries } from '../projects/projectRecord';
import { findOrganization } from '../subjects';

/** Lists an organization's projects by slug. */
export const listOrganizationProjects = operation('listOrganizationProjects', {
  subject: findOrganization,

  async handle({ organization, page, read, caller }) {
    return read(async (stores) => {
      const projects = await stores.projects.listByOrganization(organization.id, page);
      return { status: 200, body: await readProjectSummaries(stores, projects.rows, caller), links: projects };
    });
  },
});
