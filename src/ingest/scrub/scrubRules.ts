import type { ProjectSettings } from '../../domain/project';
import { type CompileSetting, compileUncached } from '../settingsCache';
import { isSecretKey, type KeyPredicate, mayContainSecretKey } from './secretKeys';
import { FILTERED, redactPairs, redactSecrets, redactSourceLines } from './textSecrets';

/** The settings of a project that decide what is taken out. */
export type ScrubSettings = Pick<
  ProjectSettings,
  'dataScrubber' | 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields' | 'scrubIPAddresses' | 'relayPiiConfig'
>;

/** What to take out of each kind of content. What stays is answered itself, not a copy. */
export interface ScrubRules {
  /** What people and programs write: messages, addresses, names, data. */
  text(text: string): string;
  /** The name of code, where `operator=` is no pair. */
  identifier(text: string): string;
  /** The source lines of one frame, in their order. */
  source(lines: readonly string[]): readonly string[];
  /** The file of a frame. */
  path(path: string): string;
  /** What tells a release, where four numbers are no address. */
  version(text: string): string;
  /** The value of a cookie, which says who is logged in more often than not. */
  cookie(name: string, value: string): string;
  entry(key: string, value: unknown): unknown;
  value(value: unknown): unknown;
}

type SensitiveFieldSettings = Pick<ProjectSettings, 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields'>;

/**
 * Sensitive fields match as a part of the key, safe fields as the whole key; both in any case. A safe field is left as it is
 * (reference/ingest.md §2.3). The same settings are compiled once.
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

class SensitiveFieldRules implements ScrubRules, FieldPolicy {
  readonly #data = new JsonScrubber(this);
  readonly #hasDefaults: boolean;
  readonly #sensitive: readonly string[];
  readonly #safe: ReadonlySet<string>;

  constructor({ dataScrubberDefaults, safeFields, sensitiveFields }: SensitiveFieldSettings) {
    this.#hasDefaults = dataScrubberDefaults;
    this.#sensitive = sensitiveFields.map((field) => field.trim().toLowerCase()).filter((field) => field !== '');
    this.#safe = new Set(safeFields.map((field) => field.trim().toLowerCase()));
  }

  text(text: string): string {
    const out = this.#hasDefaults ? redactSecrets(text) : text;
    return /[=:-]|%3d/i.test(out) && this.#mayName(out) ? redactPairs(out, this.isSecret) : out;
  }

  identifier(text: string): string {
    return this.#hasDefaults ? redactSecrets(text) : text;
  }

  source(lines: readonly string[]): readonly string[] {
    return this.#hasDefaults ? redactSourceLines(lines, this.isSecret) : lines;
  }

  /** The file of an inline script is the page's address, with all that its query carries. */
  path(path: string): string {
    return /[?@]/.test(path) ? this.text(path) : this.identifier(path);
  }

  version(text: string): string {
    return this.text(text);
  }

  cookie(name: string, value: string): string {
    if (value === '' || this.#isSafe(name)) return value;
    return this.#hasDefaults || this.isSecret(name) ? FILTERED : this.text(value);
  }

  entry(key: string, value: unknown): unknown {
    return this.#data.member(key, value);
  }

  value(value: unknown): unknown {
    return this.#data.value(value);
  }

  /** Judges by the name alone. */
  actionFor(key: string): 'take' | 'keep' | 'look' {
    if (this.isSecret(key)) return 'take';
    return this.#isSafe(key) ? 'keep' : 'look';
  }

  /** A card number may be sent as a number. */
  number(value: number): unknown {
    if (value < 1e12 || !Number.isSafeInteger(value)) return value;
    const text = String(value);
    return this.identifier(text) === text ? value : FILTERED;
  }

  readonly isSecret: KeyPredicate = (key) => {
    return ((this.#hasDefaults && isSecretKey(key)) || this.#isSensitive(key)) && !this.#isSafe(key);
  };

  #isSensitive(key: string): boolean {
    return this.#sensitive.length > 0 && this.#sensitive.some((field) => key.toLowerCase().includes(field));
  }

  #isSafe(key: string): boolean {
    return this.#safe.size > 0 && this.#safe.has(key.toLowerCase());
  }

  readonly #mayName = (text: string): boolean => {
    return (this.#hasDefaults && mayContainSecretKey(text)) || this.#isSensitive(text);
  };
}

/** Decides what becomes of the parts of free-form data. */
export interface FieldPolicy {
  /** By its name alone, a member is taken out, kept as it is unless it has members of its own, or looked into. */
  actionFor(key: string): 'take' | 'keep' | 'look';
  text(text: string): string;
  number(value: number): unknown;
}

/** Data nests at most a few levels after normalisation; deeper data is taken out rather than followed. */
const MAX_JSON_DEPTH = 50;

/** Names that are remembered: those that clients send again and again. */
const MAX_KNOWN_KEYS = 1000;
const MAX_KNOWN_KEY_LENGTH = 40;

interface KnownKey {
  readonly action: ReturnType<FieldPolicy['actionFor']>;
  /** The name without secrets of its own. */
  readonly scrubbedKey: string;
}

/** Takes out of free-form data what a judge says. What stays is answered itself, not a copy. */
export class JsonScrubber {
  readonly #names = new Map<string, KnownKey>();

  constructor(private readonly judge: FieldPolicy) {}

  member(key: string, value: unknown): unknown {
    return this.#named(key, value, MAX_JSON_DEPTH);
  }

  value(value: unknown): unknown {
    return this.#walk(value, MAX_JSON_DEPTH);
  }

  #name(key: string): KnownKey {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = { action: this.judge.actionFor(key), scrubbedKey: this.judge.text(key) };
    if (key.length > MAX_KNOWN_KEY_LENGTH) return name;
    if (this.#names.size >= MAX_KNOWN_KEYS) this.#names.clear();
    this.#names.set(key, name);
    return name;
  }

  #named(key: string, value: unknown, depth: number): unknown {
    if (value === null || value === undefined || value === '') return value;
    const { action: verdict } = this.#name(key);
    if (verdict === 'take') return FILTERED;
    return typeof value !== 'object' && verdict === 'keep' ? value : this.#walk(value, depth);
  }

  #walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.judge.text(value);
    if (typeof value === 'number') return this.judge.number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return FILTERED;
    return Array.isArray(value)
      ? this.#list(value as unknown[], depth)
      : this.#members(value as Record<string, unknown>, depth);
  }

  #list(values: readonly unknown[], depth: number): unknown {
    let copy: unknown[] | null = null;
    values.forEach((before, index) => {
      const key = keyOfListItem(values, index);
      const after = key === null ? this.#walk(before, depth - 1) : this.#named(key, before, depth - 1);
      if (after !== before) (copy ??= [...values])[index] = after;
    });
    return copy ?? values;
  }

  #members(value: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | null = null;
    let isRenamed = false;
    const name = value['key'] ?? value['name'];
    for (const key of Object.keys(value)) {
      const before = value[key];
      // `{key, value}` and `{name, value}` are pairs too.
      const isPaired = key === 'value' && typeof name === 'string' && this.#name(name).action === 'take';
      const after = this.#named(isPaired ? name : key, before, depth - 1);
      if (after !== before) (copy ??= { ...value })[key] = after;
      isRenamed ||= this.#name(key).scrubbedKey !== key;
    }
    return isRenamed ? this.#renamed(copy ?? value) : (copy ?? value);
  }

  #renamed(value: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.#name(key).scrubbedKey, member]));
  }
}

/**
 * The name that a value of a list stands under: `[key, value]` is a pair, as headers and forms are often written; lists of raw
 * headers have name and value in turns, and in lists of arguments an option comes before its value.
 */
function keyOfListItem(values: readonly unknown[], index: number): string | null {
  const before = index === 0 ? null : values[index - 1];
  if (typeof before !== 'string' || before.length > 200) return null;
  if (values.length === 2 || /^--?[a-z]/i.test(before)) return before;
  return index % 2 === 1 && values.length % 2 === 0 && /^[a-z]+(?:-[a-z]+)+$|^(?:authorization|cookie)$/i.test(before)
    ? before
    : null;
}
