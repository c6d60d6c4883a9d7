import { NotFound } from '../../domain/errors';
import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findMemberAndTeam } from '../subjects';

/** Adds a member to a team, if they are not in it yet. */
export const addTeamMember = operation('addTeamMember', {
  subject: findMemberAndTeam,

  async handle({ member: { organizationId, id: memberId, email, teams }, team, write, audit }) {
    return write(async ({ members, auditLog }) => {
      await members.addToTeam({ organizationId, teamId: team.id, memberId });
      const target = { id: team.id, name: team.slug };
      if (!teams.includes(team.slug))
        await auditLog.insert(audit({ event: 'team.add_member', target, details: { member: email } }));
      const member = await members.findListed(organizationId, memberId);
      if (member === undefined) throw new NotFound('Member not found');
      return { status: 201, body: presentMember(member) };
    });
  },
});
