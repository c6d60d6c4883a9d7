import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { hashToken } from './access';
import type { ProviderAccount } from './openId';
import { DAY_MS, MINUTE_MS } from './time';

/** The cookie of a session. Its value is the secret of the session, of which only the hash is stored. */
export const SESSION_COOKIE = 'culprit_session';

/** Time after the sign-in at which a session ends, however much it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** Time after which an unused session ends. */
export const SESSION_IDLE_MS = 14 * DAY_MS;
/** Maximum number of sessions of a member: a further one ends the session that was not used for the longest time. */
export const SESSIONS_PER_MEMBER = 50;

/** Time for which a sign-in link is valid, and for which its session may set a password without the present one. */
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS;
/** Time for which an invitation is valid: a sign-in link with which a member chooses the first password. */
export const INVITATION_MS = 7 * DAY_MS;
/** Time for which a link that has ended is stored with the reason. */
export const ENDED_LINK_MS = 30 * DAY_MS;
/** Maximum duration of a sign-in at the OpenID provider. */
export const OPEN_ID_MS = 10 * MINUTE_MS;

const MAX_USER_AGENT = 200;

/** Returns the time at which a session of that age ends, if it is not used after `now`. */
export function sessionExpiry(dateCreated: number, now: number): number {
  return Math.min(dateCreated + SESSION_MS, now + SESSION_IDLE_MS);
}

/** Returns the part of a `User-Agent` header that is stored. */
export function storedUserAgent(header: string): string {
  return header.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_USER_AGENT);
}

/**
 * Returns the token against cross-site requests. It is derived from the secret of the session, which it does not
 * reveal, and need not be stored.
 */
export function csrfTokenOf(secret: string): string {
  return derive(secret, 'csrf');
}

/** Compares secrets in a time that does not depend on their texts. */
export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}

/** A sign-in link: its address, of which the fragment never reaches a server or a log, and the stored values of it. */
export interface SignInLink {
  readonly url: string;
  readonly hash: string;
  readonly expiresAt: number;
}

/** Makes the link of a random secret. @param duration milliseconds for which it is valid */
export function signInLink(publicUrl: string, secret: string, now: number, duration = SIGN_IN_LINK_MS): SignInLink {
  return { url: `${publicUrl}/sign-in#${secret}`, hash: hashToken(secret), expiresAt: now + duration };
}

/** The reason why a link cannot be used any more: a newer invitation of the member replaces an older one. */
export type LinkEnd = 'used' | 'revoked' | 'replaced';

/** A link that was made, and may have ended. */
export interface KnownLink {
  readonly organizationId: string;
  readonly memberId: string;
  readonly isInvitation: boolean;
  /** The token that made it; null if none did. */
  readonly tokenId: string | null;
  /** Null unless it ended before it expired. */
  readonly ended: LinkEnd | null;
  /** Time from which it cannot be used. */
  readonly expiresAt: number;
}

/** Returns the state of a link. */
export function linkState({ ended, expiresAt }: KnownLink, now: number): LinkEnd | 'valid' | 'expired' {
  return ended ?? (now < expiresAt ? 'valid' : 'expired');
}

/**
 * Returns true if a link is used only together with a new password. A password would outlive the token that made a link
 * (openapi/DECISIONS.md, "Signing in").
 */
export function asksPassword({ isInvitation, tokenId }: Pick<KnownLink, 'isInvitation' | 'tokenId'>): boolean {
  return isInvitation && tokenId === null;
}

/** Returns the URL to which the OpenID provider sends the browser back. */
export function openIdRedirectUrl(publicUrl: string): string {
  return `${publicUrl}/sign-in`;
}

/**
 * Values that protect a sign-in at an OpenID provider: `state` and `nonce` of OpenID Connect, and the verifier of PKCE
 * (RFC 7636).
 */
export interface OpenIdRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Derives the values from the secret that only the browser has: the service stores nothing but its hash. */
export function openIdRequestOf(secret: string): OpenIdRequest {
  return { state: derive(secret, 'state'), nonce: derive(secret, 'nonce'), codeVerifier: derive(secret, 'verifier') };
}

/** Signs in at the OpenID provider of the environment. */
export interface OpenIdProvider {
  /** Name of the provider that people recognize. */
  readonly name: string;
  /** True if members of all organizations sign in there only. */
  readonly isRequired: boolean;
  /**
   * Returns the address at the provider to which the browser goes.
   * @throws Unavailable if the provider cannot be reached
   */
  authorizationUrl(request: OpenIdRequest, redirectUrl: string): Promise<string>;
  /**
   * Exchanges the code that the provider gave to the browser.
   * @param claims names of claims that are needed beside those of the ID token
   * @throws Unauthenticated if the provider or a check refuses it, Unavailable if the provider cannot be reached
   */
  findAccount(
    request: OpenIdRequest & { readonly code: string },
    redirectUrl: string,
    claims: readonly string[],
  ): Promise<ProviderAccount>;
}

/** The origin of an attempt to sign in, before the password is verified. */
export interface SignInClient {
  /** See `networkOf`. */
  readonly network: string;
  /** True if somebody signed in with the account from that network a while ago. */
  readonly isRemembered: boolean;
}

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  /** @throws Unavailable if too many passwords wait for it */
  hash(password: string): Promise<string>;
  /**
   * Returns true if the hash belongs to the password. Without a hash, returns false after the same work.
   * @throws Unavailable if too many passwords wait for it
   */
  verify(password: string, hash: string | null, client?: SignInClient): Promise<boolean>;
}

/** Limits the number of attempts to sign in. */
export interface SignInLimits {
  /**
   * Counts an attempt before it is made, so that attempts at the same time count too. Returns a function that takes it
   * back, for an attempt that succeeds.
   * @param account the account of the attempt; null if it is not known
   * @throws RateLimited if there were too many attempts
   */
  begin(address: string | null, account: string | null, now: number): () => void;
  /**
   * Counts an attempt to confirm an address, before it is made. Returns a function that takes it back, for an attempt
   * with a valid link.
   * @throws RateLimited if there were too many attempts
   */
  beginConfirmation(address: string | null, now: number): () => void;
  /** Counts the registration of a program. @throws RateLimited if there were too many */
  countRegistration(address: string | null, now: number): void;
  /**
   * Counts an exchange of a code or a refresh token, before it is made. Returns a function that takes it back, for one
   * that succeeds.
   * @throws RateLimited if too many failed
   */
  beginExchange(address: string | null, now: number): () => void;
  /** Remembers that somebody signed in. */
  remember(address: string | null, account: string, now: number): void;
  /** True if somebody signed in with the account from the network of the address a while ago. */
  isRemembered(address: string | null, account: string, now: number): boolean;
}

function derive(secret: string, use: string): string {
  return createHmac('sha256', secret).update(use).digest('base64url');
}

/*
 * Sets of users that are counted, but not listed. A small set is exact: the sorted hashes of its users. A larger one is
 * a HyperLogLog with 2^14 registers of one byte, whose count has a standard error of 0.8 %. Both take at most 16 KiB.
 * The count is the estimator of Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches"
 * (https://arxiv.org/abs/1702.01284), which needs no table of corrections.
 */

const HASH_BYTES = 8;
const INDEX_BITS = 14;
const REGISTERS = 2 ** INDEX_BITS;
/** The largest value of a register: the position of the first 1 in the other 50 bits, or one more without any. */
const MAX_RANK = 64 - INDEX_BITS + 1;
/** Number of users up to which a set is exact. It is one less than would take as many bytes as the registers. */
export const MAX_EXACT_USERS = REGISTERS / HASH_BYTES - 1;

/** Returns the hash of a user's id: 8 bytes, as a text of as many characters. */
export function hashUser(id: string): string {
  return createHash('sha256').update(id).digest().toString('latin1', 0, HASH_BYTES);
}

/** A set of users that grows. */
export class UserSet {
  #hashes: Set<string> | null = new Set();
  #registers: Buffer | null = null;

  /** Reads the bytes of a stored set. */
  static of(bytes: Uint8Array): UserSet {
    const set = new UserSet();
    set.#mergeBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return set;
  }

  /** Adds a user by the hash of its id. Returns true if the set has changed. */
  add(hash: string): boolean {
    if (this.#registers !== null) return this.#record(this.#registers, hash);
    const hashes = (this.#hashes ??= new Set());
    const before = hashes.size;
    hashes.add(hash);
    if (hashes.size > MAX_EXACT_USERS) this.#toRegisters();
    return hashes.size > before;
  }

  /** Adds the users of another set. */
  merge(other: UserSet): void {
    if (other.#registers !== null) this.#mergeBytes(other.#registers);
    else for (const hash of other.#hashes ?? []) this.add(hash);
  }

  /** Returns the number of users, or its estimate. */
  count(): number {
    return this.#registers === null ? (this.#hashes?.size ?? 0) : Math.round(estimate(this.#registers));
  }

  /** Returns the form in which the set is stored: registers if it has their length, else hashes. */
  toBytes(): Buffer {
    return this.#registers ?? Buffer.from([...(this.#hashes ?? [])].sort().join(''), 'latin1');
  }

  #mergeBytes(bytes: Buffer): void {
    if (bytes.length !== REGISTERS) {
      const text = bytes.toString('latin1');
      for (let at = 0; at + HASH_BYTES <= text.length; at += HASH_BYTES) this.add(text.slice(at, at + HASH_BYTES));
      return;
    }
    const registers = this.#registers ?? this.#toRegisters();
    for (let index = 0; index < REGISTERS; index++) {
      const rank = bytes[index] ?? 0;
      if (rank > (registers[index] ?? 0)) registers[index] = rank;
    }
  }

  #toRegisters(): Buffer {
    const registers = Buffer.alloc(REGISTERS);
    for (const hash of this.#hashes ?? []) this.#record(registers, hash);
    this.#hashes = null;
    return (this.#registers = registers);
  }

  #record(registers: Buffer, hash: string): boolean {
    const bytes = Buffer.from(hash, 'latin1');
    const [high, low] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
    const index = high >>> (32 - INDEX_BITS);
    const rest = (high << INDEX_BITS) >>> 0;
    const rank = (rest === 0 ? 32 - INDEX_BITS + Math.clz32(low) : Math.clz32(rest)) + 1;
    if (rank <= (registers[index] ?? 0)) return false;
    registers[index] = rank;
    return true;
  }
}

function estimate(registers: Buffer): number {
  const counts = new Array<number>(MAX_RANK + 1).fill(0);
  for (const rank of registers) counts[rank] = (counts[rank] ?? 0) + 1;
  let z = REGISTERS * tau(1 - (counts[MAX_RANK] ?? 0) / REGISTERS);
  for (let rank = MAX_RANK - 1; rank >= 1; rank--) z = (z + (counts[rank] ?? 0)) / 2;
  z += REGISTERS * sigma((counts[0] ?? 0) / REGISTERS);
  return (REGISTERS * REGISTERS) / (2 * Math.LN2 * z);
}

/** Corrects for registers that no user has reached. */
function sigma(share: number): number {
  if (share === 1) return Infinity;
  let [x, y, z] = [share, 1, share];
  for (let before = -1; z !== before; y += y) {
    before = z;
    x *= x;
    z += x * y;
  }
  return z;
}

/** Corrects for registers that cannot grow. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let before = -1; z !== before;) {
    before = z;
    x = Math.sqrt(x);
    y /= 2;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
