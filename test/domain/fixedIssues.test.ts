import { findFixedIssues } from '../../src/domain/fixedIssues';

const idsOf = (message: string) =>
  findFixedIssues(message).map(({ projectSlug, number }) => `${projectSlug} ${number}`);

test.each([
  ['Fixes SHOP-3', ['shop 3']],
  ['fix shop-3', ['shop 3']],
  ['Sum carts without items\n\nFIXED: SHOP-3, SHOP-4 and shop-1A.', ['shop 3', 'shop 4', 'shop 42']],
  ['Closes #SHOP-3; resolves WEB_APP-2 & WEB-APP-7', ['shop 3', 'web_app 2', 'web-app 7']],
  ['close SHOP-3. Resolved (SHOP-3)', ['shop 3']],
  ['fix the cart, SHOP-3', []],
  ['SHOP-3 fixes the cart', []],
  ['Prefixes SHOP-3', []],
  ['fixes 17, fixes SHOP-, closes SHOP-0U', []],
  ['', []],
])('%j', (message, expected) => expect(idsOf(message)).toEqual(expected));

test('reads a long message in linear time, and fifty issues of it', () => {
  const message = `fixes ${Array.from({ length: 20_000 }, (_, index) => `SHOP-${(index + 1).toString(10)}`).join(', ')}`;
  expect(findFixedIssues(message)).toHaveLength(50);
});
