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
