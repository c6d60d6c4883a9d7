/** NUL, which PostgreSQL refuses in text, and halves of surrogate pairs, which have no UTF-8 form. */
const HARMFUL = /[\0\ud800-\udfff]/u;
const HARMFUL_ALL = new RegExp(HARMFUL.source, 'gu');

/** The text with what no database can hold replaced by the replacement character. */
export function harmless(text: string): string {
  return HARMFUL.test(text) ? text.replace(HARMFUL_ALL, '\ufffd') : text;
}

/** At most `limit` UTF-16 units of the text; what is cut ends in three dots, and in no half of a surrogate pair. */
export function cut(text: string, limit: number): string {
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
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
