import { BadRequest, NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findMember } from '../subjects';

/** Removes a member with their tokens. */
export const removeMember = operation('removeMember', {
  subject: findMember,

  async handle({ member, write, audit }) {
    await write(async ({ members, auditLog }) => {
      if (!(await members.hasOther(member)))
        throw new BadRequest('The organization has no other member; remove the organization instead.');
      await auditLog.insert(audit({ event: 'member.remove', target: { id: member.id, name: member.email } }));
      if (!(await members.remove(member))) throw new NotFound('Member not found');
    });
    return { status: 204 };
  },
});
