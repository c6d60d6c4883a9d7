import { BadRequest, InvalidFields } from '../../domain/errors';
import { newRecoveryCodes, recoveryHash } from '../../domain/secondFactor';
import { sessionOperation } from '../operation';
import { changeFactor } from './secondFactors';

/** Confirms the second factor of the caller, or replaces its recovery codes. */
export const createRecoveryCodes = sessionOperation('createRecoveryCodes', {
  async handle(context) {
    const { body, caller, audit } = context;
    const recoveryCodes = newRecoveryCodes();
    await changeFactor(context, body, async ({ signIns, auditLog }, factor, member) => {
      if (!factor.isConfirmed && body.code === undefined)
        throw new InvalidFields({ code: ['This field is required: the authenticator may lack the secret.'] });
      const recoveryHashes = recoveryCodes.map(recoveryHash);
      const changed = { ...factor, isConfirmed: true, recoveryHashes };
      if (!(await signIns.replaceFactor(caller.session, factor, changed)))
        throw new BadRequest('Another request has changed the second factor; try again.');
      const target = { id: member.id, name: member.email };
      await auditLog.insert(audit({ event: 'recovery_code.create', target }));
    });
    return { status: 201, body: { recoveryCodes } };
  },
});
