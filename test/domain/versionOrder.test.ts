import * as fc from 'fast-check';
import { orderOfVersion } from '../../src/domain/release';

/**
 * The versions of a package from the oldest to the newest, as https://semver.org orders them, and with two and four
 * numbers.
 */
const ASCENDING = [
  '0.9',
  '0.10',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-alpha1',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.0.7',
  '1.0.1-rc',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0',
  '10.0.0',
  '20251127.1',
];

test.each(['', 'shop@', '@acme/shop@', 'com.acme.shop@'])('versions after %j are in one order', (name) => {
  const orders = ASCENDING.map((version) => orderOfVersion(name + version));
  expect(new Set(orders.map((one) => one.package)).size).toBe(1);
  const texts = orders.map(({ order }) => order);
  expect(texts.toSorted()).toEqual(texts);
  expect(new Set(texts).size).toBe(texts.length);
  // Databases compare the bytes.
  expect(texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(texts);
});

test('numbers are compared as numbers', () => {
  const numbers = fc.array(fc.nat({ max: 999_999_999_999_999 }), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const [a, b] = [one, other].map((all) => orderOfVersion(all.join('.')).order);
      const at = [0, 1, 2, 3].find((index) => (one[index] ?? 0) !== (other[index] ?? 0));
      const isOlder = at !== undefined && (one[at] ?? 0) < (other[at] ?? 0);
      return (a ?? '') < (b ?? '') === isOlder;
    }),
  );
});

test.each([
  ['v1.2', '1.2.0'],
  ['shop@v01.2', 'shop@1.2'],
])('%s and %s have the same place', (one, other) => expect(orderOfVersion(one)).toEqual(orderOfVersion(other)));

test.each(['nightly', 'c0ffee', '7', '1.2.3.4.5', '1.x', 'shop@', 'shop@next', '', '1.1234567890123456'])(
  '%j is no version of numbers',
  (version) => expect(orderOfVersion(version)).toEqual({ package: '', order: '' }),
);
