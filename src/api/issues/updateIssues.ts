import { type ActivityType, actorOf } from '../../domain/activity';
import { aboutProject, listedValues } from '../../domain/audit';
import type { IssueStatus } from '../../domain/issue';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** How many issues change if the query has no ids: as many as `removeIssues` deletes then. */
const DEFAULT_LIMIT = 1000;

const ACTIVITY_OF = {
  unresolved: 'set_unresolved',
  resolved: 'set_resolved',
  ignored: 'set_ignored',
} as const satisfies Record<IssueStatus, ActivityType>;

/** Sets the status of the issues with the given ids, or of none if one is out of scope; without ids, of the first 1000 that match. */
export const updateIssues = operation('updateIssues', {
  subject: findProject,

  async handle({ project, query, body, caller, write, audit, now }) {
    const status = statusOf(body.status);
    const update = { status, from: query.status === undefined ? null : statusOf(query.status), at: now };
    const { id: ids } = query;
    await write(
      async ({ issues, activities, auditLog }) => {
        const changed =
          ids === undefined
            ? await issues.updateFirst(project.id, DEFAULT_LIMIT, update)
            : await issues.update(project.id, ids, update);
        const actor = actorOf(caller);
        await activities.insert(
          project.id,
          changed.map((issueId) => ({ issueId, type: ACTIVITY_OF[status], actor, at: now })),
        );
        const count = changed.length;
        const details = { status, count, ...(ids !== undefined && { ids: listedValues(ids) }) };
        if (count > 0) await auditLog.insert(audit({ event: 'issue.update', ...aboutProject(project), details }));
      },
      { projects: [project.id] },
    );
    return { status: 200, body: { status, statusDetails: {} } };
  },
});

/** Older clients say `muted` for `ignored`. */
function statusOf(given: IssueStatus | 'muted'): IssueStatus {
  return given === 'muted' ? 'ignored' : given;
}
