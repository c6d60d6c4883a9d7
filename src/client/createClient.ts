import { createSendRequest, type SendRequest, type UntypedOptions } from './request';
import { type Call, type Client, type ClientOptions, type Method, PageFailed, type UntypedReply } from './types';

export type { components, operations, paths } from '../../generated/api';
export type { AnyFailure, Call, Client, ClientOptions, Failure, Reply, Success, Unexpected } from './types';
export { PageFailed };

/**
 * Creates a client of one service.
 *
 * @example
 * import { createClient } from 'culprit/client';
 *
 * const culprit = createClient({ baseUrl: 'http://127.0.0.1:4000', token: process.env.CULPRIT_TOKEN });
 * const reply = await culprit.GET('/healthz');
 */
export function createClient(options: ClientOptions): Client {
  const send = createSendRequest(options);
  const call = <M extends Method>(method: M) =>
    ((path: string, init?: UntypedOptions) => send(method, path, init)) as Call<M>;
  return {
    GET: call('get'),
    PUT: call('put'),
    POST: call('post'),
    DELETE: call('delete'),
    PATCH: call('patch'),
    pages: ((path: string, init?: UntypedOptions) => pages(send, path, init)) as Client['pages'],
    records: ((path: string, init?: UntypedOptions) => records(send, path, init)) as Client['records'],
  };
}

async function* pages(send: SendRequest, path: string, init: UntypedOptions = {}): AsyncGenerator<UntypedReply, void> {
  let { params = {} } = init;
  for (;;) {
    const page = await send('get', path, { ...init, params });
    yield page;
    const cursor = page.ok ? nextCursor(page.response.headers.get('Link')) : null;
    if (cursor === null) return;
    params = { ...params, query: { ...params.query, cursor } };
  }
}

async function* records(send: SendRequest, path: string, init?: UntypedOptions): AsyncGenerator<unknown, void> {
  for await (const page of pages(send, path, init)) {
    if (!page.ok) throw new PageFailed(page);
    // `PagedPath` admits only operations that return arrays.
    yield* page.data as unknown[];
  }
}

/**
 * Reads the cursor of the next page from a `Link` header. The client uses the cursor, not the URL of the header, so
 * that the token is sent to its own base URL only.
 * @returns null if there is no next page
 */
export function nextCursor(link: string | null): string | null {
  for (const [, attributes = ''] of (link ?? '').matchAll(/<[^<>]*>((?:\s*;\s*\w+="[^"]*")*)/g)) {
    const values = new Map([...attributes.matchAll(/(?<!\w)(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    if (values.get('rel') === 'next' && values.get('results') === 'true') return values.get('cursor') ?? null;
  }
  return null;
}
