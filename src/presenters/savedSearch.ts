import type { components } from '../../generated/api';
import type { SavedSearch } from '../domain/savedSearch';
import { presentTime } from './format';

/** Presents a saved search. */
export function presentSavedSearch(search: SavedSearch): components['schemas']['SavedSearch'] {
  const { id, name, query, sort, visibility, createdBy } = search;
  return { id, name, query, sort, visibility, dateCreated: presentTime(search.dateCreated), createdBy };
}
