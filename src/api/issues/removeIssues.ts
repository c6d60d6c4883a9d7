import type { Command } from '../operation';
import { findProject } from '../subjects';

/** How many issues go when the caller names none (seed.md, "Limits"). */
const UNNAMED_LIMIT = 1000;

/** Removes the named issues for good, or none if one is out of scope; without names, the first thousand. */
export const removeIssues: Command<'removeIssues'> = async (ask) => {
  const { now, write } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const { id: ids } = query;
      await write(({ issues }) =>
        ids === undefined ? issues.removeFirst(project.id, UNNAMED_LIMIT, now) : issues.remove(project.id, ids, now),
      );
      return { status: 200, body: 'Success.' };
    },
  };
};
