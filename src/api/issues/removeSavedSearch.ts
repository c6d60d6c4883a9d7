import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { requireEditor, requireSearch } from './savedSearch';

/** Removes a saved search permanently. */
export const removeSavedSearch = operation('removeSavedSearch', {
  subject: findOrganization,

  async handle({ params: { search_id: id }, caller, write, audit }) {
    await write(async ({ savedSearches, auditLog }) => {
      const search = requireSearch(await savedSearches.find(caller, id));
      requireEditor(search, caller);
      await savedSearches.remove(caller, search);
      await auditLog.insert(audit({ event: 'search.remove', target: { id, name: search.name } }));
    });
    return { status: 204 };
  },
});
