import type { ProjectSettings } from '../../domain/settings';
import { compileOnce } from '../compiled';
import { FILTERED, scrubForms } from './forms';
import { type KeyRule, maySpeakOfSecrets, namesSecret } from './keys';
import { scrubPairs } from './pairs';
import { scrubSource } from './source';
import { DataWalk, type Judge } from './walk';

/** The settings of a project that decide what is taken out. */
export type ScrubSettings = Pick<
  ProjectSettings,
  'dataScrubber' | 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields' | 'scrubIPAddresses' | 'relayPiiConfig'
>;

/** What to take out of each kind of content. What stays is answered itself, not a copy. */
export interface Rules {
  /** What people and programs write: messages, addresses, names, data. */
  text(text: string): string;
  /** The name of code, where `operator=` is no pair. */
  name(text: string): string;
  /** The source lines of one frame, in their order. */
  source(lines: readonly string[]): readonly string[];
  /** The file of a frame. */
  path(path: string): string;
  /** What tells a release, where four numbers are no address. */
  version(text: string): string;
  /** The value of a cookie, which says who is logged in more often than not. */
  cookie(name: string, value: string): string;
  member(key: string, value: unknown): unknown;
  value(value: unknown): unknown;
}

type FieldSettings = Pick<ProjectSettings, 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields'>;

/**
 * Sensitive fields match as a part of the key, safe fields as the whole key; both in any case. A safe field is left as it is
 * (reference/ingest.md §2.3). The same settings are compiled once.
 */
export function compileRules({ dataScrubberDefaults, safeFields, sensitiveFields }: FieldSettings): Rules {
  if (dataScrubberDefaults && safeFields.length === 0 && sensitiveFields.length === 0) return DEFAULTS;
  return compiled(JSON.stringify({ dataScrubberDefaults, safeFields, sensitiveFields }));
}

const compiled = compileOnce((text) => new FieldRules(JSON.parse(text) as FieldSettings));

class FieldRules implements Rules, Judge {
  readonly #data = new DataWalk(this);
  readonly #hasDefaults: boolean;
  readonly #sensitive: readonly string[];
  readonly #safe: ReadonlySet<string>;

  constructor({ dataScrubberDefaults, safeFields, sensitiveFields }: FieldSettings) {
    this.#hasDefaults = dataScrubberDefaults;
    this.#sensitive = sensitiveFields.map((field) => field.trim().toLowerCase()).filter((field) => field !== '');
    this.#safe = new Set(safeFields.map((field) => field.trim().toLowerCase()));
  }

  text(text: string): string {
    const out = this.#hasDefaults ? scrubForms(text) : text;
    return /[=:-]|%3d/i.test(out) && this.#mayName(out) ? scrubPairs(out, this.isSecret) : out;
  }

  name(text: string): string {
    return this.#hasDefaults ? scrubForms(text) : text;
  }

  source(lines: readonly string[]): readonly string[] {
    return this.#hasDefaults ? scrubSource(lines, this.isSecret) : lines;
  }

  /** The file of an inline script is the page's address, with all that its query carries. */
  path(path: string): string {
    return /[?@]/.test(path) ? this.text(path) : this.name(path);
  }

  version(text: string): string {
    return this.text(text);
  }

  cookie(name: string, value: string): string {
    if (value === '' || this.#isSafe(name)) return value;
    return this.#hasDefaults || this.isSecret(name) ? FILTERED : this.text(value);
  }

  member(key: string, value: unknown): unknown {
    return this.#data.member(key, value);
  }

  value(value: unknown): unknown {
    return this.#data.value(value);
  }

  /** Judges by the name alone. */
  judge(key: string): 'take' | 'keep' | 'look' {
    if (this.isSecret(key)) return 'take';
    return this.#isSafe(key) ? 'keep' : 'look';
  }

  /** A card number may be sent as a number. */
  number(value: number): unknown {
    if (value < 1e12 || !Number.isSafeInteger(value)) return value;
    const text = String(value);
    return this.name(text) === text ? value : FILTERED;
  }

  readonly isSecret: KeyRule = (key) => {
    return ((this.#hasDefaults && namesSecret(key)) || this.#isSensitive(key)) && !this.#isSafe(key);
  };

  #isSensitive(key: string): boolean {
    return this.#sensitive.length > 0 && this.#sensitive.some((field) => key.toLowerCase().includes(field));
  }

  #isSafe(key: string): boolean {
    return this.#safe.size > 0 && this.#safe.has(key.toLowerCase());
  }

  readonly #mayName = (text: string): boolean => {
    return (this.#hasDefaults && maySpeakOfSecrets(text)) || this.#isSensitive(text);
  };
}

const DEFAULTS: Rules = new FieldRules({ dataScrubberDefaults: true, safeFields: [], sensitiveFields: [] });
