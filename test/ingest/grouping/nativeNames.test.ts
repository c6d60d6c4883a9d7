import { nativeFunction } from '../../../src/ingest/grouping/frameNames';

test.each([
  // C++, by GNU and Clang
  ['main', 'main'],
  ['shop::pay(int)', 'shop::pay'],
  ['shop::Cart::total(std::vector<int, std::allocator<int> > const&) const', 'shop::Cart::total'],
  ['void shop::each<int, std::less<int> >(int) [clone .cold]', 'shop::each'],
  ['std::pair<int, char*> shop::Cart<int>::find(char const*) const &', 'shop::Cart::find'],
  ['char const* shop::name()', 'shop::name'],
  ['shop::pay(int) [clone .isra.0] [clone .part.1]', 'shop::pay'],
  ['shop::pay(int) (.cold)', 'shop::pay'],
  ['shop_pay.constprop.0.isra.0', 'shop_pay'],
  ['shop_pay.cold', 'shop_pay'],
  ['shop_pay.llvm.1234567890', 'shop_pay'],
  ['shop_pay.lto_priv.0', 'shop_pay'],
  ['shop_pay._omp_fn.0', 'shop_pay'],
  ['memcpy@@GLIBC_2.14', 'memcpy'],
  ['shop_pay@plt', 'shop_pay'],
  ['shop::pay(int) + 52', 'shop::pay'],
  ['shop::name[abi:cxx11](int)', 'shop::name'],
  ['shop::(anonymous namespace)::pay(int)', 'shop::pay'],
  ['(anonymous namespace)::pay(int)', 'pay'],
  ['shop::pay(int)::{lambda(int)#1}::operator()(int) const', 'shop::pay'],
  ['shop::Cart::total() const::{lambda()#2}::operator()() const', 'shop::Cart::total'],
  ["shop::pay(int)::'lambda0'(int)::operator()(int) const", 'shop::pay'],
  ['shop::pay(int)::$_0::operator()(int) const', 'shop::pay'],
  ['shop::$_1::operator()() const', 'shop'],
  ['std::__1::vector<int, std::__1::allocator<int> >::at(unsigned long)', 'std::vector::at'],
  ['std::__ndk1::vector<int>::at(unsigned long)', 'std::vector::at'],
  ['std::__cxx11::stoi(std::__cxx11::basic_string<char> const&)', 'std::stoi'],
  ['non-virtual thunk to shop::Cart::total()', 'shop::Cart::total'],
  ['shop::Cart::operator()(int)', 'shop::Cart::operator()'],
  ['shop::operator<<(std::ostream&, shop::Cart const&)', 'shop::operator<<'],
  ['bool shop::operator< <int>(int, int)', 'shop::operator<'],
  ['shop::Cart::operator[](int)', 'shop::Cart::operator[]'],
  ['shop::Cart::operator->()', 'shop::Cart::operator->'],
  ['operator new(unsigned long)', 'operator new'],
  ['shop::Cart::~Cart()', 'shop::Cart::~Cart'],
  ['decltype(auto) shop::pay(int)', 'shop::pay'],
  // MSVC
  ["shop::`anonymous namespace'::pay", 'shop::pay'],
  ["`anonymous namespace'::pay", 'pay'],
  ['shop::pay::<lambda_1a2b3c4d5e6f>::operator()', 'shop::pay'],
  ["`shop::pay'::`2'::<lambda_1>::operator()", 'shop::pay'],
  ['<lambda_0f1e2d>::operator()', '<lambda_0f1e2d>::operator()'],
  ['public: void __cdecl shop::Cart::pay(int)', 'shop::Cart::pay'],
  ['shop::pay$catch$0', 'shop::pay'],
  ["`shop::pay'::`1'::catch$0", 'shop::pay::catch$0'],
  // Objective-C
  ['-[Cart total:]', '-[Cart total:]'],
  ['__24-[Cart total:]_block_invoke_2', '-[Cart total:]'],
  ['__main_block_invoke', 'main'],
  ['__13-[Cart total]_block_invoke_2.41', '-[Cart total]'],
  // Swift
  ['Cart.total(of:)', 'Cart.total(of:)'],
  ['Cart.total(of:at:)', 'Cart.total(of:at:)'],
  ['Shop.Cart.total(of: Swift.Int, at: [Swift.String : Swift.Int]) throws -> Swift.Int', 'Shop.Cart.total(of:at:)'],
  ['Shop.Cart.total() -> Swift.Int', 'Shop.Cart.total'],
  ['Cart.total()', 'Cart.total'],
  ['closure #1 in Cart.total(of:)', 'Cart.total(of:)'],
  ['closure #2 (Swift.Int) -> Swift.Int in closure #1 in Shop.Cart.total(of: Swift.Int) -> ()', 'Shop.Cart.total(of:)'],
  ['specialized Cart.total(of:)', 'Cart.total(of:)'],
  ['generic specialization <Swift.Int> of Shop.Cart.total<A>(of: A) -> A', 'Shop.Cart.total(of:)'],
  ['partial apply for closure #1 in Cart.total(of:)', 'Cart.total(of:)'],
  ['merged @objc Cart.total(of:)', 'Cart.total(of:)'],
  ['protocol witness for Priced.total(of:) in conformance Cart', 'Priced.total(of:)'],
  ['(extension in Shop):Swift.Array.total(of: Swift.Int) -> Swift.Int', 'Swift.Array.total(of:)'],
  ['(1) suspend resume partial function for Cart.load(id:)', 'Cart.load(id:)'],
  ['Shop.Cart.(price in _A1B2C3D4E5F60718293A4B5C6D7E8F90)(of: Swift.Int) -> Swift.Int', 'Shop.Cart.price(of:)'],
  ['Shop.Cart.total.getter : Swift.Int', 'Shop.Cart.total.getter'],
  ['static Cart.make(of:)', 'Cart.make(of:)'],
  ['$defer #1 () in Cart.total(of:)', 'Cart.total(of:)'],
  ['helper #1 (x: Swift.Int) -> Swift.Int in Shop.Cart.total() -> ()', 'helper'],
  // Kotlin/Native
  ['kfun:com.acme.shop.Cart#total(kotlin.Int){}kotlin.Int', 'com.acme.shop.Cart.total'],
  ['kfun:com.acme.shop.Cart#total(){}-trampoline', 'com.acme.shop.Cart.total'],
  ['kfun:com.acme.shop.Cart.$total$lambda$0#internal', 'com.acme.shop.Cart.total'],
  ['kfun:com.acme.shop.Cart.$loadCOROUTINE$3.invokeSuspend#internal', 'com.acme.shop.Cart.load'],
  ['kfun:#main(){}', 'main'],
  // IL2CPP
  ['Cart_Total_m0123456789ABCDEF0123456789ABCDEF01234567', 'Cart_Total'],
])('%s is %s', (sent, expected) => {
  expect(nativeFunction(sent)).toBe(expected);
});

test('names whose brackets do not close remain names', () => {
  for (const text of ['(', '<', '{', '`', "'lambda", 'operator', '`a', 'a<', 'a(b', '::', '<>', '[clone ']) {
    expect(nativeFunction(text)).not.toBe('');
  }
});
