import { isObject, type JsonObject } from '../domain/event';

/**
 * What is left of an event that takes too long: `shortened` is what identifies it and its short texts, `emptied` has no texts and no rules of its
 * project are applied to it.
 */
export type Reduction = 'shortened' | 'emptied';

/** Longer texts are left out as a whole: of one that is cut, scrubbing may not recognize a secret. */
const MAX_TEXT = 200;
const MAX_EXCEPTIONS = 3;
const MAX_PARTS = 5;

const IDENTIFYING = ['event_id', 'timestamp', 'platform', 'level'];
const TEXTS = ['logger', 'transaction', 'server_name', 'release', 'dist', 'environment', 'message'];

/** Returns the parts of a payload that are left by a reduction. Processing them takes no longer than a small event, whatever the payload has. */
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
