import { cleanFunction } from '../../../src/sourcemaps/resolve/rewriteFrames';

test.each([
  ['pay', 'pay'],
  ['$pay_2', '$pay_2'],
  ['#secret', '#secret'],
  ['Order.prototype.pay', 'Order.prototype.pay'],
  ['płać', 'płać'],
  ['a b', null],
  ['"pay"', null],
  ['2', null],
  ['', null],
  [null, null],
])('the name %j of a mapping gives the function name %j', (name, expected) => {
  expect(cleanFunction(name)).toBe(expected);
});
