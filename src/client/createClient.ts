import { createSendRequest, type SendRequest, type UntypedOptions } from './request';
import { type Call, type Client, type ClientOptions, type Method, PageFailed, type UntypedReply } from './types';

export type { components, operations, paths } from '../../generated/api';
export type { Call, Client, ClientOptions } from './types';
export type { AnyFailure, Failure, Reply, Success, Unexpected } from './types';
export { PageFailed };

/**
 * Makes a client of one service.
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
    // Of any operation's answer the type of the body is lost; only lists are gone through.
    yield* page.data as unknown[];
  }
}

/**
 * The cursor of the next page, from a list's `Link` header; null if there is none. The cursor is taken instead of the address, so
 * that the token is only ever sent to the base URL the client was made for.
 */
export function nextCursor(link: string | null): string | null {
  for (const [, attributes = ''] of (link ?? '').matchAll(/<[^>]*>((?:\s*;\s*\w+="[^"]*")*)/g)) {
    const values = new Map([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    if (values.get('rel') === 'next' && values.get('results') === 'true') return values.get('cursor') ?? null;
  }
  return null;
}
