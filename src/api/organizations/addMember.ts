import { BadRequest, Conflict, InvalidFields } from '../../domain/errors';
import { ORGANIZATION_LIMITS } from '../../domain/organization';
import { presentMember } from '../../presenters/organization';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { elementMessages, fieldErrorsOf, findOrganization, findTeams } from '../subjects';
import { addressTaken, authorizeRole, authorizeRoles } from './memberRoles';

/** Adds a member to the organization and to teams. */
export const addMember = operation('addMember', {
  subject: findOrganization,

  async validate({ organization, body: { email, teams = [] }, read }) {
    return read(async (stores) => {
      const errors = elementMessages('teams', (await findTeams(stores, organization.id, teams)).errors);
      const isTaken = email !== undefined && (await hasAddress(stores, organization.id, email));
      return { ...fieldErrorsOf('teams', errors), ...(isTaken && { email: addressTaken(email) }) };
    });
  },

  async handle({ organization, body, caller, write, audit, now }) {
    const { email, role = 'member' } = body;
    const { id: organizationId } = organization;
    authorizeRoles(caller, [role]);
    authorizeRole(caller, role, 'give roles whose scopes it holds');
    try {
      return await write(async (stores) => {
        const { members, auditLog } = stores;
        if ((await members.count(organizationId)) >= ORGANIZATION_LIMITS.members)
          throw new BadRequest(`The organization has ${ORGANIZATION_LIMITS.members} members, which is the limit.`);
        if (await hasAddress(stores, organizationId, email)) throw new InvalidFields({ email: addressTaken(email) });
        const { teams } = await findTeams(stores, organizationId, body.teams ?? []);
        const { id } = await members.insert({ organizationId, email, role, dateCreated: now });
        for (const team of teams) await members.addToTeam({ organizationId, teamId: team.id, memberId: id });
        const slugs = teams.map(({ slug }) => slug).toSorted();
        const details = { role, teams: slugs };
        await auditLog.insert(audit({ event: 'member.add', target: { id, name: email }, details }));
        const has = { hasPassword: false, hasSecondFactor: false };
        const member = { id, organizationId, email, role, teams: slugs, dateCreated: now, invitation: null, ...has };
        return { status: 201, body: presentMember(member) };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ email: addressTaken(email) });
      throw error;
    }
  },
});

async function hasAddress({ members }: Readers, organizationId: string, email: string): Promise<boolean> {
  return (await members.findByEmail(organizationId, email)) !== undefined;
}
