import type { components } from '../../generated/api';
import type { Organization } from '../domain/organization';
import { copyRateLimit } from '../domain/rateLimit';
import { presentTime } from './format';

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
