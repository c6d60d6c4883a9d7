import type { ProjectSettings } from '../../../src/domain/project';
import fc from 'fast-check';
import {
  checkGlobList,
  checkIpNetworks,
  compileGlobList,
  compileIpNetworks,
  filterEvent,
} from '../../../src/ingest/filters/filterEvent';
import { GlobBudget } from '../../../src/ingest/globTexts';
import { normalized, settings } from '../build';

const error = (type: string | null, value: string) => ({ exception: { values: [{ type, value }] } });
const reasonFor = (payload: object, changes: Partial<ProjectSettings> = {}) =>
  filterEvent(normalized(payload), settings(changes));

const KEPT = {
  ...error('TypeError', 'x is undefined'),
  release: 'shop@2.0',
  user: { ip_address: '192.0.2.7' },
  message: 'Pay now',
};

/** Patterns that exhaust the steps of an event with long messages. */
const COSTLY = `*${'a?'.repeat(500)}[b]*\n`.repeat(48);

const CASES: [changes: Partial<ProjectSettings>, payload: object, reason: string | null][] = [
  [{}, KEPT, null],
  [{ filterBlacklistedIps: '192.0.2.0/24' }, KEPT, 'ip-address'],
  [{ filterBlacklistedIps: '198.51.100.0/24' }, KEPT, null],
  [{ filterBlacklistedIps: '192.0.2.0/24' }, { ...KEPT, user: { ip_address: 'none' } }, null],
  [{ filterReleases: 'shop@1.*' }, KEPT, null],
  [{ filterReleases: 'other\nSHOP@2.*' }, KEPT, 'release-version'],
  [{ filterReleases: '*' }, { ...KEPT, release: undefined }, null],
  [{ filterErrorMessages: 'TypeError: x is *' }, KEPT, 'error-message'],
  [{ filterErrorMessages: 'x is undefined' }, KEPT, 'error-message'],
  [{ filterErrorMessages: 'pay ?ow' }, KEPT, 'error-message'],
  [{ filterErrorMessages: 'TypeError' }, KEPT, null],
  [{ filterErrorMessages: 'TypeError' }, error('TypeError', ''), 'error-message'],
  [{ filterErrorMessages: 'user 5' }, { logentry: { message: 'user %s', params: ['5'] } }, 'error-message'],
  [{ filterErrorMessages: '*' }, {}, null],
  [
    { filterErrorMessages: COSTLY + '*a*' },
    { exception: Array.from({ length: 50 }, () => ({ value: 'a'.repeat(8192) })) },
    null,
  ],
  [{ filterErrorMessages: COSTLY + '*a*' }, error('Error', 'a'), 'error-message'],
  [{}, error('ChunkLoadError', 'Loading chunk 7 failed.'), 'chunk-load-error'],
  [{}, error('Error', 'Uncaught (in promise): ChunkLoadError: Loading chunk 7 failed.'), 'chunk-load-error'],
  [{}, error('UnhandledRejection', 'ChunkLoadError: Loading CSS chunk 7 failed.'), 'chunk-load-error'],
  [{}, error('Error', 'the chunk is loading'), null],
  [{ filterChunkLoadError: false }, error('ChunkLoadError', 'Loading chunk 7 failed.'), null],
  [
    {},
    error(
      'Error',
      'Minified React error #418; visit https://reactjs.org/docs/error-decoder.html?invariant=418 for more',
    ),
    'react-hydration-errors',
  ],
  [
    {},
    error('Error', 'Minified React error #425; visit https://react.dev/errors/425?args[]=a for more'),
    'react-hydration-errors',
  ],
  [{}, error('Error', 'Minified React error #31; visit https://react.dev/errors/31'), null],
  [{}, error('Error', 'visit https://react.dev/errors/4180'), null],
  [{ filterReactHydrationErrors: false }, error('Error', 'visit https://react.dev/errors/418'), null],
];
test.each(CASES)('with settings %j event %j is dropped as %j', (changes, payload, reason) => {
  expect(reasonFor(payload, changes)).toBe(reason);
});

describe('IP networks', () => {
  const contains = (text: string, address: string) => compileIpNetworks(text)(address);

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.0/24', '192.0.2.255'],
    ['192.0.2.77/24', '192.0.2.1'],
    ['0.0.0.0/0', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
    ['2001:DB8::/32', '2001:db8:ffff::1'],
    ['192.0.2.0/24', '::ffff:192.0.2.1'],
    ['::ffff:0:0/96', '192.0.2.1'],
    ['10.0.0.1\n\n  192.0.2.1  \r\n', '192.0.2.1'],
  ])('%j contains %s', (text, address) => {
    expect(checkIpNetworks(text)).toEqual([]);
    expect(contains(text, address)).toBe(true);
  });

  test.each([
    ['192.0.2.1', '192.0.2.2'],
    ['192.0.2.0/24', '192.0.3.0'],
    ['0.0.0.0/0', '2001:db8::1'],
    ['', '192.0.2.1'],
    ['192.0.2.1', 'unknown'],
    ['192.0.2.0/33', '192.0.2.1'],
  ])('%j does not contain %s', (text, address) => {
    expect(contains(text, address)).toBe(false);
  });

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    '010.0.0.1',
    '::1/129',
    ':::1',
    'fe80::1%eth0',
    'localhost',
    '*',
    '10.0.0.*',
  ])('%j is an error, reported with its line', (line) => {
    expect(checkIpNetworks(`10.0.0.1\n${line}`)).toEqual([expect.stringMatching(/^line 2: ".*" is (no|out of)/)]);
  });
});

describe('pattern lists', () => {
  const matches = (list: string, text: string) => compileGlobList(list).matches(text, new GlobBudget(1e7));

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
    ['a}b', 'a}b'],
    ['ends in \\', 'ends in \\'],
    ['a[^b]c', 'axc'],
    ['[!z-a]', 'b'],
    ['\\*', '*'],
    ['\\[a]', '[a]'],
    ['a.b', 'a.b'],
    ['(a|b)+$^', '(a|b)+$^'],
    ['ß*', 'ßx'],
    ['one\ntwo', 'two'],
    ['  padded  \r\n', 'padded'],
  ])('%j matches %j', (pattern, text) => {
    expect(checkGlobList(pattern)).toEqual([]);
    expect(matches(pattern, text)).toBe(true);
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
    ['a[^b]c', 'abc'],
    ['{a,b}', 'c'],
    ['\\*', 'x'],
    ['a.b', 'axb'],
    ['', 'anything'],
    ['  \n\n', ''],
    ['[broken', '[broken'],
  ])('%j does not match %j', (pattern, text) => {
    expect(matches(pattern, text)).toBe(false);
  });

  test('a star matches any text', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, (parts, filler) => {
        expect(matches(`x${parts.join('*')}x`, `x${parts.join(filler)}x`)).toBe(true);
      }),
    );
  });

  test('agrees with a regular expression', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    fc.assert(
      fc.property(pattern, text, (glob, candidate) => {
        const expression = new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matches(glob, candidate)).toBe(expression.test(candidate));
      }),
      { numRuns: 500 },
    );
  });

  test('matches nothing once no steps are left', () => {
    const budget = new GlobBudget(100);
    expect([
      compileGlobList('*b*').matches('abc', budget),
      compileGlobList('*b*').matches('abc'.repeat(40), budget),
      compileGlobList('*b*').matches('abc', budget),
      compileGlobList('abc').matches('abc', budget),
    ]).toEqual([true, false, false, false]);
  });

  test('many stars do not match a long text', () => {
    expect(matches('*a'.repeat(60) + '*b', 'a'.repeat(8192))).toBe(false);
  });

  test('errors name their lines, and valid lines still match', () => {
    const text = 'fine\n[\n\n{a\n';
    expect(checkGlobList(text)).toEqual([expect.stringMatching(/^line 2: /), expect.stringMatching(/^line 4: /)]);
    expect([matches(text, 'fine'), matches(text, '[')]).toEqual([true, false]);
  });
});

describe('many patterns', () => {
  test('cost little on a text that contains none of their words', () => {
    const patterns = Array.from({ length: 270 }, (_, index) => `*ConnectionError ${index}*timeout*`).join('\n');
    const budget = new GlobBudget(1_000_000);
    expect(compileGlobList(patterns).matches('Cannot read properties of undefined. '.repeat(6), budget)).toBe(false);
    expect(1_000_000 - budget.remaining).toBeLessThan(270 * 10);
  });

  test('are limited with all alternatives, in number and in length', () => {
    const braces = `{${Array.from({ length: 20 }, (_, index) => index).join(',')}}`;
    expect(checkGlobList(`${braces}\n`.repeat(26))).toEqual([expect.stringContaining('these are 520 patterns')]);
    const long = `${braces}${'x'.repeat(400)}`;
    expect(checkGlobList(`${long}\n`.repeat(7))).toEqual([expect.stringContaining('characters; at most 50000')]);
    expect(checkGlobList(`${braces}${'x'.repeat(600)}`)).toEqual(['line 1: braces give more than 10000 characters.']);
  });
});
