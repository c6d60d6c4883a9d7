import { type Caller, type Role, scopesOfRole } from '../../domain/access';
import { BadRequest, Forbidden } from '../../domain/errors';
import type { Member } from '../../domain/organization';
import type { Readers } from '../../store/stores';

/**
 * The scope that only owners have. Tokens of other roles cannot have it, so that nobody gains it by changing owners.
 */
const OWNER_SCOPE = 'org:admin';

/**
 * Checks that the caller may give or take the role of an owner. Callers with a scope for members may give and take the
 * other roles.
 * @param action what the caller tries to do, for the error message
 * @throws Forbidden
 */
export function authorizeRoles(
  caller: Caller,
  roles: readonly (Role | undefined)[],
  action = 'add, change or remove an owner',
): void {
  if (roles.includes('owner') && !caller.scopes.includes(OWNER_SCOPE))
    throw new Forbidden(`Only a token with ${OWNER_SCOPE} can ${action}.`, [OWNER_SCOPE]);
}

/**
 * Checks that the caller holds every scope of a role: the person who gets the role, or signs in with it, must not get
 * more than the caller has.
 * @param action what a token may do, for the error message
 * @param held a role whose scopes the person already has
 * @throws Forbidden
 */
export function authorizeRole(caller: Caller, role: Role, action: string, held?: Role): void {
  const given = held === undefined ? [] : scopesOfRole(held);
  const missing = scopesOfRole(role).filter((scope) => !given.includes(scope) && !caller.scopes.includes(scope));
  if (missing.length > 0)
    throw new Forbidden(
      `The role ${role} has "${missing.join('", "')}", which the caller does not hold; a token can only ${action}.`,
      missing,
    );
}

/** Checks that the organization has another owner. @throws BadRequest if it would have none without this one */
export async function requireOtherOwner({ members }: Pick<Readers, 'members'>, member: Member): Promise<void> {
  if (member.role === 'owner' && !(await members.hasOtherOwner(member)))
    throw new BadRequest('The organization has no other owner; make another member owner first.');
}

/** Returns the error of an address that another member has. */
export function addressTaken(email: string): string[] {
  return [`The address "${email}" belongs to another member of this organization.`];
}
