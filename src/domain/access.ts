import { createHash } from 'node:crypto';
import { MINUTE_MS } from './time';

/** The scopes a token can hold, in the order in which replies list them. */
export const SCOPES = [
  'member:read',
  'event:read',
  'event:write',
  'event:admin',
  'project:admin',
  'project:write',
  'project:read',
  'project:releases',
  'team:read',
  'team:write',
  'team:admin',
  'org:read',
  'org:integrations',
  'alerts:read',
  'alerts:write',
  'member:write',
  'member:admin',
  'org:write',
  'org:admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The roles of members, each of which has the rights of the ones before it, and more. */
export const ROLES = ['member', 'admin', 'manager', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** The scopes that each role adds to the scopes of the roles before it. */
const ADDED_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  member: [
    ...(['event:read', 'event:write', 'event:admin', 'project:read', 'project:releases'] as const),
    ...(['team:read', 'member:read', 'org:read', 'alerts:read', 'alerts:write'] as const),
  ],
  admin: ['project:write', 'project:admin', 'team:write', 'team:admin', 'org:integrations'],
  manager: ['member:write', 'member:admin', 'org:write'],
  owner: ['org:admin'],
};

/** The role whose scopes a token of an organization can hold: it cannot make owners or remove the organization. */
export const ORGANIZATION_TOKEN_ROLE = 'manager' satisfies Role;

const SCOPES_OF_ROLE = Object.fromEntries(
  ROLES.map((role, index) => [role, new Set(ROLES.slice(0, index + 1).flatMap((lower) => ADDED_SCOPES[lower]))]),
) as unknown as Readonly<Record<Role, ReadonlySet<Scope>>>;

/** Returns true if `name` is the name of a role. */
export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name);
}

/** Returns the scopes that tokens of a member with this role can have. */
export function scopesWithin(role: Role, scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => SCOPES_OF_ROLE[role].has(scope));
}

/** Returns all scopes of a role. */
export function scopesOfRole(role: Role): Scope[] {
  return scopesWithin(role, SCOPES);
}

/** Returns the scopes that tokens of a member with this role cannot have. */
export function scopesBeyond(role: Role, scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => !SCOPES_OF_ROLE[role].has(scope));
}

/** The sender of a request that carries a token, with the scopes of the token that the role of its member allows. */
export interface TokenCaller {
  readonly tokenId: string;
  readonly session: null;
  readonly organizationId: string;
  /** Null for a token of the organization. */
  readonly memberId: string | null;
  readonly scopes: readonly Scope[];
}

/** The sender of a request that carries the cookie of a session: a member, with all scopes of their role. */
export interface SessionCaller {
  readonly tokenId: null;
  readonly session: CallerSession;
  /** True if the organization requires a second factor that the member has not set up. */
  readonly lacksSecondFactor: boolean;
  readonly organizationId: string;
  readonly memberId: string;
  readonly scopes: readonly Scope[];
}

/**
 * The sender of a request: it belongs to one organization (openapi/DECISIONS.md D7, "Members, roles and tokens" and
 * "Signing in").
 */
export type Caller = TokenCaller | SessionCaller;

/** Returns true if `name` is the name of a scope. */
export function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}

/** Returns the given scopes without repeats, in the order of `SCOPES` (openapi/DECISIONS.md D21). */
export function sortScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/**
 * Returns true if the caller may change a project; otherwise it may only bookmark it (openapi/DECISIONS.md D8, D22).
 */
export function canWriteProject(caller: Caller): boolean {
  return caller.scopes.includes('project:write') || caller.scopes.includes('project:admin');
}

/** Returns true if the caller may change issues; otherwise it may only mark them for itself. */
export function canWriteIssues(caller: Caller): boolean {
  return caller.scopes.includes('event:write') || caller.scopes.includes('event:admin');
}

/**
 * The time of the last use of a token or a session is stored at most once in this time, so that reading writes next to
 * nothing.
 */
export const USE_PRECISION_MS = 5 * MINUTE_MS;

/** A stored bearer token. The store has only its hash and its last characters, see `describeToken`. */
export interface AccessToken {
  readonly id: string;
  readonly organizationId: string;
  /** Null for a token of the organization. */
  readonly memberId: string | null;
  readonly name: string;
  /** The scopes that were given to it. Its role may allow fewer, see `effectiveScopes`. */
  readonly scopes: readonly Scope[];
  /** The role of its member; `ORGANIZATION_TOKEN_ROLE` without a member. */
  readonly role: Role;
  /**
   * The member who created a token of the organization; null if a command did, or if the member was removed. For a
   * token of a member, `createdBy` of the session in which it was created.
   */
  readonly createdBy: string | null;
  /** The token with which this one was made: when it ends, this one ends too. Null if it was made without a token. */
  readonly parentId: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Null if it was never used; otherwise up to `USE_PRECISION_MS` before its last use. */
  readonly lastUsedAt: number | null;
  /** Its last four characters; null for a token of a version that did not store them. */
  readonly lastCharacters: string | null;
  /** The program that a member allowed to act for them, and its present refresh token; null for another token. */
  readonly program: TokenProgram | null;
}

/** The program of a token that came by OAuth. The token changes with each refresh token, and ends with the last one. */
export interface TokenProgram {
  readonly clientId: string;
  /** The host to which its code went, with the port. */
  readonly clientHost: string;
  /** SHA-256 of the part that all its refresh tokens share, lower-case hexadecimal. */
  readonly refreshFamily: string;
  /** SHA-256 of the present refresh token. */
  readonly refreshHash: string;
  readonly refreshExpiresAt: number;
}

/**
 * The member or token that made a sign-in link. Both are null if a command made it; a session that began without a link
 * has neither.
 */
export interface LinkMaker {
  /** The token that made the link. The session ends with the token, and has no more scopes than it. */
  readonly tokenId: string | null;
  /** The member who made it in a session: the session of the link ends with them. */
  readonly createdBy: string | null;
}

/** A stored session of a member. Times are milliseconds since 1970, UTC. */
export interface MemberSession extends LinkMaker {
  readonly id: string;
  readonly organizationId: string;
  readonly memberId: string;
  /** User agent of the program that signed in; empty if it sent none. */
  readonly userAgent: string;
  readonly dateCreated: number;
  /** Up to `USE_PRECISION_MS` before its last use. */
  readonly lastUsedAt: number;
  /** Time at which it ends, unless it is used before. */
  readonly expiresAt: number;
  /** Until when the password can be set without the present one; null if it cannot. */
  readonly passwordUntil: number | null;
}

/** A session that may be used, with the present rights of its member. */
export interface ActiveSession extends MemberSession {
  readonly role: Role;
  /** True if the organization requires a second factor that the member has not set up. */
  readonly lacksSecondFactor: boolean;
}

/** The session of a request. */
export interface CallerSession extends MemberSession {
  /** Value of the header `X-CSRF-Token` in requests that change something. */
  readonly csrfToken: string;
}

/**
 * Returns the token with which the caller makes credentials: the token of the request, or the token that made the link
 * of its session. Null for a member who has signed in.
 */
export function makerTokenId(caller: Caller): string | null {
  return caller.session === null ? caller.tokenId : caller.session.tokenId;
}

/**
 * Returns the member whose sign-in link the session of the caller began with, if they made it in a session of their
 * own.
 */
export function makerMemberId(caller: Caller): string | null {
  return makerTokenId(caller) === null ? (caller.session?.createdBy ?? null) : null;
}

/** Returns the scopes that a token has now: a change of the member's role takes effect at once. */
export function effectiveScopes({ scopes, role }: Pick<AccessToken, 'scopes' | 'role'>): Scope[] {
  return scopesWithin(role, scopes);
}

/**
 * Returns the scopes that a session has now: all scopes that the role of its member allows.
 * @param grant of the token that made the link with which it began
 */
export function sessionScopes({ role }: Pick<ActiveSession, 'role'>, grant: TokenGrant | null): Scope[] {
  return scopesWithin(role, grant?.scopes ?? SCOPES);
}

/**
 * The present scopes of a token, and its end. They are within the scopes and the ends of the tokens with which it was
 * made, and they limit the credentials made with it.
 */
export interface TokenGrant {
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

/** Returns the stored description of a token: its hash, and its last four characters, by which people recognize it. */
export function describeToken(token: string): { hash: string; lastCharacters: string } {
  return { hash: hashToken(token), lastCharacters: token.slice(-4) };
}

/**
 * Returns the SHA-256 of a token, in lower-case hexadecimal digits. Only this is stored, and tokens are found by it.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
