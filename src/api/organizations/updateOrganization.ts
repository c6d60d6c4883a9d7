import type { OrganizationSettings } from '../../domain/organization';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentOrganizationSettings } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Changes the settings that the body has, and returns the whole record. */
export const updateOrganization = operation('updateOrganization', {
  subject: findOrganization,

  async handle({ organization: { id, slug }, body, write, audit, publicUrl }) {
    const { rateLimit, retentionDays, retentionEvents } = body;
    const changes: Partial<OrganizationSettings> = {
      ...(rateLimit !== undefined && { rateLimit: copyRateLimit(rateLimit) }),
      ...(retentionDays !== undefined && { retentionDays }),
      ...(retentionEvents !== undefined && { retentionEvents }),
    };
    const fields = Object.keys(changes);
    const updated = await write(async ({ organizations, auditLog }) => {
      if (fields.length > 0)
        await auditLog.insert(audit({ event: 'organization.update', target: { id, name: slug }, details: { fields } }));
      return organizations.updateSettings(id, changes);
    });
    return { status: 200, body: presentOrganizationSettings(updated, publicUrl) };
  },
});
