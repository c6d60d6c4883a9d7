import { type Caller, makerMemberId, makerTokenId } from '../../domain/access';
import { BadRequest, NotFound } from '../../domain/errors';
import type { Member } from '../../domain/organization';
import { type SignInLink, signInLink } from '../../domain/session';
import { presentTime } from '../../presenters/format';
import type { NewSignInLink } from '../../store/signIns';
import type { Writers } from '../../store/stores';
import { authorizeRole, authorizeRoles } from '../organizations/memberRoles';
import { operation } from '../operation';
import { findMember } from '../subjects';
import { requireMaker } from '../tokens/tokenCreation';
import { newSecret, ONLY_OPEN_ID } from './session';

/**
 * Creates a link with which a member signs in once. The sessions and tokens that result from it end with its maker
 * (openapi/DECISIONS.md, "Signing in").
 */
export const createSignInLink = operation('createSignInLink', {
  subject: findMember,

  async handle({ member, caller, write, audit, now, publicUrl }) {
    const link = signInLink(publicUrl, newSecret(), now);
    const expiresAt = await write(async (stores) => {
      const present = await requireLinkable(stores, member, caller, 'create sign-in links of');
      const ends = await insertLink(stores, link, { member, caller, now });
      const target = { id: member.id, name: present.email };
      const details = { expiresAt: presentTime(ends) };
      await stores.auditLog.insert(audit({ event: 'sign_in_link.create', target, details }));
      return ends;
    });
    return { status: 201, body: { url: link.url, expiresAt: presentTime(expiresAt) } };
  },
});

/**
 * Reads a member again in the transaction: another request may have changed the role or removed the member since the
 * subject was found.
 * @param action what the caller does with members, for the error message
 * @throws NotFound, BadRequest if members sign in at the OpenID provider only, or Forbidden unless the caller has every
 * scope of the role
 */
export async function requireLinkable(
  { members, organizations }: Writers,
  { organizationId, id }: Pick<Member, 'id' | 'organizationId'>,
  caller: Caller,
  action: string,
): Promise<Member> {
  const member = await members.find(organizationId, id);
  if (member === undefined) throw new NotFound('Member not found');
  authorizeRoles(caller, [member.role], `${action} an owner`);
  authorizeRole(caller, member.role, `${action} members whose scopes it holds`);
  const organization = await organizations.find(organizationId);
  if (organization?.settings.requiresOpenId === true) throw new BadRequest(ONLY_OPEN_ID);
  return member;
}

/** Stores a link, which ends with its maker. Returns the time until which it is valid. */
export async function insertLink(
  stores: Writers,
  { hash, expiresAt }: Pick<SignInLink, 'hash' | 'expiresAt'>,
  {
    member: { organizationId, id: memberId },
    caller,
    now,
    ...kind
  }: { readonly member: Pick<Member, 'id' | 'organizationId'>; readonly caller: Caller; readonly now: number } & Pick<
    NewSignInLink,
    'isInvitation'
  >,
): Promise<number> {
  const maker = await requireMaker(stores, caller, now);
  const ends = Math.min(expiresAt, maker?.expiresAt ?? Infinity);
  const makers = {
    tokenId: makerTokenId(caller),
    createdBy: makerMemberId(caller) ?? (caller.session && caller.memberId),
  };
  await stores.signIns.insertLink({
    ...{ organizationId, memberId, hash, setsPassword: false, expiresAt: ends },
    ...makers,
    ...kind,
  });
  return ends;
}
