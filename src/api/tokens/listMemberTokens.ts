import { presentToken } from '../../presenters/organization';
import { operation } from '../operation';
import { findMember } from '../subjects';

/** Lists the tokens of a member by id. */
export const listMemberTokens = operation('listMemberTokens', {
  subject: findMember,

  async handle({ member, page, read, now }) {
    const owner = { organizationId: member.organizationId, memberId: member.id };
    const tokens = await read((stores) => stores.tokens.listOf(owner, now, page));
    return { status: 200, body: tokens.rows.map(presentToken), links: tokens };
  },
});
