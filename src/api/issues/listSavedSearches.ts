import { presentSavedSearch } from '../../presenters/issue';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists the saved searches of the organization and of the caller. */
export const listSavedSearches = operation('listSavedSearches', {
  subject: findOrganization,

  async handle({ caller, page, read }) {
    const searches = await read(({ savedSearches }) => savedSearches.list(caller, page));
    return { status: 200, body: searches.rows.map(presentSavedSearch), links: searches };
  },
});
