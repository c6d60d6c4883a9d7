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
  /** A separator between a key and its value. */
  separator: /[=:<%-]/,
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
    /assw|assphrase|ecret|oken|ession|jwt|JWT|pikey|[ _-]key|AUTH |LOGIN |PASS |dentified |DENTIFIED |ASSWORD|ECRET|OKEN/,
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
