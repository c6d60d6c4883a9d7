import { plainProps, plainText } from '../../src/console/state/plainText';

test.each([
  ['a\u202eb\u2066c\u2069', 'a\ufffdb\ufffdc\ufffd'],
  ['1\u200e/2\u200f/3\u061c', '1/2/3'],
  ['שלום é 👩‍💻\n', 'שלום é 👩‍💻\n'],
])('the text %j is shown as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('an element shows no character that turns the direction, and sends its value as it is', () => {
  const props = { title: 'a\u202e', value: 'b\u202e', children: ['c\u202e', 1, ['d\u200f']] };
  expect(plainProps(props)).toEqual({ title: 'a\ufffd', value: 'b\u202e', children: ['c\ufffd', 1, ['d']] });
  const plain = { title: 'a', children: ['b'] };
  expect(plainProps(plain)).toBe(plain);
});
