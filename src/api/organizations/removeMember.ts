import { BadRequest, NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findMember } from '../subjects';
import { authorizeRoles, requireOtherOwner } from './memberRoles';

/** Removes a member with their tokens. */
export const removeMember = operation('removeMember', {
  subject: findMember,

  async handle({ member: { organizationId, id }, caller, write, audit }) {
    await write(async (stores) => {
      const { members, auditLog } = stores;
      const member = await members.find(organizationId, id);
      if (member === undefined) throw new NotFound('Member not found');
      authorizeRoles(caller, [member.role]);
      if (!(await members.hasOther(member)))
        throw new BadRequest('The organization has no other member; remove the organization instead.');
      await requireOtherOwner(stores, member);
      await auditLog.insert(audit({ event: 'member.remove', target: { id, name: member.email } }));
      await members.remove(member);
    });
    return { status: 204 };
  },
});
