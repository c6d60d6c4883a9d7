import { actorOf } from '../../domain/issue';
import { BadRequest } from '../../domain/errors';
import { statusOf } from '../../domain/issueState';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { describeUpdate, updateIssuesOf } from './issueUpdate';
import { authorizeIssueUpdate, mergeErrors, validateIssueUpdate } from './issueUpdateErrors';
import { mergeIssues } from './mergeIssues';
import { findSearchedIssues, hitsOf } from './issueList';

/**
 * Updates the issues with the given ids, or none if one is out of scope; or those that a search finds; without both,
 * the first 1000 that the update would change. With `merge`, merges them.
 */
export const updateIssues = operation('updateIssues', {
  subject: findProject,

  authorizeFields: authorizeIssueUpdate,

  validate: ({ project, caller, body, read }) =>
    read(async (stores) => ({ ...(await validateIssueUpdate(stores, [project], caller, body)), ...mergeErrors(body) })),

  async handle({ project, query, body, caller, read, write, audit, now }) {
    const scope = { projects: [project.id] };
    if (body.merge !== undefined) {
      const [other] = (['status', 'query'] as const).filter((name) => query[name] !== undefined);
      if (other !== undefined)
        throw new BadRequest(`Query parameter '${other}' cannot be used with the field 'merge'.`);
      const into = body.into === undefined ? undefined : Number(body.into);
      const merged = { ids: query.id ?? [], into, actor: actorOf(caller), at: now, audit };
      return { status: 200, body: await write((stores) => mergeIssues(stores, project, merged), scope) };
    }
    const searched = await findSearchedIssues(read, () => [project], query, { now, caller });
    if (searched !== undefined && query.status !== undefined)
      throw new BadRequest("Query parameters 'status' and 'query' exclude each other; write is: in the search.");
    const from = query.status === undefined ? null : statusOf(query.status);
    const ids = searched === undefined ? (query.id ?? null) : (searched[0]?.ids ?? []);
    const target = { project, ids, isSearch: searched !== undefined, from };
    const changeId = await write(async (stores) => {
      const reservedId = stores.issueChanges.reserveId();
      const change = await updateIssuesOf(stores, target, body, { caller, audit, now, changeId: reservedId });
      return stores.issueChanges.insert(reservedId, [change], now);
    }, scope);
    return { status: 200, body: describeUpdate(body, changeId), hits: hitsOf(searched) };
  },
});
