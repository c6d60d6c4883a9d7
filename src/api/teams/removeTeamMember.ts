import { NotFound } from '../../domain/errors';
import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findMemberAndTeam } from '../subjects';

/** Removes a member from a team, if they are in it. */
export const removeTeamMember = operation('removeTeamMember', {
  subject: findMemberAndTeam,

  async handle({ member: { organizationId, id: memberId, email, teams }, team, write, audit }) {
    return write(async ({ members, auditLog }) => {
      await members.removeFromTeam({ organizationId, teamId: team.id, memberId });
      const target = { id: team.id, name: team.slug };
      if (teams.includes(team.slug))
        await auditLog.insert(audit({ event: 'team.remove_member', target, details: { member: email } }));
      const member = await members.findListed(organizationId, memberId);
      if (member === undefined) throw new NotFound('Member not found');
      return { status: 200, body: presentMember(member) };
    });
  },
});
