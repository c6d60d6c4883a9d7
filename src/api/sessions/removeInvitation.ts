import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findMember } from '../subjects';
import { requireLinkable } from './createSignInLink';

/** Revokes the invitation of a member, who stays in the organization. */
export const removeInvitation = operation('removeInvitation', {
  subject: findMember,

  async handle({ member: { organizationId, id: memberId }, caller, write, audit, now }) {
    await write(async (stores) => {
      const { email } = await requireLinkable(stores, { organizationId, id: memberId }, caller, 'invite');
      if (!(await stores.signIns.endInvitation({ organizationId, memberId }, 'revoked', now)))
        throw new NotFound(`"${email}" has no invitation that can be accepted.`);
      await stores.auditLog.insert(audit({ event: 'invitation.revoke', target: { id: memberId, name: email } }));
    });
    return { status: 204 };
  },
});
