import type { JsonObject } from '../../domain/event';
import { cut, harmless } from '../../domain/text';
import { isObject } from '../../domain/json';
import { copyObject } from './copy';
import { isSafeName, readText } from './read';

const MAX_CONTEXTS = 100;
/** Of one context (reference/ingest.md §2.1). */
const MAX_SIZE = 8192;

/** Alias → what is known about that part of the surroundings; its `type` is the alias where the client names none. */
export function readContexts(value: unknown): Record<string, JsonObject> {
  const contexts: Record<string, JsonObject> = {};
  if (!isObject(value)) return contexts;
  for (const sent of Object.keys(value).slice(0, MAX_CONTEXTS)) {
    const alias = harmless(cut(sent, 200));
    const context = copyObject(value[sent], MAX_SIZE);
    if (context !== null && isSafeName(alias)) contexts[alias] = complete(alias, context);
  }
  return contexts;
}

/** Clients read some of these from system files and send the line end along. */
function complete(alias: string, context: JsonObject): JsonObject {
  for (const [name, member] of Object.entries(context)) {
    if (typeof member === 'string') context[name] = member.trim();
  }
  context['type'] = readText(context['type'], 200) ?? alias;
  return context;
}

/** The client's own name, version and parts. Where its machine is, is no part of the event. */
export function readSdk(value: unknown): JsonObject | null {
  const sdk = copyObject(value, MAX_SIZE);
  if (sdk === null) return null;
  delete sdk['client_ip'];
  return Object.keys(sdk).length === 0 ? null : sdk;
}
