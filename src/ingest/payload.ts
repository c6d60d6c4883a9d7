import { InflatedTooLargeError, inflateSync, InvalidCompressionError } from '../compression/inflate';
import { BadRequest, TooLarge } from '../domain/errors';
import { isObject, type JsonObject } from '../domain/event';
import { describeJsonError } from '../domain/text';
import { firstObject, mayHaveLongInteger, quoteLongIntegers, quoteNonNumbers } from './jsonText';

/** Maximum size of an event as JSON, inflated, in bytes. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/**
 * Parses the payload of an event item. Integers that a number cannot represent become text, and so do `NaN` and
 * `Infinity`. Ignores the bytes after the object.
 * @throws BadRequest if it is not a JSON object
 */
export function parsePayload(bytes: Uint8Array): JsonObject {
  return parseEventJson(bytes, firstObject);
}

/** Parses the JSON of an event. @param repair corrects a text that is not JSON */
function parseEventJson(bytes: Uint8Array, repair: (json: string) => string): JsonObject {
  const text = withoutByteOrderMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  const json = mayHaveLongInteger(bytes) ? quoteLongIntegers(text) : text;
  try {
    return requireObject(JSON.parse(json));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const repaired = quoteNonNumbers(repair(json));
    if (repaired === json) throw invalidJson(error);
    return parseJsonObject(repaired);
  }
}

/** Parses a JSON object, with or without a byte order mark. @throws BadRequest if it is not a JSON object */
export function parseJsonObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(text));
  } catch (error) {
    throw invalidJson(error);
  }
  return requireObject(value);
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

function requireObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new BadRequest('The event is not a JSON object.', ['the JSON is of another type']);
  return value;
}

function invalidJson(error: unknown): BadRequest {
  return new BadRequest('The event is not valid JSON.', [describeJsonError(error)]);
}

/**
 * Parses the body of the store endpoint: a JSON object, or base64 text of such an object, which may be compressed with
 * zlib. Old SDKs send base64 without declaring it.
 * @throws BadRequest if it is neither
 * @throws TooLarge if the JSON is over its limit
 */
export function parseStoreBody(bytes: Uint8Array): JsonObject {
  const json = isJson(bytes) ? bytes : inflateBase64Body(decodeBase64(bytes));
  if (json.byteLength > MAX_EVENT_BYTES) throw eventTooLarge();
  return parseEventJson(json, (text) => text);
}

function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  // `{`, or the first byte of a byte order mark.
  return first === 0x7b || first === 0xef;
}

function decodeBase64(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Longer text cannot hold an event within the limit: base64 adds a third, and zlib hardly anything to incompressible
  // data.
  if (buffer.length > 2 * MAX_EVENT_BYTES) throw eventTooLarge();
  const text = buffer.toString('latin1').trim();
  if (text === '' || !/^[A-Za-z0-9+/_=\r\n-]+$/.test(text)) {
    throw new BadRequest('The body is neither a JSON object nor base64 text.');
  }
  return Buffer.from(text, 'base64');
}

function inflateBase64Body(compressed: Buffer): Buffer {
  if (isJson(compressed)) return compressed;
  try {
    return inflateSync(compressed, { format: 'zlib', limit: MAX_EVENT_BYTES });
  } catch (error) {
    if (error instanceof InflatedTooLargeError) throw eventTooLarge();
    if (!(error instanceof InvalidCompressionError)) throw error;
    throw new BadRequest('The body is base64 text, but neither of JSON nor of zlib-compressed data.', [error.message]);
  }
}

function eventTooLarge(): TooLarge {
  return new TooLarge(`The event is larger than ${MAX_EVENT_BYTES} bytes.`);
}

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
const MAX_FINGERPRINT_PARTS = 5;

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
      fingerprint.length <= MAX_FINGERPRINT_PARTS &&
      fingerprint.every(isShort) && { fingerprint: fingerprint as unknown[] }),
  };
}

function pickShort(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (isShort(from[name]) ? [[name, from[name]]] : [])));
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
}
