import { matchesPattern } from '../../src/domain/issueSearch';

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
