import { presentOrganizationToken } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists the tokens of the organization itself by id. */
export const listOrganizationTokens = operation('listOrganizationTokens', {
  subject: findOrganization,

  async handle({ organization, page, read, now }) {
    const owner = { organizationId: organization.id, memberId: null };
    const tokens = await read((stores) => stores.tokens.listOf(owner, now, page));
    return { status: 200, body: tokens.rows.map(presentOrganizationToken), links: tokens };
  },
});
