import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists the environments of all projects of the organization by name. None can be hidden. */
export const listOrganizationEnvironments = operation('listOrganizationEnvironments', {
  subject: findOrganization,

  async handle({ organization, query, read }) {
    if (query.visibility === 'hidden') return { status: 200, body: [] };
    const names = await read(({ projects }) => projects.listEnvironmentsOfOrganization(organization.id));
    return { status: 200, body: names.map((name) => ({ id: name, name })) };
  },
});
