import { findMonitorOwner } from '../../ingest/items/checkIn';
import type { MonitorFilter } from '../../store/monitors';
import type { Readers } from '../../store/stores';
import { findSearchedProjects } from '../issues/issueList';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { monitorRecords } from './monitor';

/** Lists the monitors of an organization, or of some of its projects, environments or owners. */
export const listMonitors = operation('listMonitors', {
  subject: findOrganization,

  async handle({ organization, query: { project, environment, owner }, page, read }) {
    return read(async (stores) => {
      const projects = await findSearchedProjects(stores, organization.id, project);
      const ids = projects.map(({ id }) => id);
      const owners = owner && (await findOwners(stores, organization.id, owner));
      const filter = { projects: ids, ...(environment && { environments: environment }), ...(owners && { owners }) };
      const { rows, ...links } = await stores.monitors.list(organization.id, filter, page);
      const body = await monitorRecords(stores, organization.id, rows, projects, environment);
      return { status: 200, body, links };
    });
  },
});

/** Finds the owners that the organization has. Others match no monitor. */
async function findOwners(
  stores: Readers,
  organizationId: string,
  names: readonly string[],
): Promise<NonNullable<MonitorFilter['owners']>> {
  const owners: NonNullable<MonitorFilter['owners']>[number][] = names.includes('unassigned') ? [null] : [];
  for (const name of names) {
    const owner = await findMonitorOwner(stores, organizationId, name);
    if (owner !== null) owners.push(owner);
  }
  return owners;
}
