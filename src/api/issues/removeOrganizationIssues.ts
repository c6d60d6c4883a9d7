import { aboutProject, listedValues } from '../../domain/audit';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { findNamedIssues } from './organizationIssues';

/**
 * Deletes the issues with the given ids permanently, in any projects of the organization, or none of them if one is
 * unknown.
 */
export const removeOrganizationIssues = operation('removeOrganizationIssues', {
  subject: findOrganization,

  async handle({ organization, query, write, audit, now }) {
    await write(async (stores) => {
      for (const { project, ids } of (await findNamedIssues(stores, organization, query.id)) ?? []) {
        const removed = await stores.issues.remove(project.id, ids, now);
        const details = { count: removed.length, ids: listedValues(removed) };
        await stores.auditLog.insert(audit({ event: 'issue.remove', ...aboutProject(project), details }));
      }
    });
    return { status: 200, body: 'Success.' };
  },
});
