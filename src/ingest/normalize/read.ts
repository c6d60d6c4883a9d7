import type { JsonObject } from '../../domain/event';
import { isObject } from '../../domain/json';
import { cut, harmless } from '../../domain/text';

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
export function isSafeName(name: string): boolean {
  return name !== '__proto__';
}
