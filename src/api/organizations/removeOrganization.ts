import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Removes an organization permanently: it disappears at once, and its rows are deleted in small steps. */
export const removeOrganization = operation('removeOrganization', {
  subject: findOrganization,

  async handle({ organization, write, audit, now }) {
    await write(async ({ removals, auditLog }) => {
      const target = { id: organization.id, name: organization.slug };
      await auditLog.insert(audit({ event: 'organization.remove', target }));
      await removals.removeOrganization(organization.id, now);
    });
    return { status: 204 };
  },
});
