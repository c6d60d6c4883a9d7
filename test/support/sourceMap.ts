import { packMap, PackedSourceMap } from '../../src/sourcemaps/resolve/packedMap';
import { InvalidSourceMap, readSourceMap, type SourceMap } from '../../src/sourcemaps/resolve/sourceMap';

/** Parses a source map, and opens the form in which one thread gives it to another. */
export function openSourceMap(bytes: Uint8Array): SourceMap | InvalidSourceMap {
  const parts = readSourceMap(bytes);
  return parts instanceof InvalidSourceMap ? parts : new PackedSourceMap(packMap(parts));
}

/** Returns a map of about `bytes` bytes: sources of 400 lines, each with 16 segments. */
export function largeMapText(bytes: number): string {
  const lines = Array.from({ length: 400 }, (_, line) => `export function handler${line}() {}`);
  const text = `${lines.join('\n')}\n${'// filler of the size that a source file usually has\n'.repeat(400)}`;
  const count = Math.ceil(bytes / (text.length + 33_500));
  const sources = Array.from({ length: count }, (_, source) => `../src/module${source}.ts`);
  // Fifteen segments to the right in a line, then one at the start of the next line: 400 lines, and back to the first.
  const line = `${'KAAI,'.repeat(15)}KAC5D`;
  const first = `KAAI${',KAAI'.repeat(14)}`;
  const source = `${`${line},`.repeat(399)}${first}`;
  const mappings = sources.map((_, index) => (index === 0 ? `AAAA,${source}` : `KC/Y5D,${source}`)).join(',');
  return JSON.stringify({ version: 3, sources, names: [], sourcesContent: sources.map(() => text), mappings });
}

/** Returns a map with names, which take much more memory than their text. */
export function manyNamesMapText(count: number): string {
  const names = Array.from({ length: count }, (_, name) => `n${name.toString(36)}`);
  return JSON.stringify({ version: 3, sources: ['a.ts'], names, mappings: 'AAAA' });
}
