import { presentSavedSearch } from '../../presenters/issue';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { requireFewSearches, requireSearch, searchErrors } from './savedSearch';

/** Saves a search for issues under a name. */
export const createSavedSearch = operation('createSavedSearch', {
  subject: findOrganization,

  validate({ body: { query, visibility = 'owner' }, caller }) {
    return Promise.resolve(searchErrors({ ...(query !== undefined && { query }), visibility }, caller));
  },

  async handle({ body: { name, query, sort = 'date', visibility = 'owner' }, caller, write, audit, now }) {
    return write(async ({ savedSearches, auditLog }) => {
      await requireFewSearches(savedSearches, caller, visibility);
      const id = await savedSearches.insert(caller, { name, query, sort, visibility, dateCreated: now });
      await auditLog.insert(audit({ event: 'search.create', target: { id, name }, details: { visibility } }));
      return { status: 201, body: presentSavedSearch(requireSearch(await savedSearches.find(caller, id))) };
    });
  },
});
