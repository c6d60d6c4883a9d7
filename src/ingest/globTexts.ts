import { lazily } from '../domain/lazy';

/** Options of comparing texts with patterns. */
export interface TextOptions {
  /**
   * True if texts are paths: `*` and `?` do not match a slash, `**` does, and a backslash in a text counts as a slash.
   */
  readonly isPath: boolean;
  readonly ignoresCase: boolean;
  /** Number of characters of a text that are matched; all if absent. */
  readonly maxLength?: number;
}

/**
 * The texts of one event in the forms that patterns are compared with. Each text is folded and split once, for all
 * patterns.
 */
class PreparedTexts {
  /** Options, as a number → text → its forms. */
  readonly #prepared = new Map<number, Map<string, readonly string[]>>();

  /**
   * Returns the forms of a text that patterns are compared with; one of them must match. Charges the steps that this
   * takes.
   */
  prepare(text: string, options: TextOptions, budget: GlobBudget): readonly string[] {
    const { isPath, ignoresCase, maxLength = 0 } = options;
    if (!isPath && !ignoresCase && (maxLength === 0 || text.length <= maxLength)) return [text];
    const kind = 4 * maxLength + 2 * Number(isPath) + Number(ignoresCase);
    let texts = this.#prepared.get(kind);
    if (texts === undefined) this.#prepared.set(kind, (texts = new Map<string, readonly string[]>()));
    const cachedForms = texts.get(text);
    if (cachedForms !== undefined) return cachedForms;
    const cut = maxLength === 0 ? text : text.slice(0, maxLength);
    budget.remaining -= cut.length >> FOLDED_PER_STEP_BITS;
    const folded = ignoresCase ? foldCase(cut) : cut;
    const forms = isPath ? pathsOf(folded) : [folded];
    texts.set(text, forms);
    return forms;
  }
}

/** Logarithm of the number of characters that are folded in one step: eight. */
const FOLDED_PER_STEP_BITS = 3;

/**
 * Number of steps that matching may still take, shared by all patterns tried on one event. Once no steps are left,
 * nothing matches.
 */
export class GlobBudget {
  /** @param texts shared by all budgets of an event */
  constructor(
    public remaining: number,
    readonly texts = new PreparedTexts(),
  ) {}
}

/**
 * Returns a path with slashes. A relative path is also tried below the root, where a leading `**` may match no folder.
 */
function pathsOf(text: string): string[] {
  const path = text.replaceAll('\\', '/');
  return path.startsWith('/') ? [path] : [path, '/' + path];
}

/**
 * Characters with two cases, and the characters that they are mapped to. Characters from 0x10000 on are few and looked
 * up one by one.
 */
interface CaseTable {
  /** Code point below 0x10000 → code point of the folded character. */
  readonly folded: Uint16Array;
  /** Code point below 0x10000 → code point of the character in upper case. */
  readonly upper: Uint16Array;
}

const BMP_SIZE = 0x10000;

/** Built for the first text that needs it: looking up a character takes a hundredth of the time of converting it. */
const caseTable = lazily<CaseTable>(() => {
  const folded = Uint16Array.from({ length: BMP_SIZE }, (_, code) => code);
  const upper = folded.slice();
  for (let code = 0; code < BMP_SIZE; code++) {
    const character = String.fromCharCode(code);
    if (!CASED.test(character)) continue;
    folded[code] = codeOf(foldCharacterCase(character));
    upper[code] = upperCodeOf(code);
  }
  return { folded, upper };
});

const CASED = /^\p{Changes_When_Casemapped}$/u;
const ASCII = /^[\0-\x7f]*$/;
/** Number of arguments of one call: more of them may exhaust the stack. */
const CHUNK = 4096;

/**
 * Maps characters that differ only in case to the same character, one for one, like the simple case folding of Unicode.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const table = caseTable().folded;
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    codes[at] = table[code] ?? code;
    if (!isHighSurrogate(code)) continue;
    const folded = foldCharacterCase(String.fromCodePoint(text.codePointAt(at) ?? 0));
    if (folded.length === 2) {
      codes[at] = folded.charCodeAt(0);
      codes[at + 1] = folded.charCodeAt(1);
      at += 1;
    }
  }
  let out = '';
  for (let from = 0; from < codes.length; from += CHUNK)
    out += String.fromCharCode(...codes.subarray(from, from + CHUNK));
  return out;
}

function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function foldCharacterCase(character: string): string {
  // The dotless i has the upper case of another letter.
  if (character === 'ı') return character;
  const upper = character.toUpperCase();
  const folded = (isCharacter(upper) ? upper : character).toLowerCase();
  return isCharacter(folded) ? folded : character;
}

/**
 * Returns the upper case of a character, by its code point; the character itself if its upper case has several
 * characters.
 */
export function upperCaseOf(code: number): number {
  return code < BMP_SIZE ? (caseTable().upper[code] ?? code) : upperCodeOf(code);
}

function upperCodeOf(code: number): number {
  const upper = String.fromCodePoint(code).toUpperCase();
  return isCharacter(upper) ? codeOf(upper) : code;
}

export function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Returns true if the text is one code point. */
function isCharacter(text: string): boolean {
  return text.length === (codeOf(text) > 0xffff ? 2 : 1);
}

/**
 * Setting whose rules are tried on events, as reported by an event → number of steps that the rules may take on one
 * event. A step takes up to 0.1 µs.
 */
const STEPS = {
  'filters:releases': 500_000,
  'filters:error_messages': 3_000_000,
  fingerprintingRules: 1_000_000,
  groupingEnhancements: 1_000_000,
  /** These rules are compared with an event that opens an issue. */
  ownershipRules: 300_000,
};

type LimitedSetting = keyof typeof STEPS;

/**
 * Number of steps that the rules of a project may still take on one event. Rules that are tried twice, as by two
 * grouping algorithms, share their steps.
 */
export class RuleBudgets {
  readonly #texts = new PreparedTexts();
  readonly #budgets = new Map<LimitedSetting, GlobBudget>();

  of(setting: LimitedSetting): GlobBudget {
    const cached = this.#budgets.get(setting);
    if (cached !== undefined) return cached;
    const budget = new GlobBudget(STEPS[setting], this.#texts);
    this.#budgets.set(setting, budget);
    return budget;
  }

  /** The settings that were not fully applied because no steps were left. */
  get exceeded(): readonly LimitedSetting[] {
    return [...this.#budgets].filter(([, { remaining }]) => remaining < 0).map(([setting]) => setting);
  }
}
