import { Conflict, InvalidFields, NotFound } from '../../domain/errors';
import type { ListedMember, MemberChanges, Team } from '../../domain/organization';
import { presentMember } from '../../presenters/organization';
import type { Writers } from '../../store/stores';
import { operation } from '../operation';
import { elementMessages, fieldErrorsOf, findMember, findTeams } from '../subjects';
import { addressTaken, authorizeRole, authorizeRoles, requireOtherOwner } from './memberRoles';

/** Changes the fields of a member that the body has: the address, the role and the teams. */
export const updateMember = operation('updateMember', {
  subject: findMember,

  async validate({ member, body: { email, teams = [] }, read }) {
    const { organizationId, id } = member;
    return read(async (stores) => {
      const holder = email === undefined ? undefined : await stores.members.findByEmail(organizationId, email);
      const errors = elementMessages('teams', (await findTeams(stores, organizationId, teams)).errors);
      const isTaken = holder !== undefined && holder.id !== id;
      return { ...fieldErrorsOf('teams', errors), ...(isTaken && { email: addressTaken(holder.email) }) };
    });
  },

  async handle({ member: { organizationId, id }, body, caller, write, audit }) {
    try {
      return await write(async (stores) => {
        const { members, auditLog } = stores;
        // Another request may have changed the role since the subject was found.
        const member = await members.findListed(organizationId, id);
        if (member === undefined) throw new NotFound('Member not found');
        authorizeRoles(caller, [member.role, body.role]);
        const changes = changesOf(member, body);
        if (changes.role !== undefined)
          authorizeRole(caller, changes.role, 'give roles whose scopes it holds', member.role);
        // The holder of the address can sign in at the OpenID provider.
        if (changes.email !== undefined)
          authorizeRole(caller, member.role, 'change addresses of members whose scopes it holds');
        if (changes.role !== undefined) await requireOtherOwner(stores, member);
        const teams = body.teams && (await findTeams(stores, organizationId, body.teams)).teams;
        const fields = Object.keys(changes);
        if (teams !== undefined && (await replaceTeams(stores, member, teams))) fields.push('teams');
        if (fields.length > 0) {
          await members.update(member, changes);
          // The account of the former address would sign in as the holder of the new one.
          if (changes.email !== undefined) await stores.signIns.removeAccounts({ organizationId, memberId: id });
          const details = {
            fields,
            ...(changes.email !== undefined && { previousEmail: member.email }),
            ...(changes.role !== undefined && { role: changes.role, previousRole: member.role }),
          };
          const target = { id, name: changes.email ?? member.email };
          await auditLog.insert(audit({ event: 'member.update', target, details }));
        }
        return { status: 200, body: presentMember((await members.findListed(organizationId, id)) ?? member) };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ email: addressTaken(body.email ?? '') });
      throw error;
    }
  },
});

/** Returns the fields that differ from the member. */
function changesOf(member: ListedMember, { email, role }: MemberChanges): MemberChanges {
  return {
    ...(email !== undefined && email !== member.email && { email }),
    ...(role !== undefined && role !== member.role && { role }),
  };
}

/** Sets the teams of a member. Returns true if that changed anything. */
async function replaceTeams(
  { members, teams: stored }: Writers,
  { organizationId, id: memberId, teams: former }: ListedMember,
  teams: readonly Team[],
): Promise<boolean> {
  const added = teams.filter(({ slug }) => !former.includes(slug));
  const removed = former.filter((slug) => !teams.some((team) => team.slug === slug));
  for (const { id: teamId } of added) await members.addToTeam({ organizationId, teamId, memberId });
  for (const slug of removed) {
    const team = await stored.findBySlug(organizationId, slug);
    if (team !== undefined) await members.removeFromTeam({ organizationId, teamId: team.id, memberId });
  }
  return added.length + removed.length > 0;
}
