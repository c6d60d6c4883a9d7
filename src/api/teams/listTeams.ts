import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists the teams of an organization by slug. */
export const listTeams = operation('listTeams', {
  subject: findOrganization,

  async handle({ organization, page, read }) {
    const teams = await read((stores) => stores.teams.list(organization.id, page));
    return { status: 200, body: teams.rows.map(({ id, slug, name }) => ({ id, slug, name })), links: teams };
  },
});
