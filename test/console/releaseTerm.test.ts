import { releaseTerm } from '../../src/console/pages/releases/releaseTerm';

test.each([
  ['shop@1.4.0', 'release:"shop@1.4.0"'],
  ['latest', 'release:"latest"'],
  ['a "stable" one', String.raw`release:"a \"stable\" one"`],
])('the release %s is searched for by %s', (version, expected) => {
  expect(releaseTerm('release', version)).toBe(expected);
});
