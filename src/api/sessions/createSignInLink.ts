import { NotFound } from '../../domain/errors';
import { signInLink } from '../../domain/session';
import { presentTime } from '../../presenters/format';
import { authorizeRoles } from '../organizations/memberRoles';
import { operation } from '../operation';
import { findMember } from '../subjects';
import { newSecret } from './session';

/** Creates a link with which a member signs in once. */
export const createSignInLink = operation('createSignInLink', {
  subject: findMember,

  async handle({ member: { organizationId, id: memberId }, caller, write, audit, now, publicUrl }) {
    const { url, hash, expiresAt } = signInLink(publicUrl, newSecret(), now);
    await write(async ({ members, signIns, auditLog }) => {
      // Another request may have changed the role or removed the member since the subject was found.
      const member = await members.find(organizationId, memberId);
      if (member === undefined) throw new NotFound('Member not found');
      authorizeRoles(caller, [member.role], 'create sign-in links of an owner');
      await signIns.insertLink({ organizationId, memberId, hash, setsPassword: false, expiresAt });
      const target = { id: memberId, name: member.email };
      const details = { expiresAt: presentTime(expiresAt) };
      await auditLog.insert(audit({ event: 'sign_in_link.create', target, details }));
    });
    return { status: 201, body: { url, expiresAt: presentTime(expiresAt) } };
  },
});
