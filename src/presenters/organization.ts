import type { components } from '../../generated/api';
import type { Organization, ListedMember } from '../domain/organization';
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
    require2FA: false,
    requireEmailVerification: false,
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    features: ['open-membership'],
    links: {
      organizationUrl: `${publicUrl}/api/0/organizations/${organization.slug}/`,
      regionUrl: publicUrl,
    },
    hasAuthProvider: false,
  };
}

/** Presents an organization by itself. */
export function presentOrganizationSettings(
  organization: Organization,
  publicUrl: string,
): components['schemas']['Organization'] {
  const { settings } = organization;
  return {
    ...presentOrganization(organization, publicUrl),
    ...settings,
    rateLimit: copyRateLimit(settings.rateLimit),
  };
}

/** Presents a member of an organization. */
export function presentMember(member: ListedMember): components['schemas']['Member'] {
  const { id, email, role, teams, dateCreated, invitation } = member;
  return {
    ...{ id, email, role, teams: [...teams], dateCreated: presentTime(dateCreated) },
    invitation: invitation && { expiresAt: presentTime(invitation.expiresAt), isRevoked: invitation.isRevoked },
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

/** The type of who made a change. Only a recipient of mails is known by nothing but the target. */
function actorTypeOf({ memberId, tokenId, event }: AuditEntry): string {
  if (memberId !== null) return 'member';
  if (tokenId !== null) return 'token';
  return event === 'alert_address.confirm' ? 'recipient' : 'command';
}
