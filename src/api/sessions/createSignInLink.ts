import { makerMemberId, makerTokenId } from '../../domain/access';
import { NotFound } from '../../domain/errors';
import { signInLink } from '../../domain/session';
import { presentTime } from '../../presenters/format';
import { authorizeRole, authorizeRoles } from '../organizations/memberRoles';
import { operation } from '../operation';
import { findMember } from '../subjects';
import { requireMaker } from '../tokens/tokenCreation';
import { newSecret } from './session';

/**
 * Creates a link with which a member signs in once. The sessions and tokens that result from it end with its maker
 * (openapi/DECISIONS.md, "Signing in").
 */
export const createSignInLink = operation('createSignInLink', {
  subject: findMember,

  async handle({ member: { organizationId, id: memberId }, caller, write, audit, now, publicUrl }) {
    const { url, hash, ...link } = signInLink(publicUrl, newSecret(), now);
    const makers = {
      tokenId: makerTokenId(caller),
      createdBy: makerMemberId(caller) ?? (caller.session && caller.memberId),
    };
    const expiresAt = await write(async (stores) => {
      const { members, signIns, auditLog } = stores;
      // Another request may have changed the role or removed the member since the subject was found.
      const member = await members.find(organizationId, memberId);
      if (member === undefined) throw new NotFound('Member not found');
      authorizeRoles(caller, [member.role], 'create sign-in links of an owner');
      authorizeRole(caller, member.role, 'create sign-in links of members whose scopes it holds');
      const maker = await requireMaker(stores, caller, now);
      const ends = Math.min(link.expiresAt, maker?.expiresAt ?? Infinity);
      await signIns.insertLink({ organizationId, memberId, hash, setsPassword: false, expiresAt: ends, ...makers });
      const target = { id: memberId, name: member.email };
      const details = { expiresAt: presentTime(ends) };
      await auditLog.insert(audit({ event: 'sign_in_link.create', target, details }));
      return ends;
    });
    return { status: 201, body: { url, expiresAt: presentTime(expiresAt) } };
  },
});
