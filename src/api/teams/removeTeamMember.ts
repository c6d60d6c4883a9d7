import { membershipChange } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findMemberAndTeam } from '../subjects';

/** Removes a member from a team, if they are in it. */
export const removeTeamMember = operation('removeTeamMember', {
  subject: findMemberAndTeam,

  async handle({ member, team, write, audit }) {
    const { organizationId, id: memberId } = member;
    return write(async ({ members, auditLog }) => {
      if (await members.removeFromTeam({ organizationId, teamId: team.id, memberId }))
        await auditLog.insert(audit(membershipChange(team, member, false)));
      const updated = await members.findListed(organizationId, memberId);
      if (updated === undefined) throw new NotFound('Member not found');
      return { status: 200, body: presentMember(updated) };
    });
  },
});
