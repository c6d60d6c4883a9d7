import { type AST, RegExpParser } from '@eslint-community/regexpp';

/*
 * Texts on which a regular expression that backtracks takes much longer than on others. They are made from the
 * expression itself: matches of each of its repetitions, and of the part before it, over and over, with an end that
 * does not match.
 */

/** An attack: `fill(length)` is a text of that length. */
export interface Attack {
  readonly name: string;
  fill(length: number): string;
}

/** Ends that nearly no expression matches. */
const ENDS = ['', '\u0001'];
/** Characters that are tried for a set. */
const CANDIDATES = Array.from('aA0_-. /:=\n"\'zZ9eEfFxX17%@#&?+*()[]{}<>,;!$\\^|~`\t\u00e9\u4e2d\u0001');
const SAMPLES = 2;
const MAX_UNITS = 30;

/** Returns attacks on an expression. They are the same each time. */
export function attacksOn(source: string, flags: string): Attack[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const units = new Set<string>();
  const prefixes = new Map<string, string>();
  for (let seed = 1; seed <= SAMPLES; seed++) {
    const sampler = new Sampler(flags, seed);
    const whole = sampler.alternatives(pattern.alternatives);
    for (const length of [whole.length, whole.length - 1, Math.ceil(whole.length / 2)])
      units.add(whole.slice(0, length));
    for (const { prefix, element } of sampler.repetitions(pattern)) {
      units.add(element);
      units.add(prefix + element);
      units.add(prefix + element + element);
      prefixes.set(element, prefix);
    }
  }
  units.delete('');
  const repeated = [...units].slice(0, MAX_UNITS).flatMap((unit) =>
    ENDS.map((end): Attack => {
      return { name: JSON.stringify([unit, end]), fill: (length) => repeat(unit, length - end.length) + end };
    }),
  );
  const prefixed = [...prefixes].flatMap(([element, prefix]) => {
    if (prefix === '' || element === '') return [];
    return ENDS.map((end): Attack => {
      const name = JSON.stringify([prefix, element, end]);
      return { name, fill: (length) => prefix + repeat(element, length - prefix.length - end.length) + end };
    });
  });
  return [...repeated, ...prefixed];
}

function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(Math.max(0, length) / unit.length)).slice(0, Math.max(0, length));
}

/** A repeated part of an expression, and a text that leads to it. */
interface Repetition {
  readonly prefix: string;
  readonly element: string;
}

/** Makes texts that parts of an expression match, apart from assertions. */
class Sampler {
  readonly #groups = new Map<AST.CapturingGroup, string>();
  readonly #characters = new Map<string, readonly string[]>();
  #state: number;

  constructor(
    private readonly flags: string,
    seed: number,
  ) {
    this.#state = seed * 7919;
  }

  alternatives(all: readonly AST.Alternative[]): string {
    return this.#elements(this.#pick(all)?.elements ?? []);
  }

  /** Returns all repetitions of an expression. */
  repetitions(pattern: AST.Pattern): Repetition[] {
    return pattern.alternatives.flatMap((one) => this.#repetitionsOf(one, ''));
  }

  #repetitionsOf({ elements }: AST.Alternative, before: string): Repetition[] {
    const repetitions: Repetition[] = [];
    let prefix = before;
    for (const element of elements) {
      const inner = element.type === 'Quantifier' ? element.element : element;
      if (element.type === 'Quantifier' && element.max > 1) {
        repetitions.push({ prefix, element: this.#element(element.element) });
      }
      if (inner.type === 'Group' || inner.type === 'CapturingGroup' || isLookaround(inner)) {
        for (const one of inner.alternatives) repetitions.push(...this.#repetitionsOf(one, prefix));
      }
      prefix += this.#element(element);
    }
    return repetitions;
  }

  #elements(elements: readonly AST.Element[]): string {
    return elements.map((element) => this.#element(element)).join('');
  }

  #element(element: AST.Element | AST.QuantifiableElement): string {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterClass':
      case 'CharacterSet':
      case 'ExpressionCharacterClass':
        return this.#pick(this.#charactersOf(element.raw)) ?? '';
      case 'Group':
        return this.alternatives(element.alternatives);
      case 'CapturingGroup': {
        const text = this.alternatives(element.alternatives);
        this.#groups.set(element, text);
        return text;
      }
      case 'Backreference': {
        const group = Array.isArray(element.resolved) ? element.resolved[0] : element.resolved;
        return (group && this.#groups.get(group)) ?? '';
      }
      case 'Quantifier': {
        const count = Math.min(element.max, element.min + this.#next(3));
        return Array.from({ length: Math.min(count, 100) }, () => this.#element(element.element)).join('');
      }
      default:
        return '';
    }
  }

  /** Returns the candidates that a set matches. */
  #charactersOf(raw: string): readonly string[] {
    const cached = this.#characters.get(raw);
    if (cached !== undefined) return cached;
    const test = new RegExp(`^${raw}$`, this.flags.replace(/[gmy]/g, ''));
    const matches = CANDIDATES.filter((character) => test.test(character));
    this.#characters.set(raw, matches);
    return matches;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#next(items.length)];
  }

  /** Returns a pseudo-random number below `limit`. */
  #next(limit: number): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return limit === 0 ? 0 : this.#state % limit;
  }
}

function isLookaround(element: AST.Element): element is AST.LookaroundAssertion {
  return element.type === 'Assertion' && (element.kind === 'lookahead' || element.kind === 'lookbehind');
}
