import { type Commit, distinctAuthors, shortVersion } from '../../src/domain/release';

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
