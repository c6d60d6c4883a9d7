import { randomBytes } from 'node:crypto';
import {
  type AccessToken,
  type Caller,
  type Scope,
  type TokenGrant,
  makerTokenId,
  scopesBeyond,
} from '../../domain/access';
import { BadRequest, type FieldErrors, InvalidFields, OAuthRefusal, Unauthenticated } from '../../domain/errors';
import { ORGANIZATION_LIMITS } from '../../domain/organization';
import type { Readers, Writers } from '../../store/stores';
import { parseOptionalTime, timeErrors } from '../releases/release';
import { fieldErrorsOf } from '../subjects';
import type { components } from '../../../generated/api';
import { auditOf } from '../../domain/audit';
import { READING_SCOPES, resourceOf } from '../../domain/oauth';

/** The fields of a new token. */
interface TokenFields {
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: string | null;
}

/** Generates a token: random, and recognizable by its prefix if it leaks. */
export function newToken(): string {
  return `culprit_${randomBytes(32).toString('hex')}`;
}

/** Returns the errors in the scopes and the expiry of a new token. */
export function tokenErrors({ scopes = [], expiresAt }: TokenFields, caller: Caller, now: number): FieldErrors {
  const excess = excessError(scopes, caller, 'give scopes that it holds');
  const times = timeErrors([expiresAt]);
  const time = times.length > 0 ? null : parseOptionalTime(expiresAt);
  return {
    ...fieldErrorsOf('scopes', excess),
    ...fieldErrorsOf('expiresAt', time !== null && time <= now ? ['This time is not in the future.'] : times),
  };
}

/**
 * Returns the error of scopes that the caller does not hold: no token can give more rights than it has.
 * @param allowed what a token may do, for the error message
 */
export function excessError(scopes: readonly Scope[], caller: Caller, allowed: string): string[] {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return [];
  if (makerTokenId(caller) === null) return [`Your role does not have "${missing.join('", "')}".`];
  const holder = caller.session === null ? 'token of this request' : 'session of a link that a token made';
  return [`The ${holder} does not hold "${missing.join('", "')}"; a token can only ${allowed}.`];
}

/** Returns the error of scopes that a token of an organization cannot hold. */
export function organizationScopeErrors(scopes: readonly Scope[]): string[] {
  const beyond = scopesBeyond('manager', scopes);
  return beyond.length === 0 ? [] : [`A token of an organization cannot hold "${beyond.join('", "')}".`];
}

/** Returns the id of the caller's member. @throws BadRequest if the caller is a token of an organization */
export function requireCreator({ memberId }: Caller): string {
  if (memberId === null) throw new BadRequest('A token of an organization cannot create tokens; use one of a member.');
  return memberId;
}

/**
 * Returns the rights of the token with which the caller makes credentials; null for a member who has signed in.
 * @throws Unauthenticated if the token, the session or its member was removed since it was checked
 */
export async function requireMaker(
  { tokens, memberSessions }: Pick<Readers, 'tokens' | 'memberSessions'>,
  caller: Caller,
  now: number,
): Promise<TokenGrant | null> {
  const { session } = caller;
  if (session !== null && (await memberSessions.find(session, now)) === undefined) throw new Unauthenticated();
  const id = makerTokenId(caller);
  if (id === null) return null;
  const grant = await tokens.findGrant(id, now);
  if (grant === undefined) throw new Unauthenticated('Invalid token');
  return grant;
}

/**
 * Returns the time at which a new token expires: when the token that creates it expires, unless the body names an
 * earlier time.
 * @throws InvalidFields if the body names a later time
 */
export function expiryOf(sent: string | null | undefined, maker: TokenGrant | null): number | null {
  const latest = maker?.expiresAt ?? null;
  const expiresAt = sent === undefined ? latest : parseOptionalTime(sent);
  if (latest === null || (expiresAt !== null && expiresAt <= latest)) return expiresAt;
  const time = new Date(latest).toISOString();
  throw new InvalidFields({ expiresAt: [`The token of this request expires at ${time}; choose no later time.`] });
}

/** Checks the number of tokens. @throws BadRequest if the owner of a new token has reached the maximum */
export async function requireFewTokens(
  { tokens }: Pick<Readers, 'tokens'>,
  owner: Pick<AccessToken, 'organizationId' | 'memberId'>,
  now: number,
): Promise<void> {
  const [who, limit] =
    owner.memberId === null
      ? (['The organization', ORGANIZATION_LIMITS.organizationTokens] as const)
      : (['The member', ORGANIZATION_LIMITS.memberTokens] as const);
  if ((await tokens.countOf(owner, now)) >= limit)
    throw new BadRequest(`${who} has ${limit} tokens, which is the limit; revoke one that is not used any more.`);
}

/* Steps of the operations by which programs obtain tokens (openapi/DECISIONS.md, "Programs that members allow"). */

/** Returns the metadata of the server of tools. */
export function protectedResource(publicUrl: string): components['schemas']['ProtectedResource'] {
  return {
    resource: resourceOf(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: [...READING_SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Culprit',
  };
}

/** The parameters of a form. */
export interface OAuthForm {
  readonly get: (name: string) => string | null;
  /** @throws OAuthRefusal if the parameter is missing */
  readonly require: (name: string) => string;
}

/**
 * Reads a form. A parameter without a value is the same as none (RFC 6749, section 3.2).
 * @throws OAuthRefusal for another media type, and for a repeated parameter
 */
export function readOAuthForm({ body, contentType }: { body: Uint8Array; contentType: string }): OAuthForm {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new OAuthRefusal('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (value.includes('\0')) throw new OAuthRefusal('invalid_request', 'Null characters are not allowed.');
    if (values.has(name)) throw new OAuthRefusal('invalid_request', `The parameter ${name} is repeated.`);
    values.set(name, value);
  }
  const get = (name: string) => values.get(name) || null;
  return {
    get,
    require(name) {
      const value = get(name);
      if (value === null) throw new OAuthRefusal('invalid_request', `The parameter ${name} is required.`);
      return value;
    },
  };
}

/** Revokes the token of a program, and the tokens that were created with it. @param reason for the audit log */
export async function revokeProgram(
  { tokens, members, auditLog }: Writers,
  { id, organizationId, memberId, name }: AccessToken,
  { reason, ipAddress, now }: { readonly reason: string; readonly ipAddress: string | null; readonly now: number },
): Promise<void> {
  await tokens.revoke(id, now);
  const member = await members.find(organizationId, memberId ?? '');
  const audit = auditOf({ organizationId, memberId, tokenId: id }, ipAddress, now);
  const target = { id, name: member?.email ?? '' };
  await auditLog.insert(audit({ event: 'token.revoke', target, details: { name, reason } }));
}
