import {
  type Breadcrumb,
  type EventTag,
  isObject,
  type JsonObject,
  type Level,
  type LogEntry,
} from '../../domain/event';
import { sanitizeText, truncate } from '../../domain/text';
import {
  copyObject,
  copyValue,
  isSafeKey,
  namedValues,
  type ProcessingErrors,
  readObjects,
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

/** The level; `error` where the client names none or one that is not known (reference/ingest.md §2.1). */
export function readLevel(value: unknown): Level {
  return parseLevel(value) ?? 'error';
}

/** The level of a breadcrumb, where `log` is a level of its own. */
export function readBreadcrumbLevel(value: unknown): Level | 'log' | null {
  return value === 'log' ? value : parseLevel(value);
}

function parseLevel(value: unknown): Level | null {
  return typeof value === 'string' ? (LEVELS.get(value.trim().toLowerCase()) ?? null) : null;
}

/** Characters and words that would make a name useless in a path or a query (reference/ingest.md §2.1). */
const FORBIDDEN_CHARACTERS = /[/\r\n\t\f]/;
const RESERVED_RELEASES = ['.', '..', 'latest'];
const RESERVED_ENVIRONMENTS = ['.', '..', 'none'];

export function readRelease(payload: JsonObject, notes: ProcessingErrors): string | null {
  return readName(
    payload,
    'release',
    200,
    notes,
    (text) => !FORBIDDEN_CHARACTERS.test(text) && !RESERVED_RELEASES.includes(text.toLowerCase()),
  );
}

export function readDist(payload: JsonObject, notes: ProcessingErrors): string | null {
  return readName(payload, 'dist', 64, notes, (text) => /^[A-Za-z0-9_.-]+$/.test(text));
}

export function readEnvironment(payload: JsonObject, notes: ProcessingErrors): string | null {
  return readName(payload, 'environment', 64, notes, isEnvironment);
}

/** Whether the text can name an environment. */
export function isEnvironment(text: string): boolean {
  return text.length <= 64 && !FORBIDDEN_CHARACTERS.test(text) && !RESERVED_ENVIRONMENTS.includes(text.toLowerCase());
}

/** A name that is dropped, with a note, rather than cut: half a release is another release. */
function readName(
  payload: JsonObject,
  member: string,
  limit: number,
  notes: ProcessingErrors,
  isUsable: (text: string) => boolean,
): string | null {
  const value = payload[member];
  const text = readScalar(value, limit + 1);
  if (text !== null && text.length <= limit && isUsable(text)) return text;
  if (value !== undefined && value !== null && value !== '') {
    notes.add('invalid_data', member, typeof value === 'string' ? sanitizeText(value.slice(0, limit)) : null);
  }
  return null;
}

const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?)? ?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The end of year 9999: later times have no common written form. */
const MAX_TIME = Date.UTC(10_000, 0, 1) - 1;

/**
 * A time in milliseconds since 1970, UTC, from seconds as a number or from ISO 8601 text with any offset; without one it is
 * UTC (reference/ingest.md §2.1). Null for anything else.
 */
export function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? parseTime(value.trim()) : typeof value === 'number' ? value * SECOND : NaN;
  // A hundredth more, because a float just misses most thousandths.
  const whole = Math.floor(time + 0.01);
  return whole >= 0 && whole <= MAX_TIME ? whole : null;
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

/**
 * When the event happened. A clock that is more than a minute ahead, or thirty days behind, is not believed: the time of
 * arrival stands in, with a note (reference/ingest.md §2.1).
 */
export function readEventTime(value: unknown, received: number, notes: ProcessingErrors): number {
  if (value === undefined || value === null) return received;
  const time = readTime(value);
  if (time === null) notes.add('invalid_data', 'timestamp');
  else if (time > received + MINUTE) notes.add('future_timestamp', 'timestamp', new Date(time).toISOString());
  else if (time < received - 30 * DAY) notes.add('past_timestamp', 'timestamp', new Date(time).toISOString());
  else return time;
  return received;
}

const MAX_MESSAGE = 8192;

/** The log message; `message` is an older spelling of `logentry`, and may be text (reference/ingest.md §2.1). */
export function readLogEntry(logentry: unknown, message: unknown): LogEntry | null {
  const sent = isObject(logentry) ? logentry : isObject(message) ? message : {};
  const plain = readScalar(isObject(logentry) ? message : (logentry ?? message), MAX_MESSAGE);
  const template = readScalar(sent['message'], MAX_MESSAGE) ?? plain;
  const params = readParams(sent['params']);
  const formatted =
    readScalar(sent['formatted'], MAX_MESSAGE) ??
    (params === null || template === null ? plain : interpolate(template, params));
  if (template === null && formatted === null) return null;
  return { message: template, formatted: formatted ?? template, params };
}

function readParams(value: unknown): unknown[] | JsonObject | null {
  if (typeof value !== 'object' || value === null) return null;
  const params = copyValue(value, { remaining: MAX_MESSAGE }) as unknown[] | JsonObject;
  return Object.keys(params).length === 0 ? null : params;
}

/** printf and brace placeholders, by position, index or name. */
const PLACEHOLDER = /%%|%\(([^()]{1,100})\)[sdifrxg]|%(?:\.\d+)?[sdifrxgoOj]|\{(\w{0,100})\}/g;

/** The template with its placeholders filled; one without a parameter stays as it is. */
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

/** The client's own key for grouping, its parts as text; null where there is none (reference/ingest.md §2.1). */
export function readFingerprint(value: unknown): string[] | null {
  const sent: unknown[] = Array.isArray(value) ? value.slice(0, MAX_FINGERPRINT_PARTS) : [value];
  const parts = sent.map((part) => readScalar(part, 1024)).filter((part) => part !== null);
  return parts.length === 0 ? null : parts;
}

const MAX_TAGS = 200;
const MAX_TAG_KEY = 200;
const MAX_TAG_TEXT = 200;

/** Keys whose values only the event's own fields tell (reference/ingest.md §2.1). */
const RESERVED_TAG_KEYS = new Set(['release', 'dist', 'user', 'filename', 'function']);

/**
 * The client's tags from a map, pairs or `{key, value}`, in the order sent; of one key the first. An `environment` among them
 * stays for the event to take.
 */
export function readTags(value: unknown, notes: ProcessingErrors): EventTag[] {
  const tags = new Map<string, string>();
  for (const [name, sent] of namedValues(value)) {
    const [key, text] = [readScalar(name, MAX_TAG_KEY + 1), readScalar(sent, MAX_TAG_TEXT)];
    if (key === null || text === null || RESERVED_TAG_KEYS.has(key) || tags.has(key)) continue;
    if (key.length > MAX_TAG_KEY || tags.size === MAX_TAGS) {
      notes.add(tags.size === MAX_TAGS ? 'too_many_tags' : 'invalid_data', 'tags');
      if (tags.size === MAX_TAGS) break;
    } else {
      tags.set(key, text);
    }
  }
  return Array.from(tags, ([key, text]) => ({ key, value: text }));
}

/** Kept of a trail: the newest, which SDKs put last. */
const MAX_BREADCRUMBS = 100;

/** A bare list or `{values: [...]}`, in the order sent (reference/ingest.md §2.1). */
export function readBreadcrumbs(value: unknown): Breadcrumb[] {
  return readObjects(value).slice(-MAX_BREADCRUMBS).map(readBreadcrumb);
}

function readBreadcrumb(sent: JsonObject): Breadcrumb {
  return {
    timestamp: readTime(sent['timestamp']),
    type: readText(sent['type'], 128) ?? 'default',
    category: readText(sent['category'], 256),
    level: readBreadcrumbLevel(sent['level']),
    message: readScalar(sent['message'], 8192),
    data: copyObject(sent['data'], 8192),
    eventId: readText(sent['event_id'], 36),
  };
}

/** Of one item and of all (reference/ingest.md §2.1). */
const MAX_EXTRA_ITEM = 16 * 1024;
const MAX_EXTRA = 256 * 1024;
const MAX_MODULES = 8192;

/** What the application added, item by item within its limits. */
export function readExtra(value: unknown, notes: ProcessingErrors): JsonObject {
  const extra: JsonObject = {};
  if (!isObject(value)) return extra;
  const total: SizeBudget = { remaining: MAX_EXTRA - 2 };
  for (const sent of Object.keys(value)) {
    const name = sanitizeText(truncate(sent, 200));
    if (!isSafeKey(name) || value[sent] === undefined) continue;
    if (total.remaining <= 0) {
      notes.add('value_too_long', 'extra');
      break;
    }
    total.remaining -= name.length + 4;
    const given = Math.min(MAX_EXTRA_ITEM, total.remaining);
    const room: SizeBudget = { remaining: given };
    extra[name] = copyValue(value[sent], room);
    total.remaining -= given - room.remaining;
    if (room.remaining <= 0) notes.add('value_too_long', 'extra.' + name);
  }
  return extra;
}

/** Installed modules, name → version. */
export function readModules(value: unknown): Record<string, string> {
  const modules: Record<string, string> = {};
  if (!isObject(value)) return modules;
  let left = MAX_MODULES;
  for (const sent of Object.keys(value)) {
    const [name, version] = [sanitizeText(truncate(sent, 200)), readScalar(value[sent], 200) ?? ''];
    left -= name.length + version.length + 6;
    if (left < 0) break;
    if (isSafeKey(name)) modules[name] = version;
  }
  return modules;
}
