import { newToken } from '../../src/cli/member';

test('a new token is random and printable', () => {
  const tokens = Array.from({ length: 50 }, newToken);
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.every((token) => /^[!-~]{40,}$/.test(token))).toBe(true);
});
