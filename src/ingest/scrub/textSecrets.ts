import { redactEntries } from './entrySecrets';
import { FILTERED, HINTS, type TextRange, hintsOf, redactAddresses, redactSecrets } from './secretFormats';
import {
  type KeyPredicate,
  bareEnd,
  closingMark,
  isCount,
  isHarmless,
  isHarmlessText,
  isPlaceholder,
  isSecretAt,
  isSecretQuotation,
  quotedRange,
  trimmedLength,
} from './secrets';
import { redactCommands, redactLogins, redactSentences } from './sentenceSecrets';

/** Redacts the values of secret keys in a text, in every notation of a key and its value that is in common use. */
export function redactPairs(text: string, isSecret: KeyPredicate): string {
  let out = isSecret('secret') ? redactAddresses(text) : text;
  if (out.includes('form-data')) out = redactMultipartFields(out, isSecret);
  if (out.includes('</') || out.includes(' value=')) out = redactElements(out, isSecret);
  if (out.includes('=')) out = redactAssignments(out, isSecret);
  if (/%(?:25){0,3}3d/i.test(out)) out = redactEncodedAssignments(out, isSecret);
  if (QUOTED_KEY_HINT.test(out)) out = redactQuotedPairs(out, isSecret);
  out = redactEntries(out, isSecret);
  if (out.includes(':')) out = redactHeaderLines(out, isSecret);
  if (/[:=]/.test(out)) out = redactProsePairs(out, isSecret);
  if (out.includes('-')) out = redactCommands(out, isSecret);
  return redactSentences(out, isSecret);
}

/** The key of `key=value` in query strings, forms, cookies, environments, options of commands and prose. */
const ASSIGNED_KEY =
  /(?<![\w.%-])-{0,2}((?:[A-Za-z_]|%[4-7][\dA-Fa-f])[\w.%-]{0,99}(?:\[[\w.%-]{0,50}\]){0,5})={1,3}(?!>)/g;
/** The scheme of credentials, which are the next word. */
const CREDENTIALS_SCHEME = /(?:basic|bearer|digest|negotiate|token|apikey) +(?=[^\s&;"'])/iy;

/**
 * Redacts assigned values. Continues after each key that is not secret, because its value may be a URL with parameters.
 */
function redactAssignments(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(ASSIGNED_KEY)) {
    const key = match[1] ?? '';
    if (match.index < done || !isSecret(key)) continue;
    const from = match.index + match[0].length;
    const { start, end } = quotedRange(text, from) ?? { start: from, end: assignedEnd(text, from) };
    const value = text.slice(start, end);
    if (value === '' || isPlaceholder(value) || isCount(key, value)) continue;
    out += text.slice(done, start) + FILTERED;
    done = end;
  }
  return out + text.slice(done);
}

function assignedEnd(text: string, start: number): number {
  CREDENTIALS_SCHEME.lastIndex = start;
  return bareEnd(text, start + (CREDENTIALS_SCHEME.exec(text)?.[0].length ?? 0));
}

/** A key in a URL that is percent-encoded inside another one, perhaps several times. */
const ENCODED_KEY =
  /(?:(?<![\w.%[\]-])|(?<=%(?:25){0,3}(?:3f|26|23)))([a-z_](?:[\w.-]|%[4-7][\da-f]){0,99})%(?:25){0,3}3d/gi;
const ENCODED_VALUE = /(?:(?!%(?:25){0,3}(?:26|23))[^\s&#"'<>])+/iy;

function redactEncodedAssignments(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(ENCODED_KEY)) {
    const start = match.index + match[0].length;
    if (match.index < done || !isSecret(match[1] ?? '')) continue;
    ENCODED_VALUE.lastIndex = start;
    const value = ENCODED_VALUE.exec(text);
    if (value === null || value[0] === '') continue;
    out += text.slice(done, start) + FILTERED;
    done = start + value[0].length;
  }
  return out + text.slice(done);
}

/** A key in quotes and the separator before its value, in JSON, Ruby, PHP, SQL and similar notations. */
const QUOTED_KEY =
  /(\\{0,8}["'`])((?:[^"'`\\\n:/?=]|\\{1,8}(?:u00|x)[\dA-Fa-f]{2}){1,100})\1\]?\s{0,20}(:|=>|=)\s{0,20}(?:string\(\d{1,9}\) )?/g;
const QUOTED_KEY_HINT = /["'`]\]?\s{0,20}[:=]/;

/** Redacts members of JSON and of similar notations, even if the text is cut off or is JSON inside JSON. */
function redactQuotedPairs(text: string, isSecret: KeyPredicate): string {
  const pattern = new RegExp(QUOTED_KEY.source, 'g');
  let out = '';
  let done = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, mark = '', key = '', separator = ''] = match;
    if (!isSecret(key)) continue;
    const start = match.index + whole.length;
    const quoted = quotedRange(text, start);
    const end = quoted?.end ?? memberEnd(text, start, mark);
    const value = text.slice(quoted?.start ?? start, end);
    if (value === '' || isHarmlessText(key, value)) continue;
    if (quoted === null && /^-?\d{1,15}$/.test(value) && isHarmless(key, Number(value))) continue;
    if (quoted === null && (separator === '=' || !isMember(key, value, text, end))) continue;
    const open = quoted === null ? mark : text.slice(start, quoted.start);
    const isClosed = quoted !== null && end < text.length;
    out += text.slice(done, start) + open + FILTERED + (isClosed ? '' : open);
    done = end;
    pattern.lastIndex = end;
  }
  return out + text.slice(done);
}

/** Returns true if a value without quotes is a JSON value, and not a sentence after a quoted name. */
function isMember(key: string, value: string, text: string, end: number): boolean {
  if (/^[[{]|^-?\d/.test(value) || /[,}\]]/.test(text[end] ?? '')) return true;
  return isSecretAt(key, text, end - value.length, end);
}

/** Returns the end of a value without quotes: a group in brackets, or a word. */
function memberEnd(text: string, start: number, mark: string): number {
  if (text[start] === '{' || text[start] === '[') return groupEnd(text, start, mark);
  let end = start;
  while (end < text.length && !/[\s,}\]]/.test(text[end] ?? '')) end++;
  return end;
}

function groupEnd(text: string, start: number, mark: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith(mark, at)) at = closingMark(text, at + mark.length, mark) + mark.length - 1;
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
    // A credential that was already redacted; its scheme is kept.
    const isDone = value.trim() === '' || /^\w+ {1,4}\[Filtered\]$/.test(value);
    return isDone || !isSecret(key) ? whole : `${key}:${space}${FILTERED}`;
  });
}

/** A key in prose and the separator before its value. `Some(` wraps a value in dumps of Rust. */
const PROSE_KEY =
  /(?<![\w.%-])(?:([A-Za-z]{1,30}) )?([A-Za-z_][\w.-]{0,99})\]?(?:[ \t]{0,3}(?::=|=>)[ \t]{0,3}|[ \t]{1,3}=[ \t]{0,3}|=[ \t]{1,3}|:[ \t]{0,3})(?:Some\((?=["']))?/g;
const PROSE_VALUE = /[^\s,;:="'&<>(){}[\]\\](?:[^\s,;"'&<>(){}[\]\\]|&(?![\w.-]{1,50}[=;]))*/y;

/** Redacts `password: x`, `password = x` and `API key: x`, unless the value reads like the rest of a sentence. */
function redactProsePairs(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(PROSE_KEY)) {
    const [whole, before, key = ''] = match;
    const isQualified = before !== undefined && /^(?:keys?|number|code)$/i.test(key);
    const name = isQualified && !isSecret(key) ? `${before} ${key}` : key;
    // In `arn:aws:secretsmanager:eu-west-1:1234:secret:shop`, names stand between colons.
    const keyStart = match.index + (before === undefined ? 0 : before.length + 1);
    const isName = text[keyStart - 1] === ':' && whole.endsWith(':');
    if (match.index < done || isName || !isSecret(name)) continue;
    const range = proseValue(text, match.index + whole.length, name);
    if (range === null) continue;
    out += text.slice(done, range.start) + FILTERED;
    done = range.end;
  }
  return out + text.slice(done);
}

function proseValue(text: string, from: number, name: string): TextRange | null {
  const quoted = quotedRange(text, from);
  if (quoted !== null) {
    const value = text.slice(quoted.start, quoted.end);
    return value.includes('\n') || isCount(name, value) || !isSecretQuotation(value) ? null : quoted;
  }
  PROSE_VALUE.lastIndex = from;
  const end = from + trimmedLength(PROSE_VALUE.exec(text)?.[0] ?? '');
  return isSecretAt(name, text, from, end) ? { start: from, end } : null;
}

/**
 * The text between an identifier and the literal that it is assigned or compared to, as in `password = 'x'` and
 * `{"apiKey": "x"}`.
 */
const LITERAL_ASSIGNMENT = /["']?\]?\s{0,10}(?:={1,3}|!==?|:=|=>|:)\s{0,10}(["'`])/g;

/** A parameter of a URL whose value is not a placeholder. */
const QUERY_PARAMETER = /([?&]([\w.%[\]-]{1,100})=)[^\s&"'`#$({%<][^\s&"'`#]*/g;

/** Matches every line that contains a match of `LITERAL_ASSIGNMENT` or `QUERY_PARAMETER`. */
const SOURCE_HINT = /[=:>]\s{0,10}["'`]|[?&][\w.%[\]-]{1,100}=/;
const MAX_IDENTIFIER = 100;

/**
 * Redacts secrets in the source lines of one frame: secrets of a known format, literals assigned to secret names, and
 * secret parameters of URLs. `token=` without a literal is code.
 * @param mayContainKey returns true if a text with the given hints may contain a secret key; quick, and true for every
 * text that contains one
 */
export function redactSourceLines(
  lines: readonly string[],
  isSecret: KeyPredicate,
  mayContainKey: (text: string, hints: number) => boolean,
): readonly string[] {
  const hints = lines.map((line) => hintsOf(line));
  const hasPrivateKey = hints.some((bits) => (bits & HINTS.privateKey) !== 0);
  const joined = hasPrivateKey ? redactJoinedLines(lines) : lines;
  let redacted: string[] | null = null;
  for (let at = 0; at < joined.length; at++) {
    const before = joined[at] ?? '';
    const bits = before === lines[at] ? (hints[at] ?? 0) : hintsOf(before);
    let line = redactSecrets(before, bits);
    if (mayContainKey(line, bits)) {
      line = redactLineTexts(redactLogins(redactAddresses(line), isSecret), isSecret);
      if ((bits & HINTS.assignment) !== 0 && SOURCE_HINT.test(line)) {
        line = redactQueryParameters(redactLineLiterals(line, isSecret), isSecret);
      }
      if (line.includes('</')) line = redactElements(line, isSecret);
      if (LISTED_OPTION.test(line)) line = redactCommands(line, isSecret);
      if (SHELL_ASSIGNMENT.test(line)) line = redactAssignments(line, isSecret);
    }
    if ((bits & HINTS.option) !== 0) line = redactCommands(line, isSecret);
    if (line !== before) (redacted ??= [...joined])[at] = line;
  }
  return redacted ?? joined;
}

/** Redacts the lines as one text: a private key has several lines. */
function redactJoinedLines(lines: readonly string[]): readonly string[] {
  const whole = lines.map((line) => line.replace(/\n/g, ' ')).join('\n');
  return redactSecrets(whole, hintsOf(whole), maskEachLine).split('\n');
}

/** Redacts each line separately, so that line numbers stay the same. */
function maskEachLine(key: string): string {
  return key
    .split('\n')
    .map((line) => (line.trim() === '' ? line : FILTERED))
    .join('\n');
}

/** An option in a list of arguments, and a variable set by a shell script or a settings file. */
const LISTED_OPTION = /(["'])--[\w-]{1,60}\1,\s?\1/;
const SHELL_ASSIGNMENT =
  /^\s{0,200}(?:(?:export|ENV|setx?|SET)\s{1,5})?[A-Z][A-Z\d_]{0,99}=(?:"[^"]{1,500}"|'[^']{1,500}'|[\w+/@!#%^*~-]{1,500})\s{0,200}$/;

/** A literal with several words, such as a command, a statement or a message. */
const LINE_TEXT = /(["'`])((?:[^"'`\\]|\\.|(?!\1)["'`]){8,1000})\1/g;

/** Redacts secrets in the literals of a line, as in other texts. Names in them are code. */
function redactLineTexts(line: string, isSecret: KeyPredicate): string {
  return line.replace(LINE_TEXT, (whole: string, quote: string, text: string) => {
    return /[\s;&]/.test(text) && /[=:-]/.test(text) ? quote + redactPairs(text, isSecret) + quote : whole;
  });
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
  while (start > 0 && end - start < MAX_IDENTIFIER && /[\w$.\\-]/.test(line[start - 1] ?? '')) start--;
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

/** An opening tag of XML or HTML: its prefix and name, and its attributes. */
const OPENING_TAG = /<((?:[\w-]{1,40}:)?([\w.-]{1,60}))((?:\s[^<>]{0,2000})?)>/g;
const ATTRIBUTE = /\b([\w:-]{1,60})\s?=\s?(?:"([^"]{0,1000})"|'([^']{0,1000})')/g;
/** Attributes that name a setting, and attributes with its value. */
const NAMES = new Set(['name', 'key', 'id', 'property']);
const VALUES = new Set(['value', 'content', 'default']);

/**
 * Redacts elements of secrets with their content, and settings whose name is in an attribute or in the element before.
 */
function redactElements(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  /** Names of elements that no tag closes after the present one. */
  const unclosed = new Set<string>();
  let isValueNext = false;
  for (const match of text.matchAll(OPENING_TAG)) {
    const [whole, tag = '', name = '', attributes = ''] = match;
    if (match.index < done) continue;
    const start = match.index + whole.length;
    const isNamed = isSecretSetting(attributes, isSecret);
    if (isNamed) {
      out += text.slice(done, match.index) + redactAttributes(whole);
      done = start;
    }
    const isValue = isValueNext && /^(?:value|string|val|data)$/i.test(name);
    isValueNext = false;
    if (whole.endsWith('/>') || unclosed.has(tag)) continue;
    if (!isNamed && !isValue && !isSecret(name) && !NAMES.has(name)) continue;
    const end = text.indexOf(`</${tag}>`, start);
    if (end === -1) {
      unclosed.add(tag);
      continue;
    }
    const content = text.slice(start, end).trim();
    if (isNamed || isValue || isSecret(name)) {
      if (content === '' || isHarmlessText(name, content) || content === FILTERED) continue;
      out += text.slice(done, start) + FILTERED;
      done = end;
    } else isValueNext = content.length <= 100 && isSecret(content);
  }
  return out + text.slice(done);
}

/** Returns true if an attribute names a setting that is secret. */
function isSecretSetting(attributes: string, isSecret: KeyPredicate): boolean {
  if (!attributes.includes('=')) return false;
  return Array.from(attributes.matchAll(ATTRIBUTE)).some(
    ([, name = '', first, second]) => NAMES.has(name.toLowerCase()) && isSecret(first ?? second ?? ''),
  );
}

function redactAttributes(tag: string): string {
  return tag.replace(ATTRIBUTE, (whole: string, name: string, first?: string, second?: string) => {
    const value = first ?? second ?? '';
    if (!VALUES.has(name.toLowerCase()) || value === '' || isPlaceholder(value)) return whole;
    return whole.slice(0, -1 - value.length) + FILTERED + whole.slice(-1);
  });
}
