import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { HINTS, HINT_PATTERNS, hintsOf, redactSecrets } from '../../../src/ingest/scrub/secretFormats';

const NAMES = Object.keys(HINT_PATTERNS) as (keyof typeof HINT_PATTERNS)[];

/** Returns the names of the patterns that match a text. */
function matching(text: string): string[] {
  return NAMES.filter((name) => HINT_PATTERNS[name].test(text));
}

function namesOf(hints: number): string[] {
  return NAMES.filter((name) => (hints & HINTS[name]) !== 0);
}

/** Parts of texts that patterns match, so that many texts match some of them and nearly match others. */
const part = fc.oneof(
  fc.constantFrom(
    ...NAMES.flatMap((name) => HINT_PATTERNS[name].source.split('|')).flatMap((source) => {
      const plain = source.replaceAll('\\d', '4').replaceAll(/[\\[\]{}^]/g, '');
      return [plain, plain.slice(0, 3), plain.slice(1), plain.toUpperCase()];
    }),
  ),
  fc.constantFrom(...Array.from('0123456789aekysAEKYS-_=:<%@?&.\'"` \n\t')),
);
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

test('each hint has a bit of its own', () => {
  expect(new Set(NAMES.map((name) => HINTS[name])).size).toBe(NAMES.length);
  expect(namesOf(hintsOf(''))).toEqual([]);
});

test('the hints of a text are those whose patterns match it', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (value) => {
      expect(namesOf(hintsOf(value))).toEqual(matching(value));
    }),
    { numRuns: 2000 },
  );
});

test('no hint is missing of a text with characters beyond ASCII', () => {
  const other = fc.constantFrom('\u00a0', '\u2028', 'é', '\u017f', '\u212a', '漢', '😀', '\ud800');
  fc.assert(
    fc.property(fc.array(fc.oneof(part, other), { maxLength: 12 }), (parts) => {
      const value = parts.join('');
      expect(namesOf(hintsOf(value))).toEqual(expect.arrayContaining(matching(value)));
    }),
    { numRuns: 1000 },
  );
});

test('what the hints exclude changes no text', () => {
  const file = path.join(__dirname, '../../corpora/secrets.json');
  const corpus = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly text: string | readonly string[] }[];
  const texts = corpus.flatMap((one) => one.text);
  expect(texts.length).toBeGreaterThan(400);
  for (const value of texts) expect(redactSecrets(value)).toBe(redactSecrets(value, -1));
});
