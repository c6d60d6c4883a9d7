import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import { Conflict, type FieldErrors, InvalidFields } from '../../domain/errors';
import { normalDomain } from '../../domain/openId';
import type { Organization, OrganizationSettings } from '../../domain/organization';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentOrganizationSettings } from '../../presenters/organization';
import { changedFields } from '../../domain/audit';
import { operation } from '../operation';
import { elementMessages, fieldErrorsOf, findOrganization } from '../subjects';
import { authorizeRole } from './memberRoles';

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
    const { rateLimit, retentionDays, retentionEvents, name, slug } = body;
    const { id } = organization;
    const settings: Partial<OrganizationSettings> = {
      ...(rateLimit !== undefined && { rateLimit: copyRateLimit(rateLimit) }),
      ...(retentionDays !== undefined && { retentionDays }),
      ...(retentionEvents !== undefined && { retentionEvents }),
      ...openIdSettings(body),
    };
    const names = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
    const fieldsOfBody = [...Object.keys(names), ...Object.keys(settings)];
    try {
      return await write(async ({ organizations, auditLog }) => {
        const before = await organizations.find(id);
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
 * Returns the error of a domain in the list. Only commands add domains: the organization could take in, and learn the
 * addresses of, whoever signs in with an address at somebody else's domain.
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
