import { useMemo } from 'react';
import { type AddressParameters, readRange } from '../components/localInput';
import { useSearchState } from './location';

const PERIOD = /^[1-9][0-9]{0,5}[smhdw]$/;

/** The environments and the time whose events a list of issues, or a page of one issue, counts and shows. */
export interface EventFilter {
  /** Arguments of operations that read events. */
  readonly given: {
    readonly environment?: string[];
    readonly statsPeriod?: string;
    readonly start?: string;
    readonly end?: string;
  };
  /** Arguments of operations that have a time of their own. */
  readonly environments: Pick<EventFilter['given'], 'environment'>;
  readonly isActive: boolean;
  /** Adds the filter to the address of another page of the issue. */
  readonly addTo: (path: string) => string;
}

/** Reads the filter from the address of a page. */
export function readEventFilter(parameters: AddressParameters): EventFilter {
  const { get } = parameters;
  const { environments: environment, start, end } = readRange(parameters);
  const period = start === null && end === null ? (get('statsPeriod') ?? '') : '';
  const environments = environment.length > 0 ? { environment } : {};
  const given = {
    ...environments,
    ...(PERIOD.test(period) && { statsPeriod: period }),
    ...(start !== null && { start }),
    ...(end !== null && { end }),
  };
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  ).toString();
  return {
    given,
    environments,
    isActive: search !== '',
    addTo: (path) =>
      search === '' ? path : `${path}${/\?$/.test(path) ? '' : path.includes('?') ? '&' : '?'}${search}`,
  };
}

/** Values of the address without a filter. */
export const NO_FILTER = { environment: null, statsPeriod: null, start: null, end: null, cursor: null };

/** Returns the filter of the page's address. */
export function useEventFilter(): EventFilter {
  const search = useSearchState();
  return useMemo(() => readEventFilter(search), [search]);
}
