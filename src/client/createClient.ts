import {
  type Call,
  type Client,
  type ClientOptions,
  type Method,
  type OperationMethods,
  PageFailed,
  type UntypedReply,
  type AnyFailure,
  type Unexpected,
} from './types';
import { type OperationRequest, operationRequests } from '../../generated/operations';
import createFetchClient from 'openapi-fetch';

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

/** The value of a parameter. */
type ParameterValue = string | number | boolean | null | undefined;

/**
 * Serializes a query. A list becomes one pair per member.
 *
 * The service must never take an empty list, or a value that is undefined by mistake, for "all of them". An empty list
 * is therefore sent as `id=`, and so is an undefined value if `sendUndefined` is set: the service refuses both.
 */
function serializeQuery(
  query: Readonly<Record<string, ParameterValue | readonly ParameterValue[]>>,
  sendUndefined: boolean,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (isList(value))
      (value.length === 0 ? [''] : value).forEach((member) => search.append(name, String(member ?? '')));
    else if (value !== undefined && value !== null) search.append(name, String(value));
    else if (sendUndefined) search.append(name, '');
  }
  return search.toString();
}

function isList(value: ParameterValue | readonly ParameterValue[]): value is readonly ParameterValue[] {
  return Array.isArray(value);
}

/**
 * Replaces the parameters of a path by their values. Values that would turn the path into another operation's path are
 * refused.
 * @throws TypeError for a missing, empty, `.` or `..` value
 */
function serializePath(template: string, params: Readonly<Record<string, ParameterValue>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (['', '.', '..'].includes(value)) throw new TypeError(`The path parameter ${name} may not be "${value}".`);
    return encodeURIComponent(value);
  });
}

/** The options of a request to any operation; the compiler has checked them already. */
export interface UntypedOptions {
  params?: { path?: Record<string, string>; query?: Record<string, string>; header?: Record<string, string> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends a request and reads the response. */
export type SendRequest = (method: Method, path: string, init?: UntypedOptions) => Promise<UntypedReply>;

/**
 * Creates the function that sends requests. openapi-fetch sends them, but its query serializer drops empty lists and
 * its parser does not choose by media type; both are replaced.
 */
export function createSendRequest(given: ClientOptions): SendRequest {
  const { baseUrl, token, publicKey, csrfToken, ...options } = given;
  const core = createFetchClient<Record<string, Record<Method, object>>>({ baseUrl, ...options });
  const credentials = credentialHeaders(token, publicKey);
  return async (method, path, { params = {}, body, headers, signal } = {}) => {
    const { response, error } = await core.request(method, path, {
      params: { path: params.path ?? {}, header: params.header },
      pathSerializer: (template: string) => serializePath(template, params.path ?? {}),
      querySerializer: () => serializeQuery(params.query ?? {}, method !== 'get'),
      body,
      bodySerializer: serializeBody,
      headers: { ...credentials, ...csrfHeader(method, csrfToken), ...contentType(body), ...headers },
      parseAs: 'stream',
      ...(signal && { signal }),
    } as Record<string, unknown>);
    return response.ok ? readSuccess(response) : readFailure(response, error);
  };
}

function credentialHeaders(token: string | undefined, publicKey: string | undefined): Record<string, string> {
  return {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(publicKey !== undefined && { 'X-Sentry-Auth': `Sentry sentry_key=${publicKey}, sentry_version=7` }),
  };
}

function csrfHeader(method: Method, csrfToken: ClientOptions['csrfToken']): Record<string, string> {
  const value = typeof csrfToken === 'function' ? csrfToken() : csrfToken;
  return method === 'get' || value === undefined ? {} : { 'X-CSRF-Token': value };
}

function serializeBody(body: unknown): unknown {
  return isRawBody(body) ? body : JSON.stringify(body);
}

function isRawBody(body: unknown): boolean {
  return [Uint8Array, Blob, FormData, URLSearchParams].some((Raw) => body instanceof Raw) || typeof body === 'string';
}

/** Returns the content type of text, bytes and encoded forms. openapi-fetch and `fetch` set it for other bodies. */
function contentType(body: unknown): Record<string, string> {
  if (typeof body === 'string') return { 'Content-Type': 'text/plain;charset=UTF-8' };
  if (body instanceof URLSearchParams) return { 'Content-Type': 'application/x-www-form-urlencoded' };
  return body instanceof Uint8Array || body instanceof Blob ? { 'Content-Type': 'application/octet-stream' } : {};
}

/** Reads a 2xx response according to its media type. */
async function readSuccess(response: Response): Promise<UntypedReply> {
  try {
    return { ok: true, status: response.status, data: await readBody(response), response };
  } catch (error) {
    if ((error as Error).name === 'SyntaxError') return unexpected(response);
    throw error;
  }
}

/** @param error the body as JSON, or as text if it is not JSON */
function readFailure(response: Response, error: unknown): AnyFailure {
  if (typeof error !== 'object' || error === null) return unexpected(response);
  return { ok: false, status: response.status, error, response };
}

async function readBody(response: Response): Promise<unknown> {
  const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';', 1);
  if (type === 'application/json') return response.json();
  if (type.startsWith('text/')) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  return type === '' && bytes.length === 0 ? undefined : bytes;
}

function unexpected(response: Response): Unexpected {
  const detail = `The response ${response.status} does not come from the service, perhaps from a proxy.`;
  return { ok: false, status: 'unexpected', error: { detail }, response };
}
