import { RE2JS } from 're2js';

/** Work that patterns of a project's own may still do on one event; about a second's worth at first. */
export interface Effort {
  left: number;
}

export const newEffort = (): Effort => ({ left: 4_000_000 });

/** A match in a text: the range to redact. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A regular expression that somebody else wrote. */
export interface Pattern {
  /** The ranges that match, in order; null if finding them would be too much effort. */
  find(text: string, effort: Effort): Range[] | null;
}

/** What the programs of all patterns of one configuration may still have together. */
export interface PatternRoom {
  left: number;
}

export const newPatternRoom = (): PatternRoom => ({ left: 20_000 });

const MAX_PATTERN = 1000;
const MAX_SIZE = 5000;

/**
 * Compiles an expression in the syntax of RE2, which has no look-around and no back-references, and in which no expression takes
 * time that grows faster than the text. @param groups those to redact; empty redacts the whole match. @param room loses what the
 * pattern takes; without any left, nothing more is compiled
 * @throws SyntaxError saying what is wrong
 */
export function compilePattern(source: string, room: PatternRoom, groups: readonly number[] = []): Pattern {
  const compiled = compile(source, room);
  const tooHigh = groups.find((group) => group > compiled.groupCount());
  if (tooHigh !== undefined) throw new SyntaxError(`there is no group ${tooHigh}`);
  const size = compiled.programSize();
  return {
    find(text, effort) {
      const ranges: Range[] = [];
      const matcher = compiled.matcher(text);
      let from = 0;
      do {
        effort.left -= (text.length - from + 16) * size;
        if (effort.left < 0) return null;
        if (!matcher.find()) break;
        ranges.push(...rangesOf(matcher, groups));
        from = Math.max(from, matcher.end());
      } while (from < text.length);
      return ranges;
    },
  };
}

function compile(source: string, room: PatternRoom): RE2JS {
  if (source.length > MAX_PATTERN) throw new SyntaxError(`it is longer than ${MAX_PATTERN} characters`);
  if (room.left < 0) throw new SyntaxError('it and those before it repeat too much together');
  try {
    const compiled = RE2JS.compile(source);
    room.left -= compiled.programSize();
    if (compiled.programSize() <= MAX_SIZE) return compiled;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    throw new SyntaxError(`${reason} (the syntax is that of RE2)`);
  }
  throw new SyntaxError('it repeats too much');
}

function rangesOf(matcher: ReturnType<RE2JS['matcher']>, groups: readonly number[]): Range[] {
  const chosen = groups.length === 0 ? [0] : groups;
  return chosen
    .map((group) => ({ start: matcher.start(group), end: matcher.end(group) }))
    .filter(({ start, end }) => start >= 0 && end > start)
    .sort((a, b) => a.start - b.start);
}
