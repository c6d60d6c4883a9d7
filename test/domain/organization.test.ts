import { isSlug } from '../../src/domain/organization';

describe('a slug', () => {
  test.each(['a', '-', '_', '1-2', '1a', 'my-project', 's'.repeat(100)])('may be %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  test.each(['', '1', '123', 'A', 'a b', 'a.b', 'é', 'a/b', 'a\n', '\na', 's'.repeat(101), '$all'])(
    'may not be %j',
    (text) => {
      expect(isSlug(text)).toBe(false);
    },
  );
});
