/*
 * Free text finds issues by words. The same functions split the text of an issue when it is stored, and the text that
 * is searched, so that both databases find the same issues (openapi/DECISIONS.md, "Text search").
 */

/** Maximum length of a word; a longer word is cut, in stored texts and in searched texts. */
const MAX_WORD_LENGTH = 40;
/** Maximum number of characters of the stored words of an issue, without the parts of words. */
const MAX_STORED_LENGTH = 1_200;
/** Number of characters at the beginning of a field, such as the message of an exception, whose words are stored. */
const MAX_FIELD_LENGTH = 500;
/** Maximum number of stored parts of words of an issue. */
const MAX_PARTS = 40;
/**
 * Maximum characters of a searched text: fewer than of a field, so that a long message is found after it was copied.
 */
const MAX_SEARCHED_LENGTH = 300;
/** A single word with fewer characters finds only itself: words that begin with it are in nearly all issues. */
const MIN_PREFIX_LENGTH = 3;

/** Between two fields. No word of a text is the same, so that no text is found across fields. */
const FIELD_SEPARATOR = ' \n ';

/** The words of a text. */
interface SplitText {
  /** In their order, in lower case. */
  readonly words: readonly string[];
  /** Texts that begin at a capital within a word: `errorboundary` and `boundary` of `reactErrorBoundary`. */
  readonly parts: readonly string[];
}

/**
 * A text to search for: its words in their order, the last of which may be the beginning of a word. An issue is found
 * if its stored text contains `phrase`, and `first`, which is its first word with the blank before it: the phrase may
 * begin in the middle of a word.
 */
export interface SearchedText {
  /** Whole words that the issue must have. */
  readonly words: readonly string[];
  /**
   * The beginning that one of its words must have, beside these; null if it is too short to look for it in an index.
   */
  readonly prefix: string | null;
  readonly first: string;
  readonly phrase: string;
}

/**
 * Returns the stored text of an issue: the words of each field, behind them the parts of words, all within blanks.
 * @param fields in the order of their importance; texts beyond the limit are left out
 */
export function storedText(fields: Iterable<string | null>): string {
  const parts = new Set<string>();
  let stored = ' ';
  for (const field of fields) {
    if (field === null || field === '') continue;
    const split = splitText(field.slice(0, MAX_FIELD_LENGTH));
    const words = ` ${split.words.join(' ')} `;
    if (words.length <= 2 || stored.includes(words)) continue;
    if (stored.length + words.length > MAX_STORED_LENGTH) break;
    stored += (stored === ' ' ? '' : FIELD_SEPARATOR.slice(1)) + words.slice(1);
    for (const part of split.parts) if (parts.size < MAX_PARTS) parts.add(part);
  }
  for (const part of parts) if (!stored.includes(` ${part} `)) stored += `${FIELD_SEPARATOR.slice(1)}${part} `;
  return stored;
}

/** Returns the search for a text; undefined if it has neither a letter nor a digit. */
export function searchedText(text: string): SearchedText | undefined {
  const { words } = splitText(text.slice(0, MAX_SEARCHED_LENGTH));
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (words.length > 1) {
    const prefix = /^[0-9a-z]$/.test(last) ? null : last;
    return { words: words.slice(0, -1), prefix, first: ` ${first} `, phrase: words.join(' ') };
  }
  const isShort = last.length < MIN_PREFIX_LENGTH;
  const phrase = isShort ? `${last} ` : last;
  return { words: isShort ? words : [], prefix: isShort ? null : last, first: ` ${phrase}`, phrase };
}

/** Returns true if a stored text contains the searched words. */
export function hasText(stored: string, { first, phrase }: SearchedText): boolean {
  return stored.includes(first) && stored.includes(phrase);
}

/** Minimum similarity of the stored texts of similar issues, as `similarTexts` computes it. */
const MIN_SIMILARITY = 0.17;
/** Added to the number of texts, so that a word counts even if all of a few texts have it. */
const SMOOTHING = 5;
/** Number of words of a stored text by which candidates for similar issues are found. */
const MAX_KEYWORDS = 6;
const MIN_KEYWORD_LENGTH = 4;

/** Returns the most distinctive words of a stored text, the longest ones: half of them from its first field. */
export function keywordsOf(stored: string): string[] {
  const longest = (words: Iterable<string>): string[] =>
    [...new Set(words)]
      .filter((word) => word.length >= MIN_KEYWORD_LENGTH && !/^[0-9]+$/.test(word))
      .sort((one, other) => other.length - one.length)
      .slice(0, MAX_KEYWORDS / 2);
  const [first = '', ...others] = stored.split(FIELD_SEPARATOR);
  const keywords = longest(wordsOf(first));
  return [...keywords, ...longest(wordsOf(others.join(' ')).filter((word) => !keywords.includes(word)))];
}

/**
 * Compares a stored text with others. Returns the similarity of each similar text: the weight of the common words as a
 * share of the weight of all words of both. A word that many texts have, such as a frame of a library, weighs less.
 */
export function similarTexts<Key>(stored: string, others: ReadonlyMap<Key, string>): Map<Key, number> {
  const own = new Set(wordsOf(stored));
  const texts = [...others].map(([key, text]) => [key, new Set(wordsOf(text))] as const);
  const counts = new Map<string, number>();
  for (const words of [own, ...texts.map(([, words]) => words)])
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string): number => Math.log((texts.length + SMOOTHING) / (counts.get(word) ?? 1));
  const sum = (words: Iterable<string>): number => [...words].reduce((total, word) => total + weightOf(word), 0);
  const ownWeight = sum(own);
  return new Map(
    texts.flatMap(([key, words]) => {
      const both = sum([...words].filter((word) => own.has(word)));
      const share = both / (ownWeight + sum(words) - both);
      return share < MIN_SIMILARITY ? [] : [[key, Math.round(share * 100) / 100] as const];
    }),
  );
}

function wordsOf(stored: string): string[] {
  return stored.split(/\s+/).filter((word) => word !== '');
}

/**
 * Returns true if a longer text can contain the searched words: it must contain each of them in any place. `text` has
 * only ASCII characters in lower case; other texts are normalized before they are split into words.
 */
export function mayHaveText(text: string, { words, prefix }: SearchedText): boolean {
  return words.every((word) => text.includes(word)) && (prefix === null || text.includes(prefix));
}

/** A word with characters outside ASCII. In scripts without blanks, each character is a word. */
const UNICODE_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;

/** Splits a text at everything but letters and digits. */
function splitText(text: string): SplitText {
  const words: string[] = [];
  const parts: string[] = [];
  let from = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0 : text.charCodeAt(at);
    if (code >= 0x80) return splitUnicode(text);
    if (isAlphanumeric(code)) {
      if (from < 0) from = at;
    } else if (from >= 0) {
      addWord(text.slice(from, at), words, parts);
      from = -1;
    }
  }
  return { words, parts };
}

function splitUnicode(text: string): SplitText {
  const words: string[] = [];
  const parts: string[] = [];
  for (const [word] of text.normalize('NFKC').matchAll(UNICODE_WORD)) addWord(word, words, parts);
  return { words, parts };
}

function addWord(word: string, words: string[], parts: string[]): void {
  words.push(cutWord(word));
  // A word that is cut is hardly a name: an encoded value has a capital every few characters.
  if (word.length > 2 * MAX_WORD_LENGTH) return;
  for (let at = 1; at < word.length; at++) if (beginsPart(word, at)) parts.push(cutWord(word.slice(at)));
}

/** Cuts a word to the maximum length, never within a surrogate pair. */
function cutWord(word: string): string {
  const lower = word.toLowerCase();
  return lower.length <= MAX_WORD_LENGTH ? lower : lower.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

/** Returns true if a part of a word begins: `Service` in `userService` and in `HTTPService`. */
function beginsPart(word: string, at: number): boolean {
  if (!isCapital(word.charCodeAt(at))) return false;
  return !isCapital(word.charCodeAt(at - 1)) || (at + 1 < word.length && isSmall(word.charCodeAt(at + 1)));
}

function isAlphanumeric(code: number): boolean {
  return isSmall(code) || isCapital(code) || (code >= 0x30 && code <= 0x39);
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}
