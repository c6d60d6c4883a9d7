import type { components } from '../../../generated/api';
import { type ActivityType, actorOf } from '../../domain/activity';
import { aboutProject, listedValues } from '../../domain/audit';
import { BadRequest, type FieldErrors, InvalidFields } from '../../domain/errors';
import type { IssueStatus } from '../../domain/issue';
import { mergeIssues } from './mergeIssues';
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
    const errors = updateErrors(body);
    if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
    if (body.status === undefined) {
      if (query.status !== undefined)
        throw new BadRequest("Query parameter 'status' cannot be used with the field 'merge'.");
      const merge = await write(
        (stores) => {
          const into = body.into === undefined ? undefined : Number(body.into);
          return mergeIssues(stores, project, { ids: query.id ?? [], into, actor: actorOf(caller), at: now, audit });
        },
        { projects: [project.id] },
      );
      return { status: 200, body: { merge } };
    }
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

/** Errors of an update that the schema of the body does not express. */
function updateErrors({ status, merge, into }: components['schemas']['IssueUpdate']): FieldErrors {
  if (merge !== undefined) return status === undefined ? {} : { status: ['Not with merge.'] };
  return {
    ...(status === undefined && { status: ['This field is required.'] }),
    ...(into !== undefined && { into: ['Only with merge.'] }),
  };
}

/** Older clients say `muted` for `ignored`. */
function statusOf(given: IssueStatus | 'muted'): IssueStatus {
  return given === 'muted' ? 'ignored' : given;
}
