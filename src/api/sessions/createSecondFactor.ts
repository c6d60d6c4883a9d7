import { BadRequest, InvalidFields, Unauthenticated } from '../../domain/errors';
import { factorUrl, newFactorSecret, storedFactorSecret } from '../../domain/secondFactor';
import { sessionOperation } from '../operation';
import { requirePassword } from './secondFactors';

/** Makes the secret of a second factor, which does not count yet. */
export const createSecondFactor = sessionOperation('createSecondFactor', {
  async handle(context) {
    const { body, caller, write, audit, now } = context;
    const { session } = caller;
    const { secretBox } = context;
    const member = await requirePassword(context, body.password);
    const secret = newFactorSecret();
    await write(async ({ signIns, memberSessions, auditLog }) => {
      // The session may have ended since.
      if ((await memberSessions.find(session, now)) === undefined) throw new Unauthenticated();
      if ((await signIns.findPassword(session)) === undefined)
        throw new InvalidFields({ password: ['You have no password yet; set one first.'] });
      const present = await signIns.findFactor(session);
      if (present?.isConfirmed === true) throw new BadRequest('You have a second factor; remove it first.');
      const stored = storedFactorSecret(secretBox, session, secret);
      await signIns.insertFactor(session, { secret: stored, isConfirmed: false, lastStep: 0, recoveryHashes: [] });
      const target = { id: member.id, name: member.email };
      await auditLog.insert(audit({ event: 'second_factor.create', target }));
    });
    return { status: 201, body: { secret, url: factorUrl(secret, member.email) } };
  },
});
