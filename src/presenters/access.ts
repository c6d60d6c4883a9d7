import type { components } from '../../generated/api';
import type { CallerSession, MemberSession, Scope, AccessToken } from '../domain/access';
import type { Member, Organization } from '../domain/organization';
import { presentTime } from './format';

/** Presents the session of a request, with the values that its page needs. */
export function presentCurrentSession(
  { id, csrfToken, dateCreated, expiresAt }: CallerSession,
  signedIn: { member: Member; hasPassword: boolean; organization: Organization; scopes: readonly Scope[] },
): components['schemas']['CurrentSession'] {
  const { member, hasPassword, organization, scopes } = signedIn;
  return {
    id,
    member: { id: member.id, email: member.email, role: member.role, hasPassword },
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    scopes: [...scopes],
    csrfToken,
    dateCreated: presentTime(dateCreated),
    expiresAt: presentTime(expiresAt),
  };
}

/** Presents one of the sessions of a member. */
export function presentSession(session: MemberSession, current: MemberSession): components['schemas']['Session'] {
  const { id, dateCreated, lastUsedAt, expiresAt, userAgent } = session;
  return {
    id,
    dateCreated: presentTime(dateCreated),
    lastUsed: presentTime(lastUsedAt),
    expiresAt: presentTime(expiresAt),
    userAgent,
    isCurrent: id === current.id,
  };
}

/** Presents a token of a member, without its text. */
export function presentToken(token: AccessToken): components['schemas']['Token'] {
  const { id, name, scopes, dateCreated, expiresAt, lastUsedAt, lastCharacters } = token;
  return {
    id,
    name,
    scopes: [...scopes],
    dateCreated: presentTime(dateCreated),
    expiresAt: expiresAt === null ? null : presentTime(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : presentTime(lastUsedAt),
    tokenLastCharacters: lastCharacters,
  };
}

/** Presents a token of an organization, without its text. */
export function presentOrganizationToken(token: AccessToken): components['schemas']['OrganizationToken'] {
  const presented = presentToken(token);
  return { ...presented, dateLastUsed: presented.lastUsedAt, createdBy: token.createdBy };
}
