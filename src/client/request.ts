import createFetchClient from 'openapi-fetch';
import { type ClientOptions, type Method, readFailure, readSuccess, type UntypedReply } from './types';

/** A value that a parameter can have. */
type ParameterValue = string | number | boolean | null | undefined;

/**
 * Writes the query of a request. A list becomes one pair for each member.
 *
 * An empty list must never read as "all of them", and neither must a value that is undefined by mistake. A list is therefore sent
 * as `id=` if it is empty, and so is, where `keepsUndefined`, a name without a value: the service refuses both.
 */
export function serializeQuery(
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
 * Fills a path's parameters in. Values that would make it the path of another operation are refused.
 * @throws TypeError for a missing, empty, `.` or `..` value
 */
export function serializePath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (['', '.', '..'].includes(value)) throw new TypeError(`The path parameter ${name} may not be "${value}".`);
    return encodeURIComponent(value);
  });
}

/** A request of any operation, once the compiler has checked it. */
export interface UntypedOptions {
  params?: { path?: Record<string, string>; query?: Record<string, string>; header?: Record<string, string> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends a request and reads its answer. */
export type SendRequest = (method: Method, path: string, init?: UntypedOptions) => Promise<UntypedReply>;

/** openapi-fetch makes the request; addresses are written here, because it drops an empty list, and 2xx bodies are read by their type. */
export function createSendRequest({ baseUrl, token, publicKey, ...options }: ClientOptions): SendRequest {
  const core = createFetchClient<Record<string, Record<Method, object>>>({ baseUrl, ...options });
  const credentials = credentialHeaders(token, publicKey);
  return async (method, path, { params = {}, body, headers, signal } = {}) => {
    const { response, error } = await core.request(method, path, {
      params: { path: params.path ?? {}, header: params.header },
      pathSerializer: (template: string) => serializePath(template, params.path ?? {}),
      querySerializer: () => serializeQuery(params.query ?? {}, method !== 'get'),
      body,
      bodySerializer: serializeBody,
      headers: { ...credentials, ...contentType(body), ...headers },
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

function serializeBody(body: unknown): unknown {
  return isRawBody(body) ? body : JSON.stringify(body);
}

function isRawBody(body: unknown): boolean {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob || body instanceof FormData;
}

/** JSON and forms get theirs from openapi-fetch and `fetch`. */
function contentType(body: unknown): Record<string, string> {
  if (typeof body === 'string') return { 'Content-Type': 'text/plain;charset=UTF-8' };
  return body instanceof Uint8Array || body instanceof Blob ? { 'Content-Type': 'application/octet-stream' } : {};
}
