import { operation } from '../operation';
import { findProject } from '../subjects';
import { findSearchedIssues, hitsOf, recordRemoval, removeNamedIssues } from './issueList';

/** Number of issues that are deleted if the query names none (openapi/DECISIONS.md D4). */
const DEFAULT_LIMIT = 1000;

/**
 * Deletes the issues with the given ids permanently, or none of them if one is out of scope; or those that a search
 * finds; without both, the first 1000.
 */
export const removeIssues = operation('removeIssues', {
  subject: findProject,

  async handle({ project, query, caller, read, write, audit, now }) {
    const searched = await findSearchedIssues(read, () => [project], query, { now, caller });
    await write(async (stores) => {
      const named = searched ?? (query.id && [{ project, ids: query.id }]);
      if (named !== undefined)
        return removeNamedIssues(stores, named, { isSearch: searched !== undefined, audit, now });
      const removed = await stores.issues.removeFirst(project.id, DEFAULT_LIMIT, now);
      return recordRemoval(stores, project, removed, audit);
    });
    return { status: 200, body: 'Success.', hits: hitsOf(searched) };
  },
});
