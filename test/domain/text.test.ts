import fc from 'fast-check';
import { compareBytes, matchesPattern, parseTime } from '../../src/domain/text';

describe('compareBytes', () => {
  it('orders texts by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe('a time', () => {
  test.each([
    ['2026-11-18T16:20:00Z', '2026-11-18T16:20:00.000Z'],
    ['2026-11-18T16:20:00.1Z', '2026-11-18T16:20:00.100Z'],
    ['2026-11-18T16:20:00.195999999Z', '2026-11-18T16:20:00.195Z'],
    ['2026-11-18T16:20:00+05:30', '2026-11-18T10:50:00.000Z'],
    ['2024-02-29T23:59:59-00:00', '2024-02-29T23:59:59.000Z'],
    ['1960-01-01T00:00:00Z', '1960-01-01T00:00:00.000Z'],
  ])('%s is parsed to the millisecond', (text, moment) => {
    expect(new Date(parseTime(text) ?? NaN).toISOString()).toBe(moment);
  });

  test.each([
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:61:00Z',
    'today',
    '',
  ])('%j is refused', (text) => expect(parseTime(text)).toBeNull());
});

test.each([
  ['abc', ['abc'], true],
  ['abcd', ['abc'], false],
  ['abc', ['a', 'c'], true],
  ['ac', ['a', 'c'], true],
  ['aba', ['ab', 'ba'], false],
  ['aXbXc', ['a', 'b', 'c'], true],
  ['ab', ['a', 'b', 'b'], false],
  ['web-1', ['web-', ''], true],
  ['my web-1', ['web-', ''], false],
  ['', ['', ''], true],
  ['abab', ['', 'ab', 'ab'], true],
])('%j matches %j: %j', (text, pattern, matches) => {
  expect(matchesPattern(text, pattern)).toBe(matches);
});
