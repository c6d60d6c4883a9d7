import createFetchClient from 'openapi-fetch';
import { writePath, writeQuery } from './address';
import type { ClientOptions } from './client';
import type { Method } from './contract';
import { readFailure, readSuccess, type AnyReply } from './reply';

/** A request of any operation, once the compiler has checked it. */
export interface AnyInit {
  params?: { path?: Record<string, string>; query?: Record<string, string>; header?: Record<string, string> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends a request and reads its answer. */
export type Send = (method: Method, path: string, init?: AnyInit) => Promise<AnyReply>;

/** openapi-fetch makes the request; addresses are written here, because it drops an empty list, and 2xx bodies are read by their type. */
export function createSender({ baseUrl, token, publicKey, ...options }: ClientOptions): Send {
  const core = createFetchClient<Record<string, Record<Method, object>>>({ baseUrl, ...options });
  const credentials = credentialHeaders(token, publicKey);
  return async (method, path, { params = {}, body, headers, signal } = {}) => {
    const { response, error } = await core.request(method, path, {
      params: { path: params.path ?? {}, header: params.header },
      pathSerializer: (template: string) => writePath(template, params.path ?? {}),
      querySerializer: () => writeQuery(params.query ?? {}, method !== 'get'),
      body,
      bodySerializer: writeBody,
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

function writeBody(body: unknown): unknown {
  return isRaw(body) ? body : JSON.stringify(body);
}

function isRaw(body: unknown): boolean {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob || body instanceof FormData;
}

/** JSON and forms get theirs from openapi-fetch and `fetch`. */
function contentType(body: unknown): Record<string, string> {
  if (typeof body === 'string') return { 'Content-Type': 'text/plain;charset=UTF-8' };
  return body instanceof Uint8Array || body instanceof Blob ? { 'Content-Type': 'application/octet-stream' } : {};
}
