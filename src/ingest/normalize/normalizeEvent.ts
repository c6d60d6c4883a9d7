import { isIP } from 'node:net';
import {
  type Event,
  type EventRequest,
  type EventTag,
  type EventUser,
  type ExceptionValue,
  isObject,
  type JsonObject,
  type MadeEventType,
  type Thread,
} from '../../domain/event';
import { EVENT_FIELDS, listFields, payloadNames, REQUEST_FIELDS, USER_FIELDS } from '../../domain/eventFields';
import { sanitizeText, truncate } from '../../domain/text';
import { type DecideInApp, decideInAppByPath } from '../stacktrace';
import { parseCookiePairs, parseQueryPairs, readPairs } from './pairs';
import { readDebugImages, readExceptions, readThreads, readTrace, TraceCut } from './stacktraces';
import {
  isEnvironment,
  readBreadcrumbs,
  readDist,
  readEnvironment,
  readEventTime,
  readExtra,
  readFingerprint,
  readLevel,
  readLogEntry,
  readModules,
  readPlatform,
  readRelease,
  readTags,
} from './fields';
import { collectRemarks } from './remarks';
import {
  copyData,
  copyObject,
  isAbsent,
  isEmpty,
  isSafeKey,
  limitText,
  ProcessingErrors,
  ReadLog,
  readObject,
  readText,
} from './values';

/** Returns the HTTP request, with query and fragment separated from the URL; null if it has no content. */
function readRequest(value: unknown, ipAddress: string | null, log: ReadLog): EventRequest | null {
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
function remoteAddress(request: EventRequest | null): string | null {
  const address = request?.env?.['REMOTE_ADDR'];
  return typeof address === 'string' && isIP(address) !== 0 ? address : null;
}

/**
 * Returns the affected user; null if nothing is known. Uses the client's address if the event requests it, in the
 * member or in the settings of the SDK. Without such settings, the address of the request in the event replaces a
 * missing one.
 */
function readUser(
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
function readContexts(value: unknown, log: ReadLog): Record<string, JsonObject> {
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
function readSdk(value: unknown): JsonObject | null {
  const sdk = copyObject(value, EVENT_FIELDS.sdk.limit);
  if (sdk === null) return null;
  delete sdk['client_ip'];
  return Object.keys(sdk).length === 0 ? null : sdk;
}

/** Facts about an event outside its payload. */
export interface EventMetadata {
  /** 32 lower-case hexadecimal digits: the envelope's id, else the payload's, else a new one. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly received: number;
  /** Time at which the client sent the event, by its own clock: milliseconds since 1970, UTC. */
  readonly sentAt?: number | null;
  /** Address of the client, if known. */
  readonly ipAddress: string | null;
  /** Decides which frames of a long trace are kept. The frames are unchanged. */
  readonly decideInApp?: DecideInApp;
  /** The type of an event that the service made; null for the events of clients. */
  readonly madeType?: MadeEventType | null;
}

/** Names of members, each with its name in payloads of the oldest clients. */
const LEGACY_NAMES = [
  ['exception', 'sentry.interfaces.Exception'],
  ['logentry', 'sentry.interfaces.Message'],
  ['stacktrace', 'sentry.interfaces.Stacktrace'],
  ['user', 'sentry.interfaces.User'],
  ['request', 'sentry.interfaces.Http'],
  ['contexts', 'sentry.interfaces.Contexts'],
  ['breadcrumbs', 'sentry.interfaces.Breadcrumbs'],
] as const;

/** Members that must be objects. Other values are dropped and reported in `errors`. */
const OBJECT_FIELDS = ['user', 'request', 'contexts', 'sdk', 'debug_meta'] as const;

/**
 * Converts the payload of an event, of any client, to the form that the rest of the service uses. Never fails: drops
 * members that cannot be read and truncates long ones (openapi/DECISIONS.md, "Normalization").
 */
export function normalizeEvent(payload: JsonObject, metadata: EventMetadata): Event {
  const errors = new ProcessingErrors();
  const { eventId, received, sentAt = null, ipAddress, decideInApp = decideInAppByPath, madeType = null } = metadata;
  const sent = withCurrentNames(payload);
  errors.addClientErrors(sent['errors']);
  reportWrongTypes(sent, errors);
  const log = new ReadLog(errors, isObject(sent['_meta']));
  const platform = readPlatform(sent['platform'], errors);

  const cut = new TraceCut(platform, decideInApp, log);
  const { exceptions, exceptionsOmitted } = readExceptions(sent['exception'], cut);
  const threads = readThreads(sent['threads'], cut);
  const { timestamp, shift } = readEventTime(sent['timestamp'], { received, sentAt }, errors);
  const request = readRequest(sent['request'], ipAddress, log);
  const addresses = { client: ipAddress, request: remoteAddress(request) };
  const tags = readTags(sent['tags'], errors, log);
  const hasTrace = exceptions.some(hasStacktrace) || threads.some(hasStacktrace);
  const event: Event = {
    eventId,
    type: madeType ?? (exceptions.length > 0 ? 'error' : 'default'),
    timestamp,
    received,
    platform,
    level: readLevel(sent['level'], errors),
    logger: readText(sent['logger'], EVENT_FIELDS.logger.limit, log, 'logger'),
    transaction: readText(sent['transaction'], EVENT_FIELDS.transaction.limit, log, 'transaction'),
    serverName: readText(sent['server_name'], EVENT_FIELDS.serverName.limit, log, 'server_name'),
    release: readRelease(sent, errors),
    dist: readDist(sent, errors),
    environment: readEnvironment(sent, errors) ?? environmentTag(tags),
    logentry: readLogEntry(sent['logentry'], sent['message'], log),
    exceptions,
    threads,
    stacktrace: hasTrace ? null : readTrace(sent['stacktrace'], cut),
    breadcrumbs: readBreadcrumbs(sent['breadcrumbs'], { shift, received }, log),
    tags: tags.filter(({ key }) => key !== 'environment'),
    user: readUser(sent['user'], sent['sdk'], addresses, errors, log),
    request,
    contexts: readContexts(sent['contexts'], log),
    sdk: readSdk(sent['sdk']),
    debugImages: readDebugImages(sent['debug_meta'], log),
    fingerprint: readFingerprint(sent['fingerprint'], log),
    modules: readModules(sent['modules'], log),
    extra: readExtra(sent['extra'], errors, log),
    errors: errors.list,
  };
  if (exceptionsOmitted !== null) event.exceptionsOmitted = exceptionsOmitted;
  const remarks = collectRemarks(sent, event, log);
  if (remarks !== null) event.remarks = remarks;
  return event;
}

function withCurrentNames(payload: JsonObject): JsonObject {
  const legacyNames = LEGACY_NAMES.filter(([, legacy]) => legacy in payload);
  if (legacyNames.length === 0) return payload;
  const sent = { ...payload };
  for (const [name, legacy] of legacyNames) sent[name] ??= payload[legacy];
  return sent;
}

function reportWrongTypes(sent: JsonObject, errors: ProcessingErrors): void {
  for (const name of OBJECT_FIELDS) {
    const value = sent[name];
    if (!isAbsent(value) && !isObject(value)) errors.add('invalid_data', name);
  }
  const { extra } = sent;
  if (typeof extra !== 'object' && !isAbsent(extra)) errors.add('invalid_data', 'extra');
}

function hasStacktrace({ stacktrace }: ExceptionValue | Thread): boolean {
  return stacktrace !== null;
}

function environmentTag(tags: readonly EventTag[]): string | null {
  const tag = tags.find(({ key, value }) => key === 'environment' && isEnvironment(value));
  return tag?.value ?? null;
}
