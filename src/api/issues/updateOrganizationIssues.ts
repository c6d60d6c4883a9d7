import { actorOf } from '../../domain/issue';
import { BadRequest } from '../../domain/errors';
import type { ProjectChange } from '../../store/issues/issueStates';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { describeUpdate, updateIssuesOf } from './issueUpdate';
import { authorizeIssueUpdate, mergeErrors, validateIssueUpdate } from './issueUpdateErrors';
import { mergeIssues } from './mergeIssues';
import { findBulkIssues, findNamedIssues, hitsOf } from './issueList';

/**
 * Updates the issues with the given ids, in any projects of the organization, or none if one is unknown; or those that
 * a search finds.
 */
export const updateOrganizationIssues = operation('updateOrganizationIssues', {
  subject: findOrganization,

  authorizeFields: authorizeIssueUpdate,

  validate: ({ caller, body, read }) =>
    read(async (stores) => ({ ...(await validateIssueUpdate(stores, [], caller, body)), ...mergeErrors(body) })),

  async handle({ organization, query, body, caller, read, write, audit, now }) {
    const { isSearch, named } = await read((stores) => findBulkIssues(stores, organization, query, { now, caller }));
    if (body.merge !== undefined) {
      if (isSearch) throw new BadRequest("Query parameter 'query' cannot be used with the field 'merge'.");
      const [first, ...others] = named ?? [];
      if (first === undefined || others.length > 0)
        throw new BadRequest('Issues can be merged only if they belong to one project. No issue was merged.');
      const into = body.into === undefined ? undefined : Number(body.into);
      const merged = { ids: query.id ?? [], into, actor: actorOf(caller), at: now, audit };
      const scope = { projects: [first.project.id] };
      return {
        status: 200,
        body: await write((stores) => mergeIssues(stores, first.project, merged), scope),
      };
    }
    if (named === undefined) return { status: 200, body: describeUpdate(body) };
    // An issue that the request names by its id may have been removed since.
    const findAgain = (stores: Readers) => (isSearch ? named : findNamedIssues(stores, organization, query.id ?? []));
    const changeId = await write(
      async (stores) => {
        const reservedId = stores.issueChanges.reserveId();
        const context = { caller, audit, now, changeId: reservedId };
        const changes: ProjectChange[] = [];
        for (const { project, ids } of (await findAgain(stores)) ?? [])
          changes.push(await updateIssuesOf(stores, { project, ids, isSearch, from: null }, body, context));
        return stores.issueChanges.insert(reservedId, changes, now);
      },
      { projects: named.map(({ project }) => project.id) },
    );
    return { status: 200, body: describeUpdate(body, changeId), hits: isSearch ? hitsOf(named) : undefined };
  },
});
