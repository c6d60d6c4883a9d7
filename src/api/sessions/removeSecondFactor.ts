import { sessionOperation } from '../operation';
import { changeFactor } from './secondFactors';

/** Removes the second factor of the caller. */
export const removeSecondFactor = sessionOperation('removeSecondFactor', {
  async handle(context) {
    const { body, caller, audit } = context;
    await changeFactor(context, body, async ({ signIns, auditLog }, _, member) => {
      await signIns.removeFactor(caller.session);
      const target = { id: member.id, name: member.email };
      await auditLog.insert(audit({ event: 'second_factor.remove', target }));
    });
    return { status: 204 };
  },
});
