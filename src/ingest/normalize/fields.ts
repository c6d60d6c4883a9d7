import {
  type Breadcrumb,
  type EventTag,
  isObject,
  type JsonObject,
  type Level,
  type LogEntry,
} from '../../domain/event';
import { isEventPlatform } from '../../domain/project';
import { BREADCRUMB_FIELDS, EVENT_FIELDS, LOG_ENTRY_FIELDS, payloadNames, TAG_FIELDS } from '../../domain/eventFields';
import { sanitizeText, truncate } from '../../domain/text';
import { interpolate } from './interpolate';
import { namedValues } from './pairs';
import {
  copyData,
  copyObject,
  copyValue,
  isAbsent,
  isEmpty,
  isNumbered,
  isSafeKey,
  hasOnlyUnknownMembers,
  type ProcessingErrors,
  readAny,
  readList,
  type ReadLog,
  readObject,
  readObjects,
  readText,
  type SizeBudget,
} from './values';

const LEVELS: ReadonlyMap<string, Level> = new Map([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['alert', 'fatal'],
  ['emergency', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['info', 'info'],
  ['log', 'info'],
  ['notice', 'info'],
  ['debug', 'debug'],
  ['trace', 'debug'],
  // The levels of Python's module `logging`.
  ['50', 'fatal'],
  ['40', 'error'],
  ['30', 'warning'],
  ['20', 'info'],
  ['10', 'debug'],
]);

/** Returns the level; `error` if it is absent or unknown. An unknown level is reported. */
export function readLevel(value: unknown, errors: ProcessingErrors): Level {
  const text = readText(value, 64);
  const level = parseLevel(text);
  if (level === null && !isAbsent(value) && value !== '') errors.add('invalid_data', 'level', text);
  return level ?? 'error';
}

/** Returns the level of a breadcrumb, which may also be `log`. */
function readBreadcrumbLevel(value: unknown, log: ReadLog): Level | 'log' | null {
  if (value === 'log') return value;
  const level = parseLevel(readText(value, 64));
  if (level === null && !isAbsent(value) && value !== '') log.addDropped('breadcrumbs.level');
  return level;
}

function parseLevel(text: string | null): Level | null {
  return text === null ? null : (LEVELS.get(text) ?? LEVELS.get(text.toLowerCase()) ?? null);
}

/** Returns the platform; `other` if it is absent or unknown. An unknown platform is reported. */
export function readPlatform(value: unknown, errors: ProcessingErrors): string {
  const text = readText(value, EVENT_FIELDS.platform.limit);
  if (text !== null && isEventPlatform(text)) return text;
  if (!isAbsent(value) && value !== '') errors.add('invalid_data', 'platform', text);
  return 'other';
}

/** Characters and words that names must not contain: they could not be part of a path or a query. */
const FORBIDDEN_CHARACTERS = /[/\r\n\t\f]/;
const RESERVED_RELEASES = ['.', '..', 'latest'];
const RESERVED_ENVIRONMENTS = ['.', '..', 'none'];

export function readRelease(payload: JsonObject, errors: ProcessingErrors): string | null {
  return readName(
    payload,
    'release',
    EVENT_FIELDS.release.limit,
    errors,
    (text) => !FORBIDDEN_CHARACTERS.test(text) && !RESERVED_RELEASES.includes(text.toLowerCase()),
  );
}

export function readDist(payload: JsonObject, errors: ProcessingErrors): string | null {
  return readName(payload, 'dist', EVENT_FIELDS.dist.limit, errors, (text) => /^[A-Za-z0-9_.-]+$/.test(text));
}

export function readEnvironment(payload: JsonObject, errors: ProcessingErrors): string | null {
  return readName(payload, 'environment', EVENT_FIELDS.environment.limit, errors, isEnvironment);
}

/** Returns true if the text is a valid name of an environment. */
export function isEnvironment(text: string): boolean {
  return (
    text.length <= EVENT_FIELDS.environment.limit &&
    !FORBIDDEN_CHARACTERS.test(text) &&
    !RESERVED_ENVIRONMENTS.includes(text.toLowerCase())
  );
}

/**
 * Returns a name. Drops and reports an invalid or long one instead of truncating it: half a release is another release.
 */
function readName(
  payload: JsonObject,
  member: string,
  limit: number,
  errors: ProcessingErrors,
  isValid: (text: string) => boolean,
): string | null {
  const value = payload[member];
  const text = readText(value, limit + 1);
  if (text !== null && text.length <= limit && isValid(text)) return text;
  if (value !== undefined && value !== null && value !== '') {
    errors.add('invalid_data', member, typeof value === 'string' ? sanitizeText(value.slice(0, limit)) : null);
  }
  return null;
}

const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?)? ?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The end of the year 9999: ISO 8601 has no common form for later times. */
const MAX_TIME = Date.UTC(10_000, 0, 1) - 1;

/**
 * Returns a time in milliseconds since 1970, UTC, from a number of seconds or from ISO 8601 text. Text without an
 * offset is in UTC. Returns null for anything else.
 */
export function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? parseTime(value.trim()) : typeof value === 'number' ? value * SECOND : NaN;
  // Most milliseconds have no exact form as a float of seconds. The hundredth that is added keeps 1.9999998
  // from becoming 1.
  return validTime(Math.floor(time + 0.01));
}

function validTime(milliseconds: number): number | null {
  return milliseconds >= 0 && milliseconds <= MAX_TIME ? milliseconds : null;
}

function parseTime(text: string): number {
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(text)) return Number(text) * SECOND;
  const match = ISO_8601.exec(text);
  if (match === null) return NaN;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  ) as DateParts;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || hour > 23 || minute > 59 || second > 60)
    return NaN;
  const offset = (Number(match[10] ?? 0) * 60 + Number(match[11] ?? 0)) * MINUTE * (match[9] === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number('0.' + (match[7] ?? '0')) * SECOND - offset;
}

type DateParts = [number, number, number, number, number, number];

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Minimum difference of a clock that is corrected: a request may be under way for a while. */
const MIN_CLOCK_DRIFT = 55 * MINUTE;

/**
 * Returns the number of milliseconds by which a client's clock is behind the service's; 0 if it is unknown, or if it is
 * so large that `readEventTime` corrects times by it.
 */
export function clockLag({ received, sentAt }: { readonly received: number; readonly sentAt: number | null }): number {
  const difference = sentAt === null ? 0 : received - sentAt;
  return Math.abs(difference) > MIN_CLOCK_DRIFT ? 0 : difference;
}

/** Time of an event by the clock of the service. */
interface EventTime {
  readonly timestamp: number;
  /** Milliseconds that were added to the time sent by the client. */
  readonly shift: number;
}

/**
 * Returns the time at which the event happened. If the time of sending shows that the client's clock is wrong, the
 * difference is added. If the result is more than a minute after the arrival, or more than 30 days before it, it is
 * replaced by the time of arrival. Both changes are reported.
 */
export function readEventTime(
  value: unknown,
  { received, sentAt }: { readonly received: number; readonly sentAt: number | null },
  errors: ProcessingErrors,
): EventTime {
  const difference = sentAt === null ? 0 : received - sentAt;
  const drift = Math.abs(difference) > MIN_CLOCK_DRIFT ? difference : 0;
  if (drift !== 0 && sentAt !== null) {
    errors.add('clock_drift', 'timestamp', { sdk_time: isoTime(sentAt), server_time: isoTime(received) });
  }
  if (value === undefined || value === null) return { timestamp: received, shift: drift };
  const time = readTime(value);
  if (time === null) {
    errors.add('invalid_data', 'timestamp');
    return { timestamp: received, shift: drift };
  }
  const timestamp = time + drift;
  const isFuture = timestamp > received + MINUTE;
  if (!isFuture && timestamp >= received - 30 * DAY) return { timestamp, shift: drift };
  errors.add(isFuture ? 'future_timestamp' : 'past_timestamp', 'timestamp', isoTime(time));
  return { timestamp: received, shift: received - time };
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the log message. `message` is the older name of `logentry`, and may be text. */
export function readLogEntry(logentry: unknown, message: unknown, log: ReadLog): LogEntry | null {
  const sent = { ...readObject(message), ...readObject(logentry) };
  // A list in place of the text is kept as JSON.
  const text = isObject(logentry) ? message : (logentry ?? message);
  const plain = isObject(text) ? null : readAny(text, LOG_ENTRY_FIELDS.message.limit, log);
  const template = readText(sent['message'], LOG_ENTRY_FIELDS.message.limit, log, 'logentry.message') ?? plain;
  const params = readParams(sent['params']);
  const formatted =
    readText(sent['formatted'], LOG_ENTRY_FIELDS.formatted.limit, log, 'logentry.formatted') ??
    (params === null || template === null
      ? plain
      : truncate(interpolate(template, params), LOG_ENTRY_FIELDS.formatted.limit));
  if (template === null && formatted === null) {
    if (!Object.values(sent).every(isEmpty)) log.addDropped('logentry');
    return null;
  }
  return { message: template, formatted: formatted ?? template, params };
}

/** Returns the parameters: a list, or a map by name. Any other value becomes the only parameter. */
function readParams(value: unknown): unknown[] | JsonObject | null {
  if (isAbsent(value) || value === '') return null;
  const sent = typeof value === 'object' ? value : [value];
  const params = copyValue(sent, { remaining: LOG_ENTRY_FIELDS.params.limit }) as unknown[] | JsonObject;
  return Object.keys(params).length === 0 ? null : params;
}

/** Returns the client's fingerprint, its parts as text; null if there is none. */
export function readFingerprint(value: unknown, log: ReadLog): string[] | null {
  const sent = typeof value === 'object' ? fingerprintList(value) : [value];
  if (sent === null) log.addDropped('fingerprint');
  const { limit, itemLimit } = EVENT_FIELDS.fingerprint;
  const parts = sent?.slice(0, limit).map((part) => readText(part, itemLimit, log, 'fingerprint')) ?? [];
  const texts = parts.filter((part) => part !== null);
  return texts.length === 0 ? null : texts;
}

function fingerprintList(value: object | null): readonly unknown[] | null {
  return isObject(value) && !isNumbered(value) && !('values' in value) ? null : readList(value);
}

const MAX_TAGS = EVENT_FIELDS.tags.limit;
const MAX_TAG_KEY = TAG_FIELDS.key.limit;

/** Keys of tags that are derived from the event's own fields. */
const RESERVED_TAG_KEYS = new Set(['release', 'dist', 'user', 'filename', 'function']);

/**
 * Returns the client's tags in their order, from a map, from pairs or from `{key, value}`; of several tags with the
 * same key, the first. The tag `environment` is included: it is used for an event without an environment.
 */
export function readTags(value: unknown, errors: ProcessingErrors, log: ReadLog): EventTag[] {
  const tags = new Map<string, string>();
  for (const [name, sent] of namedValues(value, log, 'tags')) {
    const key = readText(name, MAX_TAG_KEY + 1, log, 'tags');
    const text = readText(sent, TAG_FIELDS.value.limit, log, key === null ? 'tags' : `tags.${key}`);
    if (key === null || text === null || RESERVED_TAG_KEYS.has(key) || tags.has(key)) continue;
    if (key.length > MAX_TAG_KEY || tags.size === MAX_TAGS) {
      errors.add(tags.size === MAX_TAGS ? 'too_many_tags' : 'invalid_data', 'tags');
      if (tags.size === MAX_TAGS) break;
    } else {
      tags.set(key, text);
    }
  }
  const list: EventTag[] = [];
  for (const [key, text] of tags) list.push({ key, value: text });
  return list;
}

/**
 * Returns breadcrumbs in their order, from a bare list or `{values: [...]}`. Shifts their times like the event's time,
 * except times that would then be after its arrival: they come from another clock.
 */
export function readBreadcrumbs(
  value: unknown,
  { shift, received }: Pick<EventTime, 'shift'> & { readonly received: number },
  log: ReadLog,
): Breadcrumb[] {
  const sent = breadcrumbObjects(value, log);
  const crumbs = sent.slice(-EVENT_FIELDS.breadcrumbs.limit).map((one) => log.record(one, readBreadcrumb(one, log)));
  if (crumbs.length < sent.length) log.addContainer(crumbs, sent.length);
  if (shift === 0) return crumbs;
  for (const crumb of crumbs) {
    const shifted = crumb.timestamp === null ? null : validTime(crumb.timestamp + shift);
    if (shifted !== null && shifted <= received + MINUTE) crumb.timestamp = shifted;
  }
  return crumbs;
}

/** Returns the breadcrumbs as objects. A text in place of a breadcrumb becomes its message. */
function breadcrumbObjects(value: unknown, log: ReadLog): JsonObject[] {
  const list = readList(value);
  if (list === null) log.addDropped('breadcrumbs');
  const isText = (crumb: unknown) => typeof crumb === 'string' && crumb.trim() !== '';
  if (list?.some(isText) !== true) return readObjects(list, log, 'breadcrumbs');
  const crumbs = list.map((crumb) => (isText(crumb) ? { message: crumb } : crumb));
  return readObjects(crumbs, log, 'breadcrumbs');
}

const BREADCRUMB_MEMBERS = payloadNames(BREADCRUMB_FIELDS);

function readBreadcrumb(sent: JsonObject, log: ReadLog): Breadcrumb {
  const { timestamp, type } = sent;
  const time = readTime(timestamp);
  if (time === null && !isEmpty(timestamp)) log.addDropped('breadcrumbs.timestamp');
  const message = readAny(sent['message'], BREADCRUMB_FIELDS.message.limit, log);
  if (message === null && hasOnlyUnknownMembers(sent, BREADCRUMB_MEMBERS)) log.addDropped('breadcrumbs');
  return {
    timestamp: time,
    type: readText(type, BREADCRUMB_FIELDS.type.limit, log, 'breadcrumbs.type') ?? 'default',
    category: readText(sent['category'], BREADCRUMB_FIELDS.category.limit, log, 'breadcrumbs.category'),
    level: readBreadcrumbLevel(sent['level'], log),
    message,
    data: copyObject(sent['data'], BREADCRUMB_FIELDS.data.limit, log, 'breadcrumbs.data'),
    eventId: readText(sent['event_id'], BREADCRUMB_FIELDS.eventId.limit, log, 'breadcrumbs.event_id'),
  };
}

/** Returns the data that the application added, each item within its limit. */
export function readExtra(value: unknown, errors: ProcessingErrors, log: ReadLog): JsonObject {
  const extra: JsonObject = {};
  if (typeof value !== 'object' || value === null) return extra;
  const total: SizeBudget = { remaining: EVENT_FIELDS.extra.limit - 2 };
  for (const [sent, member] of Object.entries(value)) {
    const name = sanitizeText(truncate(sent, 200));
    if (!isSafeKey(name) || member === undefined) continue;
    if (total.remaining <= 0) {
      errors.add('value_too_long', 'extra');
      log.addContainer(extra, Object.keys(value).length);
      break;
    }
    total.remaining -= name.length + 4;
    const limit = Math.min(EVENT_FIELDS.extra.itemLimit, total.remaining);
    const budget: SizeBudget = { remaining: limit };
    extra[name] = copyData(member, budget, log);
    total.remaining -= limit - budget.remaining;
    if (budget.remaining <= 0) errors.add('value_too_long', `extra.${name}`);
  }
  return extra;
}

/** Returns installed modules: name → version, from a map or from a list of pairs or of `{name, version}`. */
export function readModules(value: unknown, log: ReadLog): Record<string, string> {
  const modules: Record<string, string> = {};
  const { limit, itemLimit } = EVENT_FIELDS.modules;
  let remaining: number = limit;
  for (const [sentName, sentVersion] of namedValues(withKeys(value), log, 'modules')) {
    const name = readText(sentName, itemLimit, log, 'modules');
    const version = readText(sentVersion, itemLimit, log, 'modules') ?? '';
    if (name === null) continue;
    remaining -= name.length + version.length + 6;
    if (remaining < 0) {
      log.addContainer(modules, Object.keys(value as object).length);
      break;
    }
    if (isSafeKey(name)) modules[name] = version;
  }
  return modules;
}

function withKeys(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) =>
    isObject(entry) && 'name' in entry ? { key: entry['name'], value: entry['version'] } : entry,
  );
}
