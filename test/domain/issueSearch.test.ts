import { containsText, matchesPattern } from '../../src/domain/issueSearch';

test('text is searched in title and culprit, ignoring case', () => {
  const issue = { title: 'TypeError: Über', culprit: 'sumCart(src/cart)' };
  expect(containsText(issue, 'über')).toBe(true);
  expect(containsText(issue, 'SUMCART')).toBe(true);
  expect(containsText(issue, 'sumOrder')).toBe(false);
  expect(containsText({ ...issue, culprit: null }, 'sumcart')).toBe(false);
});

test.each([
  ['abc', ['abc'], true],
  ['abcd', ['abc'], false],
  ['abc', ['a', 'c'], true],
  ['ac', ['a', 'c'], true],
  ['aba', ['ab', 'ba'], false],
  ['aXbXc', ['a', 'b', 'c'], true],
  ['ab', ['a', 'b', 'b'], false],
  ['web-1', ['web-', ''], true],
  ['my web-1', ['web-', ''], false],
  ['', ['', ''], true],
  ['abab', ['', 'ab', 'ab'], true],
])('%j matches %j: %j', (text, pattern, matches) => {
  expect(matchesPattern(text, pattern)).toBe(matches);
});
