import { InflatedTooLargeError, inflateSync, InvalidCompressionError } from '../compression/inflate';
import { BadRequest, TooLarge } from '../domain/errors';
import { isObject, type JsonObject } from '../domain/event';
import { describeJsonError } from '../domain/text';

/*
 * Reads texts that clients send as JSON and that JSON.parse does not read, or does not read exactly. Both are rare: a
 * payload is read more closely only if needed.
 *
 * JSON.parse rounds integers beyond 2^53, so that the ids of many users become one. Such integers are put into quotes
 * first. (The function that JSON.parse calls for each value receives the digits only in newer releases of Node.js, and
 * takes several times as long.)
 */

/** Number of digits of the shortest integer that a number cannot represent. */
const MIN_DIGITS = 16;

const ZERO = 0x30;
const NINE = 0x39;

/**
 * Returns true if JSON may contain an integer of at least `MIN_DIGITS` digits outside of its texts. Looks only at every
 * sixteenth byte: each such integer has a digit there.
 */
function mayHaveLongInteger(json: Uint8Array): boolean {
  const { length } = json;
  for (let at = MIN_DIGITS - 1; at < length; at += MIN_DIGITS) {
    if (!isDigit(json[at] as number)) continue;
    let start = at;
    while (start > 0 && isDigit(json[start - 1] as number)) start--;
    let end = at + 1;
    while (end < length && isDigit(json[end] as number)) end++;
    if (end - start >= MIN_DIGITS && isBetweenValues(json, start, end)) return true;
    // Moves to the last place in these digits, so that the next one is behind them.
    at += Math.floor((end - 1 - at) / MIN_DIGITS) * MIN_DIGITS;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/**
 * The characters that may precede and follow a number in JSON: `[1, -2]`, `{"a":3}`. Most digits in texts have other
 * neighbors.
 */
const BEFORE = new Set(Array.from(' \t\r\n:,[', (character) => character.charCodeAt(0)));
const BEHIND = new Set(Array.from(' \t\r\n,]}', (character) => character.charCodeAt(0)));
const MINUS = 0x2d;

function isBetweenValues(json: Uint8Array, start: number, end: number): boolean {
  const before = json[start - 1] === MINUS ? json[start - 2] : json[start - 1];
  const behind = json[end];
  return before !== undefined && behind !== undefined && BEFORE.has(before) && BEHIND.has(behind);
}

const NUMBER = /-?\d[\d.eE+-]*/g;
const INTEGER = /^-?\d+$/;

/**
 * Puts integers that a number cannot represent into quotes. Text that is not JSON stays invalid, or becomes JSON with
 * such a quoted integer.
 */
function quoteLongIntegers(json: string): string {
  return replaceOutsideTexts(json, (part) => (part.length < MIN_DIGITS ? part : part.replace(NUMBER, quoteIfLong)));
}

function quoteIfLong(number: string): string {
  const isLong = number.length >= MIN_DIGITS && INTEGER.test(number) && !Number.isSafeInteger(Number(number));
  return isLong ? `"${number}"` : number;
}

const NO_NUMBER = /-?(?:NaN|Infinity)/g;

/** Puts the words that Python writes for special floats, `NaN` and `Infinity`, into quotes. */
function quoteNonNumbers(json: string): string {
  return replaceOutsideTexts(json, (part) => part.replace(NO_NUMBER, '"$&"'));
}

/**
 * Returns the object at the beginning of a text without the characters that follow it; the text itself if the object
 * has no end.
 */
function firstObject(json: string): string {
  let depth = 0;
  for (const { start, end } of partsOutsideTexts(json)) {
    for (let at = start; at < end; at++) {
      const character = json[at];
      if (character === '{') depth++;
      else if (character === '}' && --depth <= 0) return json.slice(0, at + 1);
    }
  }
  return json;
}

function replaceOutsideTexts(json: string, replace: (part: string) => string): string {
  let out = '';
  let done = 0;
  for (const { start, end } of partsOutsideTexts(json)) {
    const part = json.slice(start, end);
    const replaced = replace(part);
    if (replaced === part) continue;
    out += json.slice(done, start) + replaced;
    done = end;
  }
  return out + json.slice(done);
}

/** Iterates over the parts of JSON between its texts. */
function* partsOutsideTexts(json: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < json.length;) {
    const quote = json.indexOf('"', start);
    yield { start, end: quote === -1 ? json.length : quote };
    if (quote === -1) return;
    start = endOfText(json, quote);
  }
}

/** Returns the offset after the JSON text that begins at a quotation mark. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json[first - 1] === '\\') first--;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return json.length;
}

const OPENING = 0x7b;
const CLOSING = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Finds the line with which a JSON object ends; the object is read line by line. */
export class ObjectEndScanner {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** Reads a part of a line. */
  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInText) {
        if (byte === QUOTE) this.#isInText = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
      } else if (byte === QUOTE) this.#isInText = true;
      else if (byte === OPENING) this.#depth++;
      else if (byte === CLOSING) this.#depth--;
    }
  }

  /** True if the object continues in the next line. A text of JSON has no line ends. */
  get isOpen(): boolean {
    return this.#depth > 0 && !this.#isInText;
  }
}

/** Returns true if a byte is white space of JSON. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Maximum size of an event as JSON, inflated, in bytes. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/**
 * Parses the payload of an event item. Integers that a number cannot represent become text, and so do `NaN` and
 * `Infinity`. Ignores the bytes after the object.
 * @param what how errors name what is parsed
 * @throws BadRequest if it is not a JSON object
 */
export function parsePayload(bytes: Uint8Array, what = EVENT): JsonObject {
  return parseEventJson(bytes, firstObject, what);
}

const EVENT = 'event';

/** Parses the JSON of an event. @param repair corrects a text that is not JSON */
function parseEventJson(bytes: Uint8Array, repair: (json: string) => string, what = EVENT): JsonObject {
  const text = withoutByteOrderMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  const json = mayHaveLongInteger(bytes) ? quoteLongIntegers(text) : text;
  try {
    return requireObject(JSON.parse(json), what);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const repaired = quoteNonNumbers(repair(json));
    if (repaired === json) throw invalidJson(error, what);
    return parseJsonObject(repaired, what);
  }
}

/** Parses a JSON object, with or without a byte order mark. @throws BadRequest if it is not a JSON object */
export function parseJsonObject(text: string, what = EVENT): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(text));
  } catch (error) {
    throw invalidJson(error, what);
  }
  return requireObject(value, what);
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

function requireObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new BadRequest(`The ${what} is not a JSON object.`, ['the JSON is of another type']);
  return value;
}

function invalidJson(error: unknown, what: string): BadRequest {
  return new BadRequest(`The ${what} is not valid JSON.`, [describeJsonError(error)]);
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
