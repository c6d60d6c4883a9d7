import { redactSecrets } from '../../../src/ingest/scrub/secretFormats';

describe('JSON Web Tokens', () => {
  const TOKEN = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl';

  it.each([
    [TOKEN, '[Filtered]'],
    [`jwt=${TOKEN}; path=/`, 'jwt=[Filtered]; path=/'],
    [`id-${TOKEN}`, 'id-[Filtered]'],
    [`eyJ-${TOKEN}`, '[Filtered]'],
    [`${TOKEN} and ${TOKEN}`, '[Filtered] and [Filtered]'],
    [`(${TOKEN.slice(0, -12)})`, '([Filtered])'],
  ])('in %j are redacted', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it.each(['eyJhbGciOiJub25lIn0', 'eyJhbGciOiJub25lIn0.eyJ.x', `x${TOKEN}`])('do not include %j', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  // Reading each word again for each `eyJ` in it would take longer than a test may.
  it.each([
    ['beginnings in one word', 'eyJ-'.repeat(500_000)],
    ['beginnings before a second part', `${'eyJ-'.repeat(250_000)}.eyJ${'-eyJ'.repeat(250_000)}`],
  ])('are found in linear time among %s', (_, text) => {
    expect(redactSecrets(text) === text).toBe(true);
  });
});
