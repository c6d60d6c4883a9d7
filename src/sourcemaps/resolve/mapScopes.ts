import { type FoundFunction, FUNCTION_KIND, type SyntaxPosition } from './findFunctions';
import { type FunctionAt, functionAt, type FunctionRanges, packFunctions } from './functionRanges';
import { BASE64_DIGITS } from './mappings';

/** The functions of each source of a map, as tools wrote them into the map. Null for a source without any. */
export type FoundScopes = readonly (readonly FoundFunction[] | null)[];

/** The functions of all sources of a map in one table. */
export interface MapScopes extends FunctionRanges {
  /** The end of the rows of each source. */
  readonly rowEnds: Uint32Array;
  /** 1 for each source whose functions are known. */
  readonly known: Uint8Array;
}

/** Functions of one map. Large applications have some hundred thousand. */
const MAX_FUNCTIONS = 1_000_000;
const TOP_LEVEL = '<anonymous>';

/**
 * Reads the scopes of a map without sections: the scopes of the proposal for ECMA-426 (`scopes`, as of 2026), else the
 * function maps of Metro and Hermes (`x_facebook_sources`). Null if it has neither, or they are malformed: they are
 * only a help.
 */
export function readScopes(map: object, sourceCount: number): FoundScopes | null {
  const { scopes, names, x_facebook_sources: metadata } = map as Record<string, unknown>;
  try {
    if (typeof scopes === 'string' && Array.isArray(names))
      return readScopeTrees(scopes, names as unknown[], sourceCount);
    return Array.isArray(metadata) ? readFunctionMaps(metadata as unknown[], sourceCount) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Packs the scopes of all sources of a map. Null if none are known. */
export function packScopes(scopes: FoundScopes): MapScopes | null {
  if (scopes.every((functions) => functions === null)) return null;
  const known = Uint8Array.from(scopes, (functions) => (functions === null ? 0 : 1));
  const functions = scopes.map((sourceFunctions) => sourceFunctions ?? []);
  return { ...packFunctions(functions, TOP_LEVEL), known };
}

/** Returns the function at a position of a source. Null if the map does not have it. */
export function functionInScopes(scopes: MapScopes, source: number, line: number, column: number): FunctionAt | null {
  if (scopes.known[source] !== 1) return null;
  const rows = { first: scopes.rowEnds[source - 1] ?? 0, end: scopes.rowEnds[source] ?? 0 };
  return functionAt(scopes, line, column, rows);
}

/** Reads the numbers of one item: Base64 VLQ, with and without a sign. */
class NumberReader {
  private offset = 0;

  constructor(private readonly item: string) {}

  get isAtEnd(): boolean {
    return this.offset >= this.item.length;
  }

  unsigned(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 30; factor *= 32) {
      const digit = BASE64_DIGITS.indexOf(this.item.charAt(this.offset));
      if (digit < 0 || this.isAtEnd) throw new SyntaxError('an item is malformed');
      this.offset += 1;
      value += (digit % 32) * factor;
      if (digit < 32) return value;
    }
    throw new SyntaxError('a number is too large');
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? -Math.floor(value / 2) : value / 2;
  }
}

/** Tags of items, and flags of the start of a scope. */
const TAG = { empty: 0, scopeStart: 1, scopeEnd: 2, rangeStart: 4 };
const FLAG = { hasName: 1, hasKind: 2, isStackFrame: 4 };

/** A scope that has not ended yet. */
interface OpenScope {
  readonly scopeFunction: FoundFunction | null;
  readonly start: SyntaxPosition;
  readonly className: string | null;
}

/** Reads trees of original scopes. The ranges of generated code, which follow them, are not needed for names. */
function readScopeTrees(scopes: string, names: readonly unknown[], sourceCount: number): FoundScopes {
  const reader = new ScopeReader(names);
  let start = 0;
  while (start <= scopes.length && reader.bySource.length < sourceCount) {
    const comma = scopes.indexOf(',', start);
    const end = comma === -1 ? scopes.length : comma;
    if (!reader.read(scopes.slice(start, end))) break;
    start = end + 1;
  }
  return reader.bySource;
}

class ScopeReader {
  readonly bySource: (readonly FoundFunction[] | null)[] = [];
  private readonly open: OpenScope[] = [];
  private functions: FoundFunction[] = [];
  private count = 0;
  private line = 0;
  private column = 0;
  private name = 0;
  private kind = 0;

  constructor(private readonly names: readonly unknown[]) {}

  /** Reads an item. Returns false at the first item of the generated ranges. */
  read(item: string): boolean {
    const numbers = new NumberReader(item);
    const tag = item === '' ? TAG.empty : numbers.unsigned();
    if (tag === TAG.rangeStart) return false;
    if (tag === TAG.empty && this.open.length === 0) this.bySource.push(null);
    if (tag === TAG.scopeStart) this.start(numbers);
    if (tag === TAG.scopeEnd) this.end(numbers);
    return true;
  }

  private start(numbers: NumberReader): void {
    const flags = numbers.unsigned();
    const start = this.move(numbers);
    if ((flags & FLAG.hasName) !== 0) this.name += numbers.signed();
    if ((flags & FLAG.hasKind) !== 0) this.kind += numbers.signed();
    const name = (flags & FLAG.hasName) === 0 ? '' : this.textOf(this.name);
    const isClass = (flags & FLAG.hasKind) !== 0 && /^class$/i.test(this.textOf(this.kind));
    const scopeFunction = (flags & FLAG.isStackFrame) === 0 ? null : this.functionOf(name, start);
    this.count += 1;
    if (this.count > MAX_FUNCTIONS) throw new SyntaxError('it has too many scopes');
    this.open.push({ scopeFunction, start, className: isClass ? name : null });
  }

  /**
   * Returns the function of a scope. A function directly in a class is its method, unless its name says the class
   * already.
   */
  private functionOf(name: string, start: SyntaxPosition): FoundFunction {
    const className = this.open.at(-1)?.className ?? '';
    const isConstructor = className !== '' && (name === className || name === 'constructor');
    const kind = isConstructor
      ? FUNCTION_KIND.constructor
      : className === ''
        ? FUNCTION_KIND.plain
        : FUNCTION_KIND.method;
    const inClass = className === '' ? null : { name: className, nameAt: null };
    return { kind, name, class: inClass, start, end: start, nameAt: null };
  }

  private end(numbers: NumberReader): void {
    const end = this.move(numbers);
    const scope = this.open.pop();
    if (scope === undefined) throw new SyntaxError('a scope ends that has not started');
    if (scope.scopeFunction !== null) this.functions.push({ ...scope.scopeFunction, end });
    if (this.open.length > 0) return;
    this.bySource.push(this.functions);
    this.functions = [];
    this.line = 0;
    this.column = 0;
  }

  /**
   * Reads a position. Lines are relative to the position before, and so are columns on the same line. Lines of the map
   * count from 0.
   */
  private move(numbers: NumberReader): SyntaxPosition {
    const lines = numbers.unsigned();
    const column = numbers.unsigned();
    this.line += lines;
    this.column = lines === 0 ? this.column + column : column;
    return { line: this.line + 1, column: this.column };
  }

  private textOf(index: number): string {
    const text = this.names[index];
    return typeof text === 'string' ? text : '';
  }
}

/** The function map of a source: names, and positions from which on each of them is right. */
interface FunctionMap {
  readonly names: readonly unknown[];
  readonly mappings: string;
}

function readFunctionMaps(metadata: readonly unknown[], sourceCount: number): FoundScopes {
  let count = 0;
  return metadata.slice(0, sourceCount).map((entry) => {
    const [map] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (!isFunctionMap(map)) return null;
    const functions = functionsOf(map);
    count += functions.length;
    if (count > MAX_FUNCTIONS) throw new SyntaxError('it has too many functions');
    return functions;
  });
}

function isFunctionMap(value: unknown): value is FunctionMap {
  if (typeof value !== 'object' || value === null) return false;
  const { names, mappings } = value as Record<string, unknown>;
  return Array.isArray(names) && typeof mappings === 'string';
}

/**
 * Returns the functions of a function map. Segments have the column, the name and, in the first one of a line, the
 * line, each relative to the one before.
 */
function functionsOf({ names, mappings }: FunctionMap): FoundFunction[] {
  const starts: { at: SyntaxPosition; name: unknown }[] = [];
  let line = 1;
  let name = 0;
  for (const lineMappings of mappings.split(';')) {
    let column = 0;
    for (const segment of lineMappings.split(',')) {
      if (segment === '') continue;
      const numbers = new NumberReader(segment);
      column += numbers.signed();
      name += numbers.signed();
      line += numbers.isAtEnd ? 0 : numbers.signed();
      if (line < 1 || column < 0) throw new SyntaxError('a position is negative');
      starts.push({ at: { line, column }, name: names[name] });
    }
  }
  return starts.map(({ at, name: text }, index) => {
    const end = starts[index + 1]?.at ?? { line: 0xffff_ffff, column: 0 };
    return metroFunction(typeof text === 'string' ? text : '', at, end);
  });
}

/**
 * Returns the function of an entry of Metro, which writes `Shop#pay`, `Shop.create`, `Shop#get__total`, `<global>`, and
 * `then$argument_0` for functions that are passed on.
 */
function metroFunction(text: string, start: SyntaxPosition, end: SyntaxPosition): FoundFunction {
  const row = { start, end, nameAt: null };
  if (text === '' || /^<|\$argument_\d+$/.test(text)) {
    return { ...row, kind: FUNCTION_KIND.plain, name: '', class: null };
  }
  const separator = Math.max(text.lastIndexOf('#'), text.lastIndexOf('.'));
  const className = text.slice(0, Math.max(separator, 0));
  const name = text.slice(separator + 1).replace(/^([gs]et)__/, '$1 ');
  if (className === '') return { ...row, kind: FUNCTION_KIND.plain, name, class: null };
  const kind = name === 'constructor' ? FUNCTION_KIND.constructor : FUNCTION_KIND.method;
  return { ...row, kind, name, class: { name: className, nameAt: null } };
}
