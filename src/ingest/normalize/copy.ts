import type { JsonObject } from '../../domain/event';
import { cut, harmless } from '../../domain/text';
import { isObject } from '../../domain/json';
import { isSafeName } from './read';

/** How deep free-form data may nest (reference/ingest.md §2.1). */
const MAX_DEPTH = 7;
const MAX_KEY = 200;

/** How many characters of JSON a copy may still take; shared by all that must fit together. */
export interface Room {
  left: number;
}

/**
 * A copy of free-form data that is safe to keep: valid text, finite numbers, bounded depth and size, no member that would
 * become the prototype. What nests too deep is named by its kind; what does not fit any more is left out.
 */
export function copyValue(value: unknown, room: Room, depth = MAX_DEPTH): unknown {
  switch (typeof value) {
    case 'string':
      return copyText(value, room);
    case 'number':
      room.left -= 8;
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      room.left -= 5;
      return value;
    case 'bigint':
      return copyText(String(value), room);
    case 'object':
      return copyContainer(value, room, depth);
    default:
      room.left -= 4;
      return null;
  }
}

function copyText(value: string, room: Room): string {
  const text = harmless(cut(value, Math.max(0, room.left - 2)));
  room.left -= text.length + 2;
  return text;
}

function copyContainer(value: object | null, room: Room, depth: number): unknown {
  room.left -= 4;
  if (value === null) return null;
  if (Array.isArray(value)) return depth === 0 ? '[Array]' : copyArray(value as unknown[], room, depth);
  return depth === 0 ? '[Object]' : copyMembers(value as JsonObject, room, depth);
}

function copyArray(values: readonly unknown[], room: Room, depth: number): unknown[] {
  const copy: unknown[] = [];
  for (const value of values) {
    if (room.left <= 0) break;
    copy.push(copyValue(value, room, depth - 1));
  }
  return copy;
}

function copyMembers(value: JsonObject, room: Room, depth: number): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (room.left <= 0) break;
    const member = value[key];
    const name = harmless(cut(key, MAX_KEY));
    if (member === undefined || !isSafeName(name)) continue;
    room.left -= name.length + 4;
    copy[name] = copyValue(member, room, depth - 1);
  }
  return copy;
}

/** A copy of an object of at most about `size` characters; null for anything else and for an object without members. */
export function copyObject(value: unknown, size: number): JsonObject | null {
  if (!isObject(value)) return null;
  const copy = copyMembers(value, { left: size }, MAX_DEPTH);
  return Object.keys(copy).length === 0 ? null : copy;
}
