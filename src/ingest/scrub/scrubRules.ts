import { remembering } from '../../domain/lazy';
import type { ProjectSettings } from '../../domain/project';
import { type CompileSetting, compileUncached } from '../settingsCache';
import { mayContainTool, secretArguments } from './sentenceSecrets';
import { FILTERED, HINTS, hintsOf, isLongId, redactSecrets } from './secretFormats';
import { decodeKey, isSecretKey, type KeyPredicate, isHarmless } from './secrets';
import { redactPairs, redactSourceLines } from './textSecrets';

/** The settings of a project that control scrubbing. */
export type ScrubSettings = Pick<
  ProjectSettings,
  'dataScrubber' | 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields' | 'scrubIPAddresses' | 'relayPiiConfig'
>;

/** Scrubs values by their kind of content. Functions return their argument itself if nothing is redacted. */
export interface ScrubRules {
  /** Scrubs free text, such as messages and URLs. */
  text(text: string): string;
  /** Scrubs the id of a user. */
  userId(text: string): string;
  /** Scrubs an identifier of a program. `operator=` is not a key with a value. */
  identifier(text: string): string;
  /** Scrubs the source lines of one frame. */
  source(lines: readonly string[]): readonly string[];
  /** Scrubs the file of a frame. */
  path(path: string): string;
  /** Scrubs a version. Four numbers in it are not an IP address. */
  version(text: string): string;
  /** Scrubs the value of a cookie. Most cookies identify a session. */
  cookie(name: string, value: string): string;
  /** Scrubs a value that has a key. */
  entry(key: string, value: unknown): unknown;
  /** Scrubs free-form data. */
  value(value: unknown): unknown;
}

type SensitiveFieldSettings = Pick<ProjectSettings, 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields'>;

/**
 * Compiles the settings of fields. `sensitiveFields` match any part of a key, `safeFields` the whole key, both
 * case-insensitively.
 */
export function compileScrubRules(
  { dataScrubberDefaults, safeFields, sensitiveFields }: SensitiveFieldSettings,
  compileSetting: CompileSetting = compileUncached,
): ScrubRules {
  return compileSetting(compileSensitiveFields, JSON.stringify({ dataScrubberDefaults, safeFields, sensitiveFields }));
}

function compileSensitiveFields(text: string): ScrubRules {
  return new SensitiveFieldRules(JSON.parse(text) as SensitiveFieldSettings);
}

/** Limits of the cache of keys: clients send the same keys repeatedly. */
const REMEMBERED_KEYS = { texts: 1000, length: 40 };

/** Keys of ids: `id`, `order_id`, `traceId`. */
const ID_KEY = /id$/i;

/** A named argument. Types of templates, as in `Session<Token=uint32_t>`, are not arguments. */
const NAMED_ARGUMENT = /(?<![\w.-])([A-Za-z_][\w.-]{0,99})=([\w+/~-]{6,500})(?![\w>,])/g;

class SensitiveFieldRules implements ScrubRules, FieldPolicy {
  readonly #json = new JsonScrubber(this);
  readonly #hasDefaults: boolean;
  readonly #hasSensitive: boolean;
  readonly #containsSensitive: (lowerCase: string) => boolean;
  readonly #safe: ReadonlySet<string>;

  constructor({ dataScrubberDefaults, safeFields, sensitiveFields }: SensitiveFieldSettings) {
    this.#hasDefaults = dataScrubberDefaults;
    const sensitive = sensitiveFields.map((field) => field.trim().toLowerCase()).filter((field) => field !== '');
    this.#hasSensitive = sensitive.length > 0;
    this.#containsSensitive = findsWords(sensitive);
    this.#safe = new Set(safeFields.map((field) => field.trim().toLowerCase()));
  }

  text(text: string, hints = hintsOf(text)): string {
    if (!this.#hasDefaults) return this.#redactPairs(text, hints);
    const out = redactSecrets(text, hints);
    return this.#redactPairs(out, out === text ? hints : hintsOf(out));
  }

  #redactPairs(text: string, hints: number): string {
    return this.#mayContainPair(text, hints) ? redactPairs(text, this.isSecret) : text;
  }

  userId(text: string): string {
    return isLongId(text) ? text : this.text(text);
  }

  identifier(text: string): string {
    // `User#password=` and `Session<Token=int>` are names; a text in quotes, a command or a query is not a name.
    if (/["'`?&]|\s-/.test(text)) return this.text(text);
    const out = this.#hasDefaults ? redactSecrets(text) : text;
    return out.includes('=') ? this.#redactArguments(out) : out;
  }

  /** Redacts arguments in a name: `login(password=hunter2)`. */
  #redactArguments(name: string): string {
    return name.replace(NAMED_ARGUMENT, (whole: string, key: string, value: string) => {
      return this.isSecret(key) && /[A-Za-z]/.test(value) && /\d/.test(value) ? `${key}=${FILTERED}` : whole;
    });
  }

  source(lines: readonly string[]): readonly string[] {
    return this.#hasDefaults ? redactSourceLines(lines, this.isSecret, this.#mayContainKey) : lines;
  }

  /** Scrubs the file of a frame. For an inline script, it is the URL of the page with its query. */
  path(path: string): string {
    const hints = hintsOf(path);
    if ((hints & HINTS.query) !== 0) return this.text(path, hints);
    return this.#hasDefaults ? redactSecrets(path, hints) : path;
  }

  version(text: string): string {
    return this.text(text);
  }

  cookie(name: string, value: string): string {
    if (value === '' || this.#isSafe(name) || (isHarmless(name, value) && !this.#isSensitive(name))) return value;
    return this.#hasDefaults || this.isSecret(name) ? FILTERED : this.text(value);
  }

  entry(key: string, value: unknown): unknown {
    return this.#json.entry(key, value);
  }

  value(value: unknown): unknown {
    return this.#json.value(value);
  }

  actionFor(key: string): FieldAction {
    if (this.isSecret(key)) return this.#isSensitive(key) ? 'redact' : 'redactSecret';
    if (this.#isSafe(key)) return 'keep';
    return ID_KEY.test(key) ? 'keepLongId' : 'descend';
  }

  /** Redacts card numbers that were sent as numbers. */
  number(value: number): unknown {
    if (value < 1e12 || !Number.isSafeInteger(value)) return value;
    const text = String(value);
    return this.identifier(text) === text ? value : FILTERED;
  }

  readonly isSecret: KeyPredicate = remembering(
    (key) => ((this.#hasDefaults && isSecretKey(key)) || this.#isSensitive(key)) && !this.#isSafe(key),
    REMEMBERED_KEYS,
  );

  #isSensitive(key: string): boolean {
    return this.#hasSensitive && this.#containsSensitive(key.toLowerCase());
  }

  #isSafe(key: string): boolean {
    return this.#safe.size > 0 && this.#safe.has(key.toLowerCase());
  }

  /** Returns true if a text may contain a secret that a key, a command or a sentence names. */
  #mayContainPair(text: string, hints: number): boolean {
    if ((hints & HINTS.separator) !== 0) {
      return this.#mayContainKey(text, hints) || ((hints & HINTS.option) !== 0 && mayContainTool(text));
    }
    if ((hints & HINTS.blank) === 0) return false;
    return (this.#hasDefaults && (hints & HINTS.sentence) !== 0) || this.#isSensitive(text);
  }

  /** Returns true if a text may contain a secret key. Most texts that look like a key with a value contain none. */
  readonly #mayContainKey = (text: string, hints: number): boolean => {
    if ((this.#hasDefaults && (hints & HINTS.secretKey) !== 0) || this.#isSensitive(text)) return true;
    if ((hints & HINTS.encodedLetter) === 0) return false;
    const plain = decodeKey(text);
    return (this.#hasDefaults && (hintsOf(plain) & HINTS.secretKey) !== 0) || this.#isSensitive(plain);
  };
}

/**
 * Treatment of a value because of its key: `redact` it; `redactSecret`, unless it cannot be a secret; `keep` it, unless
 * it has members of its own; `keepLongId`, to scrub it unless it is the digits of an id; or `descend`, to scrub it.
 */
export type FieldAction = 'redact' | 'redactSecret' | 'keep' | 'keepLongId' | 'descend';

function isRedacted(action: FieldAction): boolean {
  return action === 'redact' || action === 'redactSecret';
}

/** Scrubs the parts of free-form data. */
export interface FieldPolicy {
  actionFor(key: string): FieldAction;
  text(text: string): string;
  number(value: number): unknown;
}

/** Maximum depth; deeper data is redacted. Normalized data nests only a few levels. */
const MAX_JSON_DEPTH = 50;

/** The treatment of a key and of its values. */
interface KeyTreatment {
  readonly action: FieldAction;
  /** The key, without secrets that it contains. */
  readonly scrubbedKey: string;
}

/** Scrubs free-form data by a policy. Returns the data itself, not a copy, if nothing in it is redacted. */
export class JsonScrubber {
  readonly #lookUp = remembering<KeyTreatment>(
    (key) => ({ action: this.policy.actionFor(key), scrubbedKey: this.policy.text(key) }),
    REMEMBERED_KEYS,
  );

  constructor(private readonly policy: FieldPolicy) {}

  entry(key: string, value: unknown, depth = MAX_JSON_DEPTH): unknown {
    return this.#valueOf(this.#lookUp(key).action, key, value, depth);
  }

  #valueOf(action: FieldAction, key: string, value: unknown, depth: number): unknown {
    if (value === null || value === undefined || value === '') return value;
    if (action === 'redactSecret' && isHarmless(key, value))
      return typeof value === 'object' ? this.value(value, depth) : value;
    if (isRedacted(action)) return FILTERED;
    if (action === 'keepLongId' && typeof value === 'string' && isLongId(value)) return value;
    return typeof value !== 'object' && action === 'keep' ? value : this.value(value, depth);
  }

  value(value: unknown, depth = MAX_JSON_DEPTH): unknown {
    if (typeof value === 'string') return this.policy.text(value);
    if (typeof value === 'number') return this.policy.number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return FILTERED;
    return Array.isArray(value)
      ? this.#list(value as unknown[], depth)
      : this.#object(value as Record<string, unknown>, depth);
  }

  #list(sent: readonly unknown[], depth: number): unknown {
    const values = this.#arguments(sent);
    let copy: unknown[] | null = values === sent ? null : [...values];
    for (const [index, before] of values.entries()) {
      const key = keyOfListItem(values, index);
      const after = key === null ? this.value(before, depth - 1) : this.entry(key, before, depth - 1);
      if (after !== before) (copy ??= [...values])[index] = after;
    }
    return copy ?? values;
  }

  /** Redacts short options of commands in a list of arguments. */
  #arguments(values: readonly unknown[]): readonly unknown[] {
    if (values.length < 2 || typeof values[1] !== 'string' || !isRedacted(this.policy.actionFor('password')))
      return values;
    const places = secretArguments(values.map((value) => (typeof value === 'string' ? value : '')));
    if (places.length === 0) return values;
    return values.map((value, index) => {
      const place = places.find((argument) => argument.index === index);
      return place === undefined ? value : (value as string).slice(0, place.start) + FILTERED;
    });
  }

  #object(value: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | null = null;
    let isRenamed = false;
    const name = value['key'] ?? value['name'];
    for (const key of Object.keys(value)) {
      const before = value[key];
      const field = this.#lookUp(key);
      // `{key, value}` and `{name, value}` are entries, too.
      const entryAction = key === 'value' && typeof name === 'string' ? this.#lookUp(name).action : 'descend';
      const after = isRedacted(entryAction)
        ? this.#valueOf(entryAction, String(name), before, depth - 1)
        : this.#valueOf(field.action, key, before, depth - 1);
      if (after !== before) (copy ??= { ...value })[key] = after;
      isRenamed ||= field.scrubbedKey !== key;
    }
    return isRenamed ? this.#renameKeys(copy ?? value) : (copy ?? value);
  }

  #renameKeys(value: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.#lookUp(key).scrubbedKey, member]));
  }
}

/**
 * Returns the key of an item of a list; null if it has none. `[key, value]` is an entry, a common form of headers and
 * form fields. Lists of raw headers alternate names and values, and lists of arguments have an option before its value.
 */
function keyOfListItem(values: readonly unknown[], index: number): string | null {
  const before = index === 0 ? null : values[index - 1];
  if (typeof before !== 'string' || before.length > 200) return null;
  if (/^--?[a-z]/i.test(before)) return isOptionValue(before, values[index]) ? before : null;
  if (values.length === 2) return before;
  return index % 2 === 1 && values.length % 2 === 0 && /^[a-z]+(?:-[a-z]+)+$|^(?:authorization|cookie)$/i.test(before)
    ? before
    : null;
}

/**
 * Returns true if an argument is the value of the option before it. An option that contains its value, `--token=x`,
 * takes no further value.
 */
function isOptionValue(option: string, value: unknown): boolean {
  return /^[\w.-]+$/.test(option) && !(typeof value === 'string' && /^--?[a-z]/i.test(value));
}

/** Maximum number of words that are searched for one by one, which is faster then. */
const FEW_WORDS = 8;

/**
 * Returns a function that returns true if a text contains one of the words. It reads the text once, for any number of
 * words.
 */
export function findsWords(words: readonly string[]): (text: string) => boolean {
  if (words.length <= FEW_WORDS) return (text) => words.some((word) => text.includes(word));
  const states = buildStates(words);
  return (text) => containsWord(text, states);
}

/** State after reading a beginning of a word. */
interface State {
  /** Next character → state that follows. */
  readonly next: Map<number, State>;
  /** The state of the longest other beginning of a word with which this beginning ends; null at the start. */
  shorter: State | null;
  /** True if a word ends here. */
  isEnd: boolean;
}

const newState = (): State => ({ next: new Map(), shorter: null, isEnd: false });

/** Builds the automaton of Aho and Corasick (https://doi.org/10.1145/360825.360855). Returns its first state. */
function buildStates(words: readonly string[]): State {
  const start = newState();
  for (const word of words) {
    let state = start;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      const next = state.next.get(code) ?? newState();
      state.next.set(code, next);
      state = next;
    }
    state.isEnd = true;
  }
  const queue = [start];
  for (const state of queue) {
    for (const [code, next] of state.next) {
      next.shorter = state === start ? start : advance(state.shorter ?? start, code, start);
      next.isEnd ||= next.shorter.isEnd;
      queue.push(next);
    }
  }
  return start;
}

function containsWord(text: string, start: State): boolean {
  let state = start;
  for (let at = 0; at < text.length && !state.isEnd; at++) state = advance(state, text.charCodeAt(at), start);
  return state.isEnd;
}

function advance(from: State, code: number, start: State): State {
  for (let state: State | null = from; state !== null; state = state.shorter) {
    const next = state.next.get(code);
    if (next !== undefined) return next;
  }
  return start;
}
