import { readDebugId } from '../../domain/debugId';
import type { DebugImage, JsonObject } from '../../domain/event';
import { isObject } from '../../domain/json';
import { copyObject } from './copy';
import { readObjects, readText } from './read';

const MAX_IMAGES = 1000;

/** Which debug id belongs to which file of the stack (reference/ingest.md §2.1). */
export function readDebugImages(value: unknown): DebugImage[] {
  return isObject(value) ? readObjects(value['images']).slice(0, MAX_IMAGES).map(readImage) : [];
}

/** Native ids of another form are no uuid and stay with the rest. */
function readImage(sent: JsonObject): DebugImage {
  const { type, code_file: codeFile, debug_id: debugId, ...others } = sent;
  const id = typeof debugId === 'string' ? readDebugId(debugId) : null;
  const rest = id === null && debugId !== undefined ? { ...others, debug_id: debugId } : others;
  return {
    type: readText(type, 64) ?? 'unknown',
    codeFile: readText(codeFile, 2048),
    debugId: id,
    rest: copyObject(rest, 2048) ?? {},
  };
}
