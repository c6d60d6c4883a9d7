import { pathOf } from '../../state/location';
import { releaseTerm } from './releaseTerm';

/**
 * Returns the address of the list of the issues of a release: those first seen in it, or all that have an event of it.
 * @param time the time that the list shows
 */
export function issuesOfRelease(
  organization: string,
  key: 'firstRelease' | 'release',
  version: string,
  time: Readonly<Record<string, string>> = { statsPeriod: 'all' },
): string {
  const search = new URLSearchParams({ query: releaseTerm(key, version), ...time });
  return `${pathOf(organization, 'issues')}?${search.toString()}`;
}
