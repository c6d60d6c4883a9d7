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

describe('card numbers', () => {
  it.each([
    ['Visa', '4111111111111111'],
    ['Visa, 13 digits', '4222222222222'],
    ['Visa, 19 digits', '4111111111111111110'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard, the first of the newer numbers', '2221000000000009'],
    ['Mastercard, the last of the newer numbers', '2720000000000005'],
    ['American Express', '378282246310005'],
    ['Discover', '6011111111111117'],
    ['JCB', '3530111333300000'],
    ['Diners Club', '30569309025904'],
    ['Diners Club, 36', '36227206271667'],
    ['UnionPay', '6250941006528599'],
    ['UnionPay, 19 digits', '6205500000000000004'],
    ['Maestro', '6759649826438453'],
    ['Maestro, 19 digits', '6759000000000000005'],
    ['with a security code', '4111 1111 1111 1111 123'],
  ])('of %s are redacted: %s', (_, digits) => {
    expect(redactSecrets(`paid with ${digits}, twice`)).toBe('paid with [Filtered], twice');
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['a prefix below those of Mastercard', '2220000000000000'],
    ['a prefix above those of Mastercard', '2721000000000004'],
    ['a prefix below those of JCB', '3527000000000008'],
    ['a prefix above those of JCB', '3590000000000000'],
    ['a prefix of no Diners Club card', '30630000000008'],
    ['18 digits, of which the first 16 are those of a card', '411111111111111123'],
    ['19 digits with the prefix of Mastercard', '5555555555554444123'],
    ['19 digits with a newer prefix of Mastercard', '2300000000000000002'],
  ])('do not include %s: %s', (_, digits) => {
    expect(redactSecrets(digits)).toBe(digits);
  });
});
