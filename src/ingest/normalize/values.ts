import { isObject, type JsonObject, type ProcessingError } from '../../domain/event';
import { sanitizeText, truncate } from '../../domain/text';

/*
 * Readers of untyped values. Each returns null if the value is absent or has another type: clients send single members wrong, and a
 * report with gaps is more useful than none.
 */

export function readObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** Returns text without surrounding space; null if it is empty. */
export function readText(value: unknown, limit: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : sanitizeText(truncate(text, limit));
}

/** Returns text, or a number or boolean as text. */
export function readScalar(value: unknown, limit: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? String(value) : readText(value, limit);
}

/** Returns text with its surrounding space, which matters in a line of source. */
export function readLine(value: unknown, limit: number): string | null {
  return typeof value === 'string' ? sanitizeText(truncate(value, limit)) : null;
}

export function readBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** Returns an integer of at least `minimum`, also if it is written as text. */
export function readInteger(value: unknown, minimum = 0): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum ? number : null;
}

export function readId(value: unknown): number | string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : readText(value, 128);
}

/** Returns the values of a bare list or of `{values: [...]}`; an empty list for anything else. */
function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  const values = isObject(value) ? value['values'] : null;
  return Array.isArray(values) ? (values as unknown[]) : [];
}

/** Returns the objects among the values of a list. */
export function readObjects(value: unknown): JsonObject[] {
  return readList(value).filter(isObject);
}

/** Whether setting a member of this name on a plain object leaves its prototype unchanged. */
export function isSafeKey(name: string): boolean {
  return name !== '__proto__';
}

/** Maximum depth of free-form data. */
const MAX_DEPTH = 7;
const MAX_KEY = 200;

/** Number of characters of JSON that copies may still take. Copies that must fit together share one budget. */
export interface SizeBudget {
  remaining: number;
}

/**
 * Copies free-form data in a form that is safe to store: valid text, finite numbers, limited depth and size, and no member that would
 * set the prototype. Values below the maximum depth become `[Array]` or `[Object]`; values beyond the budget are left out.
 */
export function copyValue(value: unknown, budget: SizeBudget, depth = MAX_DEPTH): unknown {
  switch (typeof value) {
    case 'string':
      return copyText(value, budget);
    case 'number':
      budget.remaining -= 8;
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      budget.remaining -= 5;
      return value;
    case 'bigint':
      return copyText(String(value), budget);
    case 'object':
      return copyContainer(value, budget, depth);
    default:
      budget.remaining -= 4;
      return null;
  }
}

function copyText(value: string, budget: SizeBudget): string {
  const text = sanitizeText(truncate(value, Math.max(0, budget.remaining - 2)));
  budget.remaining -= text.length + 2;
  return text;
}

function copyContainer(value: object | null, budget: SizeBudget, depth: number): unknown {
  budget.remaining -= 4;
  if (value === null) return null;
  if (Array.isArray(value)) return depth === 0 ? '[Array]' : copyArray(value as unknown[], budget, depth);
  return depth === 0 ? '[Object]' : copyMembers(value as JsonObject, budget, depth);
}

function copyArray(values: readonly unknown[], budget: SizeBudget, depth: number): unknown[] {
  const copy: unknown[] = [];
  for (const value of values) {
    if (budget.remaining <= 0) break;
    copy.push(copyValue(value, budget, depth - 1));
  }
  return copy;
}

function copyMembers(value: JsonObject, budget: SizeBudget, depth: number): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (budget.remaining <= 0) break;
    const member = value[key];
    const name = sanitizeText(truncate(key, MAX_KEY));
    if (member === undefined || !isSafeKey(name)) continue;
    budget.remaining -= name.length + 4;
    copy[name] = copyValue(member, budget, depth - 1);
  }
  return copy;
}

/** Copies an object, up to about `size` characters. Returns null for anything else and for an object without members. */
export function copyObject(value: unknown, size: number): JsonObject | null {
  if (!isObject(value)) return null;
  const copy = copyMembers(value, { remaining: size }, MAX_DEPTH);
  return Object.keys(copy).length === 0 ? null : copy;
}

type Pair = [string, string];

const MAX_PAIRS = 200;
const MAX_PAIR_NAME = 200;

/**
 * Returns named values as pairs in their order, from a map whose values may be lists, or from a list of pairs or of `{key, value}`.
 * Values other than text, numbers and booleans are left out.
 */
export function readPairs(value: unknown, limit: number): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, sent] of namedValues(value)) {
    const values: unknown[] = Array.isArray(sent) ? sent.slice(0, MAX_PAIRS) : [sent];
    for (const each of values) addPair(pairs, name, each, limit);
    if (pairs.length >= MAX_PAIRS) return pairs.slice(0, MAX_PAIRS);
  }
  return pairs;
}

function addPair(pairs: Pair[], name: unknown, value: unknown, limit: number): void {
  const key = readScalar(name, MAX_PAIR_NAME);
  const text = value === '' || value === null ? '' : readScalar(value, limit);
  if (key !== null && text !== null) pairs.push([key, text]);
}

/** Iterates over the entries of a map or of a list of entries. Names and values are untyped. */
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

/** Parses a query string or a form body. */
export function parseQueryPairs(text: string, limit: number): Pair[] {
  const parts = text.replace(/^\?/, '').split('&', MAX_PAIRS);
  return readPairs(
    parts.filter((part) => part !== '').map((part) => splitAt(part, '=').map(decode)),
    limit,
  );
}

/** Parses a `Cookie` header. */
export function parseCookiePairs(text: string, limit: number): Pair[] {
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

/** Collects what could not be read of an event: its `errors`. */
export class ProcessingErrors {
  readonly list: ProcessingError[] = [];

  add(type: string, name: string, value: unknown = null): void {
    if (this.list.length < MAX_PROCESSING_ERRORS) this.list.push({ type, name, value });
  }

  /** Adds the errors that the client itself reported. */
  addClientErrors(sentErrors: unknown): void {
    for (const sent of readObjects(sentErrors).slice(0, MAX_PROCESSING_ERRORS)) {
      const type = readText(sent['type'], 128);
      if (type === null) continue;
      const value = copyValue(sent['value'], { remaining: 1024 });
      this.list.push({ type, name: readText(sent['name'], 256), value });
    }
  }
}
