import { sortScopes } from '../../domain/access';
import { Unauthenticated } from '../../domain/errors';
import { operation } from '../operation';

/** Returns the caller's scopes, and the caller's member if there is one. */
export const getService = operation('getService', {
  async handle({ read, caller }) {
    const { organizationId, memberId } = caller;
    const member = memberId === null ? null : await read(({ members }) => members.find(organizationId, memberId));
    if (member === undefined) throw new Unauthenticated('Invalid token');
    const user = member && { id: member.id, email: member.email };
    return { status: 200, body: { version: '0', auth: { scopes: sortScopes(caller.scopes) }, user } };
  },
});
