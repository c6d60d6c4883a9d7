import { aboutProject, listedValues } from '../../domain/audit';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Deletes an issue of the organization permanently. */
export const removeIssue = operation('removeIssue', {
  subject: findIssue,

  async handle({ issue, project, write, audit, now }) {
    await write(async ({ issues, auditLog }) => {
      const removed = await issues.remove(project.id, [Number(issue.id)], now);
      const details = { count: removed.length, ids: listedValues(removed) };
      if (removed.length > 0)
        await auditLog.insert(audit({ event: 'issue.remove', ...aboutProject(project), details }));
    });
    return { status: 204 };
  },
});
