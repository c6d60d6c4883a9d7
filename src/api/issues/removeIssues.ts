import { operation } from '../operation';
import { findProject } from '../subjects';

/** How many issues are deleted if the query has no ids (openapi/DECISIONS.md D4). */
const DEFAULT_LIMIT = 1000;

/** Deletes the issues with the given ids for good, or none of them if one is out of scope; without ids, the first 1000. */
export const removeIssues = operation('removeIssues', {
  subject: findProject,

  async handle({ project, query: { id: ids }, write, now }) {
    await write(({ issues }) =>
      ids === undefined ? issues.removeFirst(project.id, DEFAULT_LIMIT, now) : issues.remove(project.id, ids, now),
    );
    return { status: 200, body: 'Success.' };
  },
});
