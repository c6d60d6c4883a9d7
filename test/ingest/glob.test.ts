import fc from 'fast-check';
import { compileGlobs } from '../../src/ingest/glob';
import { GlobBudget, type TextOptions } from '../../src/ingest/globTexts';

const EXACT: TextOptions = { isPath: false, ignoresCase: false };
const FOLDED: TextOptions = { isPath: false, ignoresCase: true };
const PATH: TextOptions = { isPath: true, ignoresCase: true };
const matches = (pattern: string, text: string, options = EXACT) =>
  compileGlobs([pattern], options).matches(text, new GlobBudget(1e6));

describe('patterns', () => {
  it.each<[string, string, boolean]>([
    ['', '', true],
    ['abc', 'abc', true],
    ['abc', 'Abc', false],
    ['a*c', 'ac', true],
    ['a*c', 'a/b/c', true],
    ['a*c', 'acd', false],
    ['*b*', 'abc', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]x]', ']', true],
    ['{ab,c}d', 'abd', true],
    ['{ab,c}d', 'cd', true],
    ['{ab,c}d', 'bd', false],
    ['a\\*c', 'a*c', true],
    ['a\\*c', 'abc', false],
    ['\\[x\\] \\{y\\}', '[x] {y}', true],
    ['a.c', 'abc', false],
  ])('%j on %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  const MODES: TextOptions[] = [EXACT, FOLDED, PATH];

  it.each<[string, string, boolean]>([
    ['a[^b]c', 'abc', false],
    ['a[^b]c', 'axc', true],
    ['a[!b]c', 'abc', false],
    ['[^]c', '^c', true],
    ['[!]c', 'xc', true],
    ['a?c', 'a🛒c', true],
    ['a??c', 'a🛒c', false],
    ['a[🛐-🛕]c', 'a🛒c', true],
    ['a[^b]c', 'a🛒c', true],
    ['a}b', 'a}b', true],
    ['{a}}', 'a}', true],
    ['[}]{b,c}', '}c', true],
    ['{[,],b}', ',', true],
    [']a,', ']a,', true],
    ['[]', 'x', false],
    ['[z-a]', 'm', false],
    ['[!z-a]', 'm', true],
    ['[a-]', '-', true],
    ['[a\\-c]', 'b', false],
    ['[\\]a]', ']', true],
  ])('%j on %j, exactly, without case and as a path: %s', (pattern, text, expected) => {
    if (pattern === '[]') for (const mode of MODES) expect(() => matches(pattern, text, mode)).toThrow(SyntaxError);
    else expect(MODES.map((mode) => matches(pattern, text, mode))).toEqual(MODES.map(() => expected));
  });

  it.each<[string, string]>([
    ['ends in \\', 'ends in \\'],
    ['[\\]', '\\'],
    ['[\\]b', '\\b'],
    ['{a\\,b,c}', 'a,b'],
    ['{[.}]', '[.]'],
  ])('%j on %j, exactly and without case', (pattern, text) => {
    expect([EXACT, FOLDED].map((mode) => matches(pattern, text, mode))).toEqual([true, true]);
  });

  it('ignore case as Unicode folds it, one character for one', () => {
    const folded = (pattern: string, text: string) => matches(pattern, text, FOLDED);
    expect([
      folded('ÄB', 'äb'),
      folded('σας', 'ΣΑΣ'),
      folded('[à-ý]', 'É'),
      folded('[A-Z]', 'k'),
      folded('K', 'k'),
    ]).toEqual(Array(5).fill(true));
    expect([folded('ß', 'ss'), folded('ı', 'i'), folded('?', 'i̇'), folded('[!A-Z]', 'k')]).toEqual(
      Array(4).fill(false),
    );
  });

  it.each([
    ['[a', '`[` has no `]`; write `\\[` for the character itself'],
    ['{a', '`{` has no `}`; write `\\{` for the character itself'],
    ['{a,{b}}', 'braces cannot be nested'],
    ['{a,b}'.repeat(7), 'braces give more than 64 alternatives'],
  ])('%j is an error', (pattern, message) => {
    for (const mode of MODES) expect(() => compileGlobs([pattern], mode)).toThrow(new SyntaxError(message));
  });

  it.each<[string, string, boolean]>([
    ['**/vendor/foo/*.c', '/srv/vendor/foo/a.c', true],
    ['**/vendor/foo/*.c', '/srv/vendor/foo/b/a.c', false],
    ['**/project/**.c', '/x/project/y/z.C', true],
    ['**/node_modules/**', 'node_modules/a/b.js', true],
    ['**/node_modules/**', 'C:\\srv\\node_modules\\a.js', true],
    ['app/*.js', 'app/a.js', true],
    ['app/?.js', 'app//.js', false],
    ['*.js', '/srv/a.js', false],
    ['*a*b/x', 'cab/b/x', false],
    ['**a*b/x', 'c/aab/x', true],
  ])('path %j on %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text, PATH)).toBe(expected);
  });

  it('agree with a regular expression', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '/', '*', '**', '?'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    const text = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (given, on) => {
        const source = given.replace(/\*{2,}|\*|\?/g, (star) =>
          star === '*' ? '[^/]*' : star === '?' ? '[^/]' : '.*',
        );
        const expected = [on, ...(on.startsWith('/') ? [] : ['/' + on])].some((one) =>
          new RegExp(`^${source}$`).test(one),
        );
        expect([given, on, matches(given, on, PATH)]).toEqual([given, on, expected]);
      }),
      { numRuns: 3000 },
    );
  });

  it('agree with a regular expression if they are long', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!b]');
    const pattern = fc.array(piece, { minLength: 25, maxLength: 100 });
    fc.assert(
      fc.property(pattern, fc.infiniteStream(fc.constantFrom('a', 'b')), fc.nat(4), (pieces, letters, skipped) => {
        const next = () => letters.next().value as string;
        const text = pieces.map((given) =>
          given === '*' ? next().repeat(skipped) : given.length > 1 || given === '?' ? next() : given,
        );
        const source = pieces
          .join('')
          .replace(/\*|\?|\[!/g, (part) => (part === '*' ? '.*' : part === '?' ? '.' : '[^'));
        // Repeated stars make the expression slow.
        const expected = new RegExp(`^${source.replace(/(?:\.\*)+/g, '.*')}$`).test(text.join(''));
        expect(matches(pieces.join(''), text.join(''))).toBe(expected);
      }),
    );
  });

  it('take time that grows with the length of the text, whatever the pattern', () => {
    const patterns = [
      `${'*a'.repeat(250)}b`,
      `*a${'?'.repeat(500)}c`,
      `${'*[!b]'.repeat(120)}b`,
      `${'{a,*}'.repeat(6)}b`,
    ];
    const texts = [4_000, 32_000].map((length) => 'a'.repeat(length));
    for (const pattern of patterns) {
      const glob = compileGlobs([pattern], FOLDED);
      const [few = 0, many = 0] = texts.map((text) => {
        const budget = new GlobBudget(1e9);
        expect(glob.matches(text, budget)).toBe(false);
        return 1e9 - budget.remaining;
      });
      expect(many).toBeLessThan(9 * few);
      expect(many).toBeLessThan((32_000 * glob.alternatives * pattern.length) / 2);
    }
  });

  it('take no more steps than both lengths multiplied, and stop where there are no steps left', () => {
    const [pattern, text] = [`${'*a'.repeat(100)}b`, 'a'.repeat(2000)];
    const budget = new GlobBudget(1e6);
    expect(compileGlobs([pattern], EXACT).matches(text, budget)).toBe(false);
    expect(budget.remaining).toBeGreaterThan(1e6 - 202 * 2000);
    expect(compileGlobs(['a*'], EXACT).matches('aa', new GlobBudget(0))).toBe(false);
  });

  /** Returns the steps that patterns take together on a text of an event, each tried on its own. */
  const spent = (patterns: readonly string[], text: string, options = FOLDED) => {
    const budget = new GlobBudget(1e9);
    for (const pattern of patterns) compileGlobs([pattern], options).matches(text, budget);
    return 1e9 - budget.remaining;
  };

  it.each<[string, TextOptions, string]>([
    ['folded', FOLDED, 'É'.repeat(2048)],
    ['split', { isPath: true, ignoresCase: true }, '\\É'.repeat(1024)],
  ])('have their text %s once, which is charged by its length', (_, options, text) => {
    const patterns = Array.from({ length: 500 }, (_unused, index) => `*x${index}*`);
    const { toUpperCase, replaceAll } = String.prototype;
    const calls = jest.spyOn(String.prototype, 'toUpperCase').mockImplementation(toUpperCase);
    const splits = jest.spyOn(String.prototype, 'replaceAll').mockImplementation(replaceAll);
    spent(['é'], 'É', options);
    calls.mockClear();
    splits.mockClear();
    const steps = spent(patterns, text, options);
    expect([calls.mock.calls.length, splits.mock.calls.length]).toEqual([0, Number(options.isPath)]);
    jest.restoreAllMocks();
    expect(steps).toBeGreaterThan(500 * 32 + 2048 / 8);
    expect(steps).toBeLessThan(500 * 36 + 2048);
  });

  it('are charged for the sets that they try, and for the ranges of a set', () => {
    const text = 'a'.repeat(1000);
    const plain = spent([`*${'?'.repeat(20)}z`, '*?z'], `${text}z!`);
    expect(spent([`*${'[!x]'.repeat(20)}z`], `${text}z!`)).toBeGreaterThan(plain + 15 * 1000);
    expect(spent([`*[${'bcdefghi'.repeat(20)}]z`], `${text}z!`)).toBeGreaterThan(20 * 1000);
  });

  it('search for few characters of a long run, which takes no longer than their text', () => {
    const includes = jest.spyOn(String.prototype, 'includes');
    expect(matches(`*b${'a'.repeat(500)}*`, 'a'.repeat(2000))).toBe(false);
    expect(matches(`*b${'a'.repeat(500)}*`, `${'a'.repeat(2000)}b${'a'.repeat(500)}`)).toBe(true);
    expect(matches(`*b${'a'.repeat(500)}*`, `${'a'.repeat(2000)}b${'a'.repeat(499)}`)).toBe(false);
    const longest = Math.max(...includes.mock.calls.map(([part]) => part.length));
    includes.mockRestore();
    expect(longest).toBeLessThan(250);
  });
});
