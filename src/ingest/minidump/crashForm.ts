import { Decoder } from '@msgpack/msgpack';
import { isObject, type JsonObject } from '../../domain/event';
import { parseJsonObject } from '../payload';

/*
 * What programs say about a crash beside the dump: fields of a form, and files of msgpack that SDKs write before they
 * crash. The first of several values of a member wins.
 */

/** Depth of an event, and of the brackets in the name of a field. Deeper values are left out. */
const MAX_DEPTH = 15;
/** Entries of a list or an object of msgpack: its length is sent before them, and may be any number. */
const MAX_ENTRIES = 10_000;
/** Values one after the other in a file of breadcrumbs. */
const MAX_VALUES = 2000;
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Returns the event that the fields of a form describe. Those that cannot be read are listed in its `errors`. */
export function payloadOfFields(fields: readonly (readonly [name: string, text: string])[]): JsonObject {
  const payload: JsonObject = {};
  const chunks: [number: number, text: string][] = [];
  const errors: JsonObject[] = [];
  const addJson = (name: string, text: string) => {
    try {
      mergeMissing(payload, parseJsonObject(text));
    } catch {
      errors.push({ type: 'invalid_data', name });
    }
  };
  for (const [name, text] of fields) {
    const [, number] = /^sentry__([0-9]{1,6})$/.exec(name) ?? [];
    const path = pathOf(name);
    if (name === 'sentry') addJson(name, text);
    else if (number !== undefined) chunks.push([Number(number), text]);
    else mergeMissing(payload, nested(path ?? ['extra', name], text));
  }
  // Electron cuts one JSON into the longest texts that Crashpad accepts.
  if (chunks.length > 0)
    addJson(
      'sentry__',
      chunks
        .toSorted(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(''),
    );
  if (errors.length > 0) mergeMissing(payload, { errors });
  return payload;
}

/** Returns the members of `sentry[tags][release]`; null for another name. */
function pathOf(name: string): string[] | null {
  if (!/^sentry(?:\[[^[\]]{1,200}\]){1,15}$/.test(name)) return null;
  return name.slice('sentry['.length, -1).split('][');
}

function nested(path: readonly string[], value: string): JsonObject {
  return path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value) as JsonObject;
}

/** Adds the members that the target does not have, also within objects that both have. */
export function mergeMissing(target: JsonObject, added: JsonObject, depth = 1): void {
  for (const [name, value] of Object.entries(added)) {
    if (name === '__proto__') continue;
    const present = target[name];
    if (present === undefined || present === null) target[name] = value;
    else if (isObject(present) && isObject(value) && depth < MAX_DEPTH) mergeMissing(present, value, depth + 1);
  }
}

/** Returns the event of a file of msgpack; null if it cannot be read. */
export function readEventFile(bytes: Uint8Array): JsonObject | null {
  const [event] = decodeAll(bytes);
  return isObject(event) ? event : null;
}

/**
 * Returns the breadcrumbs of two files, oldest first. SDKs write to one file until it is full and then to the other, so
 * that both together have up to twice as many as the SDK keeps; the newest are returned.
 */
export function readBreadcrumbFiles(files: readonly Uint8Array[]): JsonObject[] {
  const lists = files.map((bytes) => decodeAll(bytes).filter(isObject));
  const ordered = lists.toSorted((a, b) => endOf(a).localeCompare(endOf(b)));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return longest === 0 ? [] : ordered.flat().slice(-longest);
}

function endOf(breadcrumbs: readonly JsonObject[]): string {
  const timestamp = breadcrumbs.at(-1)?.['timestamp'];
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? String(timestamp) : '';
}

/** Returns the values of msgpack, up to the first that cannot be read. */
function decodeAll(bytes: Uint8Array): unknown[] {
  const values: unknown[] = [];
  if (bytes.length > MAX_FILE_BYTES) return values;
  const limits = { maxArrayLength: MAX_ENTRIES, maxMapLength: MAX_ENTRIES, maxStrLength: MAX_FILE_BYTES };
  try {
    for (const value of new Decoder(limits).decodeMulti(bytes)) {
      values.push(asJson(value, 1));
      if (values.length === MAX_VALUES) break;
    }
  } catch {
    // Also a part of a value at the end of a file, while which was written the program crashed.
  }
  return values;
}

/** Returns a decoded value as JSON has it; null for bytes, and for what is too deep. */
function asJson(value: unknown, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH || ArrayBuffer.isView(value)) return null;
  if (Array.isArray(value)) return value.map((one) => asJson(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asJson(one, depth + 1)]));
}
