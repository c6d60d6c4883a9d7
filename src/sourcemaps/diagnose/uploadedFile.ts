import type { StoredFile } from '../../domain/artifact';

/** A place of a minified file that is compared with the code that ran there. */
export interface WantedPlace {
  /** Line and column of the frame, which count from 1. */
  readonly line: number;
  readonly column: number | null;
  /** The name of the function, if the file has to contain it. */
  readonly word: string | null;
}

/** The code of an uploaded file at a place. */
export interface UploadedPlace {
  readonly lineCount: number;
  /** Characters of the line; null if the file has fewer lines. */
  readonly lineLength: number | null;
  /** The begin of the line. */
  readonly start: string;
  /** The text around the column. */
  readonly text: string;
  /** The column of the first character of `text`, counted from 0. */
  readonly textColumn: number;
  /** True if the file contains the word. */
  readonly hasWord: boolean;
}

/** Characters of a line that are kept from its begin, and on each side of a column. */
const START_CHARACTERS = 1200;
const AROUND_CHARACTERS = 600;
/** Different words that are searched in one file. */
const MAX_WORDS = 20;
/** Longer words are not searched. */
const MAX_WORD_LENGTH = 200;

/** Reads a piece of a file by its number from 0; null after the last one. */
export type ReadPiece = (file: StoredFile, number: number) => Promise<Uint8Array | null>;

/**
 * Reads a minified file piece by piece, and keeps only the text around places: files can be as large as the memory of a
 * service. Returns null for a file whose lines engines and tools may count differently, and for one that is not text.
 */
export async function readPlaces(
  file: StoredFile,
  places: readonly WantedPlace[],
  readPiece: ReadPiece,
): Promise<UploadedPlace[] | null> {
  const scan = new FileScan(places);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let number = 0; ; number += 1) {
    const piece = await readPiece(file, number);
    scan.add(piece === null ? decoder.decode() : decoder.decode(piece, { stream: true }));
    if (scan.isUnreliable) return null;
    if (piece === null) return places.map((place) => scan.placeOf(place));
  }
}

/** A part of a line that is kept. */
class LinePart {
  text = '';

  constructor(
    readonly from: number,
    readonly to: number,
  ) {}

  /** Adds the characters of a piece of the line that are near the place. The piece begins at a column. */
  add(piece: string, column: number): void {
    if (column >= this.to || column + piece.length <= this.from) return;
    this.text += piece.slice(Math.max(0, this.from - column), this.to - column);
  }
}

class FileScan {
  isUnreliable = false;
  private line = 1;
  private column = 0;
  private readonly parts = new Map<WantedPlace, { readonly start: LinePart; readonly around: LinePart }>();
  private readonly partsOfLine = new Map<number, LinePart[]>();
  private readonly lengths = new Map<number, number>();
  private readonly missingWords: Set<string>;
  private readonly searchedWords: ReadonlySet<string>;
  private tail = '';
  private endsWithReturn = false;

  constructor(places: readonly WantedPlace[]) {
    for (const place of places) {
      const column = (place.column ?? 1) - 1;
      const start = new LinePart(0, START_CHARACTERS);
      const around = new LinePart(Math.max(0, column - AROUND_CHARACTERS), column + AROUND_CHARACTERS);
      this.parts.set(place, { start, around });
      this.partsOfLine.set(place.line, [...(this.partsOfLine.get(place.line) ?? []), start, around]);
    }
    const words = places.flatMap(({ word }) => (word === null || word.length > MAX_WORD_LENGTH ? [] : [word]));
    this.missingWords = new Set([...new Set(words)].slice(0, MAX_WORDS));
    this.searchedWords = new Set(this.missingWords);
  }

  add(text: string): void {
    // A carriage return alone and the separators of Unicode end a line for engines, but not for most tools.
    const isSplit = this.endsWithReturn && text !== '' && !text.startsWith('\n');
    this.isUnreliable ||= isSplit || /[\0\u2028\u2029]|\r(?![\n]|$)/.test(text);
    if (this.isUnreliable) return;
    if (text !== '') this.endsWithReturn = text.endsWith('\r');
    this.findWords(text);
    for (let start = 0; ;) {
      const end = text.indexOf('\n', start);
      this.addToLine(text.slice(start, end === -1 ? text.length : end));
      if (end === -1) return;
      this.line += 1;
      this.column = 0;
      start = end + 1;
    }
  }

  placeOf(place: WantedPlace): UploadedPlace {
    const { start, around } = this.parts.get(place) ?? { start: new LinePart(0, 0), around: new LinePart(0, 0) };
    const isSearched = place.word !== null && this.searchedWords.has(place.word);
    return {
      lineCount: this.line,
      lineLength: place.line > this.line ? null : (this.lengths.get(place.line) ?? 0),
      start: start.text,
      text: around.text,
      textColumn: around.from,
      hasWord: !isSearched || !this.missingWords.has(place.word),
    };
  }

  private addToLine(piece: string): void {
    const parts = this.partsOfLine.get(this.line);
    if (parts !== undefined) {
      for (const part of parts) part.add(piece, this.column);
      this.lengths.set(this.line, this.column + piece.length);
    }
    this.column += piece.length;
  }

  /** Searches a piece for the words, which can begin in one piece and end in the next one. */
  private findWords(text: string): void {
    if (this.missingWords.size === 0) return;
    const searched = this.tail + text;
    for (const word of this.missingWords) if (searched.includes(word)) this.missingWords.delete(word);
    this.tail = searched.slice(-MAX_WORD_LENGTH);
  }
}
