import { type Commit, distinctAuthors, shortVersion, findFixedIssues } from '../../src/domain/release';

describe('the short form of a version', () => {
  test.each([
    ['shop@2.4.1', '2.4.1'],
    ['@acme/shop@2', '2'],
    ['a@b@c', 'b@c'],
    ['2.4.1', '2.4.1'],
    ['@2', '@2'],
    ['shop@', 'shop@'],
    ['1cf1dab1ee0a', '1cf1dab1ee0a'],
  ])('of %s is %s', (version, short) => expect(shortVersion(version)).toBe(short));
});

describe('authors', () => {
  const by = (authorName: string | null, authorEmail: string | null): Commit => ({
    id: 'a',
    repository: null,
    message: null,
    timestamp: null,
    patchSet: [],
    authorName,
    authorEmail,
  });

  test('are listed once each, by address or else by name', () => {
    const commits = [
      by('Ann', 'ann@acme.test'),
      by('Ann B.', 'ann@acme.test'),
      by('Bob', null),
      by(null, null),
      by('Bob', null),
      by(null, 'c@d'),
    ];
    expect(distinctAuthors(commits)).toEqual([
      { name: 'Ann', email: 'ann@acme.test' },
      { name: 'Bob', email: null },
      { name: null, email: 'c@d' },
    ]);
  });

  test('are at most the first hundred', () => {
    const commits = Array.from({ length: 150 }, (_, index) => by(null, `${index}@acme.test`));
    expect(distinctAuthors(commits).map(({ email }) => email)).toEqual(
      commits.slice(0, 100).map(({ authorEmail }) => authorEmail),
    );
  });
});

describe('the issues that the message of a commit fixes', () => {
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
});
