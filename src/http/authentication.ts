import {
  type AccessToken,
  type Caller,
  effectiveScopes,
  hashToken,
  type MemberSession,
  type SessionCaller,
  sessionScopes,
  type TokenCaller,
  USE_PRECISION_MS,
} from '../domain/access';
import { networkOf } from '../domain/addresses';
import { BadRequest, Forbidden, RateLimited, Unauthenticated } from '../domain/errors';
import { csrfTokenOf, isSameSecret, SESSION_COOKIE } from '../domain/session';
import { MINUTE_MS } from '../domain/time';
import { WindowCounts } from '../domain/rateLimit';
import type { Read, Write, Writers } from '../store/stores';
import type { QueryPair } from './queryString';

/**
 * Returns the token of an `Authorization: Bearer …` header.
 * @throws Unauthenticated if the header is missing or has another form
 */
function readBearerToken(header: string | undefined): string {
  const [scheme = '', ...rest] = (header ?? '').trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') throw new Unauthenticated();
  const [token, ...surplus] = rest;
  if (token === undefined) throw new Unauthenticated('Invalid token header. No credentials provided.');
  if (surplus.length > 0) throw new Unauthenticated('Invalid token header. Token string should not contain spaces.');
  return token;
}

/**
 * Stores the times at which tokens and sessions were used, concurrently with the requests: requests do not wait for it,
 * and succeed if it fails. Each process stores the use of a credential at most once in `USE_PRECISION_MS`, and never
 * twice at the same time.
 */
export class CredentialUses {
  readonly #writing = new Set<string>();

  constructor(private readonly write: Write) {}

  recordToken({ id, lastUsedAt }: Pick<AccessToken, 'id' | 'lastUsedAt'>, now: number): void {
    this.#record(`token ${id}`, lastUsedAt, now, ({ tokens }) => tokens.recordUse(id, now));
  }

  recordSession(session: MemberSession, now: number): void {
    const { organizationId, id, lastUsedAt } = session;
    this.#record(`session ${organizationId} ${id}`, lastUsedAt, now, ({ memberSessions }) =>
      memberSessions.recordUse(session, now),
    );
  }

  #record(key: string, lastUsedAt: number | null, now: number, store: (stores: Writers) => Promise<void>): void {
    if ((lastUsedAt !== null && now - lastUsedAt < USE_PRECISION_MS) || this.#writing.has(key)) return;
    this.#writing.add(key);
    const written = this.write(store, { projects: [] });
    void written.catch(() => undefined).finally(() => this.#writing.delete(key));
  }
}

/**
 * Finds the caller whose token the request carries.
 * @param acceptsPrograms false if the token of a program is refused: it is for the server of tools only (RFC 8707)
 * @throws Unauthenticated for a missing, unknown, revoked or expired token
 */
export async function authenticateToken(
  read: Read,
  uses: CredentialUses,
  header: string | undefined,
  now: number,
  acceptsPrograms: boolean,
): Promise<TokenCaller> {
  const hash = hashToken(readBearerToken(header));
  const token = await read(({ tokens }) => tokens.findByHash(hash));
  if (token === undefined || token.revokedAt !== null) throw new Unauthenticated('Invalid token');
  if (token.expiresAt !== null && token.expiresAt <= now) throw new Unauthenticated('Token expired');
  if (token.program !== null && !acceptsPrograms)
    throw new Unauthenticated('This token is for POST /mcp only; create one with createToken for other requests.');
  const { id: tokenId, organizationId, memberId, parentId } = token;
  // Most tokens were created without another token, and need no further statement.
  const grant =
    parentId === null ? { scopes: effectiveScopes(token) } : await read(({ tokens }) => tokens.findGrant(tokenId, now));
  if (grant === undefined) throw new Unauthenticated('Invalid token');
  uses.recordToken(token, now);
  return { tokenId, session: null, organizationId, memberId, scopes: grant.scopes };
}

/** Returns the secret of the session in a `Cookie` header; undefined if it has none. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [name = '', ...value] = pair.split('=');
    if (name.trim() === SESSION_COOKIE) return value.join('=').trim();
  }
  return undefined;
}

const SESSION_ENDED = 'The session has ended; sign in again.';

/**
 * Finds the caller whose session the request carries, and the CSRF token of the session.
 * @throws Unauthenticated for an unknown or ended session
 */
export async function authenticateSession(
  read: Read,
  uses: CredentialUses,
  secret: string,
  now: number,
): Promise<SessionCaller> {
  const session = await read(({ memberSessions }) => memberSessions.findByHash(hashToken(secret), now));
  if (session === undefined) throw new Unauthenticated(SESSION_ENDED);
  const { organizationId, memberId, tokenId: makerId } = session;
  const grant = makerId === null ? null : await read(({ tokens }) => tokens.findGrant(makerId, now));
  if (grant === undefined) throw new Unauthenticated(SESSION_ENDED);
  uses.recordSession(session, now);
  const scopes = sessionScopes(session, grant);
  const { lacksSecondFactor } = session;
  const callerSession = { ...session, csrfToken: csrfTokenOf(secret) };
  return { tokenId: null, session: callerSession, lacksSecondFactor, organizationId, memberId, scopes };
}

/**
 * Checks that the page which sends a request knows the token of the session. A page of another site can send the
 * cookie, but neither read the token nor set the header.
 * @param accepted the scopes of the operation, which the error names
 * @throws Forbidden
 */
export function requireCsrfToken(
  { session }: SessionCaller,
  header: string | undefined,
  accepted: readonly string[],
): void {
  if (header !== undefined && isSameSecret(header, session.csrfToken)) return;
  throw new Forbidden(
    'A request of a session that changes something needs the header X-CSRF-Token with the csrfToken of getCurrentSession.',
    accepted,
  );
}

/** The headers by which browsers say which page sends a request. */
interface PageHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Rejects a sign-in from a page of another site, which could sign somebody in to an account of the attacker.
 * `Sec-Fetch-Site` decides where browsers send it, `Origin` elsewhere; programs send neither.
 * @throws Forbidden
 */
export function requireSameOrigin(headers: PageHeaders, publicUrl: string): void {
  const { host, origin, 'sec-fetch-site': site } = headers;
  const isOwn =
    site === undefined
      ? origin === undefined || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
      : site === 'same-origin' || site === 'none';
  if (!isOwn)
    throw new Forbidden('Pages of other sites cannot sign in here; open the page of this service to sign in.');
}

/** Maximum number of requests without a valid token from one address in a minute. */
const MAX_FAILURES = 600;

/**
 * Counts failed authentications by address and minute. A valid token is accepted from any address: many clients may
 * share one behind address translation.
 */
export class AuthenticationFailures {
  readonly #counts = new WindowCounts(MINUTE_MS);

  /**
   * Counts a failure.
   * @throws RateLimited if the address failed too often in this minute
   */
  record(address: string | undefined, now: number): void {
    if (this.#counts.add(networkOf(address ?? ''), now) <= MAX_FAILURES) return;
    const seconds = this.#counts.secondsLeft(now);
    throw new RateLimited(
      `More than ${MAX_FAILURES} requests of your address had no valid token in this minute; send a valid one, or try again in ${seconds} seconds.`,
      seconds,
      null,
    );
  }
}

/**
 * Checks that the caller holds one of the accepted scopes. No scope implies another (openapi/DECISIONS.md D7); without
 * accepted scopes every token is sufficient.
 * @throws Forbidden
 */
export function authorize(caller: Caller, accepted: readonly string[]): void {
  const scopes: readonly string[] = caller.scopes;
  if (accepted.length > 0 && !accepted.some((scope) => scopes.includes(scope)))
    throw new Forbidden(undefined, accepted);
}

/*
 * The public key of a DSN can be in the query string, in `X-Sentry-Auth` and in `Authorization`. Each function returns
 * the key, or null if there is none, and throws if the value is malformed.
 */

/** Reads `?sentry_key=K`. @throws BadRequest if it is repeated with another key */
export function keyFromQuery(pairs: readonly QueryPair[]): string | null {
  let key: string | null = null;
  for (const [name, text] of pairs) {
    if (name === 'sentry_key' && text !== '') key = singlePublicKey(key, text);
  }
  return key;
}

/** Reads `X-Sentry-Auth: Sentry sentry_key=K, sentry_version=7, …` */
export function keyFromSentryHeader(header: string | undefined): string | null {
  return header === undefined ? null : parseSentryHeader(header);
}

/**
 * Returns the time `sentry_timestamp` of `X-Sentry-Auth`, in milliseconds since 1970, UTC. Some old clients send
 * seconds, others milliseconds.
 */
export function sentTimeFromSentryHeader(header: string | undefined): number | null {
  const [, digits] =
    /(?:^|[\s,])sentry_timestamp\s*=\s*"?(\d{1,15}(?:\.\d{1,9})?)(?=[\s,"]|$)/i.exec(header ?? '') ?? [];
  if (digits === undefined) return null;
  const time = Number(digits);
  return Math.floor(time < MIN_MILLISECONDS ? 1000 * time : time);
}

/**
 * Smallest timestamp that is read as milliseconds. As seconds, it is far in the future; as milliseconds, it is in 1973.
 */
const MIN_MILLISECONDS = 1e11;

/** Returns true if `Authorization` has a whole DSN, which some operations accept in place of a token. */
export function hasDsnToken(header: string | undefined): boolean {
  return header !== undefined && /^dsn\s/i.test(header);
}

/**
 * Reads `Authorization: Sentry sentry_key=K, …`, Basic with the key as user name, or `DSN` with a DSN. Other schemes
 * are ignored: proxies use them.
 */
export function keyFromAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (hasDsnToken(header)) return /^dsn\s+https?:\/\/([^\s:@/]+)[:@]/i.exec(header)?.[1] ?? null;
  if (/^sentry\s/i.test(header)) return parseSentryHeader(header);
  const basic = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
  if (basic === null) return null;
  const [user = ''] = Buffer.from(basic[1] ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return user === '' ? null : user;
}

function parseSentryHeader(header: string): string {
  const match = /(?:^|[\s,])sentry_key\s*=\s*"?([^\s,"]+)/i.exec(header);
  if (match?.[1] === undefined) {
    throw new Unauthenticated(
      'The authentication header has no sentry_key; it must look like "Sentry sentry_key=KEY, sentry_version=7".',
    );
  }
  return match[1];
}

/**
 * Returns the key of a request, or null if it has none.
 * @throws BadRequest if it has different keys
 */
export function singlePublicKey(...keys: readonly (string | null)[]): string | null {
  let first: string | null = null;
  for (const key of keys) {
    if (key !== null && first !== null && key !== first)
      throw new BadRequest('The request names more than one sentry_key; send one, or the same everywhere.');
    first ??= key;
  }
  return first;
}
