import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachMapping, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import ts from 'typescript';

/** A place in a file of `src`. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads the maps of a folder without the service, to compare the places in a map. */
export class MapReader {
  private readonly maps = new Map<string, TraceMap | null>();
  /** The columns that a map knows of lines of `src`, by file and line. */
  private readonly columns = new Map<string, Map<string, number[]>>();

  constructor(private readonly folder: string) {}

  /**
   * The place in `src` of a place in a file of the folder. Null if the map has none, or one in a package or a runtime.
   */
  originalOf(file: string, line: number, column: number): Place | null {
    const map = this.mapOf(file);
    if (map === null) return null;
    const original = originalPositionFor(map, { line, column: column - 1 });
    const name = original.source === null ? null : nameInSource(original.source);
    return name === null || original.line === null
      ? null
      : { file: name, line: original.line, column: original.column + 1 };
  }

  /**
   * True if the map of a file has no place from behind `start` up to `place`, so that `start` is the nearest one in it.
   */
  isNearest(file: string, start: Place, place: Place): boolean {
    if (start.file !== place.file || start.line !== place.line || start.column > place.column) return false;
    const columns = this.columnsOf(file).get(`${place.file}:${place.line}`) ?? [];
    return !columns.some((column) => start.column < column && column <= place.column);
  }

  private columnsOf(file: string): Map<string, number[]> {
    let columns = this.columns.get(file);
    if (columns === undefined) {
      columns = new Map();
      const map = this.mapOf(file);
      if (map !== null) {
        eachMapping(map, ({ source, originalLine, originalColumn }) => {
          const name = source === null ? null : nameInSource(source);
          if (name === null || originalLine === null) return;
          const key = `${name}:${originalLine}`;
          const knownColumns = columns!.get(key);
          if (knownColumns === undefined) columns!.set(key, [originalColumn + 1]);
          else knownColumns.push(originalColumn + 1);
        });
      }
      this.columns.set(file, columns);
    }
    return columns;
  }

  private mapOf(file: string): TraceMap | null {
    let map = this.maps.get(file);
    if (map === undefined) {
      const path = join(this.folder, `${file}.map`);
      map = existsSync(path) ? new TraceMap(readFileSync(path, 'utf8')) : null;
      this.maps.set(file, map);
    }
    return map;
  }
}

/** `pricing/tax.js` for `webpack://sample/./src/pricing/tax.js`. Null for files of packages. */
function nameInSource(source: string): string | null {
  if (source.includes('node_modules')) return null;
  return /(?:^|\/)src\/([^?]+)/.exec(source)?.[1] ?? null;
}

/** Knows where expressions of the original files begin. */
export class Expressions {
  private readonly files = new Map<string, ts.SourceFile>();

  constructor(private readonly folder: string) {}

  /**
   * True if `start` is the beginning of a part of the code that contains the call at `place`, up to its statement: a
   * map can have no place for the call itself. Minifiers also write `Error()` for `new Error()`, whose place is the
   * place of the name, and compilers `add.call(this)` for `super.add()`, whose place is the place of the parenthesis.
   */
  isPartOfCall(start: Place, place: Place): boolean {
    if (start.file !== place.file) return false;
    const source = this.read(place.file);
    const [position, other] = [offsetOf(source, place), offsetOf(source, start)];
    for (let node = nodeAt(source, position); !ts.isSourceFile(node); node = node.parent) {
      if (node.getStart(source) === other) return true;
      if (ts.isNewExpression(node) && node.expression.getStart(source) === other) return true;
      if (ts.isCallExpression(node) && node.expression.end === other) return true;
      if (ts.isStatement(node) || ts.isFunctionLike(node)) return false;
    }
    return false;
  }

  private read(file: string): ts.SourceFile {
    let source = this.files.get(file);
    if (source === undefined) {
      const text = readFileSync(join(this.folder, file), 'utf8');
      const kind = file.endsWith('.ts') || file.endsWith('.vue') ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
      const script = file.endsWith('.vue') ? onlyScript(text) : text;
      source = ts.createSourceFile(file, script, ts.ScriptTarget.ESNext, true, kind);
      this.files.set(file, source);
    }
    return source;
  }
}

/** Returns a component of Vue with blanks in the place of everything but its script. */
function onlyScript(text: string): string {
  const start = text.indexOf('>', text.indexOf('<script')) + 1;
  const end = text.indexOf('</script>');
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}

function offsetOf(source: ts.SourceFile, { line, column }: Place): number {
  const starts = source.getLineStarts();
  return (starts[line - 1] ?? source.end) + column - 1;
}

/** Returns the innermost node at an offset. */
function nodeAt(source: ts.SourceFile, offset: number): ts.Node {
  let node: ts.Node = source;
  for (;;) {
    const child: ts.Node | undefined = node
      .getChildren(source)
      .find((one) => one.getStart(source) <= offset && offset < one.end);
    if (child === undefined) return node;
    node = child;
  }
}
