import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { components } from '../../client/createClient';
import { keyOf, useApi, useShownError } from './api';

/** The member who is signed in, their organization, and the rights of their role. */
export type CurrentSession = components['schemas']['CurrentSession'];
export type ScopeName = CurrentSession['scopes'][number];

const SessionContext = createContext<CurrentSession | null>(null);

/** The key of the session in the cache of replies. */
const KEY = ['getCurrentSession'];

/** The state of the session: requested, absent, or the session itself. */
export type SessionState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'none' }
  | { readonly state: 'open'; readonly session: CurrentSession };

/** Asks for the session of the browser. */
export function useSessionState(): SessionState {
  const api = useApi();
  const queries = useQueryClient();
  const query = useQuery<CurrentSession | null>({
    queryKey: KEY,
    staleTime: Infinity,
    queryFn: async () => {
      // It is no error here to have no session, which the console of the browser would show.
      const options = await api.call('getSignInOptions', {});
      const { session } = options;
      // The form to sign in shows the same ones.
      if (session === null) queries.setQueryData(keyOf('getSignInOptions', {}), options);
      if (session !== null) api.setCsrfToken(session.csrfToken);
      return session;
    },
  });
  const { data } = query;
  const error = useShownError(query);
  if (data === undefined)
    return error === null ? { state: 'loading' } : { state: 'failed', error, retry: () => void query.refetch() };
  return data === null ? { state: 'none' } : { state: 'open', session: data };
}

export function SessionProvider({
  session,
  children,
}: {
  readonly session: CurrentSession;
  readonly children: ReactNode;
}): ReactNode {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Returns the session. Only pages of members call it. */
export function useSession(): CurrentSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is called without a session.');
  return session;
}

/** True if the role of the member has one of the scopes. */
export function useMayDo(...scopes: readonly ScopeName[]): boolean {
  const { scopes: held } = useSession();
  return scopes.some((scope) => held.includes(scope));
}

/** Returns the functions that begin and end the session of this page. */
export function useSessionActions(): {
  readonly begin: (session: CurrentSession) => void;
  readonly end: () => Promise<void>;
} {
  const api = useApi();
  const queries = useQueryClient();
  const set = (session: CurrentSession | null): void => {
    // A reply that is under way was written before the change, and would undo it.
    void queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData(KEY, session);
  };
  return {
    begin: (session) => {
      set(session);
      api.setCsrfToken(session.csrfToken);
    },
    end: async () => {
      await api.call('endSession', {});
      api.setCsrfToken(undefined);
      // First the session, which the page observes: it is left before its replies are forgotten.
      set(null);
      queries.removeQueries({ predicate: ({ queryKey: [id] }) => id !== KEY[0] });
    },
  };
}

/** True if the session ended while the page was open. */
export function useHasSessionEnded(): boolean {
  const api = useApi();
  return useSyncExternalStore(
    (listener) => api.subscribe(listener),
    () => api.hasEnded,
  );
}
