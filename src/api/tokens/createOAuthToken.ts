import { type AccessToken, describeToken, effectiveScopes, hashToken } from '../../domain/access';
import { auditOf } from '../../domain/audit';
import { OAuthRefusal } from '../../domain/errors';
import {
  ACCESS_MS,
  challengeOf,
  newRefreshToken,
  readRefreshToken,
  REFRESH_MS,
  resourceOf,
  USED_CLIENT_MS,
} from '../../domain/oauth';
import type { StoredCode } from '../../store/tokens';
import type { Writers } from '../../store/stores';
import { publicOperation } from '../operation';
import { type OAuthForm, newToken, readOAuthForm, revokeProgram } from './tokenCreation';

/** A request of a program that has registered. */
interface Exchange {
  readonly form: OAuthForm;
  readonly clientId: string;
  readonly clientName: string;
  readonly ipAddress: string | null;
  readonly now: number;
}

/** An issued access token and refresh token, and the record of the access token. */
interface Issued {
  readonly token: AccessToken;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

/** `grant_type` → function that issues tokens, and returns null if it refuses them. */
const GRANTS: ReadonlyMap<string, (stores: Writers, exchange: Exchange) => Promise<Issued | null>> = new Map([
  ['authorization_code', useCode],
  ['refresh_token', useRefreshToken],
]);

/** Exchanges a code or a refresh token for an access token, and a refresh token for the next one. */
export const createOAuthToken = publicOperation('createOAuthToken', {
  async handle({ body, contentType, read, write, now, ipAddress, publicUrl, signInLimits }) {
    const takeBack = signInLimits.beginExchange(ipAddress, now);
    const form = readOAuthForm({ body, contentType });
    const grantType = form.require('grant_type');
    const clientId = form.require('client_id');
    const client = await read(({ oauth }) => oauth.findClient(clientId, now));
    if (client === undefined) throw new OAuthRefusal('invalid_client', 'The program is not registered here any more.');
    const resource = form.get('resource');
    if (resource !== null && resource !== resourceOf(publicUrl))
      throw new OAuthRefusal('invalid_target', `Tokens are for ${resourceOf(publicUrl)} only.`);
    const exchange = { form, clientId, clientName: client.name, ipAddress, now };
    const issue = GRANTS.get(grantType);
    if (issue === undefined)
      throw new OAuthRefusal('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
    // A refusal is thrown after the transaction: one that revoked a token must be committed.
    const issued = await write((stores) => issue(stores, exchange));
    if (issued === null)
      throw new OAuthRefusal(
        'invalid_grant',
        'The code or refresh token is unknown, was used, has expired or was revoked, or belongs to another program, address or verifier.',
      );
    takeBack();
    return {
      status: 200,
      body: {
        access_token: issued.accessToken,
        token_type: 'Bearer',
        expires_in: Math.max(0, Math.floor((issued.expiresAt - now) / 1000)),
        refresh_token: issued.refreshToken,
        scope: effectiveScopes(issued.token).join(' '),
      },
    };
  },
});

/** Exchanges a code. A second use revokes the tokens of the first one. @returns null if the code is refused */
async function useCode(stores: Writers, exchange: Exchange): Promise<Issued | null> {
  const { form, clientId, clientName, ipAddress, now } = exchange;
  const [redirectUri, verifier] = [form.require('redirect_uri'), form.require('code_verifier')];
  const code = await stores.oauth.findCode(hashToken(form.require('code')));
  if (code === undefined || code.clientId !== clientId) return null;
  // A code is used up by the first attempt, also one with another verifier.
  if (!(await stores.oauth.useCode(code, now))) {
    await revokeIssued(stores, code, exchange);
    return null;
  }
  const isMatching = code.redirectUri === redirectUri && code.challenge === challengeOf(verifier);
  const latest = await latestExpiry(stores, code, now);
  if (!isMatching || code.expiresAt <= now || latest === null) return null;
  const member = await stores.members.find(code.organizationId, code.memberId);
  if (member === undefined) return null;
  const accessToken = newToken();
  const refresh = newRefreshToken(null);
  const expiresAt = Math.min(now + ACCESS_MS, latest);
  const refreshExpiresAt = Math.min(now + REFRESH_MS, latest);
  const token = await stores.tokens.insert({
    ...{ organizationId: code.organizationId, memberId: code.memberId, name: clientName, scopes: code.scopes },
    ...{ ...describeToken(accessToken), dateCreated: now, expiresAt },
    ...{ createdBy: code.createdBy, parentId: code.tokenId },
    program: {
      ...{ clientId, clientHost: new URL(redirectUri).host, refreshExpiresAt },
      ...{ refreshFamily: refresh.family, refreshHash: refresh.hash },
    },
  });
  await stores.oauth.setIssued(code, token.id);
  await stores.oauth.recordUse(clientId, now, now + USED_CLIENT_MS);
  const audit = auditOf({ ...member, memberId: member.id, tokenId: null }, ipAddress, now);
  const details = { name: clientName, clientHost: new URL(redirectUri).host, scopes: code.scopes };
  await stores.auditLog.insert(audit({ event: 'token.create', target: { id: token.id, name: member.email }, details }));
  return { token, accessToken, refreshToken: refresh.text, expiresAt };
}

async function revokeIssued(stores: Writers, { hash }: StoredCode, exchange: Exchange): Promise<void> {
  // Read again, because the request that used the code may have stored its token at the same time.
  const issuedId = (await stores.oauth.findCode(hash))?.issuedId ?? null;
  const issued = issuedId === null ? undefined : await stores.tokens.find(issuedId);
  if (issued === undefined || issued.revokedAt !== null) return;
  await revokeProgram(stores, issued, { ...exchange, reason: 'reused code' });
}

/** Exchanges a refresh token. One that was exchanged before revokes the token. @returns null if it is refused */
async function useRefreshToken(stores: Writers, exchange: Exchange): Promise<Issued | null> {
  const { form, clientId, now } = exchange;
  const sent = readRefreshToken(form.require('refresh_token'));
  const token = sent === null ? undefined : await stores.tokens.findByRefreshFamily(sent.family);
  if (sent === null || token?.program?.clientId !== clientId || token.revokedAt !== null) return null;
  const { program } = token;
  if (program.refreshExpiresAt <= now) return null;
  const granted: readonly string[] = token.scopes;
  const beyond = (form.get('scope')?.split(' ') ?? []).filter((name) => !granted.includes(name));
  if (beyond.length > 0) throw new OAuthRefusal('invalid_scope', 'The member did not allow all these scopes.');
  const latest = await latestExpiry(stores, { ...token, tokenId: token.parentId }, now);
  if (latest === null) return null;
  const accessToken = newToken();
  const refresh = newRefreshToken(sent.text);
  const expiresAt = Math.min(now + ACCESS_MS, latest);
  const renewed = {
    ...{ ...describeToken(accessToken), refreshHash: refresh.hash, expiresAt },
    refreshExpiresAt: Math.min(now + REFRESH_MS, latest),
  };
  if (sent.hash !== program.refreshHash || !(await stores.tokens.renew(token, program, renewed))) {
    await revokeProgram(stores, token, { ...exchange, reason: 'reused refresh token' });
    return null;
  }
  await stores.oauth.recordUse(clientId, now, now + USED_CLIENT_MS);
  return { token, accessToken, refreshToken: refresh.text, expiresAt };
}

/**
 * Returns the latest time at which new tokens may expire. If the member allowed them in a session from a link that a
 * token made, they expire with that token. Null if it has ended, or if the member who made the link was removed.
 */
async function latestExpiry(
  { tokens, members }: Writers,
  { organizationId, tokenId, createdBy }: Pick<StoredCode, 'organizationId' | 'tokenId' | 'createdBy'>,
  now: number,
): Promise<number | null> {
  if (createdBy !== null && (await members.find(organizationId, createdBy)) === undefined) return null;
  if (tokenId === null) return Infinity;
  const grant = await tokens.findGrant(tokenId, now);
  return grant === undefined ? null : (grant.expiresAt ?? Infinity);
}
