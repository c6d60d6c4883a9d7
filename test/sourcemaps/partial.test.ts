import { findPartialMatch, urlPrefix } from '../../src/sourcemaps/partial';

test.each([
  ['~/static/js/application.js', ['~/dist/static/js/application.js'], '~/dist/static/js/application.js'],
  ['~/a/b/c.js', ['~/y/x/c.js', '~/x/b/c.js', 'https://h/x/a/b/c.js'], '~/x/b/c.js'],
  ['~/a/b/c.js', ['~/y/x/c.js', '~/x/a/b/c.js', '~/x/b/c.js'], '~/x/a/b/c.js'],
  ['~/a/b/c.js', ['~/y/c.js', '~/x/c.js'], '~/y/c.js'],
  ['~/a/b/c.js', ['c.js'], 'c.js'],
  ['~/a/b/c.js', ['~/a/b/c.js.map', '~/a/b/cc.js'], null],
  ['~/a/b/c.js', [], null],
])('near %s of %j is %s', (unified, names, expected) => {
  expect(findPartialMatch(unified, names)).toBe(expected);
});

// The vectors of reference/endpoints.md §6.4, and one for each rule.
test.each([
  ['~/v1/scripts/footer/bundle.js', '~/v1/assets/footer/bundle.js', 'assets/'],
  ['~/v1/scripts/footer/bundle.js', '~/v1/next/scripts/footer/bundle.js', 'next/'],
  ['~/v1/scripts/footer/bundle.js', '~/v1/next/dist/scripts/footer/bundle.js', null],
  ['/application.js', 'http://example.com/application.js', 'http://example.com'],
  ['/static/js/application.js', '~/dist/static/js/application.js', '~/dist'],
  ['/a/b/c.js', '/x/y/c.js', null],
  ['/a/a/c.js', '/a/c.js', null],
  ['', '~/c.js', null],
  [null, '~/c.js', null],
])('the prefix of %s in %s is %s', (filename, name, prefix) => {
  expect(urlPrefix(filename, name)).toBe(prefix);
});
