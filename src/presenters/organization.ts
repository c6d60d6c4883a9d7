import type { components } from '../../generated/api';
import type { AccessToken, CallerSession, MemberSession, Scope } from '../domain/access';
import type { ListedMember, Member, Organization } from '../domain/organization';
import { lacksRequiredFactor } from '../domain/secondFactor';
import { copyRateLimit } from '../domain/rateLimit';
import { presentTime } from './format';
import type { AuditEntry } from '../domain/audit';

/** Presents an organization in lists and in the record of a project. */
export function presentOrganization(
  organization: Organization,
  publicUrl: string,
): components['schemas']['OrganizationSummary'] {
  return {
    id: organization.id,
    slug: organization.slug,
    name: organization.name,
    status: { id: 'active', name: 'active' },
    dateCreated: presentTime(organization.dateCreated),
    isEarlyAdopter: false,
    require2FA: organization.settings.require2FA,
    requireEmailVerification: false,
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    features: ['open-membership'],
    links: {
      organizationUrl: `${publicUrl}/api/0/organizations/${organization.slug}/`,
      regionUrl: publicUrl,
    },
    hasAuthProvider: organization.settings.requiresOpenId || organization.settings.openIdDomains.length > 0,
  };
}

/** Presents an organization with its settings. */
export function presentOrganizationSettings(
  organization: Organization,
  publicUrl: string,
): components['schemas']['Organization'] {
  const { settings } = organization;
  return {
    ...presentOrganization(organization, publicUrl),
    ...settings,
    rateLimit: copyRateLimit(settings.rateLimit),
    openIdDomains: [...settings.openIdDomains],
    openIdRoles: settings.openIdRoles.map(({ value, role }) => ({ value, role })),
  };
}

/** Presents a member of an organization. */
export function presentMember(member: ListedMember): components['schemas']['Member'] {
  const { id, email, role, teams, dateCreated, invitation, hasPassword, hasSecondFactor } = member;
  return {
    ...{ id, email, role, teams: [...teams], dateCreated: presentTime(dateCreated) },
    invitation: invitation && { expiresAt: presentTime(invitation.expiresAt), isRevoked: invitation.isRevoked },
    ...{ hasPassword, hasSecondFactor },
  };
}

/** Presents an entry of the audit log. */
export function presentAuditEntry(entry: AuditEntry): components['schemas']['AuditLogEntry'] {
  const { projectId, projectSlug } = entry;
  const [targetType = ''] = entry.event.split('.');
  return {
    id: entry.id,
    event: entry.event,
    actor: {
      type: actorTypeOf(entry),
      id: entry.memberId,
      email: entry.email,
      tokenId: entry.tokenId,
      user: entry.user,
    },
    ipAddress: entry.ipAddress,
    target: { type: targetType, id: entry.targetId, name: entry.targetName },
    project: projectId === null ? null : { id: projectId, slug: projectSlug ?? '' },
    details: { ...entry.details },
    dateCreated: presentTime(entry.dateCreated),
  };
}

/** Returns the type of the actor of a change. A recipient of mails is neither a member nor a token. */
function actorTypeOf({ memberId, tokenId, event }: AuditEntry): string {
  if (memberId !== null) return 'member';
  if (tokenId !== null) return 'token';
  return event === 'alert_address.confirm' ? 'recipient' : 'command';
}

/** Presents the session of a request, with the values that its page needs. */
export function presentCurrentSession(
  { id, csrfToken, dateCreated, expiresAt }: CallerSession,
  signedIn: {
    member: Member;
    hasPassword: boolean;
    hasSecondFactor: boolean;
    organization: Organization;
    scopes: readonly Scope[];
  },
): components['schemas']['CurrentSession'] {
  const { member, hasPassword, hasSecondFactor, organization, scopes } = signedIn;
  return {
    id,
    member: {
      ...{ id: member.id, email: member.email, role: member.role, hasPassword, hasSecondFactor },
      lacksSecondFactor: lacksRequiredFactor(organization.settings, { hasPassword, hasSecondFactor }),
    },
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
  return { ...presentNewToken(token), clientHost: token.program?.clientHost ?? null };
}

/** Presents the members that all tokens have, without the text of the token. */
export function presentNewToken(token: AccessToken): Omit<components['schemas']['Token'], 'clientHost'> {
  const { id, name, scopes, dateCreated, lastUsedAt, lastCharacters, program } = token;
  const expiresAt = program?.refreshExpiresAt ?? token.expiresAt;
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
  const presented = presentNewToken(token);
  return { ...presented, dateLastUsed: presented.lastUsedAt, createdBy: token.createdBy };
}
