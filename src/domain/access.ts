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

/**
 * The sender of a request: a member of one organization, with exactly the scopes of the token (openapi/DECISIONS.md
 * D7).
 */
export interface Caller {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly scopes: readonly Scope[];
}

/** Whether `name` is the name of a scope. */
export function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}

/** The given scopes without repeats, in the order of `SCOPES` (openapi/DECISIONS.md D21). */
export function sortScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** Whether the caller may change a project; without that, it may only bookmark it (openapi/DECISIONS.md D8, D22). */
export function canWriteProject(caller: Caller): boolean {
  return caller.scopes.includes('project:write') || caller.scopes.includes('project:admin');
}

/** The time of the last use of a token is stored at most once in this time, so that reading writes next to nothing. */
export const USE_PRECISION_MS = 5 * MINUTE_MS;

/** A stored bearer token. The store has only its hash, see `hashToken`. */
export interface AccessToken {
  readonly id: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Null if it was never used; otherwise up to `USE_PRECISION_MS` before its last use. */
  readonly lastUsedAt: number | null;
}

/** The SHA-256 of a token, in lower-case hexadecimal digits. Only this is stored, and tokens are found by it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
