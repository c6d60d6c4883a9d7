import { FILTERED } from './forms';

/** Decides what becomes of the parts of free-form data. */
export interface Judge {
  /** By its name alone, a member is taken out, kept as it is unless it has members of its own, or looked into. */
  judge(key: string): 'take' | 'keep' | 'look';
  text(text: string): string;
  number(value: number): unknown;
}

/** Data nests at most a few levels after normalisation; deeper data is taken out rather than followed. */
const MAX_DEPTH = 50;

/** Names that are remembered: those that clients send again and again. */
const MAX_NAMES = 1000;
const MAX_NAME = 40;

interface Name {
  readonly verdict: ReturnType<Judge['judge']>;
  /** The name without secrets of its own. */
  readonly text: string;
}

/** Takes out of free-form data what a judge says. What stays is answered itself, not a copy. */
export class DataWalk {
  readonly #names = new Map<string, Name>();

  constructor(private readonly judge: Judge) {}

  member(key: string, value: unknown): unknown {
    return this.#named(key, value, MAX_DEPTH);
  }

  value(value: unknown): unknown {
    return this.#walk(value, MAX_DEPTH);
  }

  #name(key: string): Name {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = { verdict: this.judge.judge(key), text: this.judge.text(key) };
    if (key.length > MAX_NAME) return name;
    if (this.#names.size >= MAX_NAMES) this.#names.clear();
    this.#names.set(key, name);
    return name;
  }

  #named(key: string, value: unknown, depth: number): unknown {
    if (value === null || value === undefined || value === '') return value;
    const { verdict } = this.#name(key);
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
      const key = keyOf(values, index);
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
      const isPaired = key === 'value' && typeof name === 'string' && this.#name(name).verdict === 'take';
      const after = this.#named(isPaired ? name : key, before, depth - 1);
      if (after !== before) (copy ??= { ...value })[key] = after;
      isRenamed ||= this.#name(key).text !== key;
    }
    return isRenamed ? this.#renamed(copy ?? value) : (copy ?? value);
  }

  #renamed(value: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.#name(key).text, member]));
  }
}

/**
 * The name that a value of a list stands under: `[key, value]` is a pair, as headers and forms are often written; lists of raw
 * headers have name and value in turns, and in lists of arguments an option comes before its value.
 */
function keyOf(values: readonly unknown[], index: number): string | null {
  const before = index === 0 ? null : values[index - 1];
  if (typeof before !== 'string' || before.length > 200) return null;
  if (values.length === 2 || /^--?[a-z]/i.test(before)) return before;
  return index % 2 === 1 && values.length % 2 === 0 && /^[a-z]+(?:-[a-z]+)+$|^(?:authorization|cookie)$/i.test(before)
    ? before
    : null;
}
