import { isObject, type JsonObject, type ProcessingError } from '../../domain/event';
import { ERROR_FIELDS, EVENT_FIELDS } from '../../domain/eventFields';
import { sanitizeText, truncate } from '../../domain/text';

/*
 * Readers of untyped values. Clients send some members wrong, and an incomplete report is more useful than none. A
 * value of another type is converted if its meaning is clear; otherwise it counts as absent, and the log notes the name
 * of the member.
 */

export function readObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** Returns true if a value contains nothing, so that leaving it out loses nothing. */
export function isEmpty(value: unknown): boolean {
  return isAbsent(value) || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Returns true if an object has members with content, but none of the known ones. */
export function hasOnlyUnknownMembers(sent: JsonObject, known: readonly string[]): boolean {
  return !known.some((name) => name in sent) && Object.values(sent).some((value) => !isEmpty(value));
}

/** Returns text without surrounding space; a number or a boolean as text; null for other values. */
export function readText(value: unknown, limit: number, log?: ReadLog, name?: string): string | null {
  if (typeof value !== 'string') return isAbsent(value) ? null : readOther(value, log, name);
  const text = value.trim();
  return text === '' ? null : limitText(text, limit, log);
}

function readOther(value: unknown, log?: ReadLog, name?: string): string | null {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  log?.addDropped(name);
  return null;
}

/** Returns true if a member is missing, or its value means that there is none. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Returns text with its surrounding space, which matters in a source line. */
export function readLine(value: unknown, limit: number, log?: ReadLog, name?: string): string | null {
  return typeof value === 'string' ? limitText(value, limit, log) : readText(value, limit, log, name);
}

/** Returns text that is safe to store, truncated to the limit. */
export function limitText(text: string, limit: number, log?: ReadLog): string {
  if (text.length <= limit) return sanitizeText(text);
  const cut = sanitizeText(truncate(text, limit));
  log?.addText(cut, text.length);
  return cut;
}

/**
 * Changes that reading made to the values of one event: the source of the event's `_meta`, and of entries in its
 * `errors`.
 */
export class ReadLog {
  /** Truncated text → its former length. Texts are identified by their truncated form. */
  readonly texts = new Map<string, number>();
  /** Shortened list or object → the former number of its members. */
  readonly containers = new Map<object, number>();
  /** Object of the payload → the record made of it. */
  readonly records = new Map<object, object>();

  /** @param keepsRecords true if records are needed, because the payload has remarks of its own */
  constructor(
    private readonly errors: ProcessingErrors,
    private readonly keepsRecords: boolean,
  ) {}

  /**
   * Records that a value was left out because of its type.
   * @param name the member; without a name, nothing is recorded
   */
  addDropped(name: string | undefined): void {
    if (name !== undefined) this.errors.addOnce('invalid_data', name);
  }

  addText(text: string, length: number): void {
    this.texts.set(text, length);
  }

  addContainer(container: object, count: number): void {
    this.containers.set(container, count);
  }

  /** Remembers the object from which a record was read, and returns the record. */
  record<T extends object>(sent: object, record: T): T {
    if (this.keepsRecords) this.records.set(sent, record);
    return record;
  }
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true', 'yes'].map((value): [unknown, boolean] => [value, true]),
  ...[false, 0, '0', 'false', 'no'].map((value): [unknown, boolean] => [value, false]),
]);

/** Returns a boolean, even if it is written as a number or as text. */
export function readBoolean(value: unknown, log?: ReadLog, name?: string): boolean | null {
  if (typeof value === 'boolean') return value;
  if (isAbsent(value) || value === '') return null;
  const word = BOOLEANS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
  if (word === undefined) log?.addDropped(name);
  return word ?? null;
}

/**
 * Returns an integer of at least `minimum`, even if it is written as text or has a fraction. Lower integers mean that
 * it is unknown.
 */
export function readInteger(value: unknown, minimum = 0, log?: ReadLog, name?: string): number | null {
  if (isAbsent(value) || value === '') return null;
  const isText = typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value);
  const number = Math.trunc(isText ? Number(value) : typeof value === 'number' ? value : NaN);
  if (!Number.isSafeInteger(number)) log?.addDropped(name);
  return Number.isSafeInteger(number) && number >= minimum ? number : null;
}

export function readId(value: unknown, limit: number, log?: ReadLog, name?: string): number | string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : readText(value, limit, log, name);
}

/**
 * Returns true if an object is a list with gaps or of another first index: PHP encodes such lists as
 * `{"1": …, "2": …}`.
 */
export function isNumbered(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d{1,10}$/.test(key));
}

/**
 * Returns the values of a list, which may be numbered, of `{values: [...]}`, or a single object in place of a list of
 * one. Returns null for anything else and an empty list for an absent value.
 */
export function readList(value: unknown): readonly unknown[] | null {
  if (isAbsent(value)) return [];
  if (Array.isArray(value)) return value as unknown[];
  if (!isObject(value)) return null;
  if (isNumbered(value)) return Object.values(value);
  const { values, ...others } = value;
  if (isAbsent(values)) return Object.keys(others).length === 0 ? [] : [value];
  return isObject(values) && 'values' in values ? [values] : readList(values);
}

/** Returns the objects among the values of a list. */
export function readObjects(value: unknown, log?: ReadLog, name?: string): JsonObject[] {
  const list = readList(value);
  const objects = list?.filter(isObject) ?? [];
  if (list === null || (objects.length < list.length && list.some(isOther))) log?.addDropped(name);
  return objects;
}

function isOther(value: unknown): boolean {
  return !isAbsent(value) && !isObject(value);
}

/** Returns true if setting a member of this name on a plain object does not change its prototype. */
export function isSafeKey(name: string): boolean {
  return name !== '__proto__';
}

/** Maximum depth of free-form data. */
const MAX_DEPTH = 7;
const MAX_KEY = 200;

/** Number of characters of JSON that copies may still take. Copies that share a limit share one budget. */
export interface SizeBudget {
  remaining: number;
}

/**
 * Copies free-form data in a form that is safe to store: valid text, finite numbers, limited depth and size, and no
 * member that would set the prototype. Values below the maximum depth become `[Array]` or `[Object]`; values beyond the
 * budget are left out.
 */
export function copyValue(value: unknown, budget: SizeBudget, depth = MAX_DEPTH): unknown {
  switch (typeof value) {
    case 'string':
      return copyText(value, budget);
    case 'number':
      budget.remaining -= 8;
      // JSON may have a number beyond the largest one, such as 1e999. The words of Python for it become text, too.
      return Number.isFinite(value) ? value : String(value);
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

/**
 * Copies an object, up to about `size` characters, as `copyData` does. The values of a list become members named by
 * their index. Returns null for anything else and for an object without members.
 */
export function copyObject(value: unknown, size: number, log?: ReadLog, name?: string): JsonObject | null {
  if (typeof value !== 'object' || value === null) {
    if (!isAbsent(value) && value !== '') log?.addDropped(name);
    return null;
  }
  const budget: SizeBudget = { remaining: size };
  const members = value as JsonObject;
  const whole = copyMembers(members, budget, MAX_DEPTH);
  const copy = budget.remaining > 0 ? whole : shortenMembers(members, size, MAX_DEPTH, log);
  return Object.keys(copy).length === 0 ? null : copy;
}

/**
 * Copies free-form data as `copyValue` does. In an object that is too large, long members are shortened before any are
 * left out: small ones are as useful.
 */
export function copyData(value: unknown, budget: SizeBudget, log?: ReadLog): unknown {
  const size = budget.remaining;
  const whole = copyValue(value, budget);
  return budget.remaining > 0 ? whole : shorten(value, size, MAX_DEPTH, log);
}

/** Minimum size of a shortened member of an object that is too large, unless the member is smaller. */
const MIN_MEMBER_SIZE = 32;

function shorten(value: unknown, size: number, depth: number, log: ReadLog | undefined): unknown {
  if (typeof value === 'string') return limitText(value, Math.max(0, size - 2), log);
  if (typeof value !== 'object' || value === null || depth === 0) return copyValue(value, { remaining: size }, depth);
  return Array.isArray(value)
    ? shortenArray(value as unknown[], size - 4, depth, log)
    : shortenMembers(value as JsonObject, size - 4, depth, log);
}

/** Copies the first values of an array, up to the size. */
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

/**
 * Copies an object, up to the size. Keeps the first members that fit with at least `MIN_MEMBER_SIZE` each, and shares
 * the rest of the size among them.
 */
function shortenMembers(value: JsonObject, size: number, depth: number, log: ReadLog | undefined): JsonObject {
  const members: { readonly name: string; readonly value: unknown; readonly size: number }[] = [];
  let [count, remaining, minimum] = [0, size, 0];
  for (const key of Object.keys(value)) {
    const name = sanitizeText(truncate(key, MAX_KEY));
    const member = value[key];
    if (member === undefined || !isSafeKey(name)) continue;
    count += 1;
    const memberSize = sizeOf(member, size, depth - 1);
    const memberMinimum = name.length + 4 + Math.min(memberSize, MIN_MEMBER_SIZE);
    if (minimum + memberMinimum > size && members.length > 0) continue;
    minimum += memberMinimum;
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

/** Returns the limit for each size with which all sizes fit into the total. */
function fairShare(sizes: readonly number[], total: number): number {
  let remaining = total;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(remaining / (sizes.length - index));
    if (size > share) return Math.max(0, share);
    remaining -= size;
  }
  return Infinity;
}

/** Returns the size of a copy; some number above the limit if it exceeds the limit. */
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

/** Returns text; lists and objects become JSON. */
export function readAny(value: unknown, limit: number, log?: ReadLog): string | null {
  if (typeof value !== 'object' || value === null) return readText(value, limit, log);
  return truncate(JSON.stringify(copyValue(value, { remaining: limit })), limit);
}

const MAX_PROCESSING_ERRORS = EVENT_FIELDS.errors.limit;

/** Collects the members of an event that could not be read: its `errors`. */
export class ProcessingErrors {
  readonly list: ProcessingError[] = [];

  add(type: string, name: string | null, value: unknown = null): void {
    if (this.list.length < MAX_PROCESSING_ERRORS) this.list.push({ type, name, value });
  }

  /** Adds an error without a value, unless the member already has one of the type. */
  addOnce(type: string, name: string): void {
    if (!this.list.some((error) => error.type === type && error.name === name)) this.add(type, name);
  }

  /** Adds the errors that the client itself reported. */
  addClientErrors(sentErrors: unknown): void {
    const list = readList(sentErrors);
    for (const sent of list?.slice(0, MAX_PROCESSING_ERRORS) ?? []) {
      const type = readText(isObject(sent) ? sent['type'] : sent, ERROR_FIELDS.type.limit);
      if (type === null) {
        if (!isEmpty(sent)) this.addOnce('invalid_data', 'errors');
        continue;
      }
      const { name, value } = isObject(sent) ? sent : {};
      this.add(
        type,
        readText(name, ERROR_FIELDS.name.limit),
        copyValue(value, { remaining: ERROR_FIELDS.value.limit }),
      );
    }
    if (list === null) this.addOnce('invalid_data', 'errors');
  }
}
