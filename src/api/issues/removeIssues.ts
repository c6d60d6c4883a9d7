import { operation } from '../operation';
import { findProject } from '../subjects';
import { recordRemoval, removeNamedIssues } from './issueList';

/** Number of issues that are deleted if the query names none (openapi/DECISIONS.md D4). */
const DEFAULT_LIMIT = 1000;

/**
 * Deletes the issues with the given ids permanently, or none of them if one is out of scope; without ids, the first
 * 1000. A search is no way to name them (openapi/DECISIONS.md D5); `removeOrganizationIssues` accepts one.
 */
export const removeIssues = operation('removeIssues', {
  subject: findProject,

  async handle({ project, query, write, audit, now }) {
    await write(async (stores) => {
      if (query.id !== undefined)
        return removeNamedIssues(stores, [{ project, ids: query.id }], { isSearch: false, audit, now });
      const removed = await stores.issues.removeFirst(project.id, DEFAULT_LIMIT, now);
      return recordRemoval(stores, project, removed, audit);
    });
    return { status: 200, body: 'Success.' };
  },
});
