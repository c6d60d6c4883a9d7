import { MAX_SEARCHES, withSearch } from './recentSearches';

function keyOf(organization: string): string {
  return `culprit-searches-${organization}`;
}

/** Returns the last searches of an organization in this browser, the newest first. */
export function readSearches(organization: string): readonly string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(organization)) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MAX_SEARCHES) : [];
  } catch {
    // Browsers can forbid storage: there are no recent searches then.
    return [];
  }
}

/** Notes a search of an organization in this browser. */
export function rememberSearch(organization: string, query: string): void {
  try {
    localStorage.setItem(keyOf(organization), JSON.stringify(withSearch(readSearches(organization), query)));
  } catch {
    return;
  }
}
