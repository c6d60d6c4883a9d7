import { isObject, type JsonObject } from '../domain/event';

/**
 * The reduction of an event that takes too long. `shortened` keeps the identifying members and short texts. `emptied`
 * keeps no texts, and no rules of the project are applied to it.
 */
export type Reduction = 'shortened' | 'emptied';

/**
 * Maximum length of a text that is kept. Longer texts are removed as a whole: scrubbing may not recognize a secret in a
 * truncated text.
 */
const MAX_TEXT = 200;
const MAX_EXCEPTIONS = 3;
const MAX_PARTS = 5;

const IDENTIFYING = ['event_id', 'timestamp', 'platform', 'level'];
const TEXTS = ['logger', 'transaction', 'server_name', 'release', 'dist', 'environment', 'message'];

/**
 * Returns the parts of a payload that remain after a reduction. Processing them takes no longer than a small event, for
 * all payloads.
 */
export function reducePayload(payload: JsonObject, reduction: Reduction): JsonObject {
  const identified = pickShort(payload, IDENTIFYING);
  if (reduction === 'emptied') return identified;
  const { exception, logentry, fingerprint, sdk } = payload;
  const values = isObject(exception) ? exception['values'] : exception;
  return {
    ...identified,
    ...pickShort(payload, TEXTS),
    ...(isObject(logentry) && { logentry: pickShort(logentry, ['message', 'formatted']) }),
    ...(isObject(sdk) && { sdk: pickShort(sdk, ['name', 'version']) }),
    ...(Array.isArray(values) && {
      exception: {
        values: values
          .slice(-MAX_EXCEPTIONS)
          .filter(isObject)
          .map((value) => pickShort(value, ['type', 'value', 'module'])),
      },
    }),
    ...(Array.isArray(fingerprint) &&
      fingerprint.length <= MAX_PARTS &&
      fingerprint.every(isShort) && { fingerprint: fingerprint as unknown[] }),
  };
}

function pickShort(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (isShort(from[name]) ? [[name, from[name]]] : [])));
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
}
