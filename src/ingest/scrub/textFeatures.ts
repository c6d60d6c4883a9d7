/*
 * What a text consists of, found in one pass over its characters. Most texts of an event have nothing that a secret needs; no pattern is
 * tried on them.
 */

/** Bits of `featuresOf`. */
export const FEATURES = {
  /** As many digits as a card number has. */
  digits: 1,
  /** A word as long as a token. */
  longWord: 2,
  /** `@`, which ends a login in an address. */
  login: 4,
  /** The dashes around a private key. */
  dashes: 8,
  /** A space behind a letter with which `Bearer` and `Basic` end. */
  scheme: 16,
  /** A character between a key and its value, or one that may encode it. */
  separator: 32,
  /** A space and a word of letters and digits, or a space and a quote: a sentence that may name a secret. */
  sentence: 64,
  /** An option of a command. */
  option: 128,
} as const;

/** What each secret of a known format needs. */
export const FORMAT_FEATURES = FEATURES.digits | FEATURES.longWord | FEATURES.login | FEATURES.dashes | FEATURES.scheme;

const MIN_CARD_DIGITS = 12;
const MIN_TOKEN_LENGTH = 14;
const MIN_KEY_DASHES = 5;
const MIN_MIXED_WORD = 6;

const LETTER = 1;
const DIGIT = 2;
const OTHER = 4;
const JOINER = 8;
const SPACE = 16;
const QUOTE = 32;
const SEPARATOR = 64;
const AT = 128;

const KIND_BY_CODE = new Uint8Array(128).fill(OTHER);
const mark = (characters: string, kind: number) => {
  for (const character of characters) KIND_BY_CODE[character.charCodeAt(0)] = kind;
};
mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER);
mark('0123456789', DIGIT);
mark('_-', JOINER);
mark(' \t\n', SPACE);
mark('"\'`(', QUOTE);
mark('=:<%', SEPARATOR);
mark('@', AT);

const DASH = 45;
const BLANK = 32;
/** `r` and `c`, compared without regard to case. */
const SCHEME_ENDS = [114, 99] as const;
const TO_LOWER_CASE = 32;

/** Returns the features of a text: bits of `FEATURES`. What is known of a word is looked at where it ends. */
export function featuresOf(text: string): number {
  const { length } = text;
  let seen = 0;
  let features = 0;
  let digits = 0;
  let dashes = 0;
  let joined = 0;
  let start = 0;
  let kinds = 0;
  for (let at = 0; at <= length; at++) {
    const code = at === length ? BLANK : text.charCodeAt(at);
    const kind = code < 128 ? (KIND_BY_CODE[code] as number) : OTHER;
    if (kind <= DIGIT) {
      kinds |= kind;
      continue;
    }
    const word = at - start;
    start = at + 1;
    if (kinds === DIGIT) digits += word;
    else if (kinds === (LETTER | DIGIT) && word >= MIN_MIXED_WORD) seen |= QUOTE;
    kinds = 0;
    if (kind === JOINER) {
      joined += word + 1;
      if (code === DASH) {
        dashes++;
        features |= FEATURES.separator;
        if (text.charCodeAt(at - 1) === BLANK) features |= FEATURES.option;
      }
      continue;
    }
    if (joined + word >= MIN_TOKEN_LENGTH) features |= FEATURES.longWord;
    joined = 0;
    if (at === length) break;
    seen |= kind;
    if (kind === SPACE && word > 0) {
      const end = text.charCodeAt(at - 1) | TO_LOWER_CASE;
      if (end === SCHEME_ENDS[0] || end === SCHEME_ENDS[1]) features |= FEATURES.scheme;
    }
  }
  if (digits >= MIN_CARD_DIGITS) features |= FEATURES.digits;
  if (dashes >= MIN_KEY_DASHES) features |= FEATURES.dashes;
  if ((seen & SEPARATOR) !== 0) features |= FEATURES.separator;
  if ((seen & AT) !== 0) features |= FEATURES.login;
  if ((seen & (SPACE | QUOTE)) === (SPACE | QUOTE)) features |= FEATURES.sentence;
  return features;
}

/** Limits of the texts that are remembered. Source lines that are longer are minified code. */
const MAX_TEXTS = 10_000;
const MAX_TEXT_LENGTH = 160;

/**
 * Remembers what was found out about texts that events repeat, such as the source lines and the functions of frames. To look up a text
 * takes a fraction of the time to examine it.
 */
export class RepeatedTexts<Finding extends boolean | number> {
  readonly #findings = new Map<string, Finding>();

  constructor(private readonly examine: (text: string) => Finding) {}

  find(text: string): Finding {
    const known = this.#findings.get(text);
    if (known !== undefined) return known;
    const finding = this.examine(text);
    if (text.length <= MAX_TEXT_LENGTH) this.#remember(text, finding);
    return finding;
  }

  /** Keeps a copy: a part of a long text would keep the whole of it in memory. */
  #remember(text: string, finding: Finding): void {
    if (this.#findings.size >= MAX_TEXTS) this.#findings.clear();
    this.#findings.set(Buffer.from(text, 'utf16le').toString('utf16le'), finding);
  }
}
