import { type Audit, auditOf } from '../../domain/audit';
import { Unauthenticated } from '../../domain/errors';
import { admitsAddress, type ProviderAccount, roleOfClaims } from '../../domain/openId';
import { type Member, type Organization, ORGANIZATION_LIMITS } from '../../domain/organization';
import type { SignInMember } from '../../store/signIns';
import type { Writers } from '../../store/stores';

interface AccountSignIn {
  /** The slug of the organization that the person chose; null if they chose none. */
  readonly chosen: string | null;
  readonly ipAddress: string | null;
  readonly now: number;
}

/**
 * Returns the members as whom an account of the OpenID provider may sign in: those that it belongs to, and those with
 * its address that belong to no account yet. It joins the organizations that admit its address. Roles follow its
 * claims.
 * @throws Unauthenticated if the provider does not vouch for the address, or the address has passed to this account
 */
export async function membersOfAccount(
  stores: Writers,
  account: ProviderAccount,
  origin: AccountSignIn,
): Promise<SignInMember[]> {
  const { members, organizations, signIns } = stores;
  const { email } = account;
  const own = await signIns.findAccountMembers(account, origin.chosen);
  if (own.length === 0 && email === null)
    throw new Unauthenticated('The OpenID provider does not say that it has verified your e-mail address.');
  const present = new Set(own.map(({ organizationId }) => organizationId));
  let isTaken = false;
  for (const member of email === null ? [] : await signIns.findMembers(email, origin.chosen)) {
    const { organizationId, id: memberId } = member;
    if (present.has(organizationId)) continue;
    if (await signIns.hasAccount({ organizationId, memberId }, account.issuer)) {
      isTaken = true;
      continue;
    }
    await signIns.insertAccount({ organizationId, memberId }, account, origin.now);
    present.add(organizationId);
    own.push(member);
  }
  const configured = await organizations.listWithOpenId();
  for (const organization of configured) {
    if (email === null || present.has(organization.id) || !admitsAddress(organization.settings, email)) continue;
    if ((await members.findByEmail(organization.id, email)) !== undefined) continue;
    const joined = await join(stores, organization, { ...account, email }, origin);
    if (joined !== null) own.push(joined);
  }
  if (own.length === 0 && isTaken)
    throw new Unauthenticated(
      'Another account of the OpenID provider signed in with your e-mail address before; ask the operator of this service to separate them.',
    );
  const changed: SignInMember[] = [];
  for (const member of own) {
    const organization = configured.find(({ id }) => id === member.organizationId);
    const role = organization && (await updateRole(stores, member, organization, account, origin));
    changed.push({ ...member, role: role ?? member.role });
  }
  return changed.toSorted((one, other) => (one.organization < other.organization ? -1 : 1));
}

/** Adds a member for an account; null if the organization has no place. */
async function join(
  { members, signIns, auditLog }: Writers,
  { id: organizationId, slug, settings }: Organization,
  account: ProviderAccount & { readonly email: string },
  { ipAddress, now }: AccountSignIn,
): Promise<SignInMember | null> {
  if ((await members.count(organizationId)) >= ORGANIZATION_LIMITS.members) return null;
  const { email } = account;
  const role = roleOfClaims(settings, account.claims);
  const member = await members.insert({ organizationId, email, role, dateCreated: now });
  await signIns.insertAccount({ organizationId, memberId: member.id }, account, now);
  const details = { role, teams: [], method: 'openid' };
  await auditLog.insert(
    auditOfMember(member, ipAddress, now)({ event: 'member.add', target: { id: member.id, name: email }, details }),
  );
  return { ...member, organization: slug, passwordHash: null };
}

/** Gives a member the role of the claims. The last owner of an organization stays owner. Returns the role. */
async function updateRole(
  { members, organizations, auditLog }: Writers,
  member: Member,
  { settings }: Organization,
  { claims }: ProviderAccount,
  { ipAddress, now }: AccountSignIn,
): Promise<Member['role']> {
  const { organizationId, id } = member;
  const role = roleOfClaims(settings, claims);
  if (settings.openIdRoleClaim === null || role === member.role) return member.role;
  if (member.role === 'owner') {
    // Locks the row of the organization: two owners who sign in at the same time would both find the other one.
    await organizations.updateSettings(organizationId, {});
    if (!(await members.hasOtherOwner(member))) return member.role;
  }
  await members.update(member, { role });
  const details = { fields: ['role'], role, previousRole: member.role, claim: settings.openIdRoleClaim };
  const audit = auditOfMember(member, ipAddress, now);
  await auditLog.insert(audit({ event: 'member.update', target: { id, name: member.email }, details }));
  return role;
}

function auditOfMember({ organizationId, id: memberId }: Member, ipAddress: string | null, now: number): Audit {
  return auditOf({ organizationId, memberId, tokenId: null }, ipAddress, now);
}
