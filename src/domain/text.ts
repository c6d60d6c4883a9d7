/** NUL, which PostgreSQL refuses in text, and halves of surrogate pairs, which have no UTF-8 form. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE.source, 'gu');

/** The text with what no database can hold replaced by the replacement character. */
export function sanitizeText(text: string): string {
  return UNSTORABLE.test(text) ? text.replace(ALL_UNSTORABLE, '\ufffd') : text;
}

/** At most `limit` UTF-16 units of the text; what is cut ends in three dots, and in no half of a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const dots = limit < 8 ? '' : '...';
  const end = limit - dots.length;
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? end - 1 : end) + dots;
}

/** The order of the texts' UTF-8 bytes, which differs from that of their UTF-16 units beyond the basic plane. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return codeUnitRank(left) - codeUnitRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/**
 * Reads ISO 8601 with a zone, to the millisecond: finer fractions are cut.
 * @returns milliseconds since 1970, UTC, or null where the text names no moment, such as February 30
 */
export function parseTime(text: string): number | null {
  const time = Date.parse(text);
  const day = text.slice(0, 10);
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return exists && Number.isFinite(time) ? time : null;
}
