import { OAuthRefusal } from '../../domain/errors';
import { isSafeRedirect, UNUSED_CLIENT_MS } from '../../domain/oauth';
import { publicOperation } from '../operation';
import { newSecret } from '../sessions/session';

/** Invisible characters, and characters that change the order of others: with them, a name could look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\ufe00-\ufe0f\uffa0]/gu;

/** Registers a program that members can then allow to act for them. */
export const createOAuthClient = publicOperation('createOAuthClient', {
  async handle({ body, write, now, ipAddress, signInLimits }) {
    const { redirect_uris: redirectUris, client_name: sentName = '' } = body;
    if (!redirectUris.every(isSafeRedirect))
      throw new OAuthRefusal(
        'invalid_redirect_uri',
        'A redirect URI has the scheme https, or http on 127.0.0.1, [::1] or localhost, and neither a fragment nor a user.',
      );
    signInLimits.countRegistration(ipAddress, now);
    const shownName = sentName.replace(INVISIBLE, '').trim();
    const name = shownName === '' ? new URL(redirectUris[0] ?? '').host : shownName;
    const client = { id: newSecret(), name, redirectUris, dateCreated: now };
    await write(({ oauth }) => oauth.insertClient(client, now + UNUSED_CLIENT_MS));
    return {
      status: 201,
      body: {
        client_id: client.id,
        client_id_issued_at: Math.floor(now / 1000),
        client_name: name,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    };
  },
});
