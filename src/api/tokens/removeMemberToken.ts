import { NotFound } from '../../domain/errors';
import { authorizeRoles } from '../organizations/memberRoles';
import { operation } from '../operation';
import { findMemberToken } from '../subjects';

/** Revokes a token of a member, and the tokens that it created. */
export const removeMemberToken = operation('removeMemberToken', {
  subject: findMemberToken,

  async handle({ member: { organizationId, id: memberId }, token: { id, name }, caller, write, audit, now }) {
    await write(async ({ tokens, members, auditLog }) => {
      // Another request may have changed the role or removed the member since the subject was found.
      const member = await members.find(organizationId, memberId);
      if (member === undefined) throw new NotFound('Member not found');
      authorizeRoles(caller, [member.role], 'revoke tokens of an owner');
      await tokens.revoke(id, now);
      await auditLog.insert(audit({ event: 'token.revoke', target: { id, name: member.email }, details: { name } }));
    });
    return { status: 204 };
  },
});
