import { domainToASCII } from 'node:url';
import { type Role, ROLES } from './access';
import type { OrganizationSettings } from './organization';

/** Members of a token of the OpenID provider. */
export type Claims = Readonly<Record<string, unknown>>;

/** Who signed in at the OpenID provider. */
export interface ProviderAccount {
  /** URL of the provider. */
  readonly issuer: string;
  /** Identifies the person at the provider for good. Addresses may pass to somebody else. */
  readonly subject: string;
  /** The e-mail address for which the provider vouches; null if it vouches for none. */
  readonly email: string | null;
  /** What the provider says about the person. */
  readonly claims: Claims;
}

/** Maximum number of values of a claim that are compared with those of the organization. */
const MAX_VALUES = 1000;

/** Maximum length of a domain (RFC 1035, section 2.3.4). */
const MAX_DOMAIN = 253;

/** Returns a domain as it is compared: in ASCII and lower case; null if it is not the domain of addresses. */
export function normalDomain(text: string): string | null {
  // `domainToASCII` ignores what follows a slash.
  if (!/^[\p{L}\p{M}\p{N}._-]+$/u.test(text)) return null;
  const domain = domainToASCII(text);
  return domain.length <= MAX_DOMAIN && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(domain) ? domain : null;
}

/** The form of members' addresses. */
const ADDRESS = /^(?=.{1,254}$)[^\s@\p{Cc}]+@([^\s@\p{Cc}]+)$/u;

/** Returns true if the organization takes in people with the address. Subdomains are domains of their own. */
export function admitsAddress({ openIdDomains }: OrganizationSettings, email: string): boolean {
  const [, domain = ''] = ADDRESS.exec(email) ?? [];
  const normal = normalDomain(domain);
  return normal !== null && openIdDomains.includes(normal);
}

/**
 * Returns the role that an account has in an organization: the highest one of its values in the claim, or else the
 * role of everybody. A claim that is absent has no value, so that it gives nobody more than that.
 */
export function roleOfClaims({ openIdRole, openIdRoleClaim, openIdRoles }: OrganizationSettings, claims: Claims): Role {
  const values = openIdRoleClaim === null ? [] : claimValues(claims, openIdRoleClaim);
  const roles = openIdRoles.filter(({ value }) => values.includes(value)).map(({ role }) => role);
  return roles.toSorted((one, other) => ROLES.indexOf(other) - ROLES.indexOf(one))[0] ?? openIdRole;
}

/** Returns the texts of a claim, which is a text or a list. */
function claimValues(claims: Claims, name: string): readonly string[] {
  const value = readClaim(claims, name);
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
  return values.filter((one) => typeof one === 'string');
}

/** Returns a claim: of the name itself, which may be a URL, or else of a path such as `realm_access.roles`. */
export function readClaim(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce<unknown>(memberOf, claims);
}

function memberOf(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name)
    ? (owner as Claims)[name]
    : undefined;
}
