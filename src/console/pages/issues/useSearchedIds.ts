import { useCallback, useRef } from 'react';
import { ApiError, useApi, useOperation } from '../../state/api';
import { useEventFilter } from '../../state/eventFilter';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { eventIdIn, soughtId, traceTermIn } from './searchedIds';

/**
 * Returns the function that gives the address of an issue in a list, or of its event that the search names, or of its
 * events in the trace that the search names.
 */
export function useIssuePaths(organization: string, query: string): (id: string) => string {
  const event_id = eventIdIn(query);
  const { data } = useOperation(
    'getEventById',
    event_id === null ? null : { organization_slug: organization, event_id },
    { staleTime: 60_000 },
  );
  const { groupId, eventId } = data ?? {};
  const filter = useEventFilter();
  const trace = traceTermIn(query);
  return useCallback(
    (id) => {
      if (id === groupId && eventId !== undefined) return pathOf(organization, 'issues', id, 'events', eventId);
      if (trace === null) return filter.addTo(pathOf(organization, 'issues', id));
      return filter.addTo(`${pathOf(organization, 'issues', id, 'events')}?query=${encodeURIComponent(trace)}`);
    },
    [organization, groupId, eventId, trace, filter],
  );
}

/**
 * Returns the function that opens the event or the issue whose id is searched for, and otherwise searches. An id that
 * nothing has is searched for as text.
 */
export function useOpenOrSearch(
  organization: string,
  slugs: readonly string[],
  onSearch: (query: string) => void,
): (query: string) => Promise<void> {
  const api = useApi();
  const navigate = useNavigate();
  const latest = useRef('');
  const find = async (query: string): Promise<string | null> => {
    const sought = soughtId(query, slugs);
    if (sought === null) return null;
    try {
      if (sought.kind === 'event') {
        const given = { organization_slug: organization, event_id: sought.eventId };
        const { groupId, eventId } = await api.call('getEventById', given);
        return pathOf(organization, 'issues', groupId, 'events', eventId);
      }
      const given = { organization_slug: organization, short_id: sought.shortId };
      const { groupId } = await api.call('getIssueByShortId', { ...given, collapse: ['stats'] });
      return pathOf(organization, 'issues', groupId);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  return async (query) => {
    latest.current = query;
    const path = await find(query);
    // Another search was begun meanwhile.
    if (latest.current !== query) return;
    if (path === null) onSearch(query);
    else void navigate(path);
  };
}
