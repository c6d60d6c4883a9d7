import { sortScopes } from '../../domain/access';
import { Unauthenticated } from '../../domain/errors';
import type { Query } from '../operation';

/** Tells the caller what the service takes it for. */
export const getService: Query<'getService'> = async ({ caller, read }) => ({
  async handle() {
    const member = await read(({ members }) => members.find(caller.organizationId, caller.memberId));
    if (member === undefined) throw new Unauthenticated('Invalid token');
    const user = { id: member.id, email: member.email };
    return { status: 200, body: { version: '0', auth: { scopes: sortScopes(caller.scopes) }, user } };
  },
});
