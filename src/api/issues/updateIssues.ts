import { actorOf } from '../../domain/activity';
import { BadRequest } from '../../domain/errors';
import { statusOf } from '../../domain/issueState';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { describeUpdate, updateIssuesOf } from './issueUpdate';
import { authorizeIssueUpdate, mergeErrors, validateIssueUpdate } from './issueUpdateErrors';
import { mergeIssues } from './mergeIssues';

/**
 * Updates the issues with the given ids, or none if one is out of scope; without ids, the first 1000 that match. With
 * `merge`, merges them.
 */
export const updateIssues = operation('updateIssues', {
  subject: findProject,

  authorizeFields: authorizeIssueUpdate,

  validate: ({ project, caller, body, read }) =>
    read(async (stores) => ({ ...(await validateIssueUpdate(stores, [project], caller, body)), ...mergeErrors(body) })),

  async handle({ project, query, body, caller, write, audit, now }) {
    const scope = { projects: [project.id] };
    if (body.merge !== undefined) {
      if (query.status !== undefined)
        throw new BadRequest("Query parameter 'status' cannot be used with the field 'merge'.");
      const into = body.into === undefined ? undefined : Number(body.into);
      const merged = { ids: query.id ?? [], into, actor: actorOf(caller), at: now, audit };
      return { status: 200, body: await write((stores) => mergeIssues(stores, project, merged), scope) };
    }
    const from = query.status === undefined ? null : statusOf(query.status);
    const named = { project, ids: query.id ?? null, from };
    const changeId = await write(
      async (stores) =>
        stores.issueChanges.insert([await updateIssuesOf(stores, named, body, { caller, audit, now })], now),
      scope,
    );
    return { status: 200, body: describeUpdate(body, changeId) };
  },
});
