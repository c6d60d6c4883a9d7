import { FILTERED } from './forms';
import type { KeyRule } from './keys';
import { scrubFlags, scrubFormParts, scrubHeaderLines, scrubSpoken } from './lines';

/** The key of `key=value` in query strings, forms, cookies, environments and prose. */
const ASSIGNED_KEY = /(?<![\w.%[\]-])([A-Za-z_][\w.%[\]-]{0,99})={1,3}(?!>)/g;
const ASSIGNED_VALUE = /(?:"[^"]*(?:"|$)|'[^']*(?:'|$))?[^\s&;"']*/y;

/** Takes out the values that stand in a text under keys that the rule matches, in all the ways in which pairs are written. */
export function scrubPairs(text: string, isSecret: KeyRule): string {
  let out = text;
  if (out.includes('form-data')) out = scrubFormParts(out, isSecret);
  if (out.includes('=')) out = scrubAssignments(out, ASSIGNED_KEY, ASSIGNED_VALUE, isSecret);
  if (/%(?:25){0,3}3d/i.test(out)) out = scrubAssignments(out, ENCODED_KEY, ENCODED_VALUE, isSecret);
  if (out.includes(':')) {
    if (QUOTED_KEY.test(out)) out = scrubQuoted(out, isSecret);
    out = scrubHeaderLines(out, isSecret);
  }
  if (/[:=]/.test(out)) out = scrubSpoken(out, isSecret);
  return out.includes('-') ? scrubFlags(out, isSecret) : out;
}

/** The same pairs where an address stands encoded inside another one. */
const ENCODED_KEY = /(?:(?<![\w.%[\]-])|(?<=%(?:25){0,3}(?:3f|26|23)))([a-z_](?:[\w.-]|%5b|%5d){0,99})%(?:25){0,3}3d/gi;
const ENCODED_VALUE = /(?:(?!%(?:25){0,3}(?:26|23))[^\s&#"'<>])+/iy;

/** The value of a key that stays may be an address with pairs of its own, so that the search goes on behind each key. */
function scrubAssignments(text: string, keys: RegExp, values: RegExp, isSecret: KeyRule): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(keys)) {
    const start = match.index + match[0].length;
    if (match.index < done || !isSecret(decodeKey(match[1] ?? ''))) continue;
    values.lastIndex = start;
    const value = values.exec(text);
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
