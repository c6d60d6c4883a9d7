import type { Role } from './access';
import type { RateLimit } from './rateLimit';

/** A tenant. It owns teams, members, projects and tokens. */
export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly settings: OrganizationSettings;
}

/** The settings of an organization. Only values other than the default are stored. */
export interface OrganizationSettings {
  /** The limit of the events of all its projects together; null for none. */
  readonly rateLimit: RateLimit | null;
  /** The retention of projects that have none of their own. 0 keeps forever. */
  readonly retentionDays: number;
  readonly retentionEvents: number;
  /** Domains whose holders of addresses become members when they sign in at the OpenID provider. */
  readonly openIdDomains: readonly string[];
  /** The role of these members, unless a claim gives another. */
  readonly openIdRole: Role;
  /** The claim of the provider that has the roles of members; null if none has. */
  readonly openIdRoleClaim: string | null;
  /** The roles of its values. */
  readonly openIdRoles: readonly ClaimRole[];
  /** True if members with a password need a second factor. The name is that of the contract. */
  readonly require2FA: boolean;
  /** True if members sign in at the provider only. */
  readonly requiresOpenId: boolean;
}

/** The role that a value of a claim gives. */
interface ClaimRole {
  readonly value: string;
  readonly role: Role;
}

/** The value of each setting of an organization that did not change it. */
export const DEFAULT_ORGANIZATION_SETTINGS: OrganizationSettings = Object.freeze({
  rateLimit: null,
  retentionDays: 90,
  retentionEvents: 0,
  openIdDomains: [],
  openIdRole: 'member',
  openIdRoleClaim: null,
  openIdRoles: [],
  require2FA: false,
  requiresOpenId: false,
});

/** A person of one organization; tokens and bookmarks belong to members. */
export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  /** Bounds the scopes of the member's tokens. */
  readonly role: Role;
}

/** Changes of a member; absent values stay unchanged. */
export interface MemberChanges {
  readonly email?: string;
  readonly role?: Role;
}

/** The newest invitation of a member. */
interface Invitation {
  /** Time until which it can be used; if it was revoked, the time at which it was. */
  readonly expiresAt: number;
  readonly isRevoked: boolean;
}

/** An invitation of a member, with its link. */
export interface MailedInvitation {
  readonly to: string;
  readonly url: string;
  readonly expiresAt: number;
  readonly organization: Pick<Organization, 'id' | 'slug'>;
  /** The address of the member who invites; null for a token. */
  readonly inviter: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** A member with the values that lists show. */
export interface ListedMember extends Member {
  /** Null if the member was not invited, or has used the invitation. */
  readonly invitation: Invitation | null;
  /** Slugs of their teams. */
  readonly teams: readonly string[];
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** The changes of an organization or a team; absent members stay unchanged. */
export interface NameChanges {
  readonly name?: string;
  readonly slug?: string;
}

/**
 * Maximum numbers of subjects that requests can add to an organization; commands on the host of the service can add
 * more.
 */
export const ORGANIZATION_LIMITS = Object.freeze({
  members: 10_000,
  teams: 1_000,
  projects: 1_000,
  /** Tokens that can be used, of the organization itself. */
  organizationTokens: 100,
  /** Tokens that can be used, of one member. */
  memberTokens: 100,
});

/** A group of members of an organization. Projects belong to teams. */
export interface Team {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
}

/** Lower-case letters, digits, `_` and `-`, but not digits alone (openapi/DECISIONS.md D10). */
const SLUG_PATTERN = /^(?![0-9]+$)[a-z0-9_-]{1,100}$/;

/** Makes a slug of a name, in lower case with hyphens; it may be invalid, for example if the name has no letters. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9_]+/);
  return words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 100);
}

/** Returns true if `text` is a valid slug. */
export function isSlug(text: string): boolean {
  return SLUG_PATTERN.test(text);
}
