import { FILTERED, type TextRange } from './secretFormats';
import { closingMark, isHarmless, isHarmlessText, type KeyPredicate } from './secrets';

/*
 * Redacts entries in JSON and in similar notations: `{"name": "password", "value": "x"}` and `[["password", "x"]]`. The
 * text may be cut off, and JSON may be inside of JSON.
 */

/** An object or a list that is being read. */
interface Group {
  readonly isList: boolean;
  /** True for a list in a list, which may be an entry: other lists of two texts are often names of fields. */
  readonly isInList: boolean;
  /** The offset at which the present part begins: an item, or a name or a value of a member. */
  from: number;
  /** Number of items before the present one. */
  items: number;
  /** The name of the present member; null before its colon. */
  member: string | null;
  key: string | null;
  value: TextRange | null;
}

/** A replaced part of a text. */
interface RedactedValue extends TextRange {
  readonly replacement: string;
}

const ENTRY_HINT = /\bvalue\\{0,8}["'`]?\s{0,20}(?:=>|:)|\[\s{0,20}\[\s{0,20}\\{0,8}["'`]/;
const TOKEN = /[[\]{},:]|=>|\\{0,8}["'`]/g;
const OPENING_MARK = /^\\{0,8}["'`]/;
const MAX_KEY = 200;
/** Maximum number of levels of JSON inside of JSON. */
const MAX_LEVELS = 4;

/** Redacts the values of entries with secret keys. */
export function redactEntries(text: string, isSecret: KeyPredicate): string {
  if (!ENTRY_HINT.test(text)) return text;
  const redactions: RedactedValue[] = [];
  findSecretEntries(text, { start: 0, end: text.length }, isSecret, redactions, MAX_LEVELS);
  let out = '';
  let done = 0;
  for (const { start, end, replacement } of redactions) {
    out += text.slice(done, start) + replacement;
    done = end;
  }
  return out + text.slice(done);
}

/** Reads a part of a text once, and each quotation with brackets in it a second time as JSON inside of JSON. */
function findSecretEntries(
  text: string,
  { start, end }: TextRange,
  isSecret: KeyPredicate,
  found: RedactedValue[],
  levels: number,
): void {
  const groups: Group[] = [];
  /** The offset behind the last token; a quotation that begins elsewhere is an apostrophe of prose. */
  let done = start;
  let next = start;
  for (let token = nextToken(text, start); token !== null && token.index < end; token = nextToken(text, next)) {
    const [mark] = token;
    const at = token.index;
    const group = groups.at(-1);
    next = at + mark.length;
    if (OPENING_MARK.test(mark)) {
      if (text.slice(done, at).trim() !== '') {
        // What follows stands behind this mark, so the text before it is not read again.
        done = at;
        continue;
      }
      const close = Math.min(closingMark(text, next, mark), end);
      if (levels > 1 && /[[{]/.test(text.slice(next, close)))
        findSecretEntries(text, { start: next, end: close }, isSecret, found, levels - 1);
      next = close + mark.length;
    } else if (mark === '{' || mark === '[') {
      const isList = mark === '[';
      const isInList = isList && group?.isList === true;
      groups.push({ isList, isInList, from: next, items: 0, member: null, key: null, value: null });
    } else if (group !== undefined) {
      if (mark === '}' || mark === ']') {
        if (group.isList === (mark === ']')) {
          endPart(text, group, at);
          groups.pop();
          redactEntry(text, group, isSecret, found);
        }
      } else if (mark === ',') {
        endPart(text, group, at);
        group.from = next;
        group.items++;
        group.member = null;
      } else if (!group.isList && group.member === null) {
        group.member = plainText(text, group.from, at) ?? '';
        group.from = next;
      }
    }
    done = next;
  }
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    endPart(text, group, end);
    redactEntry(text, group, isSecret, found);
  }
}

function nextToken(text: string, from: number): RegExpExecArray | null {
  TOKEN.lastIndex = from;
  return TOKEN.exec(text);
}

/** Takes an item of a list, or the value of a member. `key` comes before `name`. */
function endPart(text: string, group: Group, end: number): void {
  const { isList, from, items, member } = group;
  const isKey = isList ? items === 0 : member === 'key' || (member === 'name' && group.key === null);
  if (isKey) group.key = plainText(text, from, end);
  else if (isList ? items === 1 : member === 'value') group.value = { start: from, end };
}

/** Returns a short text without the blanks and quotes around it; null for a long one. */
function plainText(text: string, from: number, end: number): string | null {
  if (end - from > MAX_KEY) return null;
  const part = text.slice(from, end).trim();
  const mark = OPENING_MARK.exec(part)?.[0].length ?? 0;
  return part.slice(mark, mark === 0 ? undefined : -mark);
}

function redactEntry(text: string, group: Group, isSecret: KeyPredicate, found: RedactedValue[]): void {
  const { isList, isInList, items, key, value } = group;
  if (key === null || value === null || (isList && !(isInList && items === 1)) || !isSecret(key)) return;
  const part = text.slice(value.start, value.end);
  const start = value.start + part.length - part.trimStart().length;
  const end = value.start + part.trimEnd().length;
  const sent = text.slice(start, end);
  const mark = OPENING_MARK.exec(sent)?.[0] ?? '';
  const isClosed = sent.length >= 2 * mark.length && sent.endsWith(mark);
  const content = sent.slice(mark.length, mark !== '' && isClosed ? -mark.length : undefined);
  if (content === '' || content === FILTERED || isHarmlessText(key, content)) return;
  if (mark === '' && /^-?\d{1,15}$/.test(content) && isHarmless(key, Number(content))) return;
  while ((found.at(-1)?.start ?? -1) >= start) found.pop();
  const quote = mark === '' ? markBefore(text, value.start) : mark;
  found.push({ start, end, replacement: quote + FILTERED + quote });
}

/** Returns the quotes of the name before an unquoted value; double ones if it has none. */
function markBefore(text: string, at: number): string {
  return /(\\{0,8}["'`])\s{0,20}(?:=>|[:,])$/.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? '"';
}
