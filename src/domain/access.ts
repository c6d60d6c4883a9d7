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
export function orderScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** Whether the caller may change a project, not only bookmark it (decisions.md D8, D22). */
export function mayWriteProject(caller: Caller): boolean {
  return caller.scopes.includes('project:write') || caller.scopes.includes('project:admin');
}
