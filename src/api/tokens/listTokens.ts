import { presentToken } from '../../presenters/organization';
import { operation } from '../operation';
import { requireMember } from '../subjects';

/** Lists the tokens of the caller's member by id. */
export const listTokens = operation('listTokens', {
  async handle({ caller, page, read, now }) {
    const owner = { organizationId: caller.organizationId, memberId: requireMember(caller) };
    const tokens = await read((stores) => stores.tokens.listOf(owner, now, page));
    return { status: 200, body: tokens.rows.map(presentToken), links: tokens };
  },
});
