import { QueryClient, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { operationRequests } from '../../../generated/operations';
import {
  type AnyFailure,
  type Arguments,
  type Client,
  createClient,
  cursorOf,
  type operations,
  type Success,
} from '../../client/createClient';

/** The id of an operation that the client has a method for. */
export type OperationName = keyof typeof operationRequests;
export type ArgumentsOf<Id extends OperationName> = Arguments<operations[Id]>;
/** The result of an operation that succeeds. */
export type DataOf<Id extends OperationName> = Success<operations[Id]>['data'];
/** The record in a reply of a list: an array, or for activities and bundles of files an object with one. */
type RecordIn<Data> = Data extends
  readonly (infer Item)[] | { readonly activity: readonly (infer Item)[] } | { readonly files: readonly (infer Item)[] }
  ? Item
  : never;
/** Operations that return lists. */
export type ListName = { [Id in OperationName]: [RecordIn<DataOf<Id>>] extends [never] ? never : Id }[OperationName];
export type RecordOfList<Id extends ListName> = RecordIn<DataOf<Id>>;

/** The error of a request: the message of the service, or that it could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The errors of the body's fields, by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  /** @param status of the response; 0 if there was none */
  constructor(
    readonly status: number,
    message: string,
    fields: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
    this.fields = fields;
  }
}

/** Milliseconds after which a request that failed for the moment is repeated. */
export const RETRY_INTERVAL = 5_000;

/** True if the same request can succeed soon: the service could not be reached, or cannot answer for the moment. */
export function isTransient(error: Error | null): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/**
 * Returns the error to show of a request. One that is repeated by itself has no error while it is under way: until it
 * ends, the last error stays.
 */
export function useShownError<E extends Error>({
  data,
  error,
}: {
  readonly data: unknown;
  readonly error: E | null;
}): E | null {
  const [last, setLast] = useState(error);
  const shown = error ?? (data === undefined && isTransient(last) ? last : null);
  if (shown !== last) setLast(shown);
  return shown;
}

function errorOf({ error, response }: AnyFailure): ApiError {
  const body = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  if (typeof body['detail'] === 'string') return new ApiError(response.status, body['detail']);
  const fields = Object.entries(body).flatMap(([name, messages]) =>
    Array.isArray(messages) ? [[name, messages.map(String)] as const] : [],
  );
  const sentences = fields.map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  return new ApiError(response.status, sentences.join(' ') || response.statusText || `HTTP ${response.status}`, {
    ...Object.fromEntries(fields),
  });
}

/** One page of a list, with the cursors of its neighbours; null where there is none. */
export interface ListPage<Item> {
  readonly records: readonly Item[];
  readonly previous: string | null;
  readonly next: string | null;
  /** Number of records of all pages, at most `MAX_HITS`; null if the reply does not say it. */
  readonly hits: number | null;
}

/** The largest number of records that replies name: it means as many or more. */
export const MAX_HITS = 1000;

/** One page of the list of an operation, and the whole reply, which can say more than the records. */
type PageOf<Id extends ListName> = ListPage<RecordOfList<Id>> & { readonly data: DataOf<Id> };

/** Finds the records in a reply. */
function recordsIn(data: unknown): unknown {
  if (Array.isArray(data)) return data;
  const { activity, files } = data as { readonly activity?: unknown; readonly files?: unknown };
  return activity ?? files;
}

function hitsOf(header: string | null): number | null {
  return header === null ? null : Number(header);
}

/** True if the path is for signing in: a 401 there is the expected reply, not the end of a session. */
function isSignIn(url: string): boolean {
  return new URL(url).pathname.startsWith('/api/0/auth/');
}

/** Number of replies that are kept to be shown again if they have not changed. */
const KEPT_REPLIES = 20;

/**
 * The last replies with an entity tag, by address. A list that is asked for again is sent only if it has changed. They
 * are in memory and not in the cache of the browser, which would outlive the session.
 */
class TaggedReplies {
  readonly #kept = new Map<string, { readonly tag: string; readonly body: string; readonly headers: Headers }>();

  clear(): void {
    this.#kept.clear();
  }

  /** Sends a request; a reply 304 becomes the kept one. */
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'GET') return fetch(request);
    const { url } = request;
    const kept = this.#kept.get(url);
    if (kept !== undefined) request.headers.set('If-None-Match', kept.tag);
    const response = await fetch(request);
    if (response.status === 304 && kept !== undefined) return new Response(kept.body, { headers: kept.headers });
    const tag = response.headers.get('ETag');
    this.#kept.delete(url);
    if (response.status !== 200 || tag === null) return response;
    const body = await response.text();
    this.#kept.set(url, { tag, body, headers: response.headers });
    for (const oldest of this.#kept.keys()) if (this.#kept.size > KEPT_REPLIES) this.#kept.delete(oldest);
    return new Response(body, { headers: response.headers });
  }
}

/**
 * Calls operations with the session of the browser. A request that is refused because the session has ended waits until
 * the reader has signed in again, and is then repeated: the reader's input is not lost.
 */
export class Api {
  readonly client: Client;
  #csrfToken: string | undefined;
  #ended: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #tagged = new TaggedReplies();

  constructor(origin: string) {
    this.client = createClient({
      baseUrl: origin,
      csrfToken: () => this.#csrfToken,
      fetch: (request) => this.#send(request),
    });
  }

  /** True if the session ended while the page was open. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Uses a session that has begun, and repeats the requests that wait for it; undefined for none. */
  setCsrfToken(csrfToken: string | undefined): void {
    this.#csrfToken = csrfToken;
    this.#tagged.clear();
    const ended = this.#ended;
    this.#ended = undefined;
    ended?.resolve();
    this.#notify();
  }

  /** @throws ApiError unless the operation succeeds */
  async call<Id extends OperationName>(id: Id, given: ArgumentsOf<Id>): Promise<DataOf<Id>> {
    return (await this.#request(id, given)).data as DataOf<Id>;
  }

  /** Reads one page of a list. @throws ApiError unless the operation succeeds */
  async page<Id extends ListName>(id: Id, given: ArgumentsOf<Id>): Promise<PageOf<Id>> {
    const { data, response } = await this.#request(id, given);
    const link = response.headers.get('Link');
    return {
      data: data as DataOf<Id>,
      records: recordsIn(data) as RecordOfList<Id>[],
      previous: cursorOf('previous', link),
      next: cursorOf('next', link),
      hits: hitsOf(response.headers.get('X-Hits')),
    };
  }

  async #request<Id extends OperationName>(
    id: Id,
    given: ArgumentsOf<Id>,
  ): Promise<{ data: unknown; response: Response }> {
    const method = this.client[id] as (
      given: ArgumentsOf<Id>,
    ) => Promise<{ ok: true; data: unknown; response: Response } | AnyFailure>;
    const reply = await method(given).catch((error: unknown) => {
      if (error instanceof TypeError) throw new ApiError(0, error.message);
      throw error;
    });
    if (!reply.ok) throw errorOf(reply);
    return reply;
  }

  async #send(request: Request): Promise<Response> {
    const again = request.clone();
    const response = await this.#tagged.fetch(request);
    if (response.status !== 401 || this.#csrfToken === undefined || isSignIn(request.url)) return response;
    // An unread body would keep the connection.
    await response.body?.cancel();
    await this.#untilSignedIn();
    if (again.headers.has('X-CSRF-Token')) again.headers.set('X-CSRF-Token', this.#csrfToken);
    return this.#tagged.fetch(again);
  }

  #untilSignedIn(): Promise<void> {
    if (this.#ended === undefined) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((resolved) => (resolve = resolved));
      this.#ended = { promise, resolve };
      this.#notify();
    }
    return this.#ended.promise;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }): ReactNode {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi is called outside of ApiProvider.');
  return api;
}

/** Creates the cache of replies. Only failures of the connection and of the service are tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A browser that believes to be offline would otherwise wait without an error. The service can be local.
        networkMode: 'always',
        refetchInterval: ({ state: { error } }) => isTransient(error) && RETRY_INTERVAL,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

interface QuerySettings<Data> {
  /**
   * Milliseconds after which the reply is read again while the page is seen, unless the service refused it. A function
   * decides by the last reply; false is never.
   */
  readonly refetchInterval?: number | ((data: Data | undefined) => number | false);
  /** True if the reply for other arguments is shown until the reply for these arrives. */
  readonly keepsPrevious?: boolean;
  readonly staleTime?: number;
}

interface LastReply<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
}

function settingsOf<Data>({ refetchInterval, keepsPrevious, staleTime }: QuerySettings<Data>) {
  return {
    ...(refetchInterval !== undefined && {
      refetchInterval: ({ state: { data, error } }: { readonly state: LastReply<Data> }) => {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
        if (isTransient(error)) return RETRY_INTERVAL;
        return typeof refetchInterval === 'number' ? refetchInterval : refetchInterval(data);
      },
    }),
    ...(staleTime !== undefined && { staleTime }),
    ...(keepsPrevious === true && { placeholderData: <T,>(previous: T | undefined) => previous }),
  };
}

/** Returns the key of a reply of `useOperation` in the cache. */
export function keyOf<Id extends OperationName>(id: Id, given: ArgumentsOf<Id> | null): readonly unknown[] {
  return [id, given];
}

/** Calls an operation that reads. Nothing is called while the arguments are null. */
export function useOperation<Id extends OperationName>(
  id: Id,
  given: ArgumentsOf<Id> | null,
  settings: QuerySettings<DataOf<Id>> = {},
): UseQueryResult<DataOf<Id>, ApiError> {
  const api = useApi();
  return useQuery<DataOf<Id>, ApiError>({
    queryKey: keyOf(id, given),
    queryFn: ({ signal }) => api.call(id, { ...given, signal } as ArgumentsOf<Id>),
    enabled: given !== null,
    ...settingsOf(settings),
  } as Parameters<typeof useQuery<DataOf<Id>, ApiError>>[0]);
}

/** Reads one page of a list, with the cursors of its neighbours. Nothing is called while the arguments are null. */
export function useList<Id extends ListName>(
  id: Id,
  given: ArgumentsOf<Id> | null,
  settings: QuerySettings<PageOf<Id>> = {},
): UseQueryResult<PageOf<Id>, ApiError> {
  const api = useApi();
  return useQuery<PageOf<Id>, ApiError>({
    queryKey: [id, 'page', given],
    queryFn: ({ signal }) => api.page(id, { ...given, signal } as ArgumentsOf<Id>),
    enabled: given !== null,
    ...settingsOf(settings),
  });
}

/** Pages that `useWholeList` reads at most: 1,000 records. */
const MAX_PAGES = 10;

/**
 * Reads all pages of a list that people choose from, such as the list of members. Nothing is called while the arguments
 * are null.
 */
export function useWholeList<Id extends ListName>(
  id: Id,
  given: ArgumentsOf<Id> | null,
  settings: QuerySettings<readonly RecordOfList<Id>[]> = {},
): UseQueryResult<readonly RecordOfList<Id>[], ApiError> {
  const api = useApi();
  return useQuery<readonly RecordOfList<Id>[], ApiError>({
    queryKey: [id, 'whole', given],
    queryFn: async ({ signal }) => {
      const records: RecordOfList<Id>[] = [];
      let cursor: string | null = '';
      for (let count = 0; count < MAX_PAGES && cursor !== null; count += 1) {
        const page: ListPage<RecordOfList<Id>> = await api.page(id, {
          ...given,
          ...(cursor !== '' && { cursor }),
          signal,
        } as ArgumentsOf<Id>);
        records.push(...page.records);
        cursor = page.next;
      }
      return records;
    },
    enabled: given !== null,
    ...settingsOf(settings),
  } as Parameters<typeof useQuery<readonly RecordOfList<Id>[], ApiError>>[0]);
}

/** An operation that writes, and its state. */
export interface Action<Id extends OperationName> {
  /** Calls the operation. @throws ApiError */
  readonly run: (given: ArgumentsOf<Id>) => Promise<DataOf<Id>>;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  readonly reset: () => void;
}

/**
 * Calls an operation that writes.
 * @param outdated the operations whose replies are then read again
 */
export function useAction<Id extends OperationName>(id: Id, outdated: readonly OperationName[] = []): Action<Id> {
  const api = useApi();
  const queries = useQueryClient();
  const mutation = useMutation<DataOf<Id>, ApiError, ArgumentsOf<Id>>({
    mutationFn: (given) => api.call(id, given),
    onSuccess: () => Promise.all(outdated.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  return { run: mutation.mutateAsync, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}

/** Reads replies again when a value changes that must not contradict them. */
export function useAgreement(value: unknown, outdated: readonly OperationName[]): void {
  const queries = useQueryClient();
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    for (const name of outdated) void queries.invalidateQueries({ queryKey: [name] });
  });
}
