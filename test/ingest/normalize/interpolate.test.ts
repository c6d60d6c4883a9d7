import fc from 'fast-check';
import { interpolate, type MessageParameters } from '../../../src/ingest/normalize/interpolate';

function table(rows: readonly [string, MessageParameters, string][]): void {
  test.each(rows)('%s with %j', (template, parameters, expected) => {
    expect(interpolate(template, parameters)).toBe(expected);
  });
}

describe('printf', () => {
  table([
    ['took %5d ms for %s', [12, 'x'], 'took    12 ms for x'],
    ['%-5d|%05d|%+d|% d|%05d', [12, 12, 12, 12, -12], '12   |00012|+12| 12|-0012'],
    ['%5s|%-5s|%.2s', ['ab', 'ab', 'abc'], '   ab|ab   |ab'],
    ['%.2f %8.3f %e %g', [1.005, 3.14159, 12345, 0.5], '1.00    3.142 1.234500e+04 0.5'],
    ['%x %X %#x %o %b', [255, 255, 255, 493, 5], 'ff FF 0xff 755 101'],
    ['%ld %lld %zu %hhd %lu', [1, 2, 3, 4, 5], '1 2 3 4 5'],
    ['%2$s before %1$s', ['a', 'b'], 'b before a'],
    ['%*d|%.*f', [5, 42, 1, 2.25], '   42|2.3'],
    ['%v %+v %q %t %T', ['a', { b: 1 }, 'c', true, 'int'], 'a {"b":1} c true int'],
    ['%@ and %1$@', ['Ada'], 'Ada and Ada'],
    ['%cred', ['color: red'], 'red'],
    ['%O %j %i %r', [{ a: 1 }, [1], 7, 'x'], '{"a":1} [1] 7 x'],
    ['100%% of %s', ['it'], '100% of it'],
    ['%d of %d', [1], '1 of %d'],
    ['%d', ['12345678901234567201'], '12345678901234567201'],
    ['GET /a%2Fb failed: %s', ['gone'], 'GET /a%2Fb failed: gone'],
    ['50% done with %s', ['it'], '50% done with it'],
    ['%s and %s', { 1: 'a', 2: 'b' }, 'a and b'],
  ]);
});

describe('names', () => {
  table([
    ['%(user)s paid %(sum).2f', { user: 'Ada', sum: 2 }, 'Ada paid 2.00'],
    ['%(n)5d|%(missing)s|%%', { n: 7 }, '    7|%(missing)s|%'],
    ['%{user} paid %<sum>.1f', { user: 'Ada', sum: 2 }, 'Ada paid 2.0'],
    ['{user} paid {sum:.2f}', { user: 'Ada', sum: 2 }, 'Ada paid 2.00'],
    ['{constructor} {toString}', { a: 1 }, '{constructor} {toString}'],
  ]);
});

describe('braces', () => {
  table([
    ['{} and {}', ['a', 1], 'a and 1'],
    ['{1} before {0}', ['a', 'b'], 'b before a'],
    ['{0:N2} of {1,10}', [2, 'b'], '2.00 of b'],
    ['{!r} {:>10}', ['a', 'b'], 'a b'],
    ['{User} from {@Address}', ['Ada', '::1'], 'Ada from ::1'],
    ['/users/{id} is {}', ['gone'], '/users/{id} is gone'],
    ['{{literal}} {}', ['a'], '{literal} a'],
    ['{"a":{"b":1}} {}', ['a'], '{"a":{"b":1}} a'],
    ['{} is 100%', ['it'], 'it is 100%'],
  ]);
});

describe('a template has one style', () => {
  table([
    ['Invalid body {} from %s', ['::1'], 'Invalid body {} from ::1'],
    ['Invalid body {} from %s', ['a', 'b'], 'Invalid body {} from a'],
    ['{0} %d', [1], '{0} 1'],
    ['%(who)s is {what}', { who: 'ann', what: 'x' }, 'ann is {what}'],
    ['{who} and {what} at 5%', { who: 'ann', what: 'x' }, 'ann and x at 5%'],
    ['%s stays', {}, '%s stays'],
    ['{} stays', [], '{} stays'],
  ]);
});

test('any template is filled with any parameters', () => {
  const part = fc.constantFrom(
    '%',
    '%%',
    '%s',
    '%5d',
    '%*d',
    '%(a)s',
    '{',
    '}',
    '{}',
    '{0}',
    '{a}',
    'x',
    '%1$s',
    '%.',
    '%<a>d',
  );
  const template = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
  const parameters = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.constantFrom('a', 'b', '1'), fc.jsonValue()));
  fc.assert(
    fc.property(template, parameters, (text, values) => {
      expect(typeof interpolate(text, values as MessageParameters)).toBe('string');
    }),
  );
});
