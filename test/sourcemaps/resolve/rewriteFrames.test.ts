import { cleanFilename, cleanFunction, isThirdParty, moduleOf } from '../../../src/sourcemaps/resolve/rewriteFrames';

test.each([
  ['src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['./src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['../../src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['webpack:///./src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['webpack:///src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['webpack://shop/./src/pay.ts?3f2a', 'src/pay.ts', 'src/pay', false],
  ['webpack://@acme/shop/./src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['webpack-internal:///./src/App.vue', 'src/App.vue', 'src/App', false],
  ['turbopack://[project]/src/pay.tsx', 'src/pay.tsx', 'src/pay', false],
  ['https://shop.test/src/pay.mts', '/src/pay.mts', 'src/pay', false],
  ['app:///src/pay.jsx', '/src/pay.jsx', 'src/pay', false],
  ['file:///srv/app/src/pay.cjs', '/srv/app/src/pay.cjs', 'srv/app/src/pay', false],
  ['/srv/app/src/pay.js', '/srv/app/src/pay.js', 'srv/app/src/pay', false],
  ['src/App.vue?vue&type=script', 'src/App.vue', 'src/App', false],
  ['../node_modules/@acme/pay/dist/index.js', 'node_modules/@acme/pay/dist/index.js', '@acme/pay/dist/index', true],
  ['webpack:///./node_modules/a/node_modules/b/c.js', 'node_modules/a/node_modules/b/c.js', 'b/c', true],
  ['webpack:///./~/left-pad/index.js', '~/left-pad/index.js', '~/left-pad/index', true],
  ['webpack:///webpack/bootstrap', 'webpack/bootstrap', 'webpack/bootstrap', true],
  ['webpack:///(webpack)/buildin/global.js', '(webpack)/buildin/global.js', '(webpack)/buildin/global', true],
  ['webpack:///external "react"', 'external "react"', 'external "react"', true],
  ['src/not_node_modules/a.js', 'src/not_node_modules/a.js', 'src/not_node_modules/a', false],
])('%s is %s', (source, filename, module, isForeign) => {
  expect(cleanFilename(source)).toBe(filename);
  expect(moduleOf(filename)).toBe(module);
  expect(isThirdParty(source)).toBe(isForeign);
});

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

test('long text is truncated, and characters that cannot be stored are replaced', () => {
  expect(cleanFilename(`src/${'a'.repeat(5000)}`)).toHaveLength(2048);
  expect(cleanFilename('src/\0.ts')).toBe('src/\ufffd.ts');
});
