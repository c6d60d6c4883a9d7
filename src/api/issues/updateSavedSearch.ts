import { InvalidFields } from '../../domain/errors';
import type { SavedSearch, SavedSearchContent } from '../../domain/issueSearch';
import { presentSavedSearch } from '../../presenters/issue';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { requireEditor, requireFewSearches, requireSearch, searchErrors } from './savedSearch';

/** Changes the fields of a saved search that the body has. */
export const updateSavedSearch = operation('updateSavedSearch', {
  subject: findOrganization,

  validate({ body, caller }) {
    return Promise.resolve(searchErrors(body, caller));
  },

  async handle({ params: { search_id: id }, body, caller, write, audit }) {
    return write(async ({ savedSearches, auditLog }) => {
      const search = requireSearch(await savedSearches.find(caller, id));
      requireEditor(search, caller);
      const content = contentOf(search, body);
      const fields = (['name', 'query', 'sort', 'visibility'] as const).filter((key) => content[key] !== search[key]);
      if (fields.length === 0) return { status: 200, body: presentSavedSearch(search) };
      if (content.visibility !== search.visibility) {
        if (search.createdBy?.id !== caller.memberId)
          throw new InvalidFields({ visibility: ['Only the member who saved a search can make it private.'] });
        await requireFewSearches(savedSearches, caller, content.visibility);
      }
      await savedSearches.update(caller, search, content);
      await auditLog.insert(audit({ event: 'search.update', target: { id, name: content.name }, details: { fields } }));
      return { status: 200, body: presentSavedSearch({ ...search, ...content }) };
    });
  },
});

function contentOf(search: SavedSearch, changes: Partial<SavedSearchContent>): SavedSearchContent {
  const { name = search.name, query = search.query, sort = search.sort, visibility = search.visibility } = changes;
  return { name, query, sort, visibility };
}
