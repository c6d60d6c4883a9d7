import type { ProjectSettings } from '../../domain/settings';
import { namesSecret, type KeyRule } from './keys';
import { FILTERED, scrubForms, scrubPairs } from './text';

/** The settings of a project that decide what is taken out. */
export type ScrubSettings = Pick<
  ProjectSettings,
  'dataScrubber' | 'dataScrubberDefaults' | 'safeFields' | 'sensitiveFields' | 'scrubIPAddresses'
>;

/** What to take out of free-form data. A value that stays is answered itself, not a copy. */
export interface Rules {
  text(text: string): string;
  /** A line of source, where `token=` is mostly code: only what has the form of a secret goes. */
  source(line: string): string;
  member(key: string, value: unknown): unknown;
  value(value: unknown): unknown;
}

/**
 * Sensitive fields match as a part of the key, safe fields as the whole key; both in any case. A safe field is left as it is
 * (reference/ingest.md §2.3).
 */
export function compileRules(settings: ScrubSettings): Rules {
  const safe = new Set(settings.safeFields.map((field) => field.trim().toLowerCase()));
  const isSafe: KeyRule = safe.size === 0 ? () => false : (key) => safe.has(key.toLowerCase());
  const isSecret = withoutSafe(secretRule(settings), isSafe);
  const source = settings.dataScrubberDefaults ? scrubForms : (line: string) => line;
  return new FieldRules(isSecret, isSafe, (text) => scrubPairs(source(text), isSecret), source);
}

function secretRule(settings: ScrubSettings): KeyRule {
  const fields = settings.sensitiveFields.map((field) => field.trim().toLowerCase()).filter((field) => field !== '');
  const isNamed: KeyRule = (key) => fields.length > 0 && fields.some((field) => key.toLowerCase().includes(field));
  return settings.dataScrubberDefaults ? (key) => namesSecret(key) || isNamed(key) : isNamed;
}

function withoutSafe(isSecret: KeyRule, isSafe: KeyRule): KeyRule {
  return (key) => isSecret(key) && !isSafe(key);
}

/** Data nests at most a few levels after normalisation; deeper data is taken out rather than followed. */
const MAX_DEPTH = 50;

class FieldRules implements Rules {
  constructor(
    private readonly isSecret: KeyRule,
    private readonly isSafe: KeyRule,
    readonly text: (text: string) => string,
    readonly source: (line: string) => string,
  ) {}

  member(key: string, value: unknown): unknown {
    return this.named(key, value, MAX_DEPTH);
  }

  value(value: unknown): unknown {
    return this.walk(value, MAX_DEPTH);
  }

  private named(key: string, value: unknown, depth: number): unknown {
    if (value === null || value === undefined || value === '') return value;
    if (this.isSecret(key)) return FILTERED;
    return typeof value !== 'object' && this.isSafe(key) ? value : this.walk(value, depth);
  }

  private walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return FILTERED;
    return Array.isArray(value) ? this.list(value as unknown[], depth) : this.members(value as Record<string, unknown>, depth);
  }

  /** A card number may be sent as a number. */
  private number(value: number): unknown {
    if (value < 1e12 || !Number.isSafeInteger(value)) return value;
    const text = String(value);
    return this.source(text) === text ? value : FILTERED;
  }

  /** `[key, value]` is a pair, as headers and forms are often written. */
  private list(values: readonly unknown[], depth: number): unknown {
    const [key] = values;
    if (values.length === 2 && typeof key === 'string') {
      const value = this.named(key, values[1], depth - 1);
      const name = this.text(key);
      return value === values[1] && name === key ? values : [name, value];
    }
    let copy: unknown[] | null = null;
    values.forEach((before, index) => {
      const after = this.walk(before, depth - 1);
      if (after !== before) (copy ??= [...values])[index] = after;
    });
    return copy ?? values;
  }

  private members(value: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | null = null;
    const name = value['key'] ?? value['name'];
    for (const key of Object.keys(value)) {
      const before = value[key];
      // `{key, value}` and `{name, value}` are pairs too.
      const isPaired = key === 'value' && typeof name === 'string' && this.isSecret(name);
      const after = this.named(isPaired ? name : key, before, depth - 1);
      if (after !== before) (copy ??= { ...value })[key] = after;
    }
    return copy ?? value;
  }
}
