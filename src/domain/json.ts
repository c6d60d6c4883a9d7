import type { JsonObject } from './event';

/** Whether a value read from JSON is an object, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
