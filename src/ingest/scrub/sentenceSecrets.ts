import { FILTERED } from './secretFormats';
import { type KeyPredicate, closingMark, isPlaceholder, isSecretQuotation, looksRandom } from './secrets';

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
    const secret = (match[1] ?? '').split(',').map((name) => isSecret(name.trim()));
    if (match.index < done || !secret.includes(true)) continue;
    let at = match.index + match[0].length;
    for (let row = 0; text[at] === '('; row++) {
      at++;
      for (const isSecretColumn of secret) {
        INSERTED_VALUE.lastIndex = at;
        const value = INSERTED_VALUE.exec(text);
        if (value === null) break;
        const mark = value[1] ?? '';
        const isQuoted = mark === "'" || mark === '"';
        const start = isQuoted ? INSERTED_VALUE.lastIndex : INSERTED_VALUE.lastIndex - mark.length;
        const end = isQuoted ? closingMark(text, start, mark) : INSERTED_VALUE.lastIndex;
        if (isSecretColumn && end > start && !isPlaceholder(text.slice(start, end))) {
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
    const isSecret = /[A-Za-z]/.test(word) && (/\d|=$/.test(word) || (word.length >= 12 && /[a-z][A-Z]/.test(word)));
    return isSecret ? (command ?? '') + FILTERED : whole;
  });
}

/** A name of a secret and the word after it, perhaps in quotes: `token abc123 is not valid`. */
const NAMED_WORD =
  /(?<![\w-])((?:(unexpected|expected) )?((?:api|access|secret|private|encryption)[ _-]key|[\w-]{0,40}(?:password|passwd|passphrase|secret|token|jwt|session|apikey)(?: id)?)\s(?:is |was |value |provided )?["'`(<]?)([\w+/=.~-]{6,500})(?![\w:])/gi;
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
