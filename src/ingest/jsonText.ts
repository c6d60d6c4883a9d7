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
export function mayHaveLongInteger(json: Uint8Array): boolean {
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
export function quoteLongIntegers(json: string): string {
  return replaceOutsideTexts(json, (part) => (part.length < MIN_DIGITS ? part : part.replace(NUMBER, quoteIfLong)));
}

function quoteIfLong(number: string): string {
  const isLong = number.length >= MIN_DIGITS && INTEGER.test(number) && !Number.isSafeInteger(Number(number));
  return isLong ? `"${number}"` : number;
}

const NO_NUMBER = /-?(?:NaN|Infinity)/g;

/** Puts the words that Python writes for special floats, `NaN` and `Infinity`, into quotes. */
export function quoteNonNumbers(json: string): string {
  return replaceOutsideTexts(json, (part) => part.replace(NO_NUMBER, '"$&"'));
}

/**
 * Returns the object at the beginning of a text without the characters that follow it; the text itself if the object
 * has no end.
 */
export function firstObject(json: string): string {
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
