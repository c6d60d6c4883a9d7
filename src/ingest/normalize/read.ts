import type { JsonObject } from '../../domain/event';

/*
 * Readers of untyped values. Each answers null where the value is absent or of another type: clients err in single fields,
 * and a report with a gap is worth more than none (reference/ingest.md §2.1).
 */

/** NUL, which PostgreSQL refuses in text, and halves of surrogate pairs, which have no UTF-8 form. */
const HARMFUL = /[\0\ud800-\udfff]/u;
const HARMFUL_ALL = new RegExp(HARMFUL.source, 'gu');

/** The text with what no database can hold replaced by the replacement character. */
export function harmless(text: string): string {
  return HARMFUL.test(text) ? text.replace(HARMFUL_ALL, '\ufffd') : text;
}

/** At most `limit` UTF-16 units of the text; what is cut ends in three dots, and in no half of a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const dots = limit < 8 ? '' : '...';
  const end = limit - dots.length;
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? end - 1 : end) + dots;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** Text without surrounding space; empty text reads as none. */
export function readText(value: unknown, limit: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : harmless(cut(text, limit));
}

/** Text, or a number or boolean as text. */
export function readScalar(value: unknown, limit: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? String(value) : readText(value, limit);
}

/** Text of a source or of a message, where leading space means something. */
export function readLine(value: unknown, limit: number): string | null {
  return typeof value === 'string' ? harmless(cut(value, limit)) : null;
}

export function readFlag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A whole number from `least` on, also written as text. */
export function readWhole(value: unknown, least = 0): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : null;
}

export function readId(value: unknown): number | string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : readText(value, 128);
}

/** A bare list or `{values: [...]}`, whichever the client writes; empty for anything else. */
export function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  const values = isObject(value) ? value['values'] : null;
  return Array.isArray(values) ? (values as unknown[]) : [];
}

/** The objects among the values of a list. */
export function readObjects(value: unknown): JsonObject[] {
  return readList(value).filter(isObject);
}

/** Whether a member of this name can be set on a plain object without changing what the object is. */
export function isSafeName(name: string): boolean {
  return name !== '__proto__';
}
