import { Unauthenticated } from '../../domain/errors';
import { operation } from '../operation';
import { requireMember } from '../subjects';

/** Returns the caller's member. */
export const getCurrentMember = operation('getCurrentMember', {
  async handle({ read, caller }) {
    const memberId = requireMember(caller);
    const member = await read(({ members }) => members.find(caller.organizationId, memberId));
    if (member === undefined) throw new Unauthenticated('Invalid token');
    const { id, email } = member;
    return { status: 200, body: { id, email, username: email, name: email.slice(0, email.lastIndexOf('@')) } };
  },
});
