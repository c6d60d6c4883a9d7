/** Replaces NUL, which PostgreSQL refuses in text, and lone surrogates, which UTF-8 cannot encode, by U+FFFD. */
export function sanitizeText(text: string): string {
  // Both checks read a text several times faster than a regular expression.
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * Replaces the capital letters of ASCII, as `LOWER` of both databases does in a column. On a parameter, the result of
 * PostgreSQL's `LOWER` depends on its locale: it takes other letters, such as "\u212a", for letters of ASCII.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Describes an error of `JSON.parse`, without the piece of the text that V8 quotes in some of its messages: a body may
 * have passwords, and errors are written to the log.
 */
export function describeJsonError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.endsWith('is not valid JSON') ? 'Unexpected character in JSON' : message;
}

/** Truncates a text to `limit` UTF-16 code units, the three dots at its end included; never within a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const dots = limit < 8 ? '' : '...';
  const end = limit - dots.length;
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? end - 1 : end) + dots;
}

/** Returns true if a text has more characters (code points, as `maxLength` of the contract counts them) than a limit. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit);
}

/** Truncates a text to `limit` characters, the three dots at its end included. */
export function truncateCharacters(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text;
  return `${Array.from(text.slice(0, 2 * limit))
    .slice(0, limit - 3)
    .join('')}...`;
}

/** The parts of a pattern between its stars, which stand for any text. A pattern with one part has no star. */
export type TextPattern = readonly string[];

/** Returns true if a text matches a pattern. Each part is looked for once, so that no pattern makes it slow. */
export function matchesPattern(text: string, pattern: TextPattern): boolean {
  const [first = '', ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const position = text.indexOf(part, at);
    if (position === -1 || position + part.length > end) return false;
    at = position + part.length;
  }
  return at <= end;
}

/** Compares the UTF-8 bytes of two texts. Above U+FFFF, their order differs from the order of UTF-16 code units. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return codeUnitRank(left) - codeUnitRank(right);
  }
  return a.length - b.length;
}

/** Ranks surrogates above all other code units, since they encode the highest code points. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/**
 * Parses an RFC 3339 time. Fractions finer than a millisecond are truncated.
 * @returns milliseconds since 1970, UTC, or null for a time that does not exist, such as February 30 or 24:00, which
 * ISO 8601 alone allows
 */
export function parseTime(text: string): number | null {
  const time = Date.parse(text);
  const day = text.slice(0, 10);
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return exists && text.slice(11, 13) !== '24' && Number.isFinite(time) ? time : null;
}
