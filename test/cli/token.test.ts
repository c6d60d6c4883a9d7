import { createToken, newToken } from '../../src/cli/member';

test('a new token is random and printable', () => {
  const tokens = Array.from({ length: 50 }, newToken);
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.every((token) => /^[!-~]{40,}$/.test(token))).toBe(true);
});

test.each(['2026-11-27T12:00:00Z', '1999-01-01T00:00:00Z'])(
  'a token cannot expire at %s, which is past',
  async (time) => {
    const context = { stores: {} as never, publicUrl: '', now: Date.parse('2026-11-27T12:00:00Z') };
    const options = { organization: 'acme', forOrganization: true, scope: ['org:read'], expires: time };
    await expect(createToken(context, options)).rejects.toThrow(`--expires is "${time}", but must be in the future.`);
  },
);
