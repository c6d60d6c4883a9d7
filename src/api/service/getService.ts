import { sortScopes } from '../../domain/access';
import { Unauthenticated } from '../../domain/errors';
import { operation } from '../operation';

/** Returns the member and the scopes of the caller's token. */
export const getService = operation('getService', {
  async handle({ read, caller }) {
    const member = await read(({ members }) => members.find(caller.organizationId, caller.memberId));
    if (member === undefined) throw new Unauthenticated('Invalid token');
    const user = { id: member.id, email: member.email };
    return { status: 200, body: { version: '0', auth: { scopes: sortScopes(caller.scopes) }, user } };
  },
});
