import type { KeyRule } from './keys';

/** Stands for what was taken out. */
export const FILTERED = '[Filtered]';

/** Secrets that are told by their own form (reference/ingest.md §2.3). */
export const PEM_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;
export const CARD =
  /(?<![0-9A-Za-z])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|35\d\d|6\d{3})([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3[47]\d\d([ -]?)\d{6}\2\d{5}|3[0689]\d\d([ -]?)\d{6}\3\d{4}|4\d{12})(?![0-9A-Za-z])/g;
const USER_INFO = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@:"'<>]*:[^\s/?#"'<>]*@/gi;
const CREDENTIALS = /\b(Bearer|Basic)( {1,4})(?!(?:Bearer|Basic)\b)([A-Za-z0-9._~+/-]{3,}=*)/gi;

/** Words that follow the scheme's name in prose. */
const PROSE = /^(?:tokens?|auth|authentication|authori[sz]ation|schemes?|credentials?|headers?|is|was|not|required|must|and|or|for|from|with|the|has|are|missing|invalid|expired|realm|instruments?)$/i;

/** Takes out secrets that are told by their form. */
export function scrubForms(text: string): string {
  let out = text;
  if (out.includes('PRIVATE KEY-----')) out = out.replace(PEM_KEY, FILTERED);
  if (/[2-6]\d{3}[ -]?\d{4}/.test(out)) out = out.replace(CARD, maskCard);
  if (out.includes('@') && out.includes('://')) out = out.replace(USER_INFO, `$1${FILTERED}@`);
  if (/b(?:earer|asic) /i.test(out)) out = out.replace(CREDENTIALS, maskCredentials);
  return out;
}

function maskCard(match: string): string {
  return isCardNumber(match) ? FILTERED : match;
}

/** Whether digits that have the form of a card number have its check digit too; a code may stand behind them. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return passesLuhn(digits) || (digits.length > 16 && passesLuhn(digits.slice(0, 16)));
}

/** The check digit of payment cards. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48;
    sum += double ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return sum % 10 === 0;
}

/** `Basic` is an English word: what follows must look encoded. */
function maskCredentials(match: string, scheme: string, space: string, secret: string): string {
  const isProse = PROSE.test(secret.replace(/=+$/, '')) || (scheme.toLowerCase() === 'basic' && /^[A-Za-z]?[a-z/.-]*$/.test(secret));
  return isProse ? match : scheme + space + FILTERED;
}

/** The key of `key=value` in query strings, forms, cookies, environments and prose. */
const ASSIGNED_KEY = /(?<![\w.%[\]-])([A-Za-z_][\w.%[\]-]{0,99})={1,3}(?!>)/g;
const ASSIGNED_VALUE = /(?:"[^"]*(?:"|$)|'[^']*(?:'|$))?[^\s&;"']*/y;

/** Takes out the values of `key=value` and `"key": value` pairs inside a text, for keys that the rule matches. */
export function scrubPairs(text: string, isSecret: KeyRule): string {
  const out = text.includes('=') ? scrubAssignments(text, isSecret) : text;
  return out.includes(':') && QUOTED_KEY.test(out) ? scrubQuoted(out, isSecret) : out;
}

/** The value of a key that stays may be an address with pairs of its own, so that the search goes on behind each key. */
function scrubAssignments(text: string, isSecret: KeyRule): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(ASSIGNED_KEY)) {
    const start = match.index + match[0].length;
    if (match.index < done || !isSecret(decodeKey(match[1] ?? ''))) continue;
    ASSIGNED_VALUE.lastIndex = start;
    const value = ASSIGNED_VALUE.exec(text);
    if (value === null || value[0] === '') continue;
    out += text.slice(done, start) + FILTERED;
    done = start + value[0].length;
  }
  return out + text.slice(done);
}

function decodeKey(key: string): string {
  return key.includes('%') ? key.replace(/%[0-9a-f]{2}/gi, ' ') : key;
}

const QUOTED_KEY = /(\\{0,8}["'])([^"'\\\n]{1,100})\1\s{0,20}:\s{0,20}/;

/** Pairs of JSON and of the notations that resemble it, also where the text was cut or is JSON inside JSON. */
function scrubQuoted(text: string, isSecret: KeyRule): string {
  const pattern = new RegExp(QUOTED_KEY.source, 'g');
  let out = '';
  let done = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, quote = '', key = ''] = match;
    if (!isSecret(key)) continue;
    const start = match.index + whole.length;
    const end = valueEnd(text, start, quote);
    if (end === start || text.slice(start, end) === 'null') continue;
    out += text.slice(done, start) + quote + FILTERED + quote;
    done = end;
    pattern.lastIndex = end;
  }
  return out + text.slice(done);
}

/** Where the value that begins at `start` ends: a quoted text, a bracketed group, or a bare word. */
function valueEnd(text: string, start: number, quote: string): number {
  if (text.startsWith(quote, start)) return quotedEnd(text, start + quote.length, quote);
  if (text[start] === '{' || text[start] === '[') return groupEnd(text, start, quote);
  let end = start;
  while (end < text.length && !/[\s,}\]]/.test(text[end] ?? '')) end++;
  return end;
}

function quotedEnd(text: string, start: number, quote: string): number {
  let at = text.indexOf(quote, start);
  // With a plain quote, one behind an odd number of backslashes is part of the text.
  while (at !== -1 && quote.length === 1 && isEscaped(text, at)) at = text.indexOf(quote, at + 1);
  return at === -1 ? text.length : at + quote.length;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

function groupEnd(text: string, start: number, quote: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith(quote, at)) at = quotedEnd(text, at + quote.length, quote) - 1;
    else if (text[at] === '{' || text[at] === '[') depth++;
    else if ((text[at] === '}' || text[at] === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}
