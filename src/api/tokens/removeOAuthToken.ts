import { hashToken } from '../../domain/access';
import { readRefreshToken } from '../../domain/oauth';
import { publicOperation } from '../operation';
import { readOAuthForm, revokeProgram } from './tokenCreation';

/** Revokes the tokens of a program, at its own request. */
export const removeOAuthToken = publicOperation('removeOAuthToken', {
  async handle({ body, contentType, write, now, ipAddress, signInLimits }) {
    const takeBack = signInLimits.beginExchange(ipAddress, now);
    const form = readOAuthForm({ body, contentType });
    const [sent, clientId] = [form.require('token'), form.require('client_id')];
    const refresh = readRefreshToken(sent);
    await write(async (stores) => {
      const token =
        refresh === null
          ? await stores.tokens.findByHash(hashToken(sent))
          : await stores.tokens.findByRefreshFamily(refresh.family);
      if (token?.program?.clientId !== clientId || token.revokedAt !== null) return;
      await revokeProgram(stores, token, { reason: 'by the program', ipAddress, now });
      takeBack();
    });
    return { status: 200 };
  },
});
