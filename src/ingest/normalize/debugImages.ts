import { readEventId } from '../../domain/eventId';
import type { DebugImage, JsonObject } from '../../domain/event';
import { copyObject } from './copy';
import { isObject, readObjects, readText } from './read';

const MAX_IMAGES = 1000;

/** Which debug id belongs to which file of the stack (reference/ingest.md §2.1). */
export function readDebugImages(value: unknown): DebugImage[] {
  return isObject(value) ? readObjects(value['images']).slice(0, MAX_IMAGES).map(readImage) : [];
}

function readImage(sent: JsonObject): DebugImage {
  const { type, code_file: codeFile, debug_id: debugId, ...others } = sent;
  const id = readDebugId(debugId);
  const rest = id === null && debugId !== undefined ? { ...others, debug_id: debugId } : others;
  return { type: readText(type, 64) ?? 'unknown', codeFile: readText(codeFile, 2048), debugId: id, rest: copyObject(rest, 2048) ?? {} };
}

/** Native ids of another form are no uuid and stay with the rest. */
function readDebugId(value: unknown): string | null {
  const plain = typeof value === 'string' ? readEventId(value.trim()) : null;
  return plain === null ? null : plain.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
