import {
  encodedMappings,
  originalPositionFor,
  presortedDecodedMap,
  type SourceMapSegment,
  TraceMap,
} from '@jridgewell/trace-mapping';
import fc from 'fast-check';
import { findFirstOrigin, findOrigin, listSegments, MappingsIndex } from '../../../src/sourcemaps/resolve/mappings';

/** More sources and names than any of the maps here refers to. */
const BOUNDS = { sources: 10, names: 10 };

/** A line of segments, its columns in the given order. */
const segment = fc.tuple(
  fc.nat(300),
  fc.nat(3),
  fc.nat(40),
  fc.nat(90),
  fc.option(fc.nat(4), { nil: null }),
  fc.boolean(),
);
const lines = fc.array(fc.array(segment, { maxLength: 40 }), { maxLength: 60 });
type Drawn = [number, number, number, number, number | null, boolean];

function encode(drawn: readonly (readonly Drawn[])[]): string {
  const mappings = drawn.map((line) => {
    const segments = line.map(([column, source, row, at, name, isBare]): SourceMapSegment =>
      isBare ? [column] : name === null ? [column, source, row, at] : [column, source, row, at, name],
    );
    return segments.sort(([one], [other]) => one - other);
  });
  const map = presortedDecodedMap({
    version: 3,
    names: ['a', 'b', 'c', 'd', 'e'],
    sources: ['a', 'b', 'c', 'd'],
    mappings,
  });
  return encodedMappings(map);
}

/** Returns the result of the library, whose look-ups decode everything. */
function oracle(mappings: string, line: number, column: number): unknown {
  const map = new TraceMap({ version: 3, names: ['0', '1', '2', '3', '4'], sources: ['0', '1', '2', '3'], mappings });
  const position = originalPositionFor(map, { line: line + 1, column });
  if (position.source === null) return null;
  return {
    source: Number(position.source),
    line: position.line - 1,
    column: position.column,
    name: position.name === null ? null : Number(position.name),
  };
}

function positionsOf(mappings: string) {
  const index = new MappingsIndex(mappings, BOUNDS);
  const bytes = Buffer.from(mappings);
  const indexed = { mappings: bytes, states: index.states };
  return {
    index,
    find: (line: number, column: number) => findOrigin(indexed, line, column),
    findFirst: (line: number) => findFirstOrigin(indexed, line),
    list: (line: number, first: number, last: number) => [...listSegments(indexed, line, first, last)],
  };
}

test('finds the same originals as the library, in short and in long lines', () => {
  fc.assert(
    fc.property(lines, fc.nat(60), fc.nat(320), (drawn, line, column) => {
      const mappings = encode(drawn);
      expect(positionsOf(mappings).find(line, column)).toEqual(oracle(mappings, line, column));
    }),
    { numRuns: 400 },
  );
});

test('finds every position of a line that is longer than the stride of the index', () => {
  const drawn = Array.from({ length: 2000 }, (_, index): Drawn => [
    index * 3,
    index % 4,
    index % 40,
    index % 90,
    index % 5,
    index % 7 === 0,
  ]);
  const mappings = `;;${encode([drawn])};;AAAA`;
  const positions = positionsOf(mappings);
  const map = new TraceMap({ version: 3, names: ['0', '1', '2', '3', '4'], sources: ['0', '1', '2', '3'], mappings });
  for (let column = 0; column < 6010; column += 1) {
    const position = positions.find(2, column);
    const expected = originalPositionFor(map, { line: 3, column });
    expect([position?.line, position?.column]).toEqual(
      expected.source === null ? [undefined, undefined] : [expected.line - 1, expected.column],
    );
  }
  expect(positions.find(1, 5)).toBeNull();
  expect(positions.find(4, 5)).not.toBeNull();
  expect(positions.find(5, 0)).toBeNull();
});

test('lists the originals of a part of a line as each of its columns has them', () => {
  fc.assert(
    fc.property(lines, fc.nat(60), fc.nat(320), fc.nat(320), (drawn, line, first, length) => {
      const positions = positionsOf(encode(drawn));
      const listed = positions.list(line, first, first + length);
      for (let column = first; column <= first + length; column += 1) {
        // Several segments may have one column; the last one counts.
        const segment = listed.findLast((segment) => segment.column <= column);
        expect(segment?.origin ?? null).toEqual(positions.find(line, column));
      }
    }),
    { numRuns: 200 },
  );
});

test('detects whether the segments of each line are sorted', () => {
  expect(new MappingsIndex('EAAA,EAAA;AAAA,AAAA;;EAAA', BOUNDS).isSorted).toBe(true);
  expect(new MappingsIndex('EAAA;EAAA,DAAA', BOUNDS).isSorted).toBe(false);
});

test('finds positions before, in and after many empty lines', () => {
  const gap = 100_000;
  const positions = positionsOf(`AAAA,EAAA${';'.repeat(gap)}EAAA${';'.repeat(gap)}`);
  expect(positions.find(0, 99)).toMatchObject({ line: 0 });
  expect(positions.find(gap, 5)).not.toBeNull();
  for (const line of [1, 50_000, gap - 1, gap + 1, 2 * gap, 2 * gap + 1]) expect(positions.find(line, 5)).toBeNull();
});

test('finds the first segment of a line that has a source', () => {
  fc.assert(
    fc.property(lines, fc.nat(60), (drawn, line) => {
      const mappings = encode(drawn);
      const first = [...(drawn[line] ?? [])]
        .sort(([one], [other]) => one - other)
        .find(([, , , , , isBare]) => !isBare);
      expect(positionsOf(mappings).findFirst(line)).toEqual(
        first === undefined ? null : { source: first[1], line: first[2], column: first[3], name: first[4] },
      );
    }),
    { numRuns: 200 },
  );
});

test('finds nothing in empty mappings', () => {
  expect(positionsOf('').find(0, 0)).toBeNull();
  expect(positionsOf(';;;').find(2, 0)).toBeNull();
});

test('takes little memory for many lines and segments', () => {
  const positions = positionsOf('A,A;'.repeat(500_000));
  expect(positions.index.states.byteLength).toBeLessThan(1_000_000);
  expect(positions.find(499_999, 0)).toBeNull();
});
