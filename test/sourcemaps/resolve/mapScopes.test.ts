import { functionNameOf } from '../../../src/sourcemaps/resolve/rewriteFrames';
import { functionInScopes, packScopes, readScopes } from '../../../src/sourcemaps/resolve/mapScopes';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 VLQ without a sign. */
function unsigned(value: number): string {
  const digits: string[] = [];
  for (let rest = value; digits.length === 0 || rest > 0; rest >>>= 5) {
    digits.push(ALPHABET[(rest & 31) | (rest > 31 ? 32 : 0)]!);
  }
  return digits.join('');
}
const signed = (value: number) => unsigned(value < 0 ? -value * 2 + 1 : value * 2);

const NAMES = ['Shop', 'class', 'pay', 'function', 'constructor', 'refund'];

/** Returns the start of a scope: lines and columns relative to the item before, names and kinds to those before. */
const start = (flags: number, line: number, column: number, ...indexes: number[]) =>
  `B${unsigned(flags)}${unsigned(line)}${unsigned(column)}${indexes.map(signed).join('')}`;
const end = (line: number, column: number) => `C${unsigned(line)}${unsigned(column)}`;

/** Scopes of a source: a class with a constructor and a method, and a function. */
const TREE = [
  start(0, 0, 0),
  start(3, 0, 0, 0, 1), // class Shop, 1:1
  'DAC', // variables
  start(7, 1, 2, 4, 2), // constructor (function), 2:3
  end(0, 20), // 2:23
  start(7, 1, 2, -2, 0), // pay, 3:3
  start(4, 1, 4), // anonymous, 4:5
  end(0, 10), // 4:15
  end(1, 3), // 5:4
  end(1, 1), // 6:2
  start(5, 1, 0, 3), // refund, 7:1
  end(2, 1), // 9:2
  end(5, 0),
];

function nameIn(map: object, count: number, source: number, line: number, column: number): string | null {
  const scopes = readScopes(map, count);
  const packed = scopes === null ? null : packScopes(scopes);
  const enclosing = packed === null ? null : functionInScopes(structuredClone(packed), source, line, column);
  return enclosing === null ? null : functionNameOf(enclosing, 't', false, '');
}

describe('scopes of the proposal for ECMA-426', () => {
  const scopes = [...TREE, '', ...TREE, 'EAA', 'FB'].join(',');
  const map = { names: NAMES.concat('x'), scopes };

  test.each([
    [1, 5, '<anonymous>'],
    [2, 10, 'new Shop'],
    [3, 8, 'Shop.pay'],
    [4, 8, '<anonymous>'],
    [5, 2, 'Shop.pay'],
    [8, 1, 'refund'],
    [9, 5, '<anonymous>'],
  ])('name the function at line %i, column %i', (line, column, expected) => {
    expect(nameIn(map, 3, 0, line, column)).toBe(expected);
    expect(nameIn(map, 3, 1, line, column)).toBeNull();
  });

  test('positions begin again with each source, indexes of names do not', () => {
    const second = {
      names: ['a', 'b'],
      scopes: `${start(5, 2, 1, 0)},${end(1, 1)},,${start(5, 0, 3, 1)},${end(2, 1)},EA`,
    };
    expect([nameIn(second, 3, 0, 3, 3), nameIn(second, 3, 1, 1, 1), nameIn(second, 3, 2, 1, 5)]).toEqual([
      'a',
      null,
      'b',
    ]);
  });

  test('an empty item may have the tag 0, and unknown items are skipped', () => {
    const tagged = { names: ['a'], scopes: `A,gBAAA,${start(5, 0, 0, 0)},gBC,${end(2, 1)}` };
    expect([nameIn(tagged, 2, 0, 1, 1), nameIn(tagged, 2, 1, 1, 1)]).toEqual([null, 'a']);
  });

  test.each(['B', 'B!', end(1, 1), `B${'g'.repeat(50)}`, 'BAAA,%'])('%j is ignored', (broken) => {
    expect(readScopes({ names: [], scopes: broken }, 1) ?? [null]).toEqual([null]);
  });

  test('a scope that does not end is ignored', () => {
    expect(nameIn({ names: ['a'], scopes: start(5, 0, 0, 0) }, 1, 0, 1, 1)).toBeNull();
  });
});

describe('function maps of Metro and Hermes', () => {
  /**
   * 1:0 top-level code, 2:2 `Shop#pay`, 2:20 a callback in it, 2:30 `Shop#pay`, 4:0 `Shop.create`, 5:0 `get__total` of
   * Shop.
   */
  const functionMap = {
    names: [
      '<global>',
      'Shop#pay',
      'items.map$argument_0',
      'Shop.create',
      'Shop#get__total',
      'refund',
      'Shop#constructor',
    ],
    mappings: ['AAA', 'ECC', 'kBCA', 'UDA', ';AEE', 'ACC;ACC,KCA'].join(',').replace(',;', ';'),
  };
  const map = { x_facebook_sources: [null, [functionMap], [{}], 7] };

  test.each([
    [1, 5, '<anonymous>'],
    [2, 5, 'Shop.pay'],
    [2, 22, '<anonymous>'],
    [3, 1, 'Shop.pay'],
    [4, 1, 'Shop.create'],
    [5, 9, 'get total'],
    [6, 2, 'refund'],
    [6, 8, 'new Shop'],
    [99, 1, 'new Shop'],
  ])('name the function at line %i, column %i', (line, column, expected) => {
    expect(nameIn(map, 4, 1, line, column)).toBe(expected);
    expect([0, 2, 3].map((source) => nameIn(map, 4, source, line, column))).toEqual([null, null, null]);
  });

  test('that are malformed are ignored', () => {
    for (const mappings of ['!', 'D', 'AAD']) {
      expect(readScopes({ x_facebook_sources: [[{ names: [], mappings }]] }, 1)).toBeNull();
    }
  });
});

test.each([{}, { scopes: 7, names: [] }, { scopes: 'B', names: 7 }, { x_facebook_sources: {} }])(
  '%j has none',
  (map) => {
    expect(readScopes(map, 1)).toBeNull();
  },
);
