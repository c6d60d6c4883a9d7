import { readSequences, type Atom } from './globSyntax';
import { faultsOf, linesOf } from './lines';
import { compileOnce } from '../compiled';
import type { Work } from '../grouping/glob';

/** How many texts the alternatives of all lines may spell out together. */
const MOST_SEQUENCES = 500;

/** What stands between two stars, as an expression without repeats: it tries each place of a text once. */
type Part = RegExp;

/** Whether a text fits one of the patterns; without any steps left, it fits none. */
export type Globs = (text: string, work?: Work) => boolean;

/** A pattern, compiled. */
type Fits = (text: string, work: Work) => boolean;

/** Of one event, for all its texts: half a second's worth. */
const STEPS = 500_000_000;

export const newWork = (): Work => ({ left: STEPS });

/** Whether a text fits one of the patterns of `text`, one a line, in any case. Lines that are no pattern fit nothing. */
export const compileGlobs: (text: string) => Globs = compileOnce((text) => {
  const sequences = linesOf(text).flatMap((line) => sequencesOf(line.text) ?? []);
  const patterns = sequences.slice(0, MOST_SEQUENCES).map(compileSequence);
  return (candidate, work = newWork()) => patterns.some((fits) => fits(candidate, work));
});

/** What is wrong with patterns, one a line; each sentence begins with the number of its line. */
export function checkGlobs(text: string): string[] {
  const faults = faultsOf(text, (line) => {
    const read = readSequences(line);
    return 'fault' in read ? read.fault : null;
  });
  const count = linesOf(text).reduce((sum, line) => sum + (sequencesOf(line.text)?.length ?? 0), 0);
  return count > MOST_SEQUENCES
    ? [...faults, `with all alternatives these are ${count} patterns; at most ${MOST_SEQUENCES} are kept`]
    : faults;
}

function sequencesOf(line: string): readonly (readonly Atom[])[] | null {
  const read = readSequences(line);
  return 'fault' in read ? null : read.sequences;
}

/**
 * Between stars each part is looked for at the first place it fits, the last one at the end: what one part takes can never
 * keep a later one from fitting, so that nothing is tried twice.
 */
function compileSequence(atoms: readonly Atom[]): Fits {
  const parts = splitAtStars(atoms);
  const [first = [], ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) {
    const whole = expression(first, '^', '$');
    return (text, work) => work.left >= 0 && whole.test(text);
  }
  const [start, end, middle] = [
    expression(first, '^'),
    expression(last, '', '$'),
    rest.map((part) => expression(part, '', '', 'g')),
  ];
  // A part is tried at each place of the text, character by character.
  const length = atoms.length;
  return (text, work) => {
    work.left -= text.length * length;
    return work.left >= 0 && fits(text, start, middle, end);
  };
}

function fits(text: string, start: Part, middle: readonly Part[], end: Part): boolean {
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

function splitAtStars(atoms: readonly Atom[]): Atom[][] {
  const parts: Atom[][] = [[]];
  for (const atom of atoms) {
    if (atom.kind === 'star') parts.push([]);
    else parts.at(-1)?.push(atom);
  }
  return parts.filter((part, index) => part.length > 0 || index === 0 || index === parts.length - 1);
}

function expression(atoms: readonly Atom[], before = '', after = '', flags = ''): Part {
  return new RegExp(before + atoms.map(sourceOf).join('') + after, `isu${flags}`);
}

function sourceOf(atom: Atom): string {
  if (atom.kind === 'any' || atom.kind === 'star') return '.';
  if (atom.kind === 'text') return literal(atom.text);
  const members = atom.ranges.map(([from, to]) => (from === to ? literal(from) : `${literal(from)}-${literal(to)}`));
  return `[${atom.isNegated ? '^' : ''}${members.join('')}]`;
}

/** A character that stands for itself, also in a set. */
function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
