import { aboutProject, listedValues } from '../../domain/audit';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Number of issues that are deleted if the query has no ids (openapi/DECISIONS.md D4). */
const DEFAULT_LIMIT = 1000;

/**
 * Deletes the issues with the given ids permanently, or none of them if one is out of scope; without ids, the first
 * 1000.
 */
export const removeIssues = operation('removeIssues', {
  subject: findProject,

  async handle({ project, query: { id: ids }, write, audit, now }) {
    await write(async ({ issues, auditLog }) => {
      const removed =
        ids === undefined
          ? await issues.removeFirst(project.id, DEFAULT_LIMIT, now)
          : await issues.remove(project.id, ids, now);
      const details = { count: removed.length, ids: listedValues(removed) };
      if (removed.length > 0)
        await auditLog.insert(audit({ event: 'issue.remove', ...aboutProject(project), details }));
    });
    return { status: 200, body: 'Success.' };
  },
});
