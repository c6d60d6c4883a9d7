import { findSearchedProjects } from '../issues/organizationIssues';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { monitorRecords } from './monitor';

/** Lists the monitors of an organization, or of some of its projects. */
export const listMonitors = operation('listMonitors', {
  subject: findOrganization,

  async handle({ organization, query, page, read }) {
    return read(async (stores) => {
      const projects = await findSearchedProjects(stores, organization.id, query.project);
      const ids = projects.map(({ id }) => id);
      const { rows, ...links } = await stores.monitors.list(organization.id, ids, page);
      return { status: 200, body: await monitorRecords(stores, organization.id, rows, projects), links };
    });
  },
});
