import { compileOnce } from '../compileOnce';
import type { GlobBudget } from '../glob';
import { lineErrors, nonBlankLines } from './filterEvent';

/** What one place of a pattern stands for. */
export type GlobAtom =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'set';
      readonly isNegated: boolean;
      readonly ranges: readonly (readonly [from: string, to: string])[];
    };

/** Every text that a pattern's alternatives spell out, or why it is no pattern. */
export type GlobSequences = { readonly sequences: readonly (readonly GlobAtom[])[] } | { readonly fault: string };

/** How many texts the alternatives of one pattern may spell out. */
const MAX_ALTERNATIVES = 64;

class GlobSyntaxError extends Error {}

/**
 * Reads a pattern: `*` is any text, `?` any character, `[a-z]` one of a set and `[!a-z]` none of it, `{a,b}` either text; a
 * backslash takes the meaning from the next character.
 */
export function parseGlobSequences(pattern: string): GlobSequences {
  try {
    return { sequences: new GlobParser(pattern).read() };
  } catch (fault) {
    if (fault instanceof GlobSyntaxError) return { fault: fault.message };
    throw fault;
  }
}

class GlobParser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  read(): GlobAtom[][] {
    let sequences: GlobAtom[][] = [[]];
    while (this.#at < this.#characters.length) {
      const choices = this.#peek() === '{' ? this.#alternatives() : [[this.#atom()]];
      if (sequences.length * choices.length > MAX_ALTERNATIVES)
        throw new GlobSyntaxError(`its alternatives are more than ${MAX_ALTERNATIVES} patterns.`);
      sequences = sequences.flatMap((before) => choices.map((choice) => [...before, ...choice]));
    }
    return sequences.map(withoutRepeatedStars);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #atom(): GlobAtom {
    const character = this.#characters[this.#at++];
    if (character === '*') return { kind: 'star' };
    if (character === '?') return { kind: 'any' };
    if (character === '[') return this.#set();
    if (character === '}') throw new GlobSyntaxError('a "}" closes nothing; write "\\}" for the character itself.');
    return { kind: 'text', text: character === '\\' ? this.#escaped() : (character ?? '') };
  }

  #escaped(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined)
      throw new GlobSyntaxError(
        'it ends in a "\\", which takes the meaning from nothing; write "\\\\" for the character itself.',
      );
    return character;
  }

  #set(): GlobAtom {
    const isNegated = this.#peek() === '!';
    if (isNegated) this.#at += 1;
    const ranges: (readonly [string, string])[] = [];
    while (this.#peek() !== ']') ranges.push(this.#range());
    this.#at += 1;
    if (ranges.length === 0)
      throw new GlobSyntaxError('a "[]" has no characters; write "\\[" for the character itself.');
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
      throw new GlobSyntaxError(`the range "${from}-${to}" ends before it begins.`);
    return [from, to];
  }

  #member(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined)
      throw new GlobSyntaxError('a "[" is never closed; write "\\[" for the character itself.');
    return character === '\\' ? this.#escaped() : character;
  }

  #alternatives(): GlobAtom[][] {
    this.#at += 1;
    const choices: GlobAtom[][] = [[]];
    for (;;) {
      const character = this.#peek();
      if (character === undefined)
        throw new GlobSyntaxError('a "{" is never closed; write "\\{" for the character itself.');
      if (character === '{') throw new GlobSyntaxError('a "{" stands inside another one.');
      if (character === '}' || character === ',') {
        this.#at += 1;
        if (character === '}') return choices;
        choices.push([]);
      } else choices.at(-1)?.push(this.#atom());
    }
  }
}

function withoutRepeatedStars(atoms: readonly GlobAtom[]): GlobAtom[] {
  return atoms.filter((atom, index) => atom.kind !== 'star' || atoms[index - 1]?.kind !== 'star');
}

/** How many texts the alternatives of all lines may spell out together. */
const MAX_SEQUENCES = 500;

/** What stands between two stars, as an expression without repeats: it tries each place of a text once. */
type GlobPart = RegExp;

/** Whether a text fits one of the patterns; without any steps left, it fits none. */
export type GlobTest = (text: string, work?: GlobBudget) => boolean;

/** A pattern, compiled. */
type SequenceTest = (text: string, work: GlobBudget) => boolean;

/** Of one event, for all its texts: half a second's worth. */
const FILTER_STEPS = 500_000_000;

export const newFilterBudget = (): GlobBudget => ({ remaining: FILTER_STEPS });

/** Whether a text fits one of the patterns of `text`, one a line, in any case. Lines that are no pattern fit nothing. */
export const compileGlobList: (text: string) => GlobTest = compileOnce((text) => {
  const sequences = nonBlankLines(text).flatMap((line) => sequencesOf(line.text) ?? []);
  const patterns = sequences.slice(0, MAX_SEQUENCES).map(compileSequence);
  return (candidate, work = newFilterBudget()) => patterns.some((fits) => fits(candidate, work));
});

/** What is wrong with patterns, one a line; each sentence begins with the number of its line. */
export function checkGlobList(text: string): string[] {
  const faults = lineErrors(text, (line) => {
    const read = parseGlobSequences(line);
    return 'fault' in read ? read.fault : null;
  });
  const count = nonBlankLines(text).reduce((sum, line) => sum + (sequencesOf(line.text)?.length ?? 0), 0);
  return count > MAX_SEQUENCES
    ? [...faults, `with all alternatives these are ${count} patterns; at most ${MAX_SEQUENCES} are kept`]
    : faults;
}

function sequencesOf(line: string): readonly (readonly GlobAtom[])[] | null {
  const read = parseGlobSequences(line);
  return 'fault' in read ? null : read.sequences;
}

/**
 * Between stars each part is looked for at the first place it fits, the last one at the end: what one part takes can never
 * keep a later one from fitting, so that nothing is tried twice.
 */
function compileSequence(atoms: readonly GlobAtom[]): SequenceTest {
  const parts = splitAtStars(atoms);
  const [first = [], ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) {
    const whole = expression(first, '^', '$');
    return (text, work) => work.remaining >= 0 && whole.test(text);
  }
  const [start, end, middle] = [
    expression(first, '^'),
    expression(last, '', '$'),
    rest.map((part) => expression(part, '', '', 'g')),
  ];
  // A part is tried at each place of the text, character by character.
  const length = atoms.length;
  return (text, work) => {
    work.remaining -= text.length * length;
    return work.remaining >= 0 && matchesParts(text, start, middle, end);
  };
}

function matchesParts(text: string, start: GlobPart, middle: readonly GlobPart[], end: GlobPart): boolean {
  const head = start.exec(text);
  if (head === null) return false;
  let at = head[0].length;
  for (const part of middle) {
    part.lastIndex = at;
    if (!part.test(text)) return false;
    at = part.lastIndex;
  }
  return end.test(text.slice(at));
}

function splitAtStars(atoms: readonly GlobAtom[]): GlobAtom[][] {
  const parts: GlobAtom[][] = [[]];
  for (const atom of atoms) {
    if (atom.kind === 'star') parts.push([]);
    else parts.at(-1)?.push(atom);
  }
  return parts.filter((part, index) => part.length > 0 || index === 0 || index === parts.length - 1);
}

function expression(atoms: readonly GlobAtom[], before = '', after = '', flags = ''): GlobPart {
  return new RegExp(before + atoms.map(sourceOf).join('') + after, `isu${flags}`);
}

function sourceOf(atom: GlobAtom): string {
  if (atom.kind === 'any' || atom.kind === 'star') return '.';
  if (atom.kind === 'text') return literal(atom.text);
  const members = atom.ranges.map(([from, to]) => (from === to ? literal(from) : `${literal(from)}-${literal(to)}`));
  return `[${atom.isNegated ? '^' : ''}${members.join('')}]`;
}

/** A character that stands for itself, also in a set. */
function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
