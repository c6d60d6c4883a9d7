import { pathOf } from '../../state/location';

/** Returns a search for the issues of a release: those first seen in it, or all that have an event of it. */
export function queryOfRelease(key: 'firstRelease' | 'release', version: string): string {
  return `${key}:"${version.replaceAll('"', '\\"')}"`;
}

/** Returns the address of the list of these issues. */
export function issuesOfRelease(organization: string, key: 'firstRelease' | 'release', version: string): string {
  const search = new URLSearchParams({ query: queryOfRelease(key, version), statsPeriod: 'all' });
  return `${pathOf(organization, 'issues')}?${search.toString()}`;
}
