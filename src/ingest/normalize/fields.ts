import {
  type Breadcrumb,
  type EventTag,
  isObject,
  type JsonObject,
  type Level,
  type LogEntry,
} from '../../domain/event';
import { isEventPlatform } from '../../domain/caps';
import { sanitizeText, truncate } from '../../domain/text';
import {
  copyData,
  copyObject,
  copyValue,
  isSafeKey,
  namedValues,
  type ProcessingErrors,
  readObjects,
  type ReadLog,
  readScalar,
  readText,
  type SizeBudget,
} from './values';

const LEVELS: ReadonlyMap<string, Level> = new Map([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['info', 'info'],
  ['log', 'info'],
  ['debug', 'debug'],
]);

/** Returns the level; `error` if it is absent or unknown. */
export function readLevel(value: unknown): Level {
  return parseLevel(value) ?? 'error';
}

/** Returns the level of a breadcrumb, of which `log` is one. */
function readBreadcrumbLevel(value: unknown): Level | 'log' | null {
  return value === 'log' ? value : parseLevel(value);
}

function parseLevel(value: unknown): Level | null {
  return typeof value === 'string' ? (LEVELS.get(value.trim().toLowerCase()) ?? null) : null;
}

/** Returns the platform; `other` if it is absent or unknown, which is reported. */
export function readPlatform(value: unknown, errors: ProcessingErrors): string {
  const text = readText(value, 64);
  if (text === null || isEventPlatform(text)) return text ?? 'other';
  errors.add('invalid_data', 'platform', text);
  return 'other';
}

/** Characters and words that could not be part of a path or a query. */
const FORBIDDEN_CHARACTERS = /[/\r\n\t\f]/;
const RESERVED_RELEASES = ['.', '..', 'latest'];
const RESERVED_ENVIRONMENTS = ['.', '..', 'none'];

export function readRelease(payload: JsonObject, errors: ProcessingErrors): string | null {
  return readName(
    payload,
    'release',
    200,
    errors,
    (text) => !FORBIDDEN_CHARACTERS.test(text) && !RESERVED_RELEASES.includes(text.toLowerCase()),
  );
}

export function readDist(payload: JsonObject, errors: ProcessingErrors): string | null {
  return readName(payload, 'dist', 64, errors, (text) => /^[A-Za-z0-9_.-]+$/.test(text));
}

export function readEnvironment(payload: JsonObject, errors: ProcessingErrors): string | null {
  return readName(payload, 'environment', 64, errors, isEnvironment);
}

/** Whether the text is a valid name of an environment. */
export function isEnvironment(text: string): boolean {
  return text.length <= 64 && !FORBIDDEN_CHARACTERS.test(text) && !RESERVED_ENVIRONMENTS.includes(text.toLowerCase());
}

/** Returns a name. An invalid or long one is dropped and reported rather than truncated: half a release is another release. */
function readName(
  payload: JsonObject,
  member: string,
  limit: number,
  errors: ProcessingErrors,
  isValid: (text: string) => boolean,
): string | null {
  const value = payload[member];
  const text = readScalar(value, limit + 1);
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
 * Returns a time in milliseconds since 1970, UTC, from a number of seconds or from ISO 8601 text. Text without an offset is in UTC.
 * Null for anything else.
 */
export function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? parseTime(value.trim()) : typeof value === 'number' ? value * SECOND : NaN;
  // Most thousandths have no exact form as a float of seconds; the hundredth keeps those just below one from being rounded down.
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

/** A clock that differs by less is not corrected: a request may be under way for a while. */
const MIN_CLOCK_DRIFT = 55 * MINUTE;

/** When an event happened by the clock of the service. */
interface EventTime {
  readonly timestamp: number;
  /** What was added to the time that the client sent, in milliseconds. */
  readonly shift: number;
}

/**
 * Returns when the event happened. If the time of sending shows that the client's clock is wrong, the difference is added to the time.
 * A time that then is more than a minute after the arrival, or more than 30 days before it, is replaced by the time of arrival. Both
 * are reported.
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

const MAX_MESSAGE = 8192;

/** Returns the log message. `message` is the older name of `logentry`, and may be text. */
export function readLogEntry(logentry: unknown, message: unknown, log: ReadLog): LogEntry | null {
  const sent = isObject(logentry) ? logentry : isObject(message) ? message : {};
  const plain = readScalar(isObject(logentry) ? message : (logentry ?? message), MAX_MESSAGE, log);
  const template = readScalar(sent['message'], MAX_MESSAGE, log) ?? plain;
  const params = readParams(sent['params']);
  const formatted =
    readScalar(sent['formatted'], MAX_MESSAGE, log) ??
    (params === null || template === null ? plain : interpolate(template, params));
  if (template === null && formatted === null) return null;
  return { message: template, formatted: formatted ?? template, params };
}

function readParams(value: unknown): unknown[] | JsonObject | null {
  if (typeof value !== 'object' || value === null) return null;
  const params = copyValue(value, { remaining: MAX_MESSAGE }) as unknown[] | JsonObject;
  return Object.keys(params).length === 0 ? null : params;
}

/** Placeholders of printf and of braces, by position, index or name. */
const PLACEHOLDER = /%%|%\(([^()]{1,100})\)[sdifrxg]|%(?:\.\d+)?[sdifrxgoOj]|\{(\w{0,100})\}/g;

/** Fills the placeholders of a template. A placeholder without a parameter is not changed. */
function interpolate(template: string, params: unknown[] | JsonObject): string {
  let next = 0;
  const text = template.replace(PLACEHOLDER, (placeholder: string, percent?: string, brace?: string) => {
    if (placeholder === '%%') return '%';
    const name = percent ?? (brace === '' ? undefined : brace);
    const found = name === undefined ? String(next++) : name;
    if (!Object.hasOwn(params, found)) return placeholder;
    return formatParameter((params as JsonObject)[found]);
  });
  return truncate(text, MAX_MESSAGE);
}

function formatParameter(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const MAX_FINGERPRINT_PARTS = 50;

/** Returns the client's fingerprint, its parts as text; null if there is none. */
export function readFingerprint(value: unknown): string[] | null {
  const sent: unknown[] = Array.isArray(value) ? value.slice(0, MAX_FINGERPRINT_PARTS) : [value];
  const parts = sent.map((part) => readScalar(part, 1024)).filter((part) => part !== null);
  return parts.length === 0 ? null : parts;
}

const MAX_TAGS = 200;
const MAX_TAG_KEY = 200;
const MAX_TAG_TEXT = 200;

/** Keys of tags that are derived from the event's own fields. */
const RESERVED_TAG_KEYS = new Set(['release', 'dist', 'user', 'filename', 'function']);

/**
 * Returns the client's tags in their order, from a map, from pairs or from `{key, value}`; of tags with the same key, the first. A
 * tag `environment` is included: it stands in for an event without an environment.
 */
export function readTags(value: unknown, errors: ProcessingErrors, log: ReadLog): EventTag[] {
  const tags = new Map<string, string>();
  for (const [name, sent] of namedValues(value)) {
    const [key, text] = [readScalar(name, MAX_TAG_KEY + 1), readScalar(sent, MAX_TAG_TEXT, log)];
    if (key === null || text === null || RESERVED_TAG_KEYS.has(key) || tags.has(key)) continue;
    if (key.length > MAX_TAG_KEY || tags.size === MAX_TAGS) {
      errors.add(tags.size === MAX_TAGS ? 'too_many_tags' : 'invalid_data', 'tags');
      if (tags.size === MAX_TAGS) break;
    } else {
      tags.set(key, text);
    }
  }
  const list: EventTag[] = [];
  tags.forEach((text, key) => list.push({ key, value: text }));
  return list;
}

/** The newest breadcrumbs are kept, which SDKs send last. */
const MAX_BREADCRUMBS = 100;

/**
 * Returns breadcrumbs in their order, from a bare list or `{values: [...]}`. Their times are shifted with that of the event, except for
 * those that would then be after its arrival: they are of another clock than the event.
 */
export function readBreadcrumbs(
  value: unknown,
  { shift, received }: Pick<EventTime, 'shift'> & { readonly received: number },
  log: ReadLog,
): Breadcrumb[] {
  const sent = readObjects(value);
  const crumbs = sent.slice(-MAX_BREADCRUMBS).map((one) => log.record(one, readBreadcrumb(one, log)));
  if (crumbs.length < sent.length) log.addContainer(crumbs, sent.length);
  if (shift === 0) return crumbs;
  for (const crumb of crumbs) {
    const shifted = crumb.timestamp === null ? null : validTime(crumb.timestamp + shift);
    if (shifted !== null && shifted <= received + MINUTE) crumb.timestamp = shifted;
  }
  return crumbs;
}

function readBreadcrumb(sent: JsonObject, log: ReadLog): Breadcrumb {
  return {
    timestamp: readTime(sent['timestamp']),
    type: readText(sent['type'], 128) ?? 'default',
    category: readText(sent['category'], 256, log),
    level: readBreadcrumbLevel(sent['level']),
    message: readScalar(sent['message'], 8192, log),
    data: copyObject(sent['data'], 8192, log),
    eventId: readText(sent['event_id'], 36),
  };
}

/** Characters of one item of `extra`, and of all. */
const MAX_EXTRA_ITEM = 16 * 1024;
const MAX_EXTRA = 256 * 1024;
const MAX_MODULES = 8192;

/** Returns the data that the application added, each item within its limit. */
export function readExtra(value: unknown, errors: ProcessingErrors, log: ReadLog): JsonObject {
  const extra: JsonObject = {};
  if (!isObject(value)) return extra;
  const total: SizeBudget = { remaining: MAX_EXTRA - 2 };
  for (const sent of Object.keys(value)) {
    const name = sanitizeText(truncate(sent, 200));
    if (!isSafeKey(name) || value[sent] === undefined) continue;
    if (total.remaining <= 0) {
      errors.add('value_too_long', 'extra');
      log.addContainer(extra, Object.keys(value).length);
      break;
    }
    total.remaining -= name.length + 4;
    const limit = Math.min(MAX_EXTRA_ITEM, total.remaining);
    const budget: SizeBudget = { remaining: limit };
    extra[name] = copyData(value[sent], budget, log);
    total.remaining -= limit - budget.remaining;
    if (budget.remaining <= 0) errors.add('value_too_long', `extra.${name}`);
  }
  return extra;
}

/** Returns installed modules: name → version. */
export function readModules(value: unknown, log: ReadLog): Record<string, string> {
  const modules: Record<string, string> = {};
  if (!isObject(value)) return modules;
  let remaining = MAX_MODULES;
  for (const sent of Object.keys(value)) {
    const [name, version] = [sanitizeText(truncate(sent, 200)), readScalar(value[sent], 200) ?? ''];
    remaining -= name.length + version.length + 6;
    if (remaining < 0) {
      log.addContainer(modules, Object.keys(value).length);
      break;
    }
    if (isSafeKey(name)) modules[name] = version;
  }
  return modules;
}
