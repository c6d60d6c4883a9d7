import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { findBulkIssues, hitsOf, removeNamedIssues } from './issueList';

/**
 * Deletes the issues with the given ids permanently, in any projects of the organization, or none of them if one is
 * unknown; or those that a search finds.
 */
export const removeOrganizationIssues = operation('removeOrganizationIssues', {
  subject: findOrganization,

  async handle({ organization, query, caller, read, write, audit, now }) {
    const searcher = { now, caller };
    const bulk = await read((stores) => findBulkIssues(stores, organization, query, searcher));
    await write(async (stores) => {
      const { isSearch, named } = bulk.isSearch ? bulk : await findBulkIssues(stores, organization, query, searcher);
      await removeNamedIssues(stores, named ?? [], { isSearch, audit, now });
    });
    return { status: 200, body: 'Success.', hits: bulk.isSearch ? hitsOf(bulk.named) : undefined };
  },
});
