import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findOrganization, requireTeam } from '../subjects';

/** Lists the keys of all projects of an organization by project. */
export const listOrganizationProjectKeys = operation('listOrganizationProjectKeys', {
  subject: findOrganization,

  async handle({ organization, query: { team, status }, page, read, publicUrl }) {
    return read(async (stores) => {
      const { projectKeys } = stores;
      const teamId = team === undefined ? null : (await requireTeam(stores, organization.id, team)).id;
      const isActive = status === undefined ? null : status === 'active';
      const keys = await projectKeys.listByOrganization(organization.id, { teamId, isActive }, page);
      const hasActiveKey = new Map<string, boolean>();
      for (const { projectId } of keys.rows)
        if (!hasActiveKey.has(projectId)) hasActiveKey.set(projectId, await projectKeys.hasActive(projectId));
      const body = keys.rows.map((key) =>
        presentProjectKey(key, { publicUrl, hasActiveKey: hasActiveKey.get(key.projectId) ?? false }),
      );
      return { status: 200, body, links: keys };
    });
  },
});
