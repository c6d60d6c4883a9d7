import { isObject, type JsonObject, type ProcessingError } from '../../domain/event';
import { sanitizeText, truncate } from '../../domain/text';

/*
 * Readers of untyped values. Each answers null where the value is absent or of another type: clients err in single fields,
 * and a report with a gap is worth more than none (reference/ingest.md §2.1).
 */

export function readObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** Text without surrounding space; empty text reads as none. */
export function readText(value: unknown, limit: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : sanitizeText(truncate(text, limit));
}

/** Text, or a number or boolean as text. */
export function readScalar(value: unknown, limit: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? String(value) : readText(value, limit);
}

/** Text of a source or of a message, where leading space means something. */
export function readLine(value: unknown, limit: number): string | null {
  return typeof value === 'string' ? sanitizeText(truncate(value, limit)) : null;
}

export function readBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A whole number from `least` on, also written as text. */
export function readInteger(value: unknown, least = 0): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : null;
}

export function readId(value: unknown): number | string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : readText(value, 128);
}

/** A bare list or `{values: [...]}`, whichever the client writes; empty for anything else. */
function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  const values = isObject(value) ? value['values'] : null;
  return Array.isArray(values) ? (values as unknown[]) : [];
}

/** The objects among the values of a list. */
export function readObjects(value: unknown): JsonObject[] {
  return readList(value).filter(isObject);
}

/** Whether a member of this name can be set on a plain object without changing what the object is. */
export function isSafeKey(name: string): boolean {
  return name !== '__proto__';
}

/** How deep free-form data may nest (reference/ingest.md §2.1). */
const MAX_DEPTH = 7;
const MAX_KEY = 200;

/** How many characters of JSON a copy may still take; shared by all that must fit together. */
export interface SizeBudget {
  remaining: number;
}

/**
 * A copy of free-form data that is safe to keep: valid text, finite numbers, bounded depth and size, no member that would
 * become the prototype. What nests too deep is named by its kind; what does not fit any more is left out.
 */
export function copyValue(value: unknown, room: SizeBudget, depth = MAX_DEPTH): unknown {
  switch (typeof value) {
    case 'string':
      return copyText(value, room);
    case 'number':
      room.remaining -= 8;
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      room.remaining -= 5;
      return value;
    case 'bigint':
      return copyText(String(value), room);
    case 'object':
      return copyContainer(value, room, depth);
    default:
      room.remaining -= 4;
      return null;
  }
}

function copyText(value: string, room: SizeBudget): string {
  const text = sanitizeText(truncate(value, Math.max(0, room.remaining - 2)));
  room.remaining -= text.length + 2;
  return text;
}

function copyContainer(value: object | null, room: SizeBudget, depth: number): unknown {
  room.remaining -= 4;
  if (value === null) return null;
  if (Array.isArray(value)) return depth === 0 ? '[Array]' : copyArray(value as unknown[], room, depth);
  return depth === 0 ? '[Object]' : copyMembers(value as JsonObject, room, depth);
}

function copyArray(values: readonly unknown[], room: SizeBudget, depth: number): unknown[] {
  const copy: unknown[] = [];
  for (const value of values) {
    if (room.remaining <= 0) break;
    copy.push(copyValue(value, room, depth - 1));
  }
  return copy;
}

function copyMembers(value: JsonObject, room: SizeBudget, depth: number): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (room.remaining <= 0) break;
    const member = value[key];
    const name = sanitizeText(truncate(key, MAX_KEY));
    if (member === undefined || !isSafeKey(name)) continue;
    room.remaining -= name.length + 4;
    copy[name] = copyValue(member, room, depth - 1);
  }
  return copy;
}

/** A copy of an object of at most about `size` characters; null for anything else and for an object without members. */
export function copyObject(value: unknown, size: number): JsonObject | null {
  if (!isObject(value)) return null;
  const copy = copyMembers(value, { remaining: size }, MAX_DEPTH);
  return Object.keys(copy).length === 0 ? null : copy;
}

type Pair = [string, string];

const MAX_PAIRS = 200;
const MAX_PAIR_NAME = 200;

/**
 * Named values as ordered pairs: from a map whose values may be lists, or from a list of pairs or of `{key, value}`
 * (reference/ingest.md §2.1). A value that is no text, number or boolean is left out.
 */
export function readPairs(value: unknown, limit: number): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, sent] of namedValues(value)) {
    for (const one of Array.isArray(sent) ? sent.slice(0, MAX_PAIRS) : [sent]) addPair(pairs, name, one, limit);
    if (pairs.length >= MAX_PAIRS) return pairs.slice(0, MAX_PAIRS);
  }
  return pairs;
}

function addPair(pairs: Pair[], name: unknown, value: unknown, limit: number): void {
  const key = readScalar(name, MAX_PAIR_NAME);
  const text = value === '' || value === null ? '' : readScalar(value, limit);
  if (key !== null && text !== null) pairs.push([key, text]);
}

/** The entries of a map or of a list, not yet read. */
export function* namedValues(value: unknown): Generator<[unknown, unknown]> {
  if (isObject(value)) {
    for (const name of Object.keys(value)) yield [name, value[name]];
  } else if (Array.isArray(value)) {
    for (const entry of value as unknown[]) {
      if (Array.isArray(entry)) yield [entry[0], entry[1]];
      else if (isObject(entry)) yield [entry['key'], entry['value']];
    }
  }
}

/** The pairs of a query string or of a form body, decoded. */
export function splitQuery(text: string, limit: number): Pair[] {
  const parts = text.replace(/^\?/, '').split('&', MAX_PAIRS);
  return readPairs(
    parts.filter((part) => part !== '').map((part) => splitAt(part, '=').map(decode)),
    limit,
  );
}

/** The pairs of a `Cookie` header. */
export function splitCookies(text: string, limit: number): Pair[] {
  return readPairs(
    text.split(';', MAX_PAIRS).map((part) => splitAt(part.trim(), '=')),
    limit,
  );
}

function splitAt(text: string, separator: string): Pair {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return sanitizeText(text);
  }
}

const MAX_PROCESSING_ERRORS = 100;

/** What went wrong while an event was read; it ends as the event's `errors`. */
export class ProcessingErrors {
  readonly errors: ProcessingError[] = [];

  add(type: string, name: string, value: unknown = null): void {
    if (this.errors.length < MAX_PROCESSING_ERRORS) this.errors.push({ type, name, value });
  }

  /** Takes over what the client itself noted. */
  addClientErrors(value: unknown): void {
    for (const sent of readObjects(value).slice(0, MAX_PROCESSING_ERRORS)) {
      const type = readText(sent['type'], 128);
      if (type !== null)
        this.errors.push({
          type,
          name: readText(sent['name'], 256),
          value: copyValue(sent['value'], { remaining: 1024 }),
        });
    }
  }
}
