import type { KeyPredicate } from './secretKeys';

/** A part of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replaces what is redacted. */
export const FILTERED = '[Filtered]';

/** A private key, which may be cut off at its end. */
export const PEM_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const PEM_END = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
export const CARD_NUMBER =
  /(?<![0-9A-Za-z])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|35\d\d|6\d{3})([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3[47]\d\d([ -]?)\d{6}\2\d{5}|3[0689]\d\d([ -]?)\d{6}\3\d{4}|4\d{12})(?![0-9A-Za-z])/g;
const USER_INFO = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@:"'<>]*:[^\s/?#"'<>]*@/gi;
const CREDENTIALS = /\b(Bearer|Basic)( {1,4})(?!(?:Bearer|Basic)\b)([A-Za-z0-9._~+/-]{3,}=*)/gi;
/**
 * A JSON Web Token, and what stands before it in the same word. The word is looked at as a whole first, so that each word is read a
 * fixed number of times, however often it contains `eyJ`.
 */
const JSON_WEB_TOKEN = /(?<![\w-])(?=[\w-]{11,}\.eyJ[\w-]{8,}\.)([\w-]*?)\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g;
/** Tokens of upload tools, and of this service. */
const ACCESS_TOKEN = /\b(?:sntry[su]_|culprit_)[\w+/=-]{16,}/g;

/** Words that follow `Bearer` or `Basic` in prose. */
const CREDENTIALS_PROSE =
  /^(?:tokens?|auth|authentication|authori[sz]ation|schemes?|credentials?|headers?|is|was|not|required|must|and|or|for|from|with|the|has|are|missing|invalid|expired|realm|instruments?)$/i;

/** Every text with a secret of a known format matches this; most texts do not. */
const SECRET_HINT =
  /[2-6]\d{3}[ -]?\d{4}|PRIVATE KEY|:\/\/[^/?#\s]*@|[bB](?:earer|EARER|asic|ASIC) |\beyJ|\b(?:sntry[su]|culprit)_/;

/** Whether a text may contain a secret of a known format. */
export function mayContainSecret(text: string): boolean {
  return text.length > 7 && SECRET_HINT.test(text);
}

/** Redacts secrets that have a known format. @param mask redacts a private key, which has several lines */
export function redactSecrets(text: string, mask: (key: string) => string = () => FILTERED): string {
  if (!mayContainSecret(text)) return text;
  let out = text;
  if (out.includes('PRIVATE KEY')) out = maskCutKey(out.replace(PEM_KEY, mask), mask);
  if (/[2-6]\d{3}[ -]?\d{4}/.test(out)) out = out.replace(CARD_NUMBER, maskCard);
  if (out.includes('@') && out.includes('://')) out = out.replace(USER_INFO, `$1${FILTERED}@`);
  if (/b(?:earer|asic) /i.test(out)) out = out.replace(CREDENTIALS, maskCredentials);
  return out.replace(JSON_WEB_TOKEN, `$1${FILTERED}`).replace(ACCESS_TOKEN, FILTERED);
}

/** Redacts the end of a private key whose beginning was cut off. */
function maskCutKey(text: string, mask: (key: string) => string): string {
  const end = PEM_END.exec(text);
  if (end === null) return text;
  let start = end.index;
  while (start > 0 && /[A-Za-z0-9+/=\s\\]/.test(text[start - 1] ?? '')) start--;
  const after = end.index + end[0].length;
  return text.slice(0, start) + mask(text.slice(start, after)) + text.slice(after);
}

function maskCard(match: string): string {
  return isCardNumber(match) ? FILTERED : match;
}

/** Whether the check digit of a card number is right. A security code may follow the number. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return passesLuhn(digits) || (digits.length > 16 && passesLuhn(digits.slice(0, 16)));
}

/** Checks the digit that the Luhn algorithm adds (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48;
    sum += double ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return sum % 10 === 0;
}

/** Redacts credentials unless they are words: `Basic authentication` is prose. */
function maskCredentials(match: string, scheme: string, space: string, secret: string): string {
  const isProse =
    CREDENTIALS_PROSE.test(secret.replace(/=+$/, '')) ||
    (scheme.toLowerCase() === 'basic' && /^[A-Za-z]?[a-z/.-]*$/.test(secret));
  return isProse ? match : scheme + space + FILTERED;
}

/** The key of `key=value` in query strings, forms, cookies, environments and prose. */
const ASSIGNED_KEY = /(?<![\w.%[\]-])([A-Za-z_][\w.%[\]-]{0,99})={1,3}(?!>)/g;
const ASSIGNED_VALUE = /(?:"[^"]*(?:"|$)|'[^']*(?:'|$))?[^\s&;"']*/y;

/** Redacts the values of secret keys in a text, in every notation of a key and its value that is in common use. */
export function redactPairs(text: string, isSecret: KeyPredicate): string {
  let out = text;
  if (out.includes('form-data')) out = redactMultipartFields(out, isSecret);
  if (out.includes('=')) out = redactAssignments(out, ASSIGNED_KEY, ASSIGNED_VALUE, isSecret);
  if (/%(?:25){0,3}3d/i.test(out)) out = redactAssignments(out, ENCODED_KEY, ENCODED_VALUE, isSecret);
  if (out.includes(':')) {
    if (QUOTED_KEY.test(out)) out = redactQuotedPairs(out, isSecret);
    out = redactHeaderLines(out, isSecret);
  }
  if (/[:=]/.test(out)) out = redactProsePairs(out, isSecret);
  if (!out.includes('-')) return out;
  const redacted = redactCommandOptions(out, isSecret);
  // A redacted quotation may have become part of a longer word.
  return redacted === out ? out : redactCommandOptions(redacted, isSecret);
}

/** The same in a URL that is percent-encoded inside another one, perhaps several times. */
const ENCODED_KEY = /(?:(?<![\w.%[\]-])|(?<=%(?:25){0,3}(?:3f|26|23)))([a-z_](?:[\w.-]|%5b|%5d){0,99})%(?:25){0,3}3d/gi;
const ENCODED_VALUE = /(?:(?!%(?:25){0,3}(?:26|23))[^\s&#"'<>])+/iy;

/** Continues behind each key that is not secret, because its value may be a URL with parameters. */
function redactAssignments(text: string, keys: RegExp, values: RegExp, isSecret: KeyPredicate): string {
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

/** Redacts members of JSON and of similar notations, also if the text is cut off or is JSON inside JSON. */
function redactQuotedPairs(text: string, isSecret: KeyPredicate): string {
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

/** Returns the end of the value that begins at `start`: a quoted text, a group in brackets, or a word. */
function valueEnd(text: string, start: number, quote: string): number {
  if (text.startsWith(quote, start)) return quotedEnd(text, start + quote.length, quote);
  if (text[start] === '{' || text[start] === '[') return groupEnd(text, start, quote);
  let end = start;
  while (end < text.length && !/[\s,}\]]/.test(text[end] ?? '')) end++;
  return end;
}

function quotedEnd(text: string, start: number, quote: string): number {
  let at = text.indexOf(quote, start);
  // A quote behind an odd number of backslashes is part of the text.
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

const MULTIPART_FIELD = /form-data;[^\r\n]{0,200}?\bname="([^"\r\n]{1,100})"[^\r\n]*/g;

/** Redacts the fields of a multipart form. */
function redactMultipartFields(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(MULTIPART_FIELD)) {
    if (match.index < done || !isSecret(match[1] ?? '')) continue;
    const head = /\r?\n\r?\n/g;
    head.lastIndex = match.index + match[0].length;
    if (head.exec(text) === null) break;
    const end = /\r?\n--/g;
    end.lastIndex = head.lastIndex;
    const stop = end.exec(text)?.index ?? text.length;
    if (stop === head.lastIndex) continue;
    out += text.slice(done, head.lastIndex) + FILTERED;
    done = stop;
  }
  return out + text.slice(done);
}

const HEADER_LINE =
  /(?<![\w-])((?:x|set|proxy)-[a-z-]{1,60}|authorization|cookie|(?:[a-z]{1,30}-){0,3}(?:api-key|auth-token|access-token|csrf-token)):([ \t]{0,5})([^\r\n"']+)/gi;

/** Redacts HTTP headers in dumps and commands. The value extends to the end of the line or to a quote. */
function redactHeaderLines(text: string, isSecret: KeyPredicate): string {
  return text.replace(HEADER_LINE, (whole: string, key: string, space: string, value: string) => {
    // A credential that was redacted before; its scheme is kept.
    const isDone = value.trim() === '' || /^\w+ {1,4}\[Filtered\]$/.test(value);
    return isDone || !isSecret(key) ? whole : `${key}:${space}${FILTERED}`;
  });
}

const PROSE_PAIR =
  /(?<![\w.%[\]-])((?:([A-Za-z]{1,30}) )?([A-Za-z_][\w.-]{0,99})(?:[ \t]{0,3}(?::=|=>)[ \t]{0,3}|[ \t]{1,3}=[ \t]{0,3}|=[ \t]{1,3}|:[ \t]{0,3}))("[^"\r\n]{3,}"|'[^'\r\n]{3,}'|[^\s,;:="'&<>(){}[\]\\][^\s,;"'&<>(){}[\]\\]*)(?=( [a-z])?)/g;

/** Redacts `password: x`, `password = x` and `API key: x`, unless the value reads like the rest of a sentence. */
function redactProsePairs(text: string, isSecret: KeyPredicate): string {
  return text.replace(
    PROSE_PAIR,
    (whole: string, head: string, before: string | undefined, key: string, value: string, next?: string) => {
      const name = isSecret(key)
        ? key
        : before !== undefined && /^(?:keys?|number|code)$/i.test(key)
          ? `${before} ${key}`
          : '';
      return name !== '' && isSecret(name) && looksLikeSecret(name, value, next !== undefined)
        ? head + FILTERED
        : whole;
    },
  );
}

const COMMAND_OPTION =
  /(?<![\w-])(--?([A-Za-z][\w-]{1,60}) {1,4})("[^"]*"|'[^']*'|[^\s"';|&-][^\s"';|&]*)(?=( [a-z])?)/g;

/** Redacts options of commands, as in `--password x`. */
function redactCommandOptions(text: string, isSecret: KeyPredicate): string {
  return text.replace(COMMAND_OPTION, (whole: string, head: string, key: string, value: string, next?: string) => {
    return isSecret(key) && looksLikeSecret(key, value, next !== undefined) ? head + FILTERED : whole;
  });
}

/** Keys whose value is secret unless it is prose. Other keys, such as `token` and `session`, are common words of sentences. */
const ALWAYS_SECRET_KEY =
  /(?:pass|password|passwd|passphrase|passcode|pwd|secret|api[ _-]?key|access[ _-]?key|private[ _-]?key|credentials?)$/i;
const VALUE_PROSE =
  /^(?:required|missing|invalid|incorrect|wrong|empty|null|undefined|none|nil|true|false|expired|mismatch|match|matches|changed|reset|too|must|is|cannot|should|hidden|string|failed|ok|yes|no|not|the|a|an|for|of|field|\[?filtered\]?)[.!?]?$/i;

function looksLikeSecret(key: string, value: string, hasNextWord: boolean): boolean {
  if (value === FILTERED || value.length < 3) return false;
  if (/^["']/.test(value)) return value.slice(1, -1) !== FILTERED;
  if (/\d/.test(value) && value.length >= 6) return true;
  if (ALWAYS_SECRET_KEY.test(key)) return !VALUE_PROSE.test(value) && !(hasNextWord && /^[a-z]+$/i.test(value));
  return value.length >= 20 && /[A-Z]/.test(value) && /[a-z]/.test(value);
}

/** What separates an identifier from a literal that it is assigned or compared to, as in `password = 'x'` and `{"apiKey": "x"}`. */
const LITERAL_ASSIGNMENT = /["']?\]?\s{0,10}(?:={1,3}|!==?|:=|=>|:)\s{0,10}(["'`])/g;

/** A parameter of a URL whose value is not a placeholder. */
const QUERY_PARAMETER = /([?&]([\w.%[\]-]{1,100})=)[^\s&"'`#$({%<][^\s&"'`#]*/g;

/** Every line with one of these matches this; most lines do not. */
const SOURCE_HINT = /[=:>]\s{0,10}["'`]|[?&][\w.%[\]-]{1,100}=/;
const MAX_IDENTIFIER = 100;

/**
 * Redacts secrets in the source lines of one frame: secrets of a known format, literals assigned to secret names, and secret parameters of
 * URLs. `token=` without a literal is code. The lines are scrubbed together, because a private key has several.
 * @param mayContainKey whether a text may contain a secret key; quick, and true of every text that contains one
 */
export function redactSourceLines(
  lines: readonly string[],
  isSecret: KeyPredicate,
  mayContainKey: (text: string) => boolean,
): readonly string[] {
  const plain = lines.some(mayContainSecret) ? redactJoinedLines(lines) : lines;
  const mayChange = (line: string) => SOURCE_HINT.test(line) && mayContainKey(line);
  if (!plain.some(mayChange)) return plain;
  const redact = (line: string) => redactQueryParameters(redactLineLiterals(line, isSecret), isSecret);
  const redacted = plain.map((line) => (mayChange(line) ? redact(line) : line));
  return redacted.some((line, index) => line !== plain[index]) ? redacted : plain;
}

function redactJoinedLines(lines: readonly string[]): readonly string[] {
  const whole = lines.map((line) => line.replace(/\n/g, ' ')).join('\n');
  return redactSecrets(whole, maskEachLine).split('\n');
}

/** Redacts each line by itself, so that line numbers stay. */
function maskEachLine(key: string): string {
  return key
    .split('\n')
    .map((line) => (line.trim() === '' ? line : FILTERED))
    .join('\n');
}

function redactLineLiterals(line: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of line.matchAll(LITERAL_ASSIGNMENT)) {
    if (match.index < done) continue;
    const name = identifierBefore(line, match.index);
    if (name === '' || !isSecret(name)) continue;
    const start = match.index + match[0].length;
    const end = literalEnd(line, start, match[1] ?? '"');
    if (end === start) continue;
    out += line.slice(done, start) + FILTERED;
    done = end;
  }
  return done === 0 ? line : out + line.slice(done);
}

function redactQueryParameters(line: string, isSecret: KeyPredicate): string {
  return line.replace(QUERY_PARAMETER, (whole: string, head: string, key: string) =>
    isSecret(key) ? head + FILTERED : whole,
  );
}

function identifierBefore(line: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_IDENTIFIER && /[\w$.-]/.test(line[start - 1] ?? '')) start--;
  return line.slice(start, end);
}

/** Returns the offset of the closing quote, or the end of a line that is cut off. */
function literalEnd(line: string, start: number, quote: string): number {
  for (let at = start; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === quote) return at;
  }
  return line.length;
}
