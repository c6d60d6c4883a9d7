import fc from 'fast-check';
import { compileGlob, type GlobOptions } from '../../src/ingest/glob';

const EXACT: GlobOptions = { isPath: false, ignoresCase: false };
const PATH: GlobOptions = { isPath: true, ignoresCase: true };
const matches = (pattern: string, text: string, options = EXACT) =>
  compileGlob(pattern, options).matches(text, { remaining: 1e6 });

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

  it('take no more steps than both lengths multiplied, and stop where there are no steps left', () => {
    const [pattern, text] = [`${'*a'.repeat(100)}b`, 'a'.repeat(2000)];
    const work = { remaining: 1e6 };
    expect(compileGlob(pattern, EXACT).matches(text, work)).toBe(false);
    expect(work.remaining).toBeGreaterThan(1e6 - 202 * 2000);
    expect(compileGlob('a*', EXACT).matches('aa', { remaining: 0 })).toBe(false);
  });
});
