import createFetchClient from 'openapi-fetch';
import type { AnyFailure, ClientOptions, Method, Unexpected, UntypedReply } from './types';

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
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob || body instanceof FormData;
}

/** Returns the content type of text and bytes. openapi-fetch and `fetch` set the content type of JSON and forms. */
function contentType(body: unknown): Record<string, string> {
  if (typeof body === 'string') return { 'Content-Type': 'text/plain;charset=UTF-8' };
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
