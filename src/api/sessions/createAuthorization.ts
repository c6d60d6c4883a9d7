import { hashToken, makerMemberId, makerTokenId, type Scope } from '../../domain/access';
import type { FieldErrors } from '../../domain/errors';
import {
  CODE_MS,
  isRegisteredRedirect,
  type OAuthClient,
  requestedScopes,
  resourceOf,
  USED_CLIENT_MS,
} from '../../domain/oauth';
import { presentTime } from '../../presenters/format';
import type { Read } from '../../store/stores';
import { sessionOperation } from '../operation';
import { requireFewTokens, requireMaker } from '../tokens/tokenCreation';
import { newSecret } from './session';

/** A program and the scopes that it would get. Without errors, the program is present. */
interface CheckedAuthorization {
  readonly client: OAuthClient | undefined;
  readonly scopes: readonly Scope[];
  readonly errors: FieldErrors;
}

/** The members of the body that the program chooses. */
interface RequestedAuthorization {
  readonly client_id?: string;
  readonly redirect_uri?: string;
  readonly scope?: string;
  readonly resource?: string;
}

/** Checks the request of a program against its registration and the scopes of the session. */
async function checkAuthorization(
  { client_id: id, redirect_uri: uri, scope, resource }: RequestedAuthorization,
  { read, held, publicUrl, now }: { read: Read; held: readonly Scope[]; publicUrl: string; now: number },
): Promise<CheckedAuthorization> {
  const client = id === undefined ? undefined : await read(({ oauth }) => oauth.findClient(id, now));
  const scopes = requestedScopes(scope ?? null).filter((name) => held.includes(name));
  const errors: FieldErrors = {};
  if (id !== undefined && client === undefined)
    errors['client_id'] = ['No program has registered with this id, or it was not used for long; register again.'];
  if (client !== undefined && uri !== undefined && !isRegisteredRedirect(client, uri))
    errors['redirect_uri'] = ['The program has not registered this address; nobody is sent there.'];
  if (scopes.length === 0) errors['scope'] = ['Programs can have none of these scopes, or you do not have them.'];
  if (resource !== undefined && resource !== resourceOf(publicUrl))
    errors['resource'] = [`Must be "${resourceOf(publicUrl)}".`];
  return { client, scopes, errors };
}

/** Returns the program and the scopes that it requests, and stores the decision of the member. */
export const createAuthorization = sessionOperation('createAuthorization', {
  async validate({ body, caller, ...context }) {
    return (await checkAuthorization(body, { ...context, held: caller.scopes })).errors;
  },

  async handle({ body, caller, read, write, now, publicUrl }) {
    const { client, scopes } = await checkAuthorization(body, { read, held: caller.scopes, publicUrl, now });
    if (client === undefined) throw new Error('the program was not found');
    const { redirect_uri: redirectUri, code_challenge: challenge, state, decision } = body;
    const record = {
      clientName: client.name,
      redirectHost: new URL(redirectUri).host,
      dateRegistered: presentTime(client.dateCreated),
      scopes: [...scopes],
    };
    const replyWithRedirect = (result: Readonly<Record<string, string>>) => {
      const url = new URL(redirectUri);
      const values = { ...result, ...(state !== undefined && { state }), iss: publicUrl };
      for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
      return { status: 200 as const, body: { ...record, redirectUrl: url.href } };
    };
    if (decision === undefined) return { status: 200, body: { ...record, redirectUrl: null } };
    if (decision === 'deny') return replyWithRedirect({ error: 'access_denied' });
    const { organizationId, memberId } = caller;
    const code = newSecret();
    await write(async (stores) => {
      await requireMaker(stores, caller, now);
      await requireFewTokens(stores, { organizationId, memberId }, now);
      await stores.oauth.insertCode({
        ...{ organizationId, memberId, hash: hashToken(code), clientId: client.id, redirectUri, challenge, scopes },
        ...{ tokenId: makerTokenId(caller), createdBy: makerMemberId(caller), expiresAt: now + CODE_MS },
      });
      await stores.oauth.recordUse(client.id, now, now + USED_CLIENT_MS);
    });
    return replyWithRedirect({ code });
  },
});
