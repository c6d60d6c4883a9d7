import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists the members of an organization by id. */
export const listMembers = operation('listMembers', {
  subject: findOrganization,

  async handle({ organization, page, read }) {
    const members = await read((stores) => stores.members.list(organization.id, page));
    return { status: 200, body: members.rows.map(presentMember), links: members };
  },
});
