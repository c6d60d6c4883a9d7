import { Forbidden, InvalidFields, Unauthenticated } from '../../domain/errors';
import { sessionOperation } from '../operation';
import { setPassword } from './session';

/** Sets the password of the caller, and ends their other sessions. */
export const updatePassword = sessionOperation('updatePassword', {
  async handle({ body, caller, read, write, audit, now, ipAddress, passwords, signInLimits }) {
    const { session, organizationId, memberId } = caller;
    const { currentPassword, password } = body;
    // A password would outlive the token (openapi/DECISIONS.md, "Signing in").
    if (session.tokenId !== null)
      throw new Forbidden(
        'This session began with a sign-in link that a token created, so it cannot set a password; use another link.',
      );
    const [present, member] = await read(async ({ signIns, members }) => [
      await signIns.findPassword(session),
      await members.find(organizationId, memberId),
    ]);
    if (member === undefined) throw new Unauthenticated();
    if (currentPassword !== undefined) {
      if (present === undefined)
        throw new InvalidFields({ currentPassword: ['You have no password yet; leave this field out.'] });
      const takeBack = signInLimits.begin(ipAddress, member.email, now);
      if (!(await passwords.verify(currentPassword, present, { network: memberId, isRemembered: true })))
        throw new InvalidFields({ currentPassword: ['This is not your present password.'] });
      takeBack();
    } else if (present !== undefined && (session.passwordUntil ?? 0) <= now) {
      throw new InvalidFields({
        currentPassword: [
          'This field is required; if you do not know the present password, sign in with a link from: culprit member password',
        ],
      });
    }
    const hash = await passwords.hash(password);
    await write(async (stores) => {
      const { signIns, memberSessions } = stores;
      // The session may have ended, and the password may have been changed, since they were checked.
      if ((await memberSessions.find(session, now)) === undefined) throw new Unauthenticated();
      if ((await signIns.findPassword(session)) !== present)
        throw new InvalidFields({ password: ['Another request has changed the password; try again.'] });
      await setPassword(stores, session, { hash, email: member.email, audit, now });
    });
    return { status: 204 };
  },
});
