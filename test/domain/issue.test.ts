import { BadRequest } from '../../src/domain/errors';
import { containsTexts, formatShortId, parseIssueQuery, parseShortId } from '../../src/domain/issue';

const tag = (key: string, value: string, isNegated = false) => ({ key, value, isNegated });

describe('a search', () => {
  it('may be empty', () => {
    expect(parseIssueQuery('')).toEqual({ status: null, tags: [], texts: [] });
    expect(parseIssueQuery('  \t ')).toEqual({ status: null, tags: [], texts: [] });
  });

  it('has a status, tags and text, in any order', () => {
    expect(
      parseIssueQuery(
        'is:unresolved level:error environment:production release:shop@1.4.0 region:eu-west "some text" more',
      ),
    ).toEqual({
      status: 'unresolved',
      tags: [
        tag('level', 'error'),
        tag('environment', 'production'),
        tag('release', 'shop@1.4.0'),
        tag('region', 'eu-west'),
      ],
      texts: ['some text', 'more'],
    });
  });

  it.each([
    ['is:resolved', 'resolved'],
    ['is:ignored', 'ignored'],
    ['is:muted', 'ignored'],
    ['is:archived', 'ignored'],
  ])('reads %s', (text, status) => expect(parseIssueQuery(text).status).toBe(status));

  it.each([
    ['url:https://shop.test/a?b=c', tag('url', 'https://shop.test/a?b=c')],
    ['transaction:"POST /cart"', tag('transaction', 'POST /cart')],
    ['say:"\\"yes\\" \\\\ no"', tag('say', '"yes" \\ no')],
    ['glob:"*.js"', tag('glob', '*.js')],
    ['!level:info', tag('level', 'info', true)],
    ['os.name:Linux', tag('os.name', 'Linux')],
    ['user:id:311', tag('user', 'id:311')],
    ['name:Zoë', tag('name', 'Zoë')],
  ])('reads the tag %s', (text, wanted) =>
    expect(parseIssueQuery(text)).toEqual({ status: null, tags: [wanted], texts: [] }),
  );

  it('truncates a value as stored values are truncated', () => {
    const [found] = parseIssueQuery(`url:${'x'.repeat(300)}`).tags;
    expect(found?.value).toBe('x'.repeat(197) + '...');
  });

  it.each([
    ['"TypeError: x"', 'TypeError: x'],
    ['"!loud"', '!loud'],
    ['50%', '50%'],
  ])('reads the text %s', (text, wanted) => expect(parseIssueQuery(text).texts).toEqual([wanted]));

  it.each([
    ['is:fixed', 'is:fixed', 'use is:unresolved, is:resolved or is:ignored'],
    ['is:', 'is:', 'use is:unresolved'],
    ['is:resolved is:ignored', 'is:ignored', 'is: may be given once'],
    ['!is:resolved', '!is:resolved', 'without ! before it'],
    ['level:', 'level:', 'the value after the colon is missing'],
    ['level:""', 'level:\\"\\"', 'the value after the colon is missing'],
    ['TypeError: x', 'TypeError:', 'put text that contains a colon in quotes'],
    ['a/b:c', 'a/b:c', 'put text that contains a colon in quotes'],
    ['ok url:*.js', 'url:*.js', 'there are no patterns'],
    ['level:[error,fatal]', 'level:[error,fatal]', 'there are no patterns'],
    ['size:>10', 'size:>10', 'there are no patterns'],
    ['ok "open', '\\"open', 'the closing quotation mark is missing'],
    ['level:"open', 'level:\\"open', 'the closing quotation mark is missing'],
    ['level:"a"b', 'level:\\"a\\"b', 'quotes must enclose the whole value'],
    ['a"b"', 'a\\"b\\"', 'quotes must enclose the whole text'],
    ['""', '\\"\\"', 'the quotes are empty'],
    ['!loud', '!loud', '! is allowed only before a tag'],
    ['assigned:me', 'assigned:me', 'search by is, level, environment, release'],
    ['lastSeen:-24h', 'lastSeen:-24h', 'search by is'],
    ['user.id:7', 'user.id:7', 'user (as in user:id:7)'],
  ])('rejects %s by its name', (text, word, hint) => {
    expect(() => parseIssueQuery(text)).toThrow(BadRequest);
    expect(() => parseIssueQuery(text)).toThrow(`is invalid at "${word}"`);
    expect(() => parseIssueQuery(text)).toThrow(hint);
  });

  it('limits the number of words', () => {
    expect(parseIssueQuery('a '.repeat(20)).texts).toHaveLength(20);
    expect(() => parseIssueQuery('a '.repeat(21))).toThrow("Query parameter 'query' has 21 words; use 20 or fewer.");
  });
});

test('text is searched in title and culprit, ignoring case', () => {
  const issue = { title: 'TypeError: Über', culprit: 'sumCart(src/cart)' };
  expect(containsTexts(issue, ['über', 'SUMCART'])).toBe(true);
  expect(containsTexts(issue, ['über', 'sumOrder'])).toBe(false);
  expect(containsTexts({ ...issue, culprit: null }, ['sumcart'])).toBe(false);
});

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
