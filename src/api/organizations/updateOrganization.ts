import { Conflict, InvalidFields } from '../../domain/errors';
import type { Organization, OrganizationSettings } from '../../domain/organization';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentOrganizationSettings } from '../../presenters/organization';
import { changedFields } from '../../domain/audit';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Changes the fields that the body has, and returns the whole record. A former slug is free at once. */
export const updateOrganization = operation('updateOrganization', {
  subject: findOrganization,

  async handle({ organization, body, write, audit, publicUrl }) {
    const { rateLimit, retentionDays, retentionEvents, name, slug } = body;
    const { id } = organization;
    const settings: Partial<OrganizationSettings> = {
      ...(rateLimit !== undefined && { rateLimit: copyRateLimit(rateLimit) }),
      ...(retentionDays !== undefined && { retentionDays }),
      ...(retentionEvents !== undefined && { retentionEvents }),
    };
    const names = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
    const fieldsOfBody = [...Object.keys(names), ...Object.keys(settings)];
    try {
      return await write(async ({ organizations, auditLog }) => {
        const before = await organizations.find(id);
        const renamed = await organizations.update(organization, names);
        const target = { id, name: renamed.slug };
        const updated = await organizations.updateSettings(id, settings);
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

/** Returns an organization with its settings as members beside the others. */
function withSettings({ settings, ...others }: Organization): object {
  return { ...others, ...settings };
}
