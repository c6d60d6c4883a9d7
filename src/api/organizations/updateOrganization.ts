import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import { Conflict, type FieldErrors, InvalidFields } from '../../domain/errors';
import { normalDomain } from '../../domain/openId';
import type { Organization, OrganizationSettings } from '../../domain/organization';
import { lacksRequiredFactor } from '../../domain/secondFactor';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentOrganizationSettings } from '../../presenters/organization';
import type { Readers } from '../../store/stores';
import { changedFields } from '../../domain/audit';
import { operation } from '../operation';
import { elementMessages, fieldErrorsOf, findOrganization } from '../subjects';
import { authorizeRole, authorizeRoles } from './memberRoles';

type OrganizationUpdate = components['schemas']['OrganizationUpdate'];

/** Changes the fields that the body has, and returns the whole record. A former slug is free at once. */
export const updateOrganization = operation('updateOrganization', {
  subject: findOrganization,

  async validate({ organization, body: { openIdDomains = [], requiresOpenId }, openId }) {
    const domains = openIdDomains.flatMap((domain, index) => {
      const message = domainError(organization, domain);
      return message === null ? [] : [{ index, message }];
    });
    const errors: FieldErrors = fieldErrorsOf('openIdDomains', elementMessages('openIdDomains', domains));
    const isWithout = requiresOpenId === true && openId === null;
    return { ...errors, ...(isWithout && { requiresOpenId: ['This service has no OpenID provider.'] }) };
  },

  async handle({ organization, body, caller, write, audit, publicUrl }) {
    const { rateLimit, retentionDays, retentionEvents, name, slug, require2FA } = body;
    const { id } = organization;
    const settings: Partial<OrganizationSettings> = {
      ...(rateLimit !== undefined && { rateLimit: copyRateLimit(rateLimit) }),
      ...(retentionDays !== undefined && { retentionDays }),
      ...(retentionEvents !== undefined && { retentionEvents }),
      ...(require2FA !== undefined && { require2FA }),
      ...openIdSettings(body),
    };
    const names = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
    const fieldsOfBody = [...Object.keys(names), ...Object.keys(settings)];
    try {
      return await write(async (stores) => {
        const { organizations, auditLog } = stores;
        const before = await organizations.find(id);
        await authorizeSecondFactor(stores, caller, body, before ?? organization);
        const renamed = await organizations.update(organization, names);
        const target = { id, name: renamed.slug };
        const updated = await organizations.updateSettings(id, settings);
        authorizeOpenId(caller, body, updated.settings);
        const fields = changedFields(fieldsOfBody, withSettings(before ?? organization), withSettings(updated));
        const details = { fields, ...(renamed.slug !== organization.slug && { previousSlug: organization.slug }) };
        if (fields.length > 0) await auditLog.insert(audit({ event: 'organization.update', target, details }));
        return { status: 200, body: presentOrganizationSettings(updated, publicUrl) };
      });
    } catch (error) {
      if (error instanceof Conflict)
        throw new InvalidFields({ slug: [`The slug "${slug ?? ''}" is already used; choose a different one.`] });
      throw error;
    }
  },
});

/**
 * Returns the error of a domain in the list. Only commands add domains: with somebody else's domain, the organization
 * could take in, and learn the addresses of, the people who sign in with an address there.
 */
function domainError({ slug, settings }: Organization, text: string): string | null {
  const domain = normalDomain(text.trim());
  if (domain === null) return `"${text}" is not a domain such as acme.test.`;
  if (settings.openIdDomains.includes(domain)) return null;
  return `"${domain}" must be added on the host of the service: npx culprit organization update --organization ${slug} --openid-domain ${domain}`;
}

/** Returns an organization with its settings as members beside the others. */
function withSettings({ settings, ...others }: Organization): object {
  return { ...others, ...settings };
}

function openIdSettings({
  openIdDomains,
  openIdRole,
  openIdRoleClaim,
  openIdRoles,
  requiresOpenId,
}: OrganizationUpdate): Partial<OrganizationSettings> {
  const domains = openIdDomains?.map((domain) => normalDomain(domain.trim()) ?? '');
  return {
    ...(domains !== undefined && { openIdDomains: [...new Set(domains)] }),
    ...(openIdRole !== undefined && { openIdRole }),
    ...(openIdRoleClaim !== undefined && { openIdRoleClaim }),
    ...(openIdRoles !== undefined && { openIdRoles: openIdRoles.map(({ value, role }) => ({ value, role })) }),
    ...(requiresOpenId !== undefined && { requiresOpenId }),
  };
}

/**
 * Checks that only owners change whether members need a second factor, and that owners who require one could still sign
 * in themselves.
 * @throws Forbidden, InvalidFields
 */
async function authorizeSecondFactor(
  { members }: Readers,
  caller: Caller,
  { require2FA }: OrganizationUpdate,
  { id, settings }: Organization,
): Promise<void> {
  if (require2FA === undefined || require2FA === settings.require2FA) return;
  authorizeRoles(caller, ['owner'], 'change whether members need a second factor');
  if (!require2FA || caller.memberId === null) return;
  const owner = await members.findListed(id, caller.memberId);
  if (owner !== undefined && lacksRequiredFactor({ require2FA, requiresOpenId: false }, owner))
    throw new InvalidFields({
      require2FA: ['Set up a second factor of your own first; without one, you could not change anything any more.'],
    });
}

/**
 * Checks that the caller holds every scope of the roles that accounts of the provider get: a claim or a domain of the
 * caller's choice would give them to the caller.
 * @throws Forbidden
 */
function authorizeOpenId(
  caller: Caller,
  { openIdDomains, openIdRole, openIdRoleClaim, openIdRoles: given }: OrganizationUpdate,
  { openIdRole: everybody, openIdRoles }: OrganizationSettings,
): void {
  if ([openIdDomains, openIdRole, openIdRoleClaim, given].every((field) => field === undefined)) return;
  for (const role of new Set([everybody, ...openIdRoles.map((one) => one.role)]))
    authorizeRole(caller, role, 'let accounts of the OpenID provider have roles whose scopes it holds');
}
