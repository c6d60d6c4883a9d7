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
export function readText(value: unknown, limit: number, log?: ReadLog): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : limitText(text, limit, log);
}

/** Returns text, or a number or boolean as text. */
export function readScalar(value: unknown, limit: number, log?: ReadLog): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? String(value) : readText(value, limit, log);
}

/** Returns text with its surrounding space, which matters in a line of source. */
export function readLine(value: unknown, limit: number, log?: ReadLog): string | null {
  return typeof value === 'string' ? limitText(value, limit, log) : null;
}

/** Returns text that is safe to store, truncated to the limit. */
export function limitText(text: string, limit: number, log?: ReadLog): string {
  if (text.length <= limit) return sanitizeText(text);
  const cut = sanitizeText(truncate(text, limit));
  log?.addText(cut, text.length);
  return cut;
}

/** What reading did to the values of one event: the source of the event's `_meta`. */
export class ReadLog {
  /** Truncated text → its former length. Texts are told apart by what is left of them. */
  readonly texts = new Map<string, number>();
  /** List or object of which members were left out → the number of members that it had. */
  readonly containers = new Map<object, number>();
  /** Object of the payload → the record made of it. */
  readonly records = new Map<object, object>();

  /** @param keepsRecords whether records are needed, because the payload has remarks of its own */
  constructor(private readonly keepsRecords: boolean) {}

  addText(text: string, length: number): void {
    this.texts.set(text, length);
  }

  addContainer(container: object, count: number): void {
    this.containers.set(container, count);
  }

  /** Notes what a record was made of, and returns the record. */
  record<T extends object>(sent: object, record: T): T {
    if (this.keepsRecords) this.records.set(sent, record);
    return record;
  }
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

/** Copies an object, up to about `size` characters, as `copyData` does. Returns null for anything else and for an object without members. */
export function copyObject(value: unknown, size: number, log?: ReadLog): JsonObject | null {
  if (!isObject(value)) return null;
  const budget: SizeBudget = { remaining: size };
  const whole = copyMembers(value, budget, MAX_DEPTH);
  const copy = budget.remaining > 0 ? whole : shortenMembers(value, size, MAX_DEPTH, log);
  return Object.keys(copy).length === 0 ? null : copy;
}

/**
 * Copies free-form data as `copyValue` does. Of an object that is too large, long members are shortened before any are left out: small
 * ones tell as much.
 */
export function copyData(value: unknown, budget: SizeBudget, log?: ReadLog): unknown {
  const size = budget.remaining;
  const whole = copyValue(value, budget);
  return budget.remaining > 0 ? whole : shorten(value, size, MAX_DEPTH, log);
}

/** What a member of an object that is too large takes at least, unless it is smaller. */
const MIN_MEMBER_SIZE = 32;

function shorten(value: unknown, size: number, depth: number, log: ReadLog | undefined): unknown {
  if (typeof value === 'string') return limitText(value, Math.max(0, size - 2), log);
  if (typeof value !== 'object' || value === null || depth === 0) return copyValue(value, { remaining: size }, depth);
  return Array.isArray(value)
    ? shortenArray(value as unknown[], size - 4, depth, log)
    : shortenMembers(value as JsonObject, size - 4, depth, log);
}

/** Keeps the first values. */
function shortenArray(values: readonly unknown[], size: number, depth: number, log: ReadLog | undefined): unknown[] {
  const copy: unknown[] = [];
  let remaining = size;
  for (const value of values) {
    if (remaining <= 0) break;
    const needed = sizeOf(value, remaining, depth - 1);
    copy.push(shorten(value, Math.min(needed, remaining), depth - 1, log));
    remaining -= needed;
  }
  if (copy.length < values.length) log?.addContainer(copy, values.length);
  return copy;
}

function shortenMembers(value: JsonObject, size: number, depth: number, log: ReadLog | undefined): JsonObject {
  const members: { readonly name: string; readonly value: unknown; readonly size: number }[] = [];
  let [count, remaining, atLeast] = [0, size, 0];
  for (const key of Object.keys(value)) {
    const name = sanitizeText(truncate(key, MAX_KEY));
    const member = value[key];
    if (member === undefined || !isSafeKey(name)) continue;
    count += 1;
    const memberSize = sizeOf(member, size, depth - 1);
    const least = name.length + 4 + Math.min(memberSize, MIN_MEMBER_SIZE);
    if (atLeast + least > size && members.length > 0) continue;
    atLeast += least;
    remaining -= name.length + 4;
    members.push({ name, value: member, size: memberSize });
  }
  const share = fairShare(
    members.map((member) => member.size),
    remaining,
  );
  const copy: JsonObject = {};
  for (const member of members) copy[member.name] = shorten(member.value, Math.min(member.size, share), depth - 1, log);
  if (members.length < count) log?.addContainer(copy, count);
  return copy;
}

/** Returns the limit of each size with which all of them fit into the total. */
function fairShare(sizes: readonly number[], total: number): number {
  let remaining = total;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(remaining / (sizes.length - index));
    if (size > share) return Math.max(0, share);
    remaining -= size;
  }
  return Infinity;
}

/** Returns what a copy takes of a budget; something above the limit if that is more than the limit. */
function sizeOf(value: unknown, limit: number, depth: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return 8;
  if (typeof value !== 'object' || value === null || depth === 0) return 12;
  let size = 4;
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    if (size > limit) break;
    size +=
      (isList ? 0 : Math.min(key.length, MAX_KEY) + 4) + sizeOf((value as JsonObject)[key], limit - size, depth - 1);
  }
  return size;
}

type Pair = [string, string];

const MAX_PAIRS = 200;
const MAX_PAIR_NAME = 200;

/**
 * Returns named values as pairs in their order, from a map whose values may be lists, or from a list of pairs or of `{key, value}`.
 * Values other than text, numbers and booleans are left out.
 */
export function readPairs(value: unknown, limit: number, log: ReadLog): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, sent] of namedValues(value)) {
    const values: unknown[] = Array.isArray(sent) ? sent.slice(0, MAX_PAIRS) : [sent];
    for (const each of values) addPair(pairs, name, each, limit, log);
    if (pairs.length >= MAX_PAIRS) return pairs.slice(0, MAX_PAIRS);
  }
  return pairs;
}

function addPair(pairs: Pair[], name: unknown, value: unknown, limit: number, log: ReadLog): void {
  const key = readScalar(name, MAX_PAIR_NAME);
  const text = value === '' || value === null ? '' : readScalar(value, limit, log);
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
export function parseQueryPairs(text: string, limit: number, log: ReadLog): Pair[] {
  const parts = text.replace(/^\?/, '').split('&', MAX_PAIRS);
  return readPairs(
    parts.filter((part) => part !== '').map((part) => splitAt(part, '=').map(decode)),
    limit,
    log,
  );
}

/** Parses a `Cookie` header. */
export function parseCookiePairs(text: string, limit: number, log: ReadLog): Pair[] {
  return readPairs(
    text.split(';', MAX_PAIRS).map((part) => splitAt(part.trim(), '=')),
    limit,
    log,
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
