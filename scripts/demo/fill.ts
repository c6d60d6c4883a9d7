import type { Json, Random } from '../support/payloads';

/**
 * A placeholder: `{1..9}` is a number of this range, `{a|b}` one of these texts, and `{order}` the value of that name,
 * of the same event.
 */
const PLACEHOLDER = /\{(?:(\d+)\.\.(\d+)|([^{}]*\|[^{}]*)|([a-z]\w*(?:\.\w+)?))\}/gi;
/** A number that replaces a whole text becomes a number of JSON. */
const NUMBER = /^\d+$/;

/**
 * Fills in the placeholders of a JSON value. A text that is only a placeholder becomes the value that it stands for.
 */
export class Filler {
  readonly #values = new Map<string, unknown>();

  /** @param values make the values of names; each is made once */
  constructor(
    private readonly random: Random,
    private readonly values: Readonly<Record<string, (random: Random) => unknown>>,
  ) {}

  fill(template: unknown): unknown {
    if (typeof template === 'string') return this.#fillText(template);
    if (Array.isArray(template)) return template.map((element) => this.fill(element));
    return typeof template === 'object' && template !== null ? this.object(template as Json) : template;
  }

  object(template: Json): Json {
    const entries = Object.entries(template).map(([name, value]) => [String(this.fill(name)), this.fill(value)]);
    return Object.fromEntries(entries) as Json;
  }

  #fillText(text: string): unknown {
    const placeholders = [...text.matchAll(PLACEHOLDER)];
    const [whole] = placeholders;
    if (whole !== undefined && whole[0] === text) {
      const value = this.#valueOf(whole);
      return typeof value === 'string' && NUMBER.test(value) && whole[4] === undefined ? Number(value) : value;
    }
    return text.replace(PLACEHOLDER, (...match: unknown[]) => String(this.#valueOf(match as string[])));
  }

  #valueOf([placeholder, from, to, choices, name = '']: readonly (string | undefined)[]): unknown {
    if (from !== undefined) return Number(from) + this.random.below(Number(to) - Number(from) + 1);
    if (choices !== undefined) return this.random.pick(choices.split('|'));
    const [first = '', member] = name.split('.');
    const make = this.values[first];
    // Other texts in braces are no placeholders.
    if (make === undefined) return placeholder;
    if (!this.#values.has(first)) this.#values.set(first, make(this.random));
    const value = this.#values.get(first);
    return member === undefined ? value : (value as Json)[member];
  }
}
