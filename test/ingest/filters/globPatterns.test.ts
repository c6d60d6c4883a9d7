import fc from 'fast-check';
import { checkGlobList, compileGlobList } from '../../../src/ingest/filters/globPatterns';

const fits = (pattern: string, text: string) => compileGlobList(pattern)(text);

describe('a pattern', () => {
  test.each([
    ['boom', 'boom'],
    ['BOOM', 'boom'],
    ['*', ''],
    ['*', 'any\nthing'],
    ['a*', 'a'],
    ['*a', 'bcba'],
    ['a*a', 'aa'],
    ['*an*an*', 'banana'],
    ['*loop limit*', 'Error: ResizeObserver loop limit exceeded'],
    ['shop@1.?', 'shop@1.2'],
    ['?', '🛒'],
    ['[abc]at', 'bat'],
    ['[A-C]at', 'bat'],
    ['[!abc]at', 'rat'],
    ['[a-]', '-'],
    ['[\\]]', ']'],
    ['{web,api}@*', 'api@1'],
    ['{,v}1', '1'],
    ['{a*,b?}z', 'bcz'],
    ['\\*', '*'],
    ['\\[a]', '[a]'],
    ['a.b', 'a.b'],
    ['(a|b)+$^', '(a|b)+$^'],
    ['ß*', 'ßx'],
    ['one\ntwo', 'two'],
    ['  padded  \r\n', 'padded'],
  ])('%j fits %j', (pattern, text) => {
    expect(checkGlobList(pattern)).toEqual([]);
    expect(fits(pattern, text)).toBe(true);
  });

  test.each([
    ['boom', 'boom!'],
    ['boom', 'kaboom'],
    ['a*a', 'a'],
    ['*an*an*an*', 'banana'],
    ['?', ''],
    ['?', 'ab'],
    ['[abc]', 'd'],
    ['[!abc]', 'a'],
    ['{a,b}', 'c'],
    ['\\*', 'x'],
    ['a.b', 'axb'],
    ['', 'anything'],
    ['  \n\n', ''],
    ['[broken', '[broken'],
  ])('%j does not fit %j', (pattern, text) => {
    expect(fits(pattern, text)).toBe(false);
  });

  test('fits a text however it is cut into stars', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, (parts, filler) => {
        expect(fits(`x${parts.join('*')}x`, `x${parts.join(filler)}x`)).toBe(true);
      }),
    );
  });

  test('agrees with an expression that tries every way', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    fc.assert(
      fc.property(pattern, text, (glob, candidate) => {
        const expression = new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(fits(glob, candidate)).toBe(expression.test(candidate));
      }),
      { numRuns: 500 },
    );
  });

  test('fits nothing where no steps are left', () => {
    const work = { remaining: 100 };
    expect([
      compileGlobList('*b*')('abc', work),
      compileGlobList('*b*')('abc'.repeat(40), work),
      compileGlobList('*b*')('abc', work),
      compileGlobList('abc')('abc', work),
    ]).toEqual([true, false, false, false]);
  });

  test('of many stars gives up on a long text it does not fit', () => {
    expect(fits('*a'.repeat(60) + '*b', 'a'.repeat(8192))).toBe(false);
  });
});

test('faults are told by their lines, and the lines without any still count', () => {
  const text = 'fine\n[\n\n{a\n';
  expect(checkGlobList(text)).toEqual([expect.stringMatching(/^line 2: /), expect.stringMatching(/^line 4: /)]);
  expect([fits(text, 'fine'), fits(text, '[')]).toEqual([true, false]);
});
