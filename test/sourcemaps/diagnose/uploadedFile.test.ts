import type { StoredFile } from '../../../src/domain/artifact';
import { readPlaces } from '../../../src/sourcemaps/diagnose/uploadedFile';

const FILE = {} as StoredFile;

/** Reads a text in pieces of `size` bytes. */
function inPieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  return (_: StoredFile, number: number) => {
    const piece = bytes.subarray(number * size, (number + 1) * size);
    return Promise.resolve(piece.length === 0 ? null : piece);
  };
}

const LONG = `${'x'.repeat(5000)}(é)${'y'.repeat(5000)}`;
const TEXT = `var a;\r\n${LONG}\n\nlast`;

test.each([1, 7, 64, 1_000_000])('places are read alike from pieces of %i bytes', async (size) => {
  const places = await readPlaces(
    FILE,
    [
      { line: 1, column: 5, word: 'a' },
      { line: 2, column: 5002, word: 'y'.repeat(150) },
      { line: 3, column: 1, word: 'z' },
      { line: 4, column: null, word: null },
      { line: 5, column: 1, word: null },
    ],
    inPieces(TEXT, size),
  );
  expect(places?.map(({ lineLength, hasWord }) => [lineLength, hasWord])).toEqual([
    [7, true],
    [10_003, true],
    [0, false],
    [4, true],
    [null, true],
  ]);
  const [first, second, , , last] = places ?? [];
  expect([first?.start, first?.text, first?.textColumn]).toEqual(['var a;\r', 'var a;\r', 0]);
  expect(second?.start).toBe('x'.repeat(1200));
  expect(second?.text.slice(5001 - second.textColumn)).toMatch(/^é\)y{598}$/);
  expect(last?.lineCount).toBe(4);
});

test.each([
  ['a line separator', 'a\u2028b'],
  ['a carriage return alone', 'a\rb'],
  ['bytes that are no text', 'a\0b'],
])('nothing is read from a file with %s', async (_, text) => {
  for (const size of [1, 100])
    expect(await readPlaces(FILE, [{ line: 1, column: 1, word: null }], inPieces(text, size))).toBeNull();
});
