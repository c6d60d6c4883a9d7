import { cleanFilename, describeSource, moduleOf } from '../../../src/sourcemaps/resolve/urls';

/**
 * Sources as bundlers write them, with the path, the module (null: not compared) and whether the module is not the
 * application's.
 */
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
  ['src/a%20b/pay.ts', 'src/a b/pay.ts', 'src/a b/pay', false],
  ['src/100%.ts', 'src/100%.ts', 'src/100%', false],
  ['..\\src\\pay.ts', 'src/pay.ts', 'src/pay', false],
  ['webpack:///.\\src\\pay.ts', 'src/pay.ts', 'src/pay', false],
  ['C:\\shop\\src\\pay.ts', 'C:/shop/src/pay.ts', 'C:/shop/src/pay', false],
  ['file:///C:/shop/src/pay.ts', 'C:/shop/src/pay.ts', 'C:/shop/src/pay', false],
  ['webpack://shop/./src/cart.js + 3 modules', 'src/cart.js', 'src/cart', false],
  ['webpack:///./node_modules/babel-loader/lib/index.js??ref--4!./src/pay.js', 'src/pay.js', 'src/pay', false],
  ['webpack:///./src/App.vue?./node_modules/babel-loader/lib!./node_modules/vue-loader', 'src/App.vue', null, false],
  ['webpack-internal:///(rsc)/./app/page.tsx', 'app/page.tsx', 'app/page', false],
  ['webpack://_N_E/(app-pages-browser)/./app/(shop)/page.tsx?1a2b', 'app/(shop)/page.tsx', 'app/(shop)/page', false],
  [
    'webpack://shop/./src/webpack/runtime-config.ts',
    'src/webpack/runtime-config.ts',
    'src/webpack/runtime-config',
    false,
  ],
  ['webpack://shop/webpack/runtime/jsonp chunk loading', 'webpack/runtime/jsonp chunk loading', null, true],
  ['webpack://shop/webpack/startup', 'webpack/startup', null, true],
  ['webpack://shop/rspack/runtime/global', 'rspack/runtime/global', null, true],
  ['rspack://shop/./src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['webpack://shop/external commonjs2 "util"', 'external commonjs2 "util"', null, true],
  ['webpack://shop/./src/locale/ lazy ^\\.\\/.*\\.js$ namespace object', 'src/locale', null, true],
  ['webpack://shop/./src/locale|lazy|/^\\.\\/.*\\.js$/|namespace object', 'src/locale', null, true],
  ['webpack:///./src sync recursive ^\\.\\/.*$', 'src', null, true],
  ['webpack://shop/?b6a2', 'webpack://shop/?b6a2', null, true],
  [
    'webpack://shop/_N_E/./app/(shop)/cart/page.jsx/__nextjs-internal-proxy.mjs',
    'app/(shop)/cart/page.jsx',
    'app/(shop)/cart/page',
    true,
  ],
  ['turbopack:///[project]/app/blog/[slug]/page.tsx', 'app/blog/[slug]/page.tsx', 'app/blog/[slug]/page', false],
  ['webpack://nextshop/_N_E/app/page.jsx', 'app/page.jsx', 'app/page', false],
  ['turbopack:///[project]/app/page.tsx [app-client] (ecmascript)', 'app/page.tsx', 'app/page', false],
  ['../../../../app/%28shop%29/blog/%5Bslug%5D/page.jsx', 'app/(shop)/blog/[slug]/page.jsx', null, false],
  ['turbopack:///[project]/node_modules/next/dist/a.js', 'node_modules/next/dist/a.js', 'next/dist/a', true],
  [
    'turbopack:///[turbopack]/browser/runtime/base/runtime-base.ts',
    '[turbopack]/browser/runtime/base/runtime-base.ts',
    null,
    true,
  ],
  ['turbopack:///[next]/entry/page-loader.ts', '[next]/entry/page-loader.ts', '[next]/entry/page-loader', true],
  ['\0vite/preload-helper.js', 'vite/preload-helper.js', 'vite/preload-helper', true],
  ['vite/modulepreload-polyfill.js', 'vite/modulepreload-polyfill.js', 'vite/modulepreload-polyfill', true],
  ['../../\0commonjsHelpers.js', 'commonjsHelpers.js', 'commonjsHelpers', true],
  ['\0rolldown/runtime.js', 'rolldown/runtime.js', 'rolldown/runtime', true],
  ['\0plugin-vue:export-helper', 'plugin-vue:export-helper', null, true],
  ['\0virtual:shop', 'virtual:shop', 'virtual:shop', false],
  ['/@id/__x00__virtual:shop', 'virtual:shop', 'virtual:shop', false],
  ['\0/srv/app/src/old.cjs?commonjs-module', '/srv/app/src/old.cjs', 'srv/app/src/old', false],
  ['/@fs/srv/app/src/pay.ts', '/srv/app/src/pay.ts', 'srv/app/src/pay', false],
  ['/@vite/client', '/@vite/client', '@vite/client', true],
  ['/__parcel_source_root/src/pay.ts', 'src/pay.ts', 'src/pay', false],
  ['<define:process.env>', '<define:process.env>', null, true],
  ['(disabled):crypto', '(disabled):crypto', null, true],
  ['<stdin>', '<stdin>', '<stdin>', false],
  ['src/vite/client.ts', 'src/vite/client.ts', 'src/vite/client', false],
])('%s is %s', (source, filename, module, isForeign) => {
  expect(describeSource(source)).toEqual({ filename, isThirdParty: isForeign });
  if (module !== null) expect(moduleOf(filename)).toBe(module);
});

test('long text is truncated, and characters that cannot be stored are replaced', () => {
  expect(cleanFilename(`src/${'a'.repeat(5000)}`)).toHaveLength(2048);
  expect(cleanFilename('src/a\0.ts')).toBe('src/a\ufffd.ts');
});
