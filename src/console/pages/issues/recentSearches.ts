import { DEFAULT_QUERY } from './issueListState';

/** The number of searches that are kept. */
export const MAX_SEARCHES = 8;

/** Returns the last searches with a new one in front, each once. The list's own search is none that one looks for. */
export function withSearch(searches: readonly string[], query: string): readonly string[] {
  const added = query.trim();
  if (added === '' || added === DEFAULT_QUERY) return searches;
  return [added, ...searches.filter((one) => one !== added)].slice(0, MAX_SEARCHES);
}
