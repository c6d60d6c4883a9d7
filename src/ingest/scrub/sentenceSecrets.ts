import { FILTERED, type TextRange } from './secretFormats';
import {
  closingMark,
  isHarmlessText,
  isPlaceholder,
  isSecretAt,
  isSecretQuotation,
  type KeyPredicate,
  looksRandom,
  quotedRange,
  trimmedLength,
} from './secrets';

/*
 * Redacts secrets without a separator between them and their name: in statements and errors of SQL, in commands of
 * protocols, and in sentences.
 */

/** Redacts secrets that a sentence, a statement of SQL or a command of a protocol names. */
export function redactSentences(text: string, isSecret: KeyPredicate): string {
  let out = text;
  if (out.includes(')=(')) out = redactUniqueKey(out, isSecret);
  if (out.includes(' for key ')) out = redactDuplicateEntry(out, isSecret);
  if (/\bvalues\s{0,5}\(/i.test(out)) out = redactInsertedRows(out, isSecret);
  out = redactLogins(out, isSecret);
  return /\d/.test(out) ? redactNamedWords(out, isSecret) : out;
}

const UNIQUE_KEY = /\bKey \(([^()\n]{1,300})\)=\(([^\n]{0,1000}?)\) (?=(?:already|is not|is still|conflicts))/g;

/** Redacts PostgreSQL's detail of a violated constraint: `Key (email, token)=(a@example.com, x) already exists`. */
function redactUniqueKey(text: string, isSecret: KeyPredicate): string {
  return text.replace(UNIQUE_KEY, (whole: string, columns: string, row: string) => {
    const names = columns.split(', ');
    if (!names.some(isSecret)) return whole;
    const values = row.split(', ');
    const isAligned = values.length === names.length;
    const redacted = isAligned
      ? values.map((value, index) => (isSecret(names[index] ?? '') ? FILTERED : value))
      : [FILTERED];
    return `Key (${columns})=(${redacted.join(', ')}) `;
  });
}

const DUPLICATE_ENTRY = /\bDuplicate entry '([^'\n]{1,500})' for key '([^'\n]{1,200})'/g;

/** Redacts MySQL's message of a violated constraint. */
function redactDuplicateEntry(text: string, isSecret: KeyPredicate): string {
  return text.replace(DUPLICATE_ENTRY, (whole: string, _value: string, key: string) => {
    return isSecret(key) ? `Duplicate entry '${FILTERED}' for key '${key}'` : whole;
  });
}

const INSERTED_ROWS = /\binsert\s{1,5}into\s{1,5}[^\s(]{1,200}\s{0,5}\(([^()]{1,3000})\)\s{0,5}values\s{0,5}(?=\()/gi;
const INSERTED_VALUE = /\s{0,5}('|"|[^\s,()'"]{1,200}(?=[,)\s]))/y;

/**
 * Redacts inserted rows: `INSERT INTO users (email, password) VALUES ('a', 'b')`. Rows with expressions are read up to
 * the first expression.
 */
function redactInsertedRows(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(INSERTED_ROWS)) {
    const columns = (match[1] ?? '').split(',').map((name) => name.trim());
    if (match.index < done || !columns.some(isSecret)) continue;
    let at = match.index + match[0].length;
    for (let row = 0; text[at] === '('; row++) {
      at++;
      for (const column of columns) {
        INSERTED_VALUE.lastIndex = at;
        const value = INSERTED_VALUE.exec(text);
        if (value === null) break;
        const mark = value[1] ?? '';
        const isQuoted = mark === "'" || mark === '"';
        const start = isQuoted ? INSERTED_VALUE.lastIndex : INSERTED_VALUE.lastIndex - mark.length;
        const end = isQuoted ? closingMark(text, start, mark) : INSERTED_VALUE.lastIndex;
        if (end > start && isSecret(column) && !isHarmlessText(column, text.slice(start, end))) {
          out += text.slice(done, start) + FILTERED;
          done = end;
        }
        at = skip(/\s{0,5},?/y, text, isQuoted ? end + 1 : end);
      }
      at = skip(/\)\s{0,5},?\s{0,5}/y, text, at);
    }
  }
  return out + text.slice(done);
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

/** Matches every text with a match of `LITERAL_PASSWORD` or `PROTOCOL_LOGIN`. */
const LOGIN_HINT = /passw|identified |AUTH |LOGIN |PASS |login /i;
/** `IDENTIFIED BY 'x'`, `PASSWORD 'x'` and `SET PASSWORD FOR user = 'x'` in SQL; the literal follows. */
const LITERAL_PASSWORD =
  /\b(?:identified\s{1,5}(?:with\s{1,5}\S{1,60}\s{1,5})?(?:by|as)(?:\s{1,5}password)?|password(?:\s{1,5}for\s{1,5}[^\s=]{1,120}\s{0,5}=)?)\s{1,5}(["'])/gi;
/** Commands of Redis, SMTP, IMAP, POP and FTP, and lines of `.netrc`. Their last word is the secret. */
const PROTOCOL_LOGIN =
  /\b((?:AUTH(?: (?:PLAIN|LOGIN|XOAUTH2|[a-z][\w.@-]{0,60}))?|LOGIN [^\s"']{1,100}|PASS) )([^\s"'./]{5,500})(?=[\s"']|$)|(\blogin \S{1,100} password )(\S{3,500})/g;

/** Redacts passwords in statements that create users, and in commands that log in. */
export function redactLogins(text: string, isSecret: KeyPredicate): string {
  if (!LOGIN_HINT.test(text) || !isSecret('password')) return text;
  let out = '';
  let done = 0;
  for (const match of text.matchAll(LITERAL_PASSWORD)) {
    const start = match.index + match[0].length;
    if (start < done) continue;
    const end = closingMark(text, start, match[1] ?? "'");
    if (!isSecretQuotation(text.slice(start, end))) continue;
    out += text.slice(done, start) + FILTERED;
    done = end;
  }
  out += text.slice(done);
  return out.replace(PROTOCOL_LOGIN, (whole: string, command?: string, secret?: string, netrc?: string) => {
    if (netrc !== undefined) return netrc + FILTERED;
    const word = secret ?? '';
    const isRandom = /[A-Za-z]/.test(word) && (/\d|=$/.test(word) || (word.length >= 12 && /[a-z][A-Z]/.test(word)));
    return isRandom ? (command ?? '') + FILTERED : whole;
  });
}

/** A name of a secret and the word after it, perhaps in quotes: `token abc123 is not valid`. */
const NAMED_WORD =
  /(?<![\w-])((?:(unexpected|expected) )?((?:api|access|secret|private|encryption)[ _-]key|[\w-]{0,40}(?:pass[_-]?(?:word|wd|phrase)|secret|token|jwt|session|apikey)(?: id)?)\s(?:is |was |value |provided )?["'`(<]?)([\w+/=.~-]{6,500})(?![\w:])/gi;
/** The two values of a failed comparison. */
const COMPARED_WORD = /\b((?:expected|got|actual|received|was|but got|given)[ :]{1,2}["'`]?)([\w+/=-]{8,500})/gi;
const MISMATCH =
  /\b(?:token|password|secret|signature|session|nonce)s? (?:mismatch|does not match|do not match|did not match)/i;

/** A literal after the name of a secret in a call: `setItem('auth_token', 'f3a9')`. */
const NAMED_ARGUMENT = /((["'`])([\w.-]{3,60})\2,\s{0,3}(["'`]))([\w+/=.~-]{8,500})(?=\4)/g;

function redactNamedWords(text: string, isSecret: KeyPredicate): string {
  let out = text.replace(
    NAMED_WORD,
    (whole: string, head: string, parser: string | undefined, key: string, word: string) => {
      const value = word.replace(/(?<![.,])[.,]+$/, '');
      if (parser !== undefined || !isSecret(key) || !isRandomFor(key, value)) return whole;
      return head + FILTERED + word.slice(value.length);
    },
  );
  if (MISMATCH.test(out)) {
    out = out.replace(COMPARED_WORD, (whole: string, head: string, word: string) => {
      return looksRandom(word) ? head + FILTERED : whole;
    });
  }
  if (!/["'`],/.test(out)) return out;
  return out.replace(
    NAMED_ARGUMENT,
    (whole: string, head: string, _mark: string, key: string, _open: string, value: string) => {
      return isSecret(key) && looksRandom(value) ? head + FILTERED : whole;
    },
  );
}

/**
 * Returns true if a word looks random for its key. A password is often a word with a few digits; a token or a session
 * of that form is a name.
 */
function isRandomFor(key: string, word: string): boolean {
  return /pass/i.test(key) ? /\d/.test(word) && /^(?=.*[A-Za-z])[\w+=~-]{6,}$/.test(word) : looksRandom(word);
}

/** An option of a command and the separator before its value. In a list of arguments, both are in quotes. */
const OPTION = /(?<![\w-])--?([A-Za-z][\w.-]{1,60})(?: {1,4}|(["']),\s{0,3}(?=\2))/g;
const OPTION_VALUE = /[^\s"';|&-][^\s"';|&]*/y;

/**
 * Redacts options of commands, as in `--password x`, and the short options of common commands, as in `sshpass -p x`.
 */
export function redactCommands(text: string, isSecret: KeyPredicate): string {
  const out = redactOptions(text, isSecret);
  return mayContainTool(out) && isSecret('password') ? redactTools(out) : out;
}

function redactOptions(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(OPTION)) {
    const key = match[1] ?? '';
    if (match.index < done || !isSecret(key)) continue;
    const range = optionValue(text, match.index + match[0].length, key);
    if (range === null) continue;
    out += text.slice(done, range.start) + FILTERED;
    done = range.end;
  }
  return out + text.slice(done);
}

function optionValue(text: string, from: number, key: string): TextRange | null {
  const quoted = quotedRange(text, from);
  if (quoted !== null) {
    const value = text.slice(quoted.start, quoted.end);
    return value.startsWith('-') || !isSecretQuotation(value) ? null : quoted;
  }
  OPTION_VALUE.lastIndex = from;
  const word = OPTION_VALUE.exec(text)?.[0] ?? '';
  const end = from + trimmedLength(word);
  return isSecretAt(key, text, from, end) ? { start: from, end } : null;
}

/** A command with a short option whose value is a secret. */
interface Tool {
  readonly name: RegExp;
  readonly options: readonly string[];
  /** Position of the value: in the same argument as the option, in the next argument, or in either. */
  readonly value: 'joined' | 'next' | 'either';
  /** Separator before the secret within the value; absent if the whole value is secret. */
  readonly after?: string;
  /** The command has the option only if this argument precedes it. */
  readonly subcommand?: string;
}

const TOOLS: readonly Tool[] = [
  { name: /^(?:mysql|mariadb)/, options: ['-p'], value: 'joined' },
  { name: /^sshpass$/, options: ['-p'], value: 'either' },
  { name: /^redis-cli$/, options: ['-a'], value: 'next' },
  { name: /^ldap/, options: ['-w'], value: 'next' },
  { name: /^curl$/, options: ['-u', '--user', '-U', '--proxy-user'], value: 'next', after: ':' },
  { name: /^smbclient$/, options: ['-U', '--user'], value: 'next', after: '%' },
  { name: /^(?:docker|podman|nerdctl|az|oc|cf)$/, options: ['-p'], value: 'next', subcommand: 'login' },
];

const TOOL =
  /(?<![\w.-])(?:mysql[a-z]{0,10}|mariadb[a-z-]{0,10}|sshpass|redis-cli|ldap[a-z]{3,9}|curl|smbclient|docker|podman|nerdctl|az|oc|cf)(?=[ \t])/g;
const SHORT_OPTION = / -(?:[paUuw]|-user|-proxy-user)/;

/** Returns true if a text may contain a command with a secret in a short option; most texts do not. */
export function mayContainTool(text: string): boolean {
  return text.includes('-') && SHORT_OPTION.test(text) && text.search(TOOL) !== -1;
}

const ARGUMENT = /[ \t]+("[^"\n]*"|'[^'\n]*'|[^\s"'|;&][^\s|;&]*)/y;
const MAX_ARGUMENTS = 50;

function redactTools(text: string): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(TOOL)) {
    if (match.index < done) continue;
    const [values, places] = argumentsFrom(text, match.index + match[0].length);
    for (const { index, start } of secretArguments([match[0], ...values])) {
      const place = places[index - 1];
      if (place === undefined || place.start + start < done) continue;
      const end = place.start + start + trimmedLength(text.slice(place.start + start, place.end));
      if (isPlaceholder(text.slice(place.start + start, end))) continue;
      out += text.slice(done, place.start + start) + FILTERED;
      done = end;
    }
  }
  return out + text.slice(done);
}

function argumentsFrom(text: string, from: number): [string[], TextRange[]] {
  const values: string[] = [];
  const places: TextRange[] = [];
  ARGUMENT.lastIndex = from;
  for (let match = ARGUMENT.exec(text); match !== null && values.length < MAX_ARGUMENTS; match = ARGUMENT.exec(text)) {
    const word = match[1] ?? '';
    const quotes = /^["']/.test(word) ? 1 : 0;
    const start = match.index + match[0].length - word.length + quotes;
    const end = match.index + match[0].length - quotes;
    values.push(text.slice(start, end));
    places.push({ start, end });
  }
  return [values, places];
}

/**
 * Returns the indexes of the arguments of a command that contain a secret, and the offsets at which it begins. The
 * first value is the name of the command.
 */
export function secretArguments(values: readonly string[]): { index: number; start: number }[] {
  const name = /(?<![^/\\])[^/\\]*$/.exec(values[0] ?? '')?.[0] ?? '';
  const tool = TOOLS.find((candidate) => candidate.name.test(name));
  if (tool === undefined) return [];
  const first = tool.subcommand === undefined ? 1 : values.indexOf(tool.subcommand);
  if (first === -1) return [];
  return values.flatMap((value, index) => {
    if (index < first || value === '') return [];
    const start = secretStart(tool, value, values[index - 1] ?? '');
    return start === -1 || start >= value.length ? [] : [{ index, start }];
  });
}

/** Returns the offset at which the secret of an argument begins; -1 if there is none. */
function secretStart(tool: Tool, value: string, before: string): number {
  if (tool.value !== 'joined' && tool.options.includes(before) && !value.startsWith('-')) {
    return tool.after === undefined ? 0 : value.indexOf(tool.after) + 1 || -1;
  }
  const option = tool.value === 'next' ? undefined : tool.options.find((candidate) => value.startsWith(candidate));
  return option === undefined || value.length === option.length ? -1 : option.length;
}
