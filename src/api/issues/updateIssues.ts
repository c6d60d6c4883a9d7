import type { IssueStatus } from '../../domain/issue';
import type { Command } from '../operation';
import { findProject } from '../subjects';

/** How many issues change when the caller names none, as many as are removed then (decisions.md D4). */
const UNNAMED_LIMIT = 1000;

function statusOf(given: IssueStatus | 'muted'): IssueStatus {
  return given === 'muted' ? 'ignored' : given;
}

/** Gives the named issues another status, or none if one is out of scope; without names, the first thousand it concerns. */
export const updateIssues: Command<'updateIssues'> = async (ask) => {
  const { now, write } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query, body }) {
      const status = statusOf(body.status);
      const update = { status, from: query.status === undefined ? null : statusOf(query.status), at: now };
      const { id: ids } = query;
      await write(
        ({ issues }) =>
          ids === undefined
            ? issues.updateFirst(project.id, UNNAMED_LIMIT, update)
            : issues.update(project.id, ids, update),
        { projects: [project.id] },
      );
      return { status: 200, body: { status, statusDetails: {} } };
    },
  };
};
