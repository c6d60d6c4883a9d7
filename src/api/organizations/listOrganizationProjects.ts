import { presentProjectSummary } from '../../presenters/project';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists an organization's projects by slug. */
export const listOrganizationProjects = operation('listOrganizationProjects', {
  subject: findOrganization,

  async handle({ organization, page, read, caller }) {
    return read(async (stores) => {
      const projects = await stores.projects.listByOrganization(organization.id, page);
      const relations = await stores.projects.findRelations(projects.rows, caller);
      const body = projects.rows.map((project) => presentProjectSummary({ project, relations, caller }));
      return { status: 200, body, links: projects };
    });
  },
});
