import { formatShortId, parseShortId } from '../../src/domain/issue';

describe('a short id', () => {
  it.each([
    ['shop', 1, 'SHOP-1'],
    ['shop', 9, 'SHOP-9'],
    ['shop', 10, 'SHOP-A'],
    ['web-shop_2', 42, 'WEB-SHOP_2-1A'],
    ['shop', 31, 'SHOP-Z'],
    ['shop', 32, 'SHOP-10'],
    ['shop', 2 ** 40, 'SHOP-100000000'],
  ])('of %s and %d is %s, and back', (projectSlug, number, text) => {
    expect(formatShortId(projectSlug, number)).toBe(text);
    expect(parseShortId(text)).toEqual({ projectSlug, number });
    expect(parseShortId(text.toLowerCase())).toEqual({ projectSlug, number });
  });

  it('may have letters that look like digits', () => {
    expect(parseShortId('SHOP-iO')).toEqual({ projectSlug: 'shop', number: 32 });
  });

  it.each(['', 'shop', 'SHOP-', '-1', 'SHOP-U', 'SHOP 1', 'SHOP-1.0', `SHOP-${'1'.repeat(11)}`, 'shöp-1'])(
    'is not %j',
    (text) => {
      expect(parseShortId(text)).toBeNull();
    },
  );
});
