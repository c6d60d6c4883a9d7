import { randomBytes } from 'node:crypto';
import type { components } from '../../../generated/api';
import type { MemberSession, SessionCaller } from '../../domain/access';
import type { Audit } from '../../domain/audit';
import { presentCurrentSession } from '../../presenters/organization';
import type { Readers, Writers } from '../../store/stores';

/** Message if the service has no OpenID provider. */
export const NO_OPEN_ID = 'This service has no OpenID provider; sign in with a password or a link.';

/** Message if a member may sign in at the OpenID provider only. */
export const ONLY_OPEN_ID =
  'Members of this organization sign in at the OpenID provider only, not with a password or a link.';

/** Generates the secret of a session, of a sign-in link or of a sign-in at an OpenID provider. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Reads the data of the console about a session; null if the member was removed since the session was found. */
export async function readCurrentSession(
  { members, organizations, signIns }: Readers,
  { session, organizationId, memberId, scopes }: SessionCaller,
): Promise<components['schemas']['CurrentSession'] | null> {
  const member = await members.find(organizationId, memberId);
  const organization = await organizations.find(organizationId);
  if (member === undefined || organization === undefined) return null;
  const hasPassword = (await signIns.findPassword(session)) !== undefined;
  const hasSecondFactor = (await signIns.findFactor(session))?.isConfirmed === true;
  return presentCurrentSession(session, { member, hasPassword, hasSecondFactor, organization, scopes });
}

/**
 * Stores the password of a member, which ends their other sessions and their links.
 * @param session the session in which they set it
 */
export async function setPassword(
  stores: Writers,
  session: MemberSession,
  {
    hash,
    email,
    audit,
    now,
  }: { readonly hash: string; readonly email: string; readonly audit: Audit; readonly now: number },
): Promise<void> {
  const { signIns, memberSessions, auditLog } = stores;
  await signIns.setPassword(session, hash, now);
  await signIns.revokeLinks(session, now);
  await memberSessions.requirePassword(session);
  await memberSessions.removeOthers(session);
  await auditLog.insert(audit({ event: 'password.update', target: { id: session.memberId, name: email } }));
}

/** Ends a session of the caller. */
export async function removeSessionOf(stores: Writers, session: MemberSession, audit: Audit): Promise<void> {
  const { organizationId, memberId, id } = session;
  // Another request may have ended it since.
  if (!(await stores.memberSessions.remove(session))) return;
  const member = await stores.members.find(organizationId, memberId);
  await stores.auditLog.insert(audit({ event: 'session.remove', target: { id, name: member?.email ?? '' } }));
}
