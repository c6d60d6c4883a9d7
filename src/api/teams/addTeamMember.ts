import { membershipChange } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findMemberAndTeam } from '../subjects';

/** Adds a member to a team, if they are not in it yet. */
export const addTeamMember = operation('addTeamMember', {
  subject: findMemberAndTeam,

  async handle({ member, team, write, audit }) {
    const { organizationId, id: memberId } = member;
    return write(async ({ members, auditLog }) => {
      if (await members.addToTeam({ organizationId, teamId: team.id, memberId }))
        await auditLog.insert(audit(membershipChange(team, member, true)));
      const updated = await members.findListed(organizationId, memberId);
      if (updated === undefined) throw new NotFound('Member not found');
      return { status: 201, body: presentMember(updated) };
    });
  },
});
