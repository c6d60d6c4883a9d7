import { lazily } from '../../domain/lazy';

/*
 * Hints about the possible content of a text, found by reading it once. An event has hundreds of texts, nearly all
 * without a secret, and each call of a regular expression takes as long as reading ten to twenty characters
 * (src/DECISIONS.md, "Secrets in texts").
 */

/**
 * Short expressions, each for one kind of content: literal characters, classes and `{n}`, with alternatives. A text
 * that contains the kind matches its expression; the code that redacts the kind examines it closely.
 */
export const HINT_PATTERNS = {
  privateKey: /PRIVATE KEY/,
  /** Eight digits, perhaps in two groups. */
  card: /\d{8}|\d{4}[ -]\d{4}/,
  userInfo: /@/,
  credentials: /bearer |basic /i,
  jsonWebToken: /eyJ/,
  /** Beginnings of tokens that are rare in other texts. */
  token: /A[KSI][Iz][Aa]|SG\.[\w-]|hvs\.[\w-]|a29\.[\w-]|hsec_|pat_|VNS_|ntry[su]_|prit_|xox[a-z]-/,
  tokenWithUnderscore: /_[A-Za-z\d]/,
  tokenWithDash: /[ktpyiX]-[\w-]/,
  /** A separator between a key and its value, also in a list. */
  separator: /[=:<%-]|["'`],/,
  /**
   * Every secret key contains one of these words; most keys contain none. The last ones stand for secrets without a
   * key: addresses, and statements of SQL.
   */
  secretKey:
    /pass|pwd|secret|.key|auth|cred|token|sess|cookie|[cx]srf|card|jwt|bearer|ssn|cv[vc]|otp|sid|signature|hooks[./]|telegram|@tcp|@unix|:oracle:|[?&]sig=|identified |login /i,
  /** A letter written as a percent code or an escape, which hides a key. */
  encodedLetter: /%[4-7][\dA-Fa-f]|u00[4-7][\dA-Fa-f]|\\x[4-7][\dA-Fa-f]/,
  /** A sentence that names a secret without a separator has a space and one of the words below. */
  blank: / /,
  sentence:
    /ass[wW]|ass[pP]hrase|[pP]ass[_-][wWpP]|ecret|oken|ession|jwt|JWT|pikey|[ _-]key|AUTH |LOGIN |PASS |dentified |DENTIFIED |ASSWORD|ECRET|OKEN/,
  /** A short option of a command, or one of a few long ones. */
  option: / -[paUuw]| --user| --proxy-user/,
  /** The characters before a literal in source, and before a parameter of a URL. */
  assignment: /[=:>]["'`]|[=:>]\s["'`]|[=:>]\s\s|[?&][\w.%[\]-]/,
  /** Paths that may have a query or a user. */
  query: /[?@]/,
} as const satisfies Record<string, RegExp>;

type Hint = keyof typeof HINT_PATTERNS;

/** The bit of each kind. */
export const HINTS = Object.fromEntries(Object.keys(HINT_PATTERNS).map((name, bit) => [name, 1 << bit])) as Readonly<
  Record<Hint, number>
>;

/** Number of distinguished characters: the ASCII ones. All others count as the last one. */
const OTHER = 128;
/** Number of bits of a transition that hold the next state; the other bits are the hints that it completes. */
const STATE_BITS = 16;
const STATE_MASK = 2 ** STATE_BITS - 1;

/** The set of characters that a position of a pattern matches, by code. */
type CharacterSet = readonly boolean[];

/** The sets of one alternative of a pattern, one after another. */
interface Sequence {
  readonly sets: readonly CharacterSet[];
  readonly hint: number;
}

/** Returns the alternatives of a pattern. */
function parsePattern({ source, flags }: RegExp, hint: number): Sequence[] {
  const alternatives: CharacterSet[][] = [[]];
  for (const [whole, atom = '', count = '1'] of source.matchAll(
    /(\\.|\[(?:\\.|[^\]\\]){1,40}\]|.)(?:\{(\d{1,2})\})?/g,
  )) {
    if (whole === '|') alternatives.push([]);
    else alternatives.at(-1)?.push(...Array<CharacterSet>(Number(count)).fill(setOf(atom, flags)));
  }
  return alternatives.map((sets) => ({ sets, hint }));
}

function setOf(atom: string, flags: string): CharacterSet {
  const expression = new RegExp(`^${atom}$`, flags);
  const set: boolean[] = Array.from({ length: OTHER }, (_, code) => expression.test(String.fromCharCode(code)));
  // Characters beyond ASCII may be spaces.
  set.push(expression.test('\u00a0') || expression.test('\ufffd'));
  return set;
}

/** A deterministic automaton that matches all patterns at the same time. */
class HintAutomaton {
  /** Character → its class. Characters of one class are in the same sets. */
  readonly classes = new Uint8Array(OTHER + 1);
  /** State and class of the next character → next state, and the hints that the character completes. */
  readonly transitions: Int32Array;

  constructor(patterns: readonly RegExp[]) {
    const sequences = patterns.flatMap((pattern, bit) => parsePattern(pattern, 1 << bit));
    const representatives = this.#classify(sequences);
    // A state is the set of positions that patterns have reached. The positions of all sequences are numbered
    // consecutively.
    const positions = sequences.flatMap(({ sets, hint }) =>
      sets.map((set, at) => ({ set, hint: at === sets.length - 1 ? hint : 0 })),
    );
    const starts = sequences.map((_, index) =>
      sequences.slice(0, index).reduce((sum, { sets }) => sum + sets.length, 0),
    );
    const advance = (from: readonly number[], code: number, next: Set<number>): number => {
      let hints = 0;
      for (const at of from) {
        const { set, hint } = positions[at] ?? { set: [], hint: 0 };
        if (set[code] !== true) continue;
        if (hint === 0) next.add(at + 1);
        hints |= hint;
      }
      return hints;
    };
    // Every pattern may begin at every character, in all states.
    const begun = representatives.map((code) => {
      const next = new Set<number>();
      const hints = advance(starts, code, next);
      return { code, next, hints };
    });
    const states = new Map<string, number>([['', 0]]);
    const reached: number[][] = [[]];
    const transitions: number[] = [];
    for (const from of reached) {
      for (const { code, next: first, hints: firstHints } of begun) {
        const next = new Set(first);
        const hints = firstHints | advance(from, code, next);
        const sorted = [...next].sort((a, b) => a - b);
        const key = sorted.join(',');
        const state = states.get(key) ?? states.size;
        if (state === states.size) reached.push(sorted);
        states.set(key, state);
        transitions.push((state * representatives.length) | (hints << STATE_BITS));
      }
    }
    if (transitions.length > STATE_MASK) throw new Error('the patterns of hints have too many states');
    this.transitions = Int32Array.from(transitions);
  }

  /** Determines the class of each character. Returns a character of each class. */
  #classify(sequences: readonly Sequence[]): number[] {
    const sets = sequences.flatMap((sequence) => sequence.sets);
    const representatives = new Map<string, number>();
    const numbers = new Map<string, number>();
    for (let code = 0; code <= OTHER; code++) {
      const key = sets.map((set) => (set[code] === true ? '1' : '0')).join('');
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      if (!representatives.has(key)) representatives.set(key, code);
      this.classes[code] = numbers.get(key) ?? 0;
    }
    return [...representatives.values()];
  }
}

/** Built for the first text: commands and pages do not need it. */
const buildAutomaton = lazily(() => new HintAutomaton(Object.values(HINT_PATTERNS)));

/**
 * Returns the bits of `HINTS` whose patterns match a text. Characters beyond ASCII match all sets that they may belong
 * to, so that a bit too many may be set.
 */
export function hintsOf(text: string): number {
  const { classes, transitions } = buildAutomaton();
  let hints = 0;
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = transitions[state + (classes[code < OTHER ? code : OTHER] as number)] as number;
    hints |= next;
    state = next & STATE_MASK;
  }
  return hints >>> STATE_BITS;
}

/** A part of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replacement of redacted text. */
export const FILTERED = '[Filtered]';

/** A private key; its end may be cut off. */
export const PEM_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const PEM_END = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** Digits with the prefix and the length of a card network (ISO/IEC 7812), and perhaps a security code after them. */
export const CARD_NUMBER =
  /(?<![0-9A-Za-z])(?:(?:4\d{3}|5[1-5]\d\d|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)|35(?:2[89]|[3-8]\d)|6\d{3})([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3[47]\d\d([ -]?)\d{6}\2\d{5}|3(?:0[0-5]|[689]\d)\d([ -]?)\d{6}\3\d{4}|4\d{12})(?![0-9A-Za-z])/g;
/** Card numbers of 17 to 19 digits: UnionPay, Maestro and Discover have all of these lengths, Visa the last one. */
const LONG_CARD = /^(?:6|4\d{18}$)/;
/** Digits as in ids made from a timestamp, such as Snowflake ids. Of cards, only UnionPay's are commonly that long. */
const LONG_ID = /^(?!62)\d{17,19}$/;
const USER_INFO = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@:"'<>]*:[^\s/?#"'<>]*@/gi;
/** Credentials after a scheme. `Bearer name=value` are two parts of a list. */
const CREDENTIALS = /\b(Bearer|Basic)( {1,4})(?!(?:Bearer|Basic)\b)([A-Za-z0-9._~+/-]{3,}=*)(?![\w=[])/gi;
/**
 * A JSON Web Token, and the text before it in the same word. First, the word is matched as a whole, so that each word
 * is read a fixed number of times, however often it contains `eyJ`.
 */
const JSON_WEB_TOKEN = /(?<![\w-])(?=[\w-]{11,}\.eyJ[\w-]{8,}\.)([\w-]*?)\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g;
/** Tokens whose beginning names the service that they are for, including this one. */
const SERVICE_TOKENS: readonly string[] = [
  'sntry[su]_[\\w+/=-]{16,}',
  'culprit_[\\w+/=-]{16,}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}\\b',
  'AIza[\\w-]{35}',
  'ya29\\.[\\w.-]{10,}',
  'GOCSPX-[\\w-]{16,}',
  '[rs]k_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[\\w+/=]{16,}',
  'sk-(?=[\\w-]{0,80}\\d)[\\w-]{20,}',
  'gh[oprsu]_[A-Za-z0-9]{30,}',
  'github_pat_\\w{22,}',
  'gl(?:pat|rt|dt|cbt|ptt)-[\\w-]{16,}',
  'xox[abeoprs]-[\\w-]{10,}',
  'xapp-\\d-[\\w-]{10,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'key-[\\da-z]{32}\\b',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[\\w-]{32,}',
  'hvs\\.[\\w-]{20,}',
  'do[opr]_v1_[\\da-f]{64}',
  'shp(?:at|ca|pa|ss)_[\\dA-Fa-f]{32}',
  'hf_[A-Za-z0-9]{30,}',
  'dckr_pat_[\\w-]{20,}',
  'AVNS_[\\w-]{16,}',
];
const SERVICE_TOKEN = new RegExp(`\\b(?:${SERVICE_TOKENS.join('|')})`, 'g');
/** Addresses of webhooks and signed downloads, which work without authentication. */
const SECRET_ADDRESS =
  /(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[^\s"'<>?#]{8,}|(\bSignature=(?=[\da-f]{40})|\/api(?:\/v\d{1,2})?\/webhooks\/\d{1,30}\/|\bapi\.telegram\.org\/bot|[?&]sig=)[^\s"'<>&/?#]{8,}/gi;
/**
 * Passwords in the addresses of databases that are not URLs: `user:password@tcp(host)`,
 * `jdbc:oracle:thin:user/password@host`.
 */
const DATABASE_LOGIN =
  /((?<![\w.-])[\w.-]{1,60}:)[^\s@/:"']{1,100}(?=@(?:tcp|unix)\()|(\bjdbc:oracle:\w{1,10}:[\w.-]{1,60}\/)[^\s@"']{1,100}(?=@)/g;

/** Words that follow `Bearer` or `Basic` in prose. */
const CREDENTIALS_PROSE =
  /^(?:tokens?|auth|authentication|authori[sz]ation|schemes?|credentials?|headers?|is|was|not|required|must|and|or|for|from|with|the|has|are|missing|invalid|expired|realm|instruments?)$/i;

const FORMAT_HINTS =
  HINTS.privateKey |
  HINTS.card |
  HINTS.userInfo |
  HINTS.credentials |
  HINTS.jsonWebToken |
  HINTS.token |
  HINTS.tokenWithUnderscore |
  HINTS.tokenWithDash;

/* Stricter patterns for texts with a common hint. Each is quick. */
const CARD_HINT = /[2-6]\d{3}[ -]?\d{4}/;
const UNDERSCORE_HINT = /_[A-Za-z\d]{10}/;
const DASH_HINT = /[ktpyiX]-[\w-]{10}/;

function mayContainCard(text: string, hints: number): boolean {
  return (hints & HINTS.card) !== 0 && CARD_HINT.test(text);
}

function mayContainUserInfo(text: string, hints: number): boolean {
  return (hints & HINTS.userInfo) !== 0 && text.includes('://');
}

function mayContainToken(text: string, hints: number): boolean {
  return (
    (hints & HINTS.token) !== 0 ||
    ((hints & HINTS.tokenWithUnderscore) !== 0 && UNDERSCORE_HINT.test(text)) ||
    ((hints & HINTS.tokenWithDash) !== 0 && DASH_HINT.test(text))
  );
}

function maskWholly(): string {
  return FILTERED;
}

/**
 * Redacts secrets that have a known format.
 * @param hints the hints of the text
 * @param mask redacts a private key, which has several lines
 */
export function redactSecrets(
  text: string,
  hints: number = hintsOf(text),
  mask: (key: string) => string = maskWholly,
): string {
  if ((hints & FORMAT_HINTS) === 0) return text;
  let out = text;
  if ((hints & HINTS.privateKey) !== 0) out = maskCutKey(out.replace(PEM_KEY, mask), mask);
  if (mayContainCard(out, hints)) out = out.replace(CARD_NUMBER, maskCard);
  if (mayContainUserInfo(out, hints)) out = out.replace(USER_INFO, `$1${FILTERED}@`);
  if ((hints & HINTS.credentials) !== 0) out = out.replace(CREDENTIALS, maskCredentials);
  if ((hints & HINTS.jsonWebToken) !== 0) out = out.replace(JSON_WEB_TOKEN, `$1${FILTERED}`);
  return mayContainToken(out, hints) ? out.replace(SERVICE_TOKEN, FILTERED) : out;
}

const ADDRESS_HINT = /hooks|telegram|[?&]sig=|Signature=|@tcp|@unix|:oracle:/i;

/** Redacts addresses that are secrets themselves, and passwords in database addresses that are not URLs. */
export function redactAddresses(text: string): string {
  if (!ADDRESS_HINT.test(text)) return text;
  return text.replace(SECRET_ADDRESS, `$1$2${FILTERED}`).replace(DATABASE_LOGIN, `$1$2${FILTERED}`);
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

/**
 * Returns true if the check digit of a card number is correct. A security code may follow the number, separated as its
 * groups are.
 * @param text a match of `CARD_NUMBER`
 */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length <= 16) return passesLuhn(digits);
  const hasGroups = digits.length < text.length;
  return (hasGroups && passesLuhn(digits.slice(0, 16))) || (LONG_CARD.test(digits) && passesLuhn(digits));
}

/** Returns true if the value of an id is not a card number, although it may have the digits of one. */
export function isLongId(text: string): boolean {
  return LONG_ID.test(text);
}

/** Returns true if the digit added by the Luhn algorithm is correct (ISO/IEC 7812). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48;
    sum += double ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return sum % 10 === 0;
}

/** Redacts credentials unless they are words: `Basic authentication` is prose. */
function maskCredentials(
  match: string,
  scheme: string,
  space: string,
  secret: string,
  at: number,
  text: string,
): string {
  const isProse =
    CREDENTIALS_PROSE.test(secret.replace(/(?<!=)=+$/, '')) ||
    (scheme.toLowerCase() === 'basic' && /^[A-Za-z]?[a-z/.-]*$/.test(secret));
  // `Basic name="value"`: Base64 ends with `=` only after a multiple of four characters.
  const isName = secret.endsWith('=') && secret.length % 4 !== 0 && /["'`]/.test(text[at + match.length] ?? '');
  return isProse || isName ? match : scheme + space + FILTERED;
}
