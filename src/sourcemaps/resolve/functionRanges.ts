import { type FoundFunction, FUNCTION_KIND, type FunctionKind } from './findFunctions';

/**
 * The functions of a source file as a table, without objects for its rows: it is sent to another thread, and many are
 * kept. Lines count from 1, columns from 0. Rows are in the order of their starts; `parents` has the row of the
 * function around one, or -1.
 */
export interface FunctionRanges {
  /** Line and column of the start and of the end (exclusive, where the closing brace is) of each row. */
  readonly bounds: Uint32Array;
  readonly parents: Int32Array;
  /** The kind of each function, and `CALLED`. */
  readonly kinds: Uint8Array;
  /** Indexes of the texts of the name and of the class of each row. */
  readonly names: Uint32Array;
  /** Line and column of the name of the function, and of its class. The line is 0 if it has no name. */
  readonly definitions: Uint32Array;
  /** All texts in UTF-8, and where each ends. */
  readonly texts: Uint8Array;
  readonly textEnds: Uint32Array;
  /** The name of the code outside of functions. Null if the name is not known. */
  readonly topLevel: string | null;
}

/** A function that was found at a position. */
export interface FunctionAt {
  readonly kind: FunctionKind;
  /** The name of the function as V8 knows it, without its class. Empty if it is anonymous. */
  readonly name: string;
  /** The class of a method or constructor, or empty. */
  readonly className: string;
}

/** A position in a file, counting from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** The languages whose sources are parsed. */
export type SourceLanguage = 'javascript' | 'typescript' | 'tsx' | 'vue' | 'svelte';

const LANGUAGES: Readonly<Record<string, SourceLanguage | undefined>> = {
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  es6: 'javascript',
  flow: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  vue: 'vue',
  svelte: 'svelte',
};

/**
 * Returns the language of a source by the end of its path. JavaScript if there is none; null if it is another language.
 */
export function languageOf(source: string): SourceLanguage | null {
  const [path = ''] = source.split(/[?#]/, 1);
  const extension = /\.(\w{1,10})$/.exec(path)?.[1];
  return extension === undefined ? 'javascript' : (LANGUAGES[extension.toLowerCase()] ?? null);
}

/** Characters of a source that is parsed. A tree takes about a hundred bytes of memory for each. */
export const MAX_PARSED_CHARACTERS = 2 * 1024 * 1024;

/** Stands for the name of a component, which is the name of its file. */
export const COMPONENT = '<component>';

/** Set in `kinds` for functions that are called where they are written. */
const CALLED = 8;
/** Columns of `bounds` and of `definitions`. */
const BOUNDS = 4;

/** A table, and the end of the rows of each group. */
interface PackedFunctions extends FunctionRanges {
  readonly rowEnds: Uint32Array;
}

/**
 * Packs groups of functions, such as the functions of each source of a map, into one table. In a group, they are nested
 * and in any order.
 */
export function packFunctions(groups: readonly (readonly FoundFunction[])[], topLevel: string | null): PackedFunctions {
  const sorted = groups.map((functions) =>
    functions.toSorted((a, b) => comparePositions(a.start, b.start) || comparePositions(b.end, a.end)),
  );
  let count = 0;
  const rowEnds = Uint32Array.from(sorted, ({ length }) => (count += length));
  const table = {
    bounds: new Uint32Array(count * BOUNDS),
    parents: new Int32Array(count),
    kinds: new Uint8Array(count),
    names: new Uint32Array(count * 2),
    definitions: new Uint32Array(count * BOUNDS),
  };
  const texts = new TextTable();
  let row = 0;
  for (const functions of sorted) {
    const open: number[] = [];
    for (const parsedFunction of functions) {
      setRow(table, row, parsedFunction, texts);
      for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
        if (!endsBefore(table.bounds, last, parsedFunction.start)) break;
        open.pop();
      }
      table.parents[row] = open.at(-1) ?? -1;
      open.push(row);
      row += 1;
    }
  }
  return { ...table, ...texts.pack(), topLevel, rowEnds };
}

function setRow(
  table: Pick<FunctionRanges, 'bounds' | 'kinds' | 'names' | 'definitions'>,
  row: number,
  { kind, name, class: inClass, start, end, nameAt, isCalled }: FoundFunction,
  texts: TextTable,
): void {
  const classAt = inClass?.nameAt;
  const definition = [nameAt?.line ?? 0, nameAt?.column ?? 0, classAt?.line ?? 0, classAt?.column ?? 0];
  table.bounds.set([start.line, start.column, end.line, end.column], row * BOUNDS);
  table.kinds[row] = isCalled === true ? kind | CALLED : kind;
  table.names.set([texts.add(name), texts.add(inClass?.name ?? '')], row * 2);
  table.definitions.set(definition, row * BOUNDS);
}

function comparePositions(a: { line: number; column: number }, b: { line: number; column: number }): number {
  return a.line - b.line || a.column - b.column;
}

function endsBefore(bounds: Uint32Array, row: number, { line, column }: { line: number; column: number }): boolean {
  const endLine = bounds[row * BOUNDS + 2] ?? 0;
  return endLine < line || (endLine === line && (bounds[row * BOUNDS + 3] ?? 0) <= column);
}

/** Distinct texts. */
class TextTable {
  private readonly indexes = new Map<string, number>();

  add(text: string): number {
    const index = this.indexes.get(text);
    if (index !== undefined) return index;
    this.indexes.set(text, this.indexes.size);
    return this.indexes.size - 1;
  }

  pack(): Pick<FunctionRanges, 'texts' | 'textEnds'> {
    let end = 0;
    const encoded = [...this.indexes.keys()].map((text) => Buffer.from(text, 'utf8'));
    const textEnds = Uint32Array.from(encoded, ({ length }) => (end += length));
    const texts = new Uint8Array(end);
    for (const [index, bytes] of encoded.entries()) texts.set(bytes, (textEnds[index] ?? 0) - bytes.length);
    return { texts, textEnds };
  }
}

/** Returns the memory of a table. */
export function sizeOfRanges({ bounds, parents, kinds, names, definitions, texts, textEnds }: FunctionRanges): number {
  return [bounds, parents, kinds, names, definitions, texts, textEnds].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
}

/**
 * Returns the innermost function at a line and column, which count from 1. Null if it is not known, as at the
 * closing brace of a function that no other one encloses, unless the function is called there: bundlers that put a
 * function in the place of its only call map the call to that brace.
 */
export function functionAt(ranges: FunctionRanges, line: number, column: number, rows?: Rows): FunctionAt | null {
  const { row, ended } = findRow(ranges, line, column, rows);
  if (row !== -1) return describeRow(ranges, row);
  if (ranges.topLevel === null || ended.length > 0) return null;
  return { kind: FUNCTION_KIND.plain, name: ranges.topLevel, className: '' };
}

/** Positions of the names of a function and of its class. */
export interface FunctionDefinition {
  readonly function: FilePosition | null;
  readonly class: FilePosition | null;
}

/** Returns the positions of the names of the innermost function at a position. Null outside of functions. */
export function definitionAt(ranges: FunctionRanges, line: number, column: number): FunctionDefinition | null {
  const { row } = findRow(ranges, line, column);
  if (row === -1) return null;
  const [functionLine = 0, functionColumn = 0, classLine = 0, classColumn = 0] = ranges.definitions.subarray(
    row * BOUNDS,
  );
  return {
    function: functionLine === 0 ? null : { line: functionLine, column: functionColumn + 1 },
    class: classLine === 0 ? null : { line: classLine, column: classColumn + 1 },
  };
}

/** The rows of a group. */
interface Rows {
  readonly first: number;
  readonly end: number;
}

/** Returns true if no function begins or ends between a position and the end of its line. */
export function isSameFunctionToLineEnd(ranges: FunctionRanges, line: number, column: number): boolean {
  const { row, next } = findRow(ranges, line, column);
  return ranges.bounds[next * BOUNDS] !== line && (row === -1 || ranges.bounds[row * BOUNDS + 2] !== line);
}

/** Returns the functions in which the code from a position to the end of its line is. */
export function functionsToLineEnd(ranges: FunctionRanges, line: number, column: number): FunctionAt[] {
  const { bounds, parents } = ranges;
  const { row, next } = findRow(ranges, line, column);
  const rows: number[] = [];
  for (let around = row; around !== -1; around = parents[around] ?? -1) {
    rows.push(around);
    if (bounds[around * BOUNDS + 2] !== line) break;
  }
  for (let begun = next; begun < parents.length && bounds[begun * BOUNDS] === line; begun += 1) rows.push(begun);
  return rows.map((one) => describeRow(ranges, one));
}

function describeRow(ranges: FunctionRanges, row: number): FunctionAt {
  return {
    kind: ((ranges.kinds[row] ?? 0) & ~CALLED) as FunctionKind,
    name: textOf(ranges, ranges.names[row * 2] ?? 0),
    className: textOf(ranges, ranges.names[row * 2 + 1] ?? 0),
  };
}

/**
 * Returns the beginnings of the functions whose closing brace is at a position, the innermost one first, without
 * functions that are called there.
 */
export function startsOfFunctionsEndingAt(ranges: FunctionRanges, line: number, column: number): FilePosition[] {
  return findRow(ranges, line, column).ended.map((row) => ({
    line: ranges.bounds[row * BOUNDS] ?? 0,
    column: (ranges.bounds[row * BOUNDS + 1] ?? 0) + 1,
  }));
}

/** The row of a position in the table. */
interface FoundRow {
  /** The row of the innermost function, or -1. */
  readonly row: number;
  /** The first row that begins behind the position. */
  readonly next: number;
  /** The rows of the functions that end at the position and are not called there. */
  readonly ended: readonly number[];
}

function findRow(ranges: FunctionRanges, line: number, column: number, rows?: Rows): FoundRow {
  const { bounds, parents, kinds } = ranges;
  const { first, end } = rows ?? { first: 0, end: parents.length };
  const position = { line, column: column - 1 };
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = { line: bounds[middle * BOUNDS] ?? 0, column: bounds[middle * BOUNDS + 1] ?? 0 };
    if (comparePositions(start, position) <= 0) low = middle + 1;
    else high = middle;
  }
  const ended: number[] = [];
  let row = low === first ? -1 : low - 1;
  while (row >= 0 && endsBefore(bounds, row, position)) {
    const isEnd = bounds[row * BOUNDS + 2] === line && bounds[row * BOUNDS + 3] === position.column;
    if (isEnd && ((kinds[row] ?? 0) & CALLED) === 0) ended.push(row);
    row = parents[row] ?? -1;
  }
  return { row, next: low, ended };
}

function textOf({ texts, textEnds }: FunctionRanges, index: number): string {
  const start = index === 0 ? 0 : (textEnds[index - 1] ?? 0);
  return Buffer.from(texts.subarray(start, textEnds[index] ?? start)).toString('utf8');
}
