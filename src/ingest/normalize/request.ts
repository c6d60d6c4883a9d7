import { isIP } from 'node:net';
import { type EventRequest, type EventUser, isObject, type JsonObject } from '../../domain/event';
import { EVENT_FIELDS, listFields, payloadNames, REQUEST_FIELDS, USER_FIELDS } from '../../domain/eventFields';
import { sanitizeText, truncate } from '../../domain/text';
import { parseCookiePairs, parseQueryPairs, readPairs } from './pairs';
import {
  copyData,
  copyObject,
  isAbsent,
  isEmpty,
  isSafeKey,
  limitText,
  type ProcessingErrors,
  type ReadLog,
  readObject,
  readText,
} from './values';

/** Returns the HTTP request, with query and fragment separated from the URL; null if it has no content. */
export function readRequest(value: unknown, ipAddress: string | null, log: ReadLog): EventRequest | null {
  const sent = readObject(value);
  if (sent === null) return null;
  const [, url = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
      readText(sent['url'], REQUEST_FIELDS.url.limit, log, 'request.url') ?? '',
    ) ?? [];
  const headers = readPairs(sent['headers'], REQUEST_FIELDS.headers.itemLimit, log, 'request.headers');
  const data = readBody(sent['data'], log);
  const request: EventRequest = {
    url: url === '' ? null : url,
    method: readMethod(sent['method'], log),
    fragment:
      readText(sent['fragment'], REQUEST_FIELDS.fragment.limit, log, 'request.fragment') ??
      readText(fragment, REQUEST_FIELDS.fragment.limit),
    query: readQuery(sent['query_string'] ?? query, log),
    headers,
    cookies: readCookies(sent['cookies'], log),
    data,
    env: readEnv(sent['env'], ipAddress, log),
    inferredContentType:
      readText(
        sent['inferred_content_type'],
        REQUEST_FIELDS.inferredContentType.limit,
        log,
        'request.inferred_content_type',
      ) ?? inferContentType(headers, data),
    apiTarget: readText(sent['api_target'], REQUEST_FIELDS.apiTarget.limit, log, 'request.api_target'),
  };
  if (Object.values(request).some((part) => part !== null && !(Array.isArray(part) && part.length === 0))) {
    return request;
  }
  if (!Object.values(sent).every(isEmpty)) log.addDropped('request');
  return null;
}

function readMethod(value: unknown, log: ReadLog): string | null {
  const method = readText(value, 33);
  if (method !== null && /^[A-Za-z_-]{1,32}$/.test(method)) return method.toUpperCase();
  if (!isAbsent(value) && value !== '') log.addDropped('request.method');
  return null;
}

function readQuery(value: unknown, log: ReadLog): [string, string][] {
  const [sent, name] = [typeof value === 'number' ? String(value) : value, 'request.query_string'];
  return typeof sent === 'string'
    ? parseQueryPairs(sent, REQUEST_FIELDS.query.itemLimit, log, name)
    : readPairs(sent, REQUEST_FIELDS.query.itemLimit, log, name);
}

function readCookies(value: unknown, log: ReadLog): [string, string][] {
  const name = 'request.cookies';
  return typeof value === 'string'
    ? parseCookiePairs(value, REQUEST_FIELDS.cookies.itemLimit, log, name)
    : readPairs(value, REQUEST_FIELDS.cookies.itemLimit, log, name);
}

/** Returns the request body in the form in which it was sent: text or structured data. */
function readBody(value: unknown, log: ReadLog): unknown {
  if (value === undefined || value === null || value === '') return null;
  const { limit } = REQUEST_FIELDS.data;
  return typeof value === 'string' ? limitText(value, limit, log) : copyData(value, { remaining: limit }, log);
}

function readEnv(value: unknown, ipAddress: string | null, log: ReadLog): JsonObject | null {
  const env = copyObject(value, REQUEST_FIELDS.env.limit, log, 'request.env');
  if (env !== null && env['REMOTE_ADDR'] === '{{auto}}') env['REMOTE_ADDR'] = ipAddress;
  return env;
}

function inferContentType(headers: readonly [string, string][], data: unknown): string | null {
  const stated = headers
    .find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    .split(';')[0]
    ?.trim();
  if (stated !== undefined && stated !== '')
    return truncate(stated.toLowerCase(), REQUEST_FIELDS.inferredContentType.limit);
  if (typeof data !== 'string') return null;
  if (/^\s*[[{]/.test(data)) return 'application/json';
  return /^[^\s=&]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/.test(data) ? 'application/x-www-form-urlencoded' : null;
}

const USER_MEMBERS = new Set(payloadNames(USER_FIELDS));

/** As `ip_address`, this text requests the address of the client. */
const AUTO_ADDRESS = '{{auto}}';

/** Known addresses of the client and of the request in the event. */
interface SentAddresses {
  /** Address of the client, if known. */
  readonly client: string | null;
  /** Address of the request in the event, as its server received it. */
  readonly request: string | null;
}

/** Returns the address in the environment of a request. */
export function remoteAddress(request: EventRequest | null): string | null {
  const address = request?.env?.['REMOTE_ADDR'];
  return typeof address === 'string' && isIP(address) !== 0 ? address : null;
}

/**
 * Returns the affected user; null if nothing is known. Uses the client's address if the event requests it, in the
 * member or in the settings of the SDK. Without such settings, the address of the request in the event replaces a
 * missing one.
 */
export function readUser(
  value: unknown,
  sdk: unknown,
  addresses: SentAddresses,
  errors: ProcessingErrors,
  log: ReadLog,
): EventUser | null {
  const sent = readObject(value) ?? {};
  const settings = isObject(sdk) ? readObject(sdk['settings']) : null;
  const user: EventUser = {
    id: readText(sent['id'], USER_FIELDS.id.limit, log, 'user.id'),
    username: readText(sent['username'], USER_FIELDS.username.limit, log, 'user.username'),
    email: readText(sent['email'], USER_FIELDS.email.limit, log, 'user.email'),
    ipAddress: readAddress(sent['ip_address'], settings?.['infer_ip'], addresses, errors, log),
    name: readText(sent['name'], USER_FIELDS.name.limit, log, 'user.name'),
    geo: copyObject(sent['geo'], USER_FIELDS.geo.limit, log, 'user.geo'),
    data: readData(sent, log),
  };
  return Object.values(user).every((part) => part === null) ? null : user;
}

function readAddress(
  value: unknown,
  infer: unknown,
  { client, request }: SentAddresses,
  errors: ProcessingErrors,
  log: ReadLog,
): string | null {
  const sent = readText(value, USER_FIELDS.ipAddress.limit, log, 'user.ip_address');
  if (sent !== null && isIP(sent) !== 0) return sent;
  if (sent === AUTO_ADDRESS) return infer === 'never' ? null : client;
  if (sent !== null) errors.add('invalid_data', 'user.ip_address');
  if (infer === 'auto') return client;
  return infer === 'never' ? null : request;
}

/** Members of a user that are text. An object in place of a text is kept in the other data. */
const TEXT_MEMBERS = new Set(
  listFields(USER_FIELDS).flatMap(({ kind, payload }) => (kind === 'text' && payload !== undefined ? payload : [])),
);

/** Returns `data` together with every member that has no field of its own. */
function readData(sent: JsonObject, log: ReadLog): JsonObject | null {
  const others = Object.entries(sent).filter(
    ([name, value]) =>
      !USER_MEMBERS.has(name) || (TEXT_MEMBERS.has(name) && typeof value === 'object' && value !== null),
  );
  const { data } = sent;
  if (typeof data !== 'object' && !isAbsent(data) && data !== '') log.addDropped('user.data');
  return copyObject(
    { ...Object.fromEntries(others), ...(typeof data === 'object' && data) },
    USER_FIELDS.data.limit,
    log,
  );
}

/** Returns contexts by alias. The `type` of a context defaults to its alias. */
export function readContexts(value: unknown, log: ReadLog): Record<string, JsonObject> {
  const contexts: Record<string, JsonObject> = {};
  if (!isObject(value)) return contexts;
  for (const sent of Object.keys(value).slice(0, EVENT_FIELDS.contexts.limit)) {
    const alias = sanitizeText(truncate(sent, 200));
    const context = copyObject(asContext(value[sent]), EVENT_FIELDS.contexts.itemLimit, log);
    if (context !== null && isSafeKey(alias)) contexts[alias] = completeContext(alias, context);
  }
  return contexts;
}

/** Returns a context; any other value becomes its member `value`. */
function asContext(value: unknown): unknown {
  return isObject(value) || isAbsent(value) || value === '' ? value : { value };
}

/** Completes a context. Trims texts: clients read some of them from system files, with the line end. */
function completeContext(alias: string, context: JsonObject): JsonObject {
  for (const [name, member] of Object.entries(context)) {
    if (typeof member === 'string') context[name] = member.trim();
  }
  context['type'] = readText(context['type'], 200) ?? alias;
  return context;
}

/** Returns name, version and parts of the SDK, without the address of its machine. */
export function readSdk(value: unknown): JsonObject | null {
  const sdk = copyObject(value, EVENT_FIELDS.sdk.limit);
  if (sdk === null) return null;
  delete sdk['client_ip'];
  return Object.keys(sdk).length === 0 ? null : sdk;
}
