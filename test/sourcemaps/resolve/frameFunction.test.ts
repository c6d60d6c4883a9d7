import { FUNCTION_KIND, type FunctionKind } from '../../../src/sourcemaps/resolve/findFunctions';
import { functionNameOf, isMinifiedName, showsReceivers } from '../../../src/sourcemaps/resolve/rewriteFrames';

const { plain, method, constructor, property, computed } = FUNCTION_KIND;

test.each<[FunctionKind, string, string, string | null, string]>([
  // Functions.
  [plain, 'pay', '', 'e', 'pay'],
  [plain, 'pay', '', null, 'pay'],
  [plain, 'pay', '', 'async e', 'async pay'],
  [plain, 'pay', '', 'async* e', 'async pay'],
  [plain, 'pay', '', 'async*e', 'async pay'],
  [plain, 'Pay', '', 'new e', 'new Pay'],
  [plain, 'pay', '', 'Object.e', 'Object.pay'],
  [plain, 'pay', '', 't.e', 'pay'],
  [plain, 'pay', '', 't.e [as handler]', 'pay'],
  [plain, 'pay', '', 'Object.e [as handler]', 'Object.pay [as handler]'],
  [plain, 'pay', '', 'Object.e [as pay]', 'Object.pay'],
  [plain, 'pay', '', 'Timeout.e [as _onTimeout]', 'Timeout.pay [as _onTimeout]'],
  [plain, 'cart.pay', '', 'e.pay', 'cart.pay'],
  [plain, '<static_initializer>', '', '<static_initializer>', '<static_initializer>'],
  [plain, 'Object.<anonymous>', '', './src/pay.ts', 'Object.<anonymous>'],
  // Anonymous functions.
  [plain, '', '', '?', '<anonymous>'],
  [plain, '', '', null, '<anonymous>'],
  [plain, '', '', 'e', '<anonymous>'],
  [plain, '', '', 'async e', '<anonymous>'],
  [plain, '', '', 'new e', 'new <anonymous>'],
  [plain, '', '', 'Object.?', 'Object.<anonymous>'],
  [plain, '', '', 'Server.<anonymous>', 'Server.<anonymous>'],
  [plain, '', '', 'Timeout._onTimeout', 'Timeout._onTimeout'],
  [plain, '', '', 'Timeout.e [as _onTimeout]', 'Timeout._onTimeout'],
  [plain, '', '', 't.<anonymous>', '<anonymous>'],
  [plain, '', '', 't.fn', 'fn'],
  [plain, '', '', 'Object.fn', 'Object.fn'],
  // Methods.
  [method, 'pay', 'Shop', 't.pay', 'Shop.pay'],
  [method, 'pay', 'Shop', 't.e', 'Shop.pay'],
  [method, 'pay', 'Shop', 'async t.pay', 'async Shop.pay'],
  [method, 'pay', 'Shop', 'pay', 'pay'],
  [method, 'pay', 'Shop', '?', 'Shop.pay'],
  [method, 'pay', 'Shop', 'Outlet.pay', 'Outlet.pay'],
  [method, 'pay', 'Shop', '_Outlet.pay', 'Outlet.pay'],
  [method, 'pay', 'Shop', 'Shop2.pay', 'Shop.pay'],
  [method, 'pay', 'Shop', 'Shop$1.pay', 'Shop.pay'],
  [method, 'create', 'Shop', 'Function.create', 'Shop.create'],
  [method, 'pay', 'Shop', 't.pay [as onClick]', 'Shop.pay [as onClick]'],
  [method, 'Shop', 'Shop', 't.e', 'Shop'],
  [method, 'get total', 'Shop', 't.get total [as total]', 'get total'],
  [method, '#pay', 'Shop', '#e', '#pay'],
  [method, 'pay', '', 't.pay', 'Object.pay'],
  [constructor, '', 'Shop', 'new t', 'new Shop'],
  [constructor, '', 'Shop', 't', 'new Shop'],
  [constructor, '', '', 'new t', 'new <anonymous>'],
  // Keys.
  [property, 'pay', '', 'Object.pay', 'Object.pay'],
  [property, 'pay', '', 'pay', 'pay'],
  [computed, '', 'Shop', 't.paid', 'Shop.paid'],
  [computed, '', '', 'Object.paid', 'Object.paid'],
  [computed, 'get ', 'Shop', 't.get total [as total]', 'get total'],
])('a function of kind %i, %j of %j, sent as %j, is %s', (kind, name, className, sent, expected) => {
  expect(functionNameOf({ kind, name, className }, sent, true, 'src/pay.ts')).toBe(expected);
});

test('methods have their class in traces without receivers, as those of Firefox', () => {
  const enclosing = { kind: method, name: 'pay', className: 'Shop' };
  expect(functionNameOf(enclosing, 'pay', false, 'src/pay.ts')).toBe('Shop.pay');
});

test.each<[string[], boolean]>([
  [['e', 't.pay'], true],
  [['new t'], true],
  [['async e', 'Array.map'], true],
  [['Object.?'], true],
  [['Server.<anonymous>'], true],
  [['e', 'pay', '?'], false],
  [['e/<', 'async*e', 'pay'], false],
])('a trace of %j shows receivers: %s', (names, expected) => {
  expect(showsReceivers([null, ...names])).toBe(expected);
});

test.each([
  ['pay', false],
  ['t.pay', false],
  ['new Shop', false],
  ['e', true],
  ['t.e', true],
  ['new e', true],
  ['async ab', true],
  ['?', false],
  ['<anonymous>', false],
  ['Object.<anonymous>', false],
])('the name %s is minified: %s', (name, expected) => {
  expect(isMinifiedName(name)).toBe(expected);
});
