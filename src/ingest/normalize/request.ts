import type { JsonObject, Request } from '../../domain/event';
import { cut, harmless } from '../../domain/text';
import { copyObject, copyValue } from './copy';
import { readPairs, splitCookies, splitQuery } from './pairs';
import { readObject, readText } from './read';

const MAX_BODY = 8192;
const MAX_URL = 2048;
const MAX_VALUE = 2048;

/** The HTTP request; query and fragment of its address stand beside it (reference/ingest.md §2.1). Null if nothing is said. */
export function readRequest(value: unknown, ipAddress: string | null): Request | null {
  const sent = readObject(value);
  if (sent === null) return null;
  const [, url = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(readText(sent['url'], MAX_URL) ?? '') ?? [];
  const headers = readPairs(sent['headers'], MAX_VALUE);
  const data = readBody(sent['data']);
  const request: Request = {
    url: url === '' ? null : url,
    method: readMethod(sent['method']),
    fragment: readText(sent['fragment'], MAX_URL) ?? readText(fragment, MAX_URL),
    query: readQuery(sent['query_string'] ?? query),
    headers,
    cookies: readCookies(sent['cookies']),
    data,
    env: readEnv(sent['env'], ipAddress),
    inferredContentType: readText(sent['inferred_content_type'], 128) ?? inferContentType(headers, data),
    apiTarget: readText(sent['api_target'], 128),
  };
  return Object.values(request).some((part) => part !== null && !(Array.isArray(part) && part.length === 0))
    ? request
    : null;
}

function readMethod(value: unknown): string | null {
  const method = readText(value, 33);
  return method !== null && /^[A-Za-z_-]{1,32}$/.test(method) ? method.toUpperCase() : null;
}

function readQuery(value: unknown): [string, string][] {
  return typeof value === 'string' ? splitQuery(value, MAX_VALUE) : readPairs(value, MAX_VALUE);
}

function readCookies(value: unknown): [string, string][] {
  return typeof value === 'string' ? splitCookies(value, MAX_VALUE) : readPairs(value, MAX_VALUE);
}

/** The body as sent: text stays text, structure stays structure. */
function readBody(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? harmless(cut(value, MAX_BODY)) : copyValue(value, { left: MAX_BODY });
}

function readEnv(value: unknown, ipAddress: string | null): JsonObject | null {
  const env = copyObject(value, MAX_BODY);
  if (env !== null && env['REMOTE_ADDR'] === '{{auto}}') env['REMOTE_ADDR'] = ipAddress;
  return env;
}

function inferContentType(headers: readonly [string, string][], data: unknown): string | null {
  const stated = headers
    .find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    .split(';')[0]
    ?.trim();
  if (stated !== undefined && stated !== '') return cut(stated.toLowerCase(), 128);
  if (typeof data !== 'string') return null;
  if (/^\s*[[{]/.test(data)) return 'application/json';
  return /^[^\s=&]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/.test(data) ? 'application/x-www-form-urlencoded' : null;
}
