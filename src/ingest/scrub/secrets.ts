import { FILTERED, HINTS, type TextRange, hintsOf } from './secretFormats';

/** Returns true if the values under a key are secret. */
export type KeyPredicate = (key: string) => boolean;

/** Words that make a key secret at any position, unless the key only describes the secret. */
const SECRET_WORDS = new Set(
  `password passwords passwd pwd passphrase passphrases passcode passcodes secret secrets credential credentials auth oauth authorization authentication
  bearer jwt token session sessionid sessid sid cookie cookies csrf xsrf apikey privatekey card cvv cvc ssn otp`.split(
    /\s+/,
  ),
);
/** Words before `tokens` that make them secrets. Others are counted or parsed: `max_tokens`, `design_tokens`. */
const TOKENS_QUALIFIERS = new Set(
  'access api auth refresh id user client service device push reset login private personal security bot deploy'.split(
    ' ',
  ),
);

/** The same words at the end of a longer word, as in `PGPASSWORD` or `accesstoken`. */
const SECRET_ENDINGS =
  /(?:password|passwd|passphrase|(?:store|key|db|user|root|admin|ftp|smtp|mail|svn)pass|secret|token|(?:access|api|auth|refresh)tokens|cookie|sessionid|sessid|(?:api|private|secret|access)key|creditcard|cardnumber)$/;

/** Words that make a following `key` secret. */
const SECRET_KEY_QUALIFIERS = new Set(
  'api private secret access signing encryption ssh master auth account'.split(' '),
);

/** Last words of keys that describe a secret without containing it: `token_count`, `auth_method`, `password_file`. */
const SECRET_PROPERTIES = new Set(
  `count counts type types method methods mechanism mode provider strategy kind status enabled disabled required valid expired
  length len size limit limits max min budget bucket usage used rate ttl lifetime timeout expiry expires expiration age duration latency
  delay interval ms seconds minutes attempts retries failures strength policy version algorithm alg format encoding file filename path
  dir folder url uri endpoint host hostname port server service name names prefix suffix label at on date time`.split(
    /\s+/,
  ),
);
/** Words of payment cards. Every member of a card is secret: `card_expiry`, `cardHolderName`. */
const CARD_WORDS = new Set('card cards creditcard cvv cvc ssn'.split(' '));
/** First words of keys that ask whether there is a secret. */
const SECRET_QUESTION = new Set(
  'has is no not needs need requires require use uses using with without allow skip show'.split(' '),
);

const MAX_KEY_LENGTH = 200;

/**
 * Returns true if a key names a secret. Words are separated by case, digits and punctuation, so that `apiKey`,
 * `x-api-key` and `SENTRY_AUTH_TOKEN` are secret while `author` and `tokenizer` are not.
 */
export function isSecretKey(key: string): boolean {
  const plain = decodeKey(key.slice(0, MAX_KEY_LENGTH));
  return (hintsOf(plain) & HINTS.secretKey) !== 0 && hasSecretWord(splitWords(plain));
}

const CODE = /%([0-7][\da-f])|\\{1,8}(?:u00|x)([0-7][\da-f])/gi;

/** Replaces percent codes and escapes of JavaScript by the ASCII characters that they encode. */
export function decodeKey(text: string): string {
  if (!text.includes('%') && !text.includes('\\')) return text;
  return text.replace(CODE, (_, percent?: string, escaped?: string) =>
    String.fromCharCode(parseInt(percent ?? escaped ?? '20', 16)),
  );
}

function splitWords(key: string): string[] {
  const spaced = key.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function hasSecretWord(words: readonly string[]): boolean {
  if (words.length > 1 && !words.some((word) => CARD_WORDS.has(word)) && isAboutSecret(words)) return false;
  // As the last word, it abbreviates `password`; elsewhere it is a verb or a count.
  if (words.at(-1) === 'pass') return true;
  return words.some((word, index) => {
    if (SECRET_WORDS.has(word) || SECRET_ENDINGS.test(word)) return true;
    // `PassWord`, `pass_phrase` and `PASSword` are one word.
    if (word.startsWith('pas') && SECRET_WORDS.has(word + (words[index + 1] ?? ''))) return true;
    if (word === 'tokens' && index === words.length - 1)
      return index === 0 || TOKENS_QUALIFIERS.has(words[index - 1] ?? '');
    if (word === 'signature' && /^(?:amz|goog)$/.test(words[index - 1] ?? '')) return true;
    return (word === 'key' || word === 'keys') && SECRET_KEY_QUALIFIERS.has(words[index - 1] ?? '');
  });
}

function isAboutSecret(words: readonly string[]): boolean {
  return SECRET_PROPERTIES.has(words.at(-1) ?? '') || SECRET_QUESTION.has(words[0] ?? '');
}

/*
 * Reads the value of a key from a text: its end, and whether it is a secret. Each function reads a bounded part of the
 * text, or continues where its value ends, so that a text is read a fixed number of times.
 */

const QUOTATION_MARK = /\\{0,8}["'`]/y;

/**
 * Returns the content of the quotation that begins at `from`; null if there is none. A quotation that is cut off
 * extends to the end of the text.
 */
export function quotedRange(text: string, from: number): TextRange | null {
  QUOTATION_MARK.lastIndex = from;
  const mark = QUOTATION_MARK.exec(text)?.[0];
  if (mark === undefined) return null;
  const start = from + mark.length;
  return { start, end: closingMark(text, start, mark) };
}

/**
 * Returns the offset of the closing mark, or the end of the text. Doubled marks are a mark inside the quotation, as in
 * SQL.
 */
export function closingMark(text: string, start: number, mark: string): number {
  for (let at = text.indexOf(mark, start); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (isEscaped(text, at, mark)) continue;
    if (mark.length > 1) return at;
    const isDoubled = at > start && text[at + 1] === mark && /\w/.test(text[at + 2] ?? '');
    if (!isDoubled) return at;
    at++;
  }
  return text.length;
}

/**
 * Returns true if a quote has more backslashes than the opening one: it is part of the text, unless these are
 * backslashes of the text. One takes two characters in a quotation, and twice as many in each one around it.
 */
function isEscaped(text: string, at: number, mark: string): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % (2 * mark.length) !== 0;
}

const BARE_VALUE = /[^\s&;"']*/y;
/** The beginning of the next entry of a list, as in `password=x,user=y`. */
const NEXT_ENTRY = /,[\w.-]{1,40}[=:]/;
/** Maximum number of closing brackets at the end of a value that are not a part of it. */
const MAX_CLOSING_BRACKETS = 8;
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/**
 * Returns the end of a value without quotes: before the punctuation that ends its sentence, and before brackets that
 * were opened before it.
 */
export function bareEnd(text: string, start: number): number {
  BARE_VALUE.lastIndex = start;
  const word = BARE_VALUE.exec(text)?.[0] ?? '';
  const entry = NEXT_ENTRY.exec(word);
  return start + trimmedLength(entry === null ? word : word.slice(0, entry.index));
}

/** Returns the length of a word without the punctuation at its end. */
export function trimmedLength(word: string): number {
  let length = word.length;
  for (let brackets = 0; length > 0 && brackets < MAX_CLOSING_BRACKETS;) {
    const last = word[length - 1] ?? '';
    const opening = OPENING_BRACKETS[last];
    if (opening === undefined) {
      if (!/[,.:]/.test(last)) return length;
    } else {
      const value = word.slice(0, length);
      if (value.split(opening).length >= value.split(last).length) return length;
      brackets++;
    }
    length--;
  }
  return length;
}

/** Placeholders of secrets: nothing, a variable, a parameter of a statement, or a mask. */
const PLACEHOLDERS: readonly RegExp[] = [
  /^(?:null|none|nil|undefined|true|false|n\/a|same-origin|include|omit|\[\]|\{\})$/i,
  /^(?:[*•?]{1,100}|\.{3}|x{3,}|X{3,})$/,
  /^(?:%[sdvq@]|%\([\w.]{1,60}\)s|\$\d{1,3}|:[a-z_]{1,40}|\$\{[^{}]{1,100}\}?|\$[A-Z_][A-Z\d_]{0,60}|\{\{?[ A-Za-z_.]{0,60}\}?\}|#\{[^{}]{1,100}\}?)$/,
  /^[<([](?:hidden|redacted|masked|removed|filtered|secret|empty|none|not set|omitted|protected|(?:your[-_ ])?(?:password|token|api[-_ ]?key|value))[>)\]]?$/i,
  /^\[Filtered\]$/,
];

/** Words for a missing secret, perhaps in brackets. */
const MISSING =
  /^[<([]?(?:missing|absent|empty|none|null|nil|undefined|unset|unknown|unavailable|anonymous|false|true|yes|no|blank|n\/a|(?:was |is )?not[ _-](?:set|found|provided|given|present|configured|available|defined|specified|supplied|sent|required|applicable)|no(?: [a-z]{1,20}){1,2}(?: (?:was |is )?(?:set|found|provided|given|present|configured|available|defined|specified|supplied|sent))?)[>)\]]?[.!]?$/i;

/** Returns true if a value is a placeholder of a secret, or means that there is none. */
export function isPlaceholder(value: string): boolean {
  return value.length <= 110 && (MISSING.test(value) || PLACEHOLDERS.some((pattern) => pattern.test(value)));
}

/** Last words of keys whose number is a count or a state: `session: 42`, `cookies: 3`. */
const COUNTED = /(?:^|[^a-z])(?:session|cookie|auth|oauth|authentication|authorization)$|(?<!s)s$/i;
/** Keys whose values are numbers of few digits. */
const SHORT_NUMBER = /(?:card|cvv|cvc|ssn|otp|pin)/i;
const MAX_COUNT = 999;

/** Returns true if a flag or a number under the name of a secret is not a secret: `passwords_match: false`. */
export function isHarmless(key: string, value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return isHarmlessText(key, value.trim());
  if (typeof value === 'object') return TOKENS_KEY.test(key) && hasOnlyCounts(value);
  if (typeof value !== 'number' || SHORT_NUMBER.test(key)) return false;
  return !Number.isInteger(value) || value <= MAX_COUNT || COUNTED.test(key);
}

/** Returns true if a text under the name of a secret is not a secret. */
export function isHarmlessText(key: string, value: string): boolean {
  return isPlaceholder(value) || isTokenCount(key, value);
}

/** Keys of tokens, which language models count: `tokens: 1532`, `tokens: {input: 1200, output: 332}`. */
const TOKENS_KEY = /tokens$/i;
const AMOUNT = /^\d{1,12}(?:[.,_/]\d{1,12}){0,3}[kKM]?$/;
/** A name in a group of counts, and the rest of such a group. */
const COUNT_NAME = /\\{0,8}["'`][\w.-]{1,60}\\{0,8}["'`]\s{0,5}(?::|=>)/g;
const COUNTS = /^[[{][\d\s.,[\]{}]*$/;
/** Larger numbers may be the digits of a card. */
const MAX_TOKENS = 1e12;

function isTokenCount(key: string, value: string): boolean {
  if (!TOKENS_KEY.test(key)) return false;
  return AMOUNT.test(value) || (/^[[{]/.test(value) && COUNTS.test(value.replace(COUNT_NAME, '')));
}

function hasOnlyCounts(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(hasOnlyCounts);
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && value < MAX_TOKENS);
}

/**
 * Keys whose value is secret unless it is prose. Other keys, such as `token` and `session`, are common words of
 * sentences.
 */
const ALWAYS_SECRET_KEY =
  /(?:pass|pass[ _-]?(?:word|wd|phrase|code)|pwd|secret|api[ _-]?key|access[ _-]?key|private[ _-]?key|credentials?)$/i;
const VALUE_PROSE =
  /^(?:required|missing|invalid|incorrect|wrong|empty|expired|mismatch|match|matches|changed|reset|too|must|is|are|was|cannot|can|should|hidden|string|failed|ok|yes|no|not|the|this|a|an|for|of|field|expected|include|same-origin|omit|focus|hover|checked|disabled|unauthorized|forbidden)[.!?]?$/i;

/**
 * Returns true if a value is a count, a time or a number in a list: `pass=12`, `cookies=3`, `second pass: 95ms`,
 * `api_key_id=42`.
 */
export function isCount(key: string, value: string): boolean {
  if (isTokenCount(key, value)) return true;
  return /^\d{1,4}(?:\.\d{1,3})?(?:ms|s|%)?$/.test(value) && /(?:^|[^a-z])pass$|s$|.[_-]?id$/i.test(key);
}

const NEXT_WORD = / [a-z]+(?![\w:=])/y;

/**
 * Returns true if the value of a key, or of an option, looks like a secret.
 * @param end the offset at which the value ends in the text
 */
export function isSecretAt(key: string, text: string, start: number, end: number): boolean {
  NEXT_WORD.lastIndex = end;
  return looksLikeSecret(key, text.slice(start, end), NEXT_WORD.test(text));
}

/**
 * Returns true if a value after `key:` or an option is a secret, and not the rest of a sentence.
 * @param hasNextWord true if prose follows
 */
function looksLikeSecret(key: string, value: string, hasNextWord: boolean): boolean {
  if (value.length < 3 || isPlaceholder(value) || value.includes(FILTERED)) return false;
  if (/^\d{4}-\d\d-\d\d/.test(value) || isCount(key, value)) return false;
  if (/\d/.test(value) && value.length >= 6) return true;
  if (isPlaceholderOf(key, value)) return false;
  if (ALWAYS_SECRET_KEY.test(key)) return !VALUE_PROSE.test(value) && !(hasNextWord && /^[a-z]+$/i.test(value));
  return value.length >= 20 && /[A-Z]/.test(value) && /[a-z]/.test(value);
}

/** Returns true if a quotation after a key is a secret, and not a message about it: `password: "must not be empty"`. */
export function isSecretQuotation(value: string): boolean {
  if (value.length < 3 || isPlaceholder(value)) return false;
  const [first = '', second] = value.split(' ', 2);
  return second === undefined || !VALUE_PROSE.test(first);
}

/** Returns true for a value in the description of a command: `--api-key KEY` and `--token TOKEN`. */
function isPlaceholderOf(key: string, value: string): boolean {
  return /^[A-Z_]+$/.test(value) && key.toUpperCase().replaceAll('-', '_').endsWith(value);
}

/** Returns true if a word of a sentence looks random: it mixes letters and digits, or is long and mixes cases. */
export function looksRandom(word: string): boolean {
  if (!/^[\w+/=.~-]{8,}$/.test(word) || !/[a-z]/i.test(word) || /^\d{4}-\d\d-\d\d/.test(word)) return false;
  if (word.length >= 20) return /\d/.test(word) && !/[./-][a-z]{3,}[./-]/i.test(word);
  return /\d/.test(word) && /^[\w+=]+$/.test(word) && !/^[a-z]+\d{1,4}$/i.test(word) && !/^[A-Z_]+\d*$/.test(word);
}
