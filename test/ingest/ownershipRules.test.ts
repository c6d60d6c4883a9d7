import fc from 'fast-check';
import { GlobBudget, RuleBudgets } from '../../src/ingest/globTexts';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { checkOwnership, compileOwnership, findMatchingRules, viewForOwnership } from '../../src/ingest/assignOwners';
import { decideInAppByPath } from '../../src/ingest/stacktrace';

type FrameFields = Readonly<Record<string, string | boolean>>;

function eventOf(payload: Record<string, unknown>) {
  return normalizeEvent(payload, {
    eventId: '0'.repeat(32),
    received: Date.now(),
    sentAt: null,
    ipAddress: null,
    decideInApp: decideInAppByPath,
  });
}

const viewOf = (...frames: readonly FrameFields[]) =>
  viewForOwnership(eventOf({ exception: { values: [{ type: 'Error', stacktrace: { frames } }] } }), []);

/** The patterns of the rules that match, the deciding one first. */
const newBudget = () => new RuleBudgets().of('ownershipRules');
const matching = (text: string, event: ReturnType<typeof viewOf>, budget = newBudget()) =>
  [...findMatchingRules(compileOwnership(text), event, budget)].map(({ pattern }) => pattern);

const matches = (pattern: string, filename: string) =>
  matching(`${pattern} #t`, viewOf({ filename, in_app: true })).length > 0;

describe('paths', () => {
  it.each<[string, string, boolean]>([
    ['path:src/*', 'src/cart.ts', true],
    ['path:SRC/*.TS', 'src/cart.ts', true],
    ['path:src/*', 'src/cart/sum.ts', false],
    ['path:src/**', 'src/cart/sum.ts', true],
    ['path:src/*', '/app/src/cart.ts', false],
    ['path:**/src/*', '/app/src/cart.ts', true],
    ['path:src/*', 'webpack:///./src/cart.ts', true],
    ['path:webpack:**', 'webpack:///./src/cart.ts', true],
    ['path:src/*', './src/cart.ts', true],
    ['path:src/*', 'src\\cart.ts', true],
    ['path:"my files/*"', 'my files/cart.ts', true],
  ])('%j on %j: %s', (pattern, filename, expected) => {
    expect(matches(pattern, filename)).toBe(expected);
  });

  it('are those of the frames of the application, by either name, of all exceptions', () => {
    const rules = 'path:node_modules/** #t\npath:/srv/** #t\npath:lib/* #t\npath:cause.js #t';
    const trace = (frame: FrameFields) => ({ type: 'Error', stacktrace: { frames: [frame] } });
    const event = eventOf({
      exception: {
        values: [
          trace({ filename: 'cause.js', in_app: true }),
          trace({ filename: 'node_modules/x.js', in_app: false }),
          trace({ filename: 'lib/a.js', abs_path: '/srv/lib/a.js', in_app: true }),
        ],
      },
    });
    expect(matching(rules, viewForOwnership(event, []))).toEqual(['cause.js', 'lib/*', '/srv/**']);
  });
});

test('compares modules, the URL of the request, and tags', () => {
  const event = viewForOwnership(
    eventOf({
      exception: { values: [{ type: 'E', stacktrace: { frames: [{ module: 'shop.cart', in_app: true }] } }] },
      request: { url: 'https://shop.test/checkout/pay' },
    }),
    [{ key: 'browser', value: 'Safari 18' }],
  );
  const rules = [
    'module:shop.*',
    'url:*/CHECKOUT/*',
    'tags.browser:safari*',
    'tags.os:*',
    'module:cart',
    'url:*/cart/*',
  ];
  expect(matching(rules.map((rule) => `${rule} #t`).join('\n'), event)).toEqual(['safari*', '*/CHECKOUT/*', 'shop.*']);
});

describe('CODEOWNERS patterns', () => {
  it.each<[string, string, boolean]>([
    ['*', 'a.js', true],
    ['*', 'src/a.js', true],
    ['*.js', 'src/deep/a.js', true],
    ['*.js', 'src/deep/a.ts', false],
    ['/src', 'src/deep/a.js', true],
    ['/src/', 'src/deep/a.js', true],
    ['src/', 'lib/src/a.js', true],
    ['src/', 'lib/src', false],
    ['src', 'lib/src', true],
    ['/src/', 'lib/src/a.js', false],
    ['docs/*', 'docs/a.txt', true],
    ['docs/*', 'docs/build/a.txt', false],
    ['docs/*', 'lib/docs/a.txt', false],
    ['docs/**', 'docs/build/a.txt', true],
    ['**/docs', 'lib/docs/a.txt', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b/c', true],
    ['/src/', '/app/src/a.js', true],
    ['/src/', 'C:\\app\\src\\a.js', true],
    ['/src/', 'https://shop.test/static/src/a.js', true],
    ['/src/', 'webpack:///./src/a.js', true],
    ['/src/', 'webpack:///./lib/src/a.js', false],
    ['/src/', 'app:///src/a.js', true],
    ['/SRC/', 'src/a.js', false],
    ['/my\\ files/', 'my files/a.js', true],
    ['/{a,b}/', 'a/x', false],
    ['/{a,b}/', '{a,b}/x', true],
  ])('%j on %j: %s', (pattern, filename, expected) => {
    expect(matches(pattern, filename)).toBe(expected);
  });

  /** Matches by trying every way in which a pattern may match. */
  function naive(pattern: string, path: string): boolean {
    const names = pattern.split('/').filter((name) => name !== '');
    const parts = path.split('/');
    const isRooted = pattern.startsWith('/') || names.length > 1;
    const name = (text: string, part: string): boolean => {
      if (text === '') return part === '';
      if (text.startsWith('*')) return name(text.slice(1), part) || (part !== '' && name(text, part.slice(1)));
      return part !== '' && (text[0] === '?' || text[0] === part[0]) && name(text.slice(1), part.slice(1));
    };
    const rest = (at: number, from: number): boolean => {
      const isLast = at === names.length - 1;
      const here = names[at] ?? '';
      if (here === '**')
        return isLast ? from < parts.length : rest(at + 1, from) || (from < parts.length && rest(at, from + 1));
      if (!name(here, parts[from] ?? '')) return false;
      if (!isLast) return rest(at + 1, from + 1);
      if (pattern.endsWith('/')) return from + 1 < parts.length;
      return here !== '*' || from + 1 === parts.length;
    };
    return isRooted ? rest(0, 0) : parts.some((_, from) => rest(0, from));
  }

  test('match what a naive matcher does', () => {
    const segment = fc.constantFrom('a', 'b', '*', '**', 'a*', '?', '*b', 'a?b', 'ab');
    const patterns = fc
      .tuple(fc.constantFrom('', '/'), fc.array(segment, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '/'))
      .map(([start, segments, end]) => start + segments.join('/') + end);
    const paths = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'abb', 'xab'), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        expect(matches(pattern, path)).toBe(naive(pattern, path));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('hostile patterns', () => {
  it.each(['*a'.repeat(2000), '?'.repeat(4000), `a/${'**/'.repeat(6)}`.padEnd(120, '*a'), '{a,b}'.repeat(6)])(
    'take linear time: %#',
    (pattern) => {
      const event = viewOf({ filename: 'a'.repeat(200) + '/a'.repeat(100), in_app: true });
      for (const type of ['path', 'codeowners']) {
        const budget = newBudget();
        matching(`${type}:${pattern}b #t`, event, budget);
        const spent = newBudget().remaining - budget.remaining;
        expect(spent).toBeLessThan(64 * 400 * (Math.ceil(pattern.length / 32) + 1));
      }
    },
  );

  it('match nothing once all steps are taken', () => {
    const event = viewOf({ filename: 'a/b/c.js', in_app: true });
    expect(matching('path:**/*.js #t', event, new GlobBudget(0))).toEqual([]);
    expect(matching('* @acme/t', event, new GlobBudget(0))).toEqual([]);
  });

  it('are limited in what their braces expand to', () => {
    const line = `path:${'{a,b}'.repeat(6)} #t`;
    expect(checkOwnership(Array.from({ length: 93 }, () => line).join('\n'))).toEqual([]);
    const text = Array.from({ length: 94 }, () => line).join('\n');
    expect(checkOwnership(text)).toEqual(['With all alternatives there are 6016 patterns; at most 6000 are allowed.']);
    expect(compileOwnership(text)).toHaveLength(93);
    const long = Array.from({ length: 32 }, () => `path:${'x'.repeat(150)}${'{a,b}'.repeat(6)} #t`).join('\n');
    expect(checkOwnership(long)).toEqual([
      'With all alternatives the patterns have 319488 characters; at most 300000 are allowed.',
    ]);
  });

  it('are rejected by line if they cannot be read', () => {
    expect(checkOwnership('path:ok #t\npath:a[b #t\npath:{a #t\n/**/a/**/b/**/c/**/d/**/e/**/f/**/g/**/h #t')).toEqual([
      'Line 2: In the pattern, `[` has no `]`; write `\\[` for the character itself.',
      'Line 3: In the pattern, `{` has no `}`; write `\\{` for the character itself.',
      'Line 4: In the pattern, `**` stands between folders more than 6 times.',
    ]);
  });
});
