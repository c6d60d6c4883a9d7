/** What one place of a pattern stands for. */
export type Atom =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'set';
      readonly isNegated: boolean;
      readonly ranges: readonly (readonly [from: string, to: string])[];
    };

/** Every text that a pattern's alternatives spell out, or why it is no pattern. */
export type Reading = { readonly sequences: readonly (readonly Atom[])[] } | { readonly fault: string };

/** How many texts the alternatives of one pattern may spell out. */
const MOST_ALTERNATIVES = 64;

class SyntaxFault extends Error {}

/**
 * Reads a pattern: `*` is any text, `?` any character, `[a-z]` one of a set and `[!a-z]` none of it, `{a,b}` either text; a
 * backslash takes the meaning from the next character.
 */
export function readSequences(pattern: string): Reading {
  try {
    return { sequences: new Reader(pattern).read() };
  } catch (fault) {
    if (fault instanceof SyntaxFault) return { fault: fault.message };
    throw fault;
  }
}

class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  read(): Atom[][] {
    let sequences: Atom[][] = [[]];
    while (this.#at < this.#characters.length) {
      const choices = this.#peek() === '{' ? this.#alternatives() : [[this.#atom()]];
      if (sequences.length * choices.length > MOST_ALTERNATIVES)
        throw new SyntaxFault(`its alternatives are more than ${MOST_ALTERNATIVES} patterns.`);
      sequences = sequences.flatMap((before) => choices.map((choice) => [...before, ...choice]));
    }
    return sequences.map(withoutRepeatedStars);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #atom(): Atom {
    const character = this.#characters[this.#at++];
    if (character === '*') return { kind: 'star' };
    if (character === '?') return { kind: 'any' };
    if (character === '[') return this.#set();
    if (character === '}') throw new SyntaxFault('a "}" closes nothing; write "\\}" for the character itself.');
    return { kind: 'text', text: character === '\\' ? this.#escaped() : (character ?? '') };
  }

  #escaped(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined)
      throw new SyntaxFault(
        'it ends in a "\\", which takes the meaning from nothing; write "\\\\" for the character itself.',
      );
    return character;
  }

  #set(): Atom {
    const isNegated = this.#peek() === '!';
    if (isNegated) this.#at += 1;
    const ranges: (readonly [string, string])[] = [];
    while (this.#peek() !== ']') ranges.push(this.#range());
    this.#at += 1;
    if (ranges.length === 0) throw new SyntaxFault('a "[]" has no characters; write "\\[" for the character itself.');
    return { kind: 'set', isNegated, ranges };
  }

  #range(): readonly [string, string] {
    const from = this.#member();
    const isRange =
      this.#peek() === '-' && this.#characters[this.#at + 1] !== ']' && this.#characters[this.#at + 1] !== undefined;
    if (!isRange) return [from, from];
    this.#at += 1;
    const to = this.#member();
    if ((from.codePointAt(0) ?? 0) > (to.codePointAt(0) ?? 0))
      throw new SyntaxFault(`the range "${from}-${to}" ends before it begins.`);
    return [from, to];
  }

  #member(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new SyntaxFault('a "[" is never closed; write "\\[" for the character itself.');
    return character === '\\' ? this.#escaped() : character;
  }

  #alternatives(): Atom[][] {
    this.#at += 1;
    const choices: Atom[][] = [[]];
    for (;;) {
      const character = this.#peek();
      if (character === undefined)
        throw new SyntaxFault('a "{" is never closed; write "\\{" for the character itself.');
      if (character === '{') throw new SyntaxFault('a "{" stands inside another one.');
      if (character === '}' || character === ',') {
        this.#at += 1;
        if (character === '}') return choices;
        choices.push([]);
      } else choices.at(-1)?.push(this.#atom());
    }
  }
}

function withoutRepeatedStars(atoms: readonly Atom[]): Atom[] {
  return atoms.filter((atom, index) => atom.kind !== 'star' || atoms[index - 1]?.kind !== 'star');
}
