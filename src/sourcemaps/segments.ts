const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS = new Int8Array(128).fill(-1);
for (let value = 0; value < ALPHABET.length; value += 1) DIGITS[ALPHABET.charCodeAt(value)] = value;

const COMMA = 44;
const SEMICOLON = 59;
const CONTINUES = 32;
const MAX_SHIFT = 30;
/** Empty lines passed over in one step. */
const MAX_GAP = 4096;

/** The running values of a source map's `mappings`, where reading can begin again. */
export interface SegmentState {
  /** Characters read. */
  readonly offset: number;
  /** Generated line and column, from 0. */
  readonly line: number;
  readonly column: number;
  readonly source: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
  readonly name: number;
}

/**
 * Steps through encoded `mappings` segment by segment. Lines, columns and indexes count from 0 (ECMA-426 §8).
 * Nothing is kept of what was read, so that the longest text costs no memory.
 */
export class SegmentReader implements SegmentState {
  offset = 0;
  line = 0;
  column = 0;
  source = 0;
  sourceLine = 0;
  sourceColumn = 0;
  name = 0;
  /** Whether the step led over a segment, not only over empty lines. */
  isSegment = false;
  /** Whether the segment has a source, and a name. */
  hasSource = false;
  hasName = false;

  constructor(
    private readonly mappings: string,
    from?: SegmentState,
  ) {
    if (from === undefined) return;
    this.offset = from.offset;
    this.line = from.line;
    this.column = from.column;
    this.source = from.source;
    this.sourceLine = from.sourceLine;
    this.sourceColumn = from.sourceColumn;
    this.name = from.name;
  }

  /**
   * Steps over the next segment, or over some of many empty lines; answers whether it was not at the end.
   * @throws SyntaxError if there is something else
   */
  next(): boolean {
    this.isSegment = this.skipSeparators();
    if (this.offset >= this.mappings.length) return false;
    if (this.isSegment) this.readSegment();
    return true;
  }

  private readSegment(): void {
    this.column += this.readNumber();
    this.hasSource = !this.isAtEnd();
    if (this.hasSource) this.readOriginal();
    if (!this.isAtEnd()) throw new SyntaxError('a segment is too long');
  }

  private readOriginal(): void {
    this.source += this.readNumber();
    this.sourceLine += this.readNumber();
    this.sourceColumn += this.readNumber();
    this.hasName = !this.isAtEnd();
    if (this.hasName) this.name += this.readNumber();
  }

  /** Answers whether what follows is no separator. */
  private skipSeparators(): boolean {
    for (const end = this.offset + MAX_GAP; this.offset < end; this.offset += 1) {
      const code = this.mappings.charCodeAt(this.offset);
      if (code === SEMICOLON) {
        this.line += 1;
        this.column = 0;
      } else if (code !== COMMA) return true;
    }
    return false;
  }

  private isAtEnd(): boolean {
    const code = this.mappings.charCodeAt(this.offset);
    return code === COMMA || code === SEMICOLON || this.offset >= this.mappings.length;
  }

  /** A number in base 64, lowest digits first, its sign in the lowest bit. */
  private readNumber(): number {
    let value = 0;
    for (let shift = 0; shift <= MAX_SHIFT; shift += 5) {
      const digit = DIGITS[this.mappings.charCodeAt(this.offset)] ?? -1;
      if (digit < 0) throw new SyntaxError('a segment has a character that is no digit');
      this.offset += 1;
      value |= (digit & (CONTINUES - 1)) << shift;
      if (digit < CONTINUES) return (value & 1) === 1 ? -(value >>> 1) : value >>> 1;
    }
    throw new SyntaxError('a number of a segment is too long');
  }
}
