import { hashToken } from '../../domain/access';
import { NotFound } from '../../domain/errors';
import { OPEN_ID_MS, openIdRedirectUrl, openIdRequestOf } from '../../domain/session';
import { publicOperation } from '../operation';
import { newSecret, NO_OPEN_ID } from './session';

/** Begins a sign-in at the OpenID provider; `createSession` completes it. */
export const createOpenIdSignIn = publicOperation('createOpenIdSignIn', {
  isSignIn: true,

  async handle({ openId, write, publicUrl, now, ipAddress, signInLimits }) {
    if (openId === null) throw new NotFound(NO_OPEN_ID);
    signInLimits.begin(ipAddress, null, now);
    const secret = newSecret();
    const url = await openId.authorizationUrl(openIdRequestOf(secret), openIdRedirectUrl(publicUrl));
    await write(({ signIns }) => signIns.insertOpenIdRequest(hashToken(secret), now + OPEN_ID_MS));
    return { status: 201, body: { url, secret } };
  },
});
