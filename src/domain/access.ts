import { createHash, randomBytes } from 'node:crypto';

/** The scope names a token can hold, in the order every answer lists them (seed.md, "Observed access scope names"). */
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
] as const;

export type Scope = (typeof SCOPES)[number];

/** Who sends a request: a member of one organization, with exactly the scopes of the token used (decisions.md D7). */
export interface Caller {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly scopes: readonly Scope[];
}

/** Whether `name` is one of the fifteen scope names. */
export function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}

/** The given scopes without repeats, in the seed's order (decisions.md D21). */
export function sortScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** Whether the caller may change a project, not only bookmark it (decisions.md D8, D22). */
export function canWriteProject(caller: Caller): boolean {
  return caller.scopes.includes('project:write') || caller.scopes.includes('project:admin');
}

/** A bearer token as it is stored: never the token itself, only its SHA-256 (decisions.md §2). */
export interface AccessToken {
  readonly id: string;
  readonly organizationId: string;
  readonly memberId: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** A new bearer token: random, and recognisable as ours where it leaks. */
export function newToken(): string {
  return `culprit_${randomBytes(32).toString('hex')}`;
}

/** What is stored of a token, and how it is looked up: lower-case hexadecimal SHA-256 (decisions.md §2). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
