import { useCallback, useMemo } from 'react';
import { useSearchParams } from './router';

/** Values of the query string of the page, by name. A list is one pair per member. */
export type SearchValues = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** The values that a page keeps in its address. */
export interface SearchState {
  readonly get: (name: string) => string | null;
  readonly getAll: (name: string) => readonly string[];
  /**
   * Changes some values; null and empty lists remove them. The page before the change can be returned to, unless it
   * `replaces` it.
   */
  readonly set: (changes: SearchValues, options?: { readonly replaces?: boolean }) => void;
}

/** Applies changes to a query string. */
function changedSearch(before: URLSearchParams, changes: SearchValues): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    after.delete(name);
    for (const member of value === null || value === undefined ? [] : [value].flat()) after.append(name, member);
  }
  return after;
}

/** Returns the state of the page that its address holds, so that it can be linked to and returned to. */
export function useSearchState(): SearchState {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (changes: SearchValues, { replaces = false }: { readonly replaces?: boolean } = {}) =>
      setSearch((before) => changedSearch(before, changes), { replace: replaces }),
    [setSearch],
  );
  return useMemo(
    () => ({ get: (name) => search.get(name), getAll: (name) => search.getAll(name), set }),
    [search, set],
  );
}

/** Returns the address of a page of an organization: `pathOf('acme', 'issues', '12')`. */
export function pathOf(organization: string, ...parts: readonly string[]): string {
  return `/organizations/${[organization, ...parts].map(encodeURIComponent).join('/')}/`;
}
