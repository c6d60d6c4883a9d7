import { createSendRequest, type SendRequest, type UntypedOptions } from './request';
import {
  type Call,
  type Client,
  type ClientOptions,
  type Method,
  type OperationMethods,
  PageFailed,
  type UntypedReply,
} from './types';
import { type OperationRequest, operationRequests } from '../../generated/operations';

export type { components, operations, paths } from '../../generated/api';
export type {
  AnyFailure,
  Arguments,
  Call,
  Client,
  ClientOptions,
  Failure,
  ListMethod,
  OperationMethod,
  Reply,
  Success,
  Unexpected,
} from './types';
export { PageFailed };

/**
 * Creates a client of one service.
 *
 * @example
 * import { createClient } from 'culprit/client';
 *
 * const culprit = createClient({ baseUrl: 'http://127.0.0.1:4000', token: process.env.CULPRIT_TOKEN });
 * const reply = await culprit.listIssues({ organization_slug: 'acme', project_slug: 'shop', query: 'is:unresolved' });
 * const health = await culprit.GET('/healthz');
 */
export function createClient(options: ClientOptions): Client {
  const send = createSendRequest(options);
  const call = <M extends Method>(method: M) =>
    ((path: string, init?: UntypedOptions) => send(method, path, init)) as Call<M>;
  return {
    ...createMethods(send),
    GET: call('get'),
    PUT: call('put'),
    POST: call('post'),
    DELETE: call('delete'),
    PATCH: call('patch'),
    pages: ((path: string, init?: UntypedOptions) => pages(send, path, init)) as Client['pages'],
    records: ((path: string, init?: UntypedOptions) => records(send, path, init)) as Client['records'],
  };
}

/** Arguments of a method, by name. */
type UntypedArguments = Record<string, unknown>;

/** Creates a method for each operation of the contract. */
function createMethods(send: SendRequest): OperationMethods {
  const methods = Object.entries<OperationRequest>(operationRequests).map(([name, request]) => {
    const { method, path, isPaged } = request;
    const initOf = (given: UntypedArguments = {}) => requestOptions(name, request, given);
    const call = async (given?: UntypedArguments) => send(method, path, initOf(given));
    if (!isPaged) return [name, call] as const;
    const lists = {
      pages: (given?: UntypedArguments) => pages(send, path, initOf(given)),
      records: (given?: UntypedArguments) => records(send, path, initOf(given)),
    };
    return [name, Object.assign(call, lists)] as const;
  });
  return Object.fromEntries(methods) as unknown as OperationMethods;
}

/**
 * Sorts the arguments of a method by where the operation has them.
 * @throws TypeError for an argument that the operation does not have: without it, the request could mean more than was
 * intended
 */
function requestOptions(name: string, request: OperationRequest, given: UntypedArguments): UntypedOptions {
  const { path, query, header, hasBody } = request;
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, parameter = '']) => parameter);
  const allowed = [...inPath, ...query, ...header, ...(hasBody ? ['body'] : [])];
  const unknown = Object.keys(given).find((key) => ![...allowed, 'headers', 'signal'].includes(key));
  if (unknown !== undefined) {
    const names = allowed.length === 0 ? 'it has none' : `it has ${allowed.join(', ')}`;
    throw new TypeError(`${name} has no argument "${unknown}"; ${names}.`);
  }
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => key in given).map((key) => [key, given[key]])) as Record<string, string>;
  const { headers, signal } = given as Pick<UntypedOptions, 'headers' | 'signal'>;
  return {
    params: { path: pick(inPath), query: pick(query), header: pick(header) },
    body: given['body'],
    ...(headers && { headers }),
    ...(signal && { signal }),
  };
}

async function* pages(send: SendRequest, path: string, init: UntypedOptions = {}): AsyncGenerator<UntypedReply, void> {
  let { params = {} } = init;
  for (;;) {
    const page = await send('get', path, { ...init, params });
    yield page;
    const cursor = page.ok ? cursorOf('next', page.response.headers.get('Link')) : null;
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
 * Reads the cursor of an adjacent page from a `Link` header. The client uses the cursor, not the URL of the header, so
 * that the token is sent to its own base URL only.
 * @returns null if there is no such page
 */
export function cursorOf(rel: 'previous' | 'next', link: string | null): string | null {
  for (const [, attributes = ''] of (link ?? '').matchAll(/<[^<>]*>((?:\s*;\s*\w+="[^"]*")*)/g)) {
    const values = new Map([...attributes.matchAll(/(?<!\w)(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    if (values.get('rel') === rel && values.get('results') === 'true') return values.get('cursor') ?? null;
  }
  return null;
}
