import { simple4Label } from '../../../src/ingest/grouping/frameNames';

/** Returns the names of a frame with this function. */
function namesOf(platform: string, name: string, module: string | null = null) {
  return simple4Label({ function: name, module, platform: null }, platform);
}

test.each([
  ['getUser', 'getUser'],
  ['newOrder', 'newOrder'],
  ['settle', 'settle'],
  ['boundary', 'boundary'],
  ['staticFile', 'staticFile'],
  ['asyncLoad', 'asyncLoad'],
  ['Cart.get', 'get'],
  ['get total', 'total'],
  ['new Cart', 'Cart'],
  ['async pay', 'pay'],
  ['async*pay', 'pay'],
  ['async* pay', 'pay'],
  ['static async pay', 'pay'],
  ['async Promise.all', 'all'],
  ['pay/<', 'pay'],
  ['Cart.pay [as run]', 'pay'],
  ['Foo.<anonymous>', null],
  ['Object../src/pay.ts', null],
  ['render/this.total', 'total'],
  ['<anonymous>', null],
  ['?', null],
])('the JavaScript function %s is %s', (name, expected) => {
  expect(namesOf('javascript', name).function).toBe(expected);
});

test.each([
  ['native', 'shop::pay::{{closure}}::h0123456789abcdef', null, 'shop::pay'],
  ['go', 'Checkout.func1', 'shop', 'Checkout'],
  ['java', 'lambda$pay$0', 'shop.Cart', 'pay'],
  ['java', 'getUser', 'shop.Cart', 'getUser'],
  ['csharp', 'MoveNext', 'Shop.Cart+<PayAsync>d__3', 'PayAsync'],
  ['php', '{closure}', null, '{closure}'],
  ['ruby', 'block in pay', null, 'pay'],
  ['python', 'settle', 'shop', 'settle'],
])('on %s, %s is %s', (platform, name, module, expected) => {
  expect(namesOf(platform, name, module).function).toBe(expected);
});

test.each([
  ['jdk.proxy2.$Proxy34', 'jdk.proxy.$Proxy'],
  ['jdk.internal.reflect.GeneratedMethodAccessor16', 'jdk.internal.reflect.GeneratedMethodAccessor'],
  ['shop.Cart$$SpringCGLIB$$0', 'shop.Cart'],
  ['shop.Cart$Line', 'shop.Cart$Line'],
])('the Java class %s is %s', (module, expected) => {
  expect(namesOf('java', 'pay', module).module).toBe(expected);
});

test.each([
  ['java', 'invokeStatic', 'shop.cart$total', 'shop.cart', 'total'],
  ['java', 'invoke', 'shop.cart$total$fn__1234', 'shop.cart', 'total'],
  ['java', 'doInvoke', 'shop.cart$_main', 'shop.cart', '_main'],
  ['java', 'invoke', 'user$eval1234$fn__1235', 'user', 'eval'],
  ['java', 'invoke', 'com.acme.MainKt$main$1', 'com.acme.MainKt$main', 'invoke'],
  ['dart', '_Cart@17065589.total.<anonymous closure>', null, null, '_Cart.total'],
  ['dart', 'Cart.total.<fn>.<fn>', null, null, 'Cart.total'],
  ['dart', 'new Cart', null, null, 'new Cart'],
  ['elixir', 'Shop.Cart.total/1', 'Shop.Cart', 'Shop.Cart', 'Shop.Cart.total/1'],
  ['elixir', 'anonymous fn/2 in Shop.Cart.total/1', 'Shop.Cart', 'Shop.Cart', 'Shop.Cart.total/1'],
  ['elixir', '-total/1-fun-0-', ':shop_cart', ':shop_cart', 'total/1'],
])('on %s, %s of %s is in %s: %s', (platform, name, module, expectedModule, expected) => {
  expect(namesOf(platform, name, module)).toEqual({ module: expectedModule, function: expected });
});
