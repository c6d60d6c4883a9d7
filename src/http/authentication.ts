import { isIPv6 } from 'node:net';
import { type AccessToken, type Caller, effectiveScopes, hashToken, USE_PRECISION_MS } from '../domain/access';
import { BadRequest, Forbidden, RateLimited, Unauthenticated } from '../domain/errors';
import type { Read, Write } from '../store/stores';
import type { QueryPair } from './queryString';
import { MINUTE_MS } from '../domain/time';

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
 * Stores when tokens were used, beside the requests: they do not wait, and succeed if it cannot be stored. Each token is written at most
 * once in `USE_PRECISION_MS` by each process, and never twice at the same time.
 */
export class TokenUses {
  readonly #writing = new Set<string>();

  constructor(private readonly write: Write) {}

  record({ id, lastUsedAt }: Pick<AccessToken, 'id' | 'lastUsedAt'>, now: number): void {
    if ((lastUsedAt !== null && now - lastUsedAt < USE_PRECISION_MS) || this.#writing.has(id)) return;
    this.#writing.add(id);
    const written = this.write(({ tokens }) => tokens.recordUse(id, now), { projects: [] });
    void written.catch(() => undefined).finally(() => this.#writing.delete(id));
  }
}

/**
 * Finds the caller whose token the request carries.
 * @throws Unauthenticated for a missing, unknown, revoked or expired token
 */
export async function authenticate(
  read: Read,
  uses: TokenUses,
  header: string | undefined,
  now: number,
): Promise<Caller> {
  const hash = hashToken(readBearerToken(header));
  const token = await read(({ tokens }) => tokens.findByHash(hash));
  if (token === undefined || token.revokedAt !== null) throw new Unauthenticated('Invalid token');
  if (token.expiresAt !== null && token.expiresAt <= now) throw new Unauthenticated('Token expired');
  uses.record(token, now);
  const { id: tokenId, organizationId, memberId } = token;
  return { tokenId, organizationId, memberId, scopes: effectiveScopes(token) };
}

/** Requests without a valid token that one address may send in a minute. */
const MAX_FAILURES = 600;
/** Number of addresses whose failures are counted. Beyond it, the one that failed first is forgotten. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts failed authentications by address and minute. A valid token is accepted whatever its address: many clients may share one
 * behind address translation.
 */
export class AuthenticationFailures {
  #minute = 0;
  #counts = new Map<string, number>();

  /**
   * Counts a failure.
   * @throws RateLimited if the address failed too often in this minute
   */
  record(address: string | undefined, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    const key = networkOf(address ?? '');
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count === 1 && this.#counts.size === MAX_ADDRESSES) this.#counts.delete(firstKey(this.#counts));
    this.#counts.set(key, count);
    if (count <= MAX_FAILURES) return;
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    throw new RateLimited(
      `More than ${MAX_FAILURES} requests of your address had no valid token in this minute; send a valid one, or try again in ${seconds} seconds.`,
      Math.max(1, seconds),
      null,
    );
  }
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: a host has all addresses behind them. */
function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail ?? '')].slice(0, 4).join(':');
}

function firstKey(counts: ReadonlyMap<string, number>): string {
  return counts.keys().next().value ?? '';
}

/**
 * Checks that the caller holds one of the accepted scopes. No scope implies another (openapi/DECISIONS.md D7); without accepted
 * scopes every token is sufficient.
 * @throws Forbidden
 */
export function authorize(caller: Caller, accepted: readonly string[]): void {
  const scopes: readonly string[] = caller.scopes;
  if (accepted.length > 0 && !accepted.some((scope) => scopes.includes(scope)))
    throw new Forbidden(undefined, accepted);
}

/*
 * The public key of a DSN can be in the query string, in `X-Sentry-Auth` and in `Authorization`. Each function returns the key, or
 * null if there is none, and throws if the value is malformed.
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

/** Returns the time `sentry_timestamp` of `X-Sentry-Auth`, in milliseconds since 1970, UTC. Some old clients send seconds, others milliseconds. */
export function sentTimeFromSentryHeader(header: string | undefined): number | null {
  const [, digits] =
    /(?:^|[\s,])sentry_timestamp\s*=\s*"?(\d{1,15}(?:\.\d{1,9})?)(?=[\s,"]|$)/i.exec(header ?? '') ?? [];
  if (digits === undefined) return null;
  const time = Number(digits);
  return Math.floor(time < MIN_MILLISECONDS ? 1000 * time : time);
}

/** As seconds, a time far in the future; as milliseconds, one of 1973. */
const MIN_MILLISECONDS = 1e11;

/** Reads `Authorization: Sentry sentry_key=K, …`, or Basic with the key as user name. Other schemes are ignored: proxies use them. */
export function keyFromAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
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
      'The authentication header names no sentry_key; it reads like "Sentry sentry_key=KEY, sentry_version=7".',
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
