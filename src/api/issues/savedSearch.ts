import type { Caller } from '../../domain/access';
import { BadRequest, type FieldErrors, Forbidden, InvalidFields, NotFound } from '../../domain/errors';
import { parseIssueQuery } from '../../domain/issueQuery';
import { MAX_SAVED_SEARCHES, type SavedSearch, type SavedSearchContent } from '../../domain/issueSearch';
import type { SavedSearchReader } from '../../store/search/savedSearches';

/** The scopes with which a caller may change shared searches of other members. */
const EDITOR_SCOPES = ['org:admin', 'org:write'] as const;

/** Returns the errors in the query and the visibility of a saved search. */
export function searchErrors(
  { query, visibility }: Partial<SavedSearchContent>,
  { memberId }: Pick<Caller, 'memberId'>,
): FieldErrors {
  return {
    ...(query !== undefined && queryErrors(query)),
    ...(visibility === 'owner' &&
      memberId === null && {
        visibility: ['A token of an organization has no private searches; send the visibility "organization".'],
      }),
  };
}

function queryErrors(query: string): FieldErrors {
  try {
    parseIssueQuery(query);
    return {};
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { query: [error.message.replace("Query parameter 'query'", 'The query')] };
  }
}

/** Returns the search. @throws NotFound unless the caller sees it */
export function requireSearch(search: SavedSearch | undefined): SavedSearch {
  if (search === undefined) throw new NotFound('Saved search not found');
  return search;
}

/**
 * Checks that the caller may change a search.
 * @throws Forbidden if it belongs to another member, and the caller may not change searches of the organization
 */
export function requireEditor({ createdBy }: SavedSearch, { memberId, scopes }: Caller): void {
  const isOwn = createdBy !== null && createdBy.id === memberId;
  if (!isOwn && !EDITOR_SCOPES.some((scope) => scopes.includes(scope)))
    throw new Forbidden('Another member saved this search; org:write may change it.', EDITOR_SCOPES);
}

/** Checks the number of searches. @throws InvalidFields if the member or the organization has reached the maximum */
export async function requireFewSearches(
  savedSearches: SavedSearchReader,
  caller: Caller,
  visibility: SavedSearchContent['visibility'],
): Promise<void> {
  const limit = MAX_SAVED_SEARCHES[visibility];
  if ((await savedSearches.count(caller, visibility)) < limit) return;
  const who = visibility === 'owner' ? 'You have' : 'The organization has';
  throw new InvalidFields({ visibility: [`${who} ${limit} saved searches, which is the limit: remove one first.`] });
}
