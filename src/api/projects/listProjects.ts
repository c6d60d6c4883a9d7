import { NotFound } from '../../domain/errors';
import { presentOrganization } from '../../presenters/organization';
import { operation } from '../operation';
import { readProjectSummaries } from './projectRecord';

/** Lists the projects of the caller's organization by slug, with the organization. */
export const listProjects = operation('listProjects', {
  async handle({ page, read, caller, publicUrl }) {
    return read(async (stores) => {
      const organization = await stores.organizations.find(caller.organizationId);
      if (organization === undefined) throw new NotFound();
      const projects = await stores.projects.listByOrganization(organization.id, page);
      const summaries = await readProjectSummaries(stores, projects.rows, caller);
      const body = summaries.map((summary) => ({
        ...summary,
        status: 'active' as const,
        organization: presentOrganization(organization, publicUrl),
      }));
      return { status: 200, body, links: projects };
    });
  },
});
