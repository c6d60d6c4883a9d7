import { createHash, randomBytes } from 'node:crypto';
import { hashToken, type LinkMaker, type Scope, sortScopes } from './access';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time';

/*
 * Programs that act for a member by OAuth 2.1: they register by themselves, a member grants them scopes in the console,
 * and their tokens are for the server of tools only (openapi/DECISIONS.md, "Programs that members allow").
 */

/** The scopes of tools that change nothing. Programs receive them unless they request others. */
export const READING_SCOPES: readonly Scope[] = ['event:read', 'project:read', 'org:read', 'alerts:read'];
/** The scopes that a program may request. */
export const PROGRAM_SCOPES: readonly Scope[] = sortScopes([...READING_SCOPES, 'event:write']);

/** Time for which a code is valid, and time for which a used one is stored. */
export const CODE_MS = MINUTE_MS;
export const USED_CODE_MS = DAY_MS;
export const ACCESS_MS = HOUR_MS;
/** Time after which an unused refresh token ends, and the authorization by the member with it. */
export const REFRESH_MS = 30 * DAY_MS;
/** Time after which a program is deleted if no member has authorized it, and if it is no longer used. */
export const UNUSED_CLIENT_MS = DAY_MS;
export const USED_CLIENT_MS = 90 * DAY_MS;
/** Maximum number of programs that no member has authorized; a further one replaces the oldest. */
export const MAX_UNUSED_CLIENTS = 1000;

/** A registered program. Times are milliseconds since 1970, UTC. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly dateCreated: number;
}

/** The authorization of a program by a member, until the program exchanges its code. */
export interface OAuthCode extends LinkMaker {
  readonly organizationId: string;
  readonly memberId: string;
  /** SHA-256 of the code, lower-case hexadecimal. */
  readonly hash: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The challenge of PKCE, method S256. */
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

/** Returns the identifier of the resource that tokens of programs are for (RFC 8707). */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/**
 * Returns the value of `WWW-Authenticate` by which a program finds out how to obtain a token (RFC 9728, section 5.1).
 */
export function challengeFor(publicUrl: string, isWriting: boolean): string {
  const scopes = isWriting ? PROGRAM_SCOPES : READING_SCOPES;
  return `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="${scopes.join(' ')}"`;
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** Returns true if codes may be sent to an address: one with TLS, or one on the machine of the browser. */
export function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri) || /[#\\]/.test(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

/**
 * Returns true if a program registered an address. On the machine of the browser, the port may be another one (RFC
 * 8252, section 7.3): the system chooses it when the program starts.
 */
export function isRegisteredRedirect({ redirectUris }: OAuthClient, uri: string): boolean {
  return (
    isSafeRedirect(uri) && redirectUris.some((registered) => registered === uri || isSameLoopback(registered, uri))
  );
}

function isSameLoopback(registered: string, uri: string): boolean {
  const [one, other] = [registered, uri].map(withoutPort);
  return one !== null && one === other;
}

/** Returns an address on the machine of the browser without its port; null for another address. */
function withoutPort(uri: string): string | null {
  const [, host = '', rest = ''] =
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/.exec(uri) ?? [];
  return host === '' ? null : host + rest;
}

/** Returns the challenge of a verifier, method S256 (RFC 7636, section 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Returns the scopes of a request that programs can have. @param text null for the scopes that change nothing */
export function requestedScopes(text: string | null): Scope[] {
  const names: readonly string[] = text?.split(' ') ?? READING_SCOPES;
  return PROGRAM_SCOPES.filter((scope) => names.includes(scope));
}

/** A refresh token with its stored hashes. */
interface RefreshToken {
  readonly text: string;
  readonly family: string;
  readonly hash: string;
}

const FAMILY_LENGTH = 'culprit_'.length + 32;

/**
 * Creates a refresh token. It begins like the token that it replaces, so that every former token is recognized without
 * being stored.
 */
export function newRefreshToken(former: string | null): RefreshToken {
  const family = former?.slice(0, FAMILY_LENGTH) ?? `culprit_${randomBytes(16).toString('hex')}`;
  return readRefreshToken(family + randomBytes(32).toString('hex')) as RefreshToken;
}

/** Returns a sent refresh token with its hashes; null for a text of another form. */
export function readRefreshToken(text: string): RefreshToken | null {
  if (!/^culprit_[0-9a-f]{96}$/.test(text)) return null;
  return { text, family: hashToken(text.slice(0, FAMILY_LENGTH)), hash: hashToken(text) };
}
