import type { JsonObject } from '../../domain/event';
import { cut, harmless } from '../../domain/text';
import { isObject } from '../../domain/json';
import { copyValue, type Room } from './copy';
import type { Notes } from './notes';
import { isSafeName, readScalar } from './read';

/** Of one item and of all (reference/ingest.md §2.1). */
const MAX_ITEM = 16 * 1024;
const MAX_EXTRA = 256 * 1024;
const MAX_MODULES = 8192;

/** What the application added, item by item within its limits. */
export function readExtra(value: unknown, notes: Notes): JsonObject {
  const extra: JsonObject = {};
  if (!isObject(value)) return extra;
  const total: Room = { left: MAX_EXTRA - 2 };
  for (const sent of Object.keys(value)) {
    const name = harmless(cut(sent, 200));
    if (!isSafeName(name) || value[sent] === undefined) continue;
    if (total.left <= 0) {
      notes.add('value_too_long', 'extra');
      break;
    }
    total.left -= name.length + 4;
    const given = Math.min(MAX_ITEM, total.left);
    const room: Room = { left: given };
    extra[name] = copyValue(value[sent], room);
    total.left -= given - room.left;
    if (room.left <= 0) notes.add('value_too_long', 'extra.' + name);
  }
  return extra;
}

/** Installed modules, name → version. */
export function readModules(value: unknown): Record<string, string> {
  const modules: Record<string, string> = {};
  if (!isObject(value)) return modules;
  let left = MAX_MODULES;
  for (const sent of Object.keys(value)) {
    const [name, version] = [harmless(cut(sent, 200)), readScalar(value[sent], 200) ?? ''];
    left -= name.length + version.length + 6;
    if (left < 0) break;
    if (isSafeName(name)) modules[name] = version;
  }
  return modules;
}
