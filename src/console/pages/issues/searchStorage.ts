import { readTexts, storeTexts } from '../../state/storedTexts';
import { MAX_SEARCHES, withSearch } from './recentSearches';

function keyOf(organization: string): string {
  return `culprit-searches-${organization}`;
}

/** Returns the last searches of an organization in this browser, the newest first. */
export function readSearches(organization: string): readonly string[] {
  return (readTexts(keyOf(organization)) ?? []).slice(0, MAX_SEARCHES);
}

/** Notes a search of an organization in this browser. */
export function rememberSearch(organization: string, query: string): void {
  storeTexts(keyOf(organization), withSearch(readSearches(organization), query));
}
