import { Conflict, InvalidFields } from '../../domain/errors';
import { presentMember } from '../../presenters/member';
import { operation } from '../operation';
import { findMember } from '../subjects';

/** Changes the e-mail address of a member. */
export const updateMember = operation('updateMember', {
  subject: findMember,

  async validate({ member, body: { email }, read }) {
    const { organizationId, id } = member;
    const holder = email === undefined ? undefined : await read((s) => s.members.findByEmail(organizationId, email));
    return holder === undefined || holder.id === id ? {} : { email: addressTaken(holder.email) };
  },

  async handle({ member, body: { email }, write, audit }) {
    try {
      return await write(async ({ members, auditLog }) => {
        const target = { id: member.id, name: email };
        const details = { previousEmail: member.email };
        await auditLog.insert(audit({ event: 'member.update', target, details }));
        const updated = await members.update(member, { email });
        return { status: 200, body: presentMember({ ...member, ...updated }) };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ email: addressTaken(email) });
      throw error;
    }
  },
});

function addressTaken(email: string): string[] {
  return [`The address "${email}" is that of another member of this organization.`];
}
