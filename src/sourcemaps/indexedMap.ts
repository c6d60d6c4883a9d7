import { type MapRoom, newMapRoom, type Original, readPlainMap, type SourceMap, Unreadable } from './map';

/** Parts within parts; no tool makes more than one level. */
const MAX_LEVELS = 8;

interface Section {
  readonly line: number;
  readonly column: number;
  readonly map: SourceMap;
}

/**
 * Reads the JSON of a source map, plain or put together from sections (ECMA-426 §10). Sections stay as they are: to join them
 * would take memory for every line up to the offset that one claims.
 */
export function readMap(value: object, levels = MAX_LEVELS, room = newMapRoom()): SourceMap | Unreadable {
  if (!('sections' in value)) return readPlainMap(value, room);
  if (!Array.isArray(value.sections) || levels === 0)
    return new Unreadable('its sections are not those of a source map');
  const sections: Section[] = [];
  for (const part of value.sections as unknown[]) {
    const section = readSection(part, levels - 1, room);
    if (section instanceof Unreadable) return section;
    sections.push(section);
  }
  return new IndexedMap(sections.sort(compare));
}

function readSection(value: unknown, levels: number, room: MapRoom): Section | Unreadable {
  const { offset, map } = asObject(value);
  const { line, column } = asObject(offset);
  if (!isOffset(line) || !isOffset(column) || typeof map !== 'object' || map === null)
    return new Unreadable('one of its sections has no offset or no map');
  const read = readMap(map, levels, room);
  return read instanceof Unreadable ? read : { line, column, map: read };
}

class IndexedMap implements SourceMap {
  readonly extraBytes: number;

  constructor(private readonly sections: readonly Section[]) {
    this.extraBytes = sections.reduce((sum, { map }) => sum + map.extraBytes, 0);
  }

  /** A position belongs to the last section that begins before it; offsets count from 0. */
  find(line: number, column: number): Original | null {
    const before = { line: line - 1, column: column - 1 };
    let [low, high] = [0, this.sections.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const section = this.sections[middle];
      if (section !== undefined && compare(section, before) <= 0) low = middle + 1;
      else high = middle;
    }
    const section = this.sections[low - 1];
    if (section === undefined) return null;
    return section.map.find(line - section.line, section.line === before.line ? column - section.column : column);
  }
}

function compare(one: Pick<Section, 'line' | 'column'>, other: Pick<Section, 'line' | 'column'>): number {
  return one.line - other.line || one.column - other.column;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
