import type { Place } from './originalPlaces';

/** A frame of the reference run, in its original file. */
export interface ReferenceFrame extends Place {
  readonly name: string;
}

/** A frame of a bundle: as the SDK sent it, and as the service shows it. */
export interface ResolvedFrame {
  /** The file of the bundle. */
  readonly file: string;
  readonly sentName: string;
  readonly name: string;
  /** Null if the service left the frame as it was sent. */
  readonly place: Place | null;
  /** The place in the map, read with another library. */
  readonly mapped: Place;
}

/** Returns true if the place of a frame is the place of a frame of the reference run. */
export type IsSamePlace = (frame: ResolvedFrame, place: Place, expected: Place) => boolean;

/** The result for a frame. It is `not in the map` if the map itself gives the place of another expression. */
type Verdict = 'right' | 'wrong place' | 'not in the map' | 'wrong name' | 'minified' | 'added';

export interface JudgedFrame {
  readonly frame: ResolvedFrame;
  /**
   * The frame of the reference run. Null if that has none: a helper or the compiled form of a function made a frame of
   * its own.
   */
  readonly expected: ReferenceFrame | null;
  readonly verdict: Verdict;
  /** True if the function's name was right as it was sent. */
  readonly wasRightAsSent: boolean;
}

/**
 * The name of the function itself. V8 puts the receiver's type before it, which only a run knows (`Crate.describe` for
 * a method of `Container`), and says how it was called (`new`, `async`, `[as name]`).
 */
export function ownName(name: string): string {
  const bare = name.replace(/^(?:async )?(?:new |get |set )?/, '').replace(/ \[as .*\]$/, '');
  const own = /(?:^|\.)((?:\[[^\]]*\]|[^.[\]])+)$/.exec(bare)?.[1] ?? bare;
  return own === '?' ? '<anonymous>' : own;
}

/**
 * Compares the frames of one error, oldest first, with the frames of the reference run. The order is the same in both;
 * a minifier that inlines a function takes its frame away, and a compiled form can add some. Pairs as many frames at
 * the same place as possible, and then frames of the same name.
 */
export function compareFrames(
  frames: readonly ResolvedFrame[],
  reference: readonly ReferenceFrame[],
  isSamePlace: IsSamePlace,
): JudgedFrame[] {
  const pairs = pairFrames(frames, reference, (frame, expected) => likeness(frame, expected, isSamePlace));
  let next = 0;
  return frames.map((frame, index) => {
    const at = pairs[index] ?? null;
    if (at !== null) next = at + 1;
    const expected = at === null ? null : (reference[at] ?? null);
    if (expected !== null) return judge(frame, expected, isSamePlace);
    // This frame should be the frame of the reference run that no other frame is paired with.
    const following = pairs.slice(index).find((one) => one !== null) ?? reference.length;
    const missed = reference.slice(next, following).find(({ file }) => file === frame.place?.file);
    return judgeUnpaired(frame, missed ?? null);
  });
}

function judge(frame: ResolvedFrame, expected: ReferenceFrame, isSamePlace: IsSamePlace): JudgedFrame {
  const wasRightAsSent = ownName(frame.sentName) === ownName(expected.name);
  const isRightName = ownName(frame.name) === ownName(expected.name);
  const isRightPlace = frame.place !== null && isSamePlace(frame, frame.place, expected);
  const verdictOfName = isRightName ? 'right' : frame.name === frame.sentName ? 'minified' : 'wrong name';
  return { frame, expected, verdict: isRightPlace ? verdictOfName : verdictOfPlace(frame), wasRightAsSent };
}

function verdictOfPlace({ place, mapped }: ResolvedFrame): Verdict {
  if (place === null) return 'minified';
  const isMapped = place.file === mapped.file && place.line === mapped.line && place.column === mapped.column;
  return isMapped ? 'not in the map' : 'wrong place';
}

function judgeUnpaired(frame: ResolvedFrame, missed: ReferenceFrame | null): JudgedFrame {
  const verdict = missed === null && frame.place !== null ? 'added' : verdictOfPlace(frame);
  return { frame, expected: missed, verdict, wasRightAsSent: false };
}

function likeness(frame: ResolvedFrame, expected: ReferenceFrame, isSamePlace: IsSamePlace): number {
  const isSameName = ownName(frame.name) === ownName(expected.name);
  if (frame.place !== null && isSamePlace(frame, frame.place, expected)) return isSameName ? 15 : 10;
  return isSameName && frame.place?.file === expected.file ? 2 : 0;
}

/**
 * For each frame, the index of the reference frame it is paired with, in ascending order; the sum of the likenesses is
 * the largest.
 */
function pairFrames(
  frames: readonly ResolvedFrame[],
  reference: readonly ReferenceFrame[],
  likenessOf: (frame: ResolvedFrame, expected: ReferenceFrame) => number,
): (number | null)[] {
  const width = reference.length + 1;
  const best = new Float64Array((frames.length + 1) * width);
  const likenesses = frames.map((frame) => reference.map((expected) => likenessOf(frame, expected)));
  const at = (row: number, column: number) => best[row * width + column] ?? 0;
  for (let row = frames.length - 1; row >= 0; row -= 1) {
    for (let column = reference.length - 1; column >= 0; column -= 1) {
      const likeness = likenesses[row]?.[column] ?? 0;
      const paired = likeness === 0 ? 0 : likeness + at(row + 1, column + 1);
      best[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: (number | null)[] = [];
  let column = 0;
  for (let row = 0; row < frames.length; row += 1) {
    while (column < reference.length && at(row, column) === at(row, column + 1)) column += 1;
    const likeness = likenesses[row]?.[column] ?? 0;
    const isPaired = likeness > 0 && at(row, column) === likeness + at(row + 1, column + 1);
    pairs.push(isPaired ? column : null);
    if (isPaired) column += 1;
  }
  return pairs;
}
