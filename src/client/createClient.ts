import type { Call, Client, ClientOptions } from './client';
import type { Method } from './contract';
import { nextCursor } from './links';
import { PageFailed, type AnyReply } from './reply';
import { createSender, type AnyInit, type Send } from './send';

export type { components, operations, paths } from '../../generated/api';
export type { Call, Client, ClientOptions } from './client';
export type { AnyFailure, Failure, Reply, Success, Unexpected } from './reply';
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
  const send = createSender(options);
  const call = <M extends Method>(method: M) => ((path: string, init?: AnyInit) => send(method, path, init)) as Call<M>;
  return {
    GET: call('get'),
    PUT: call('put'),
    POST: call('post'),
    DELETE: call('delete'),
    PATCH: call('patch'),
    pages: ((path: string, init?: AnyInit) => pages(send, path, init)) as Client['pages'],
    records: ((path: string, init?: AnyInit) => records(send, path, init)) as Client['records'],
  };
}

async function* pages(send: Send, path: string, init: AnyInit = {}): AsyncGenerator<AnyReply, void> {
  let { params = {} } = init;
  for (;;) {
    const page = await send('get', path, { ...init, params });
    yield page;
    const cursor = page.ok ? nextCursor(page.response.headers.get('Link')) : null;
    if (cursor === null) return;
    params = { ...params, query: { ...params.query, cursor } };
  }
}

async function* records(send: Send, path: string, init?: AnyInit): AsyncGenerator<unknown, void> {
  for await (const page of pages(send, path, init)) {
    if (!page.ok) throw new PageFailed(page);
    // Of any operation's answer the type of the body is lost; only lists are gone through.
    yield* page.data as unknown[];
  }
}
