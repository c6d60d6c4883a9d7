import fc from 'fast-check';
import { compileScrubRules } from '../../../src/ingest/scrub/scrubRules';
import { isSecretKey } from '../../../src/ingest/scrub/secrets';
import { HINTS, hintsOf } from '../../../src/ingest/scrub/secretFormats';
import { settings } from '../build';

const part = fc.constantFrom(
  'password',
  'passwd',
  'pwd',
  'pass',
  'passphrase',
  'secret',
  'credential',
  'auth',
  'oauth',
  'bearer',
  'jwt',
  'token',
  'tokens',
  'session',
  'sessid',
  'sid',
  'cookie',
  'csrf',
  'xsrf',
  'apikey',
  'privatekey',
  'card',
  'cvv',
  'cvc',
  'ssn',
  'otp',
  'key',
  'keys',
  'api',
  'private',
  'access',
  'signing',
  'ssh',
  'master',
  'user',
  'word',
  'phrase',
  'code',
  'x',
  'DB',
);
const style = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.charAt(0).toUpperCase() + text.slice(1),
);
const secretKey = fc
  .array(fc.tuple(part, style), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom('', '_', '-').map((join) => parts.map(([text, as]) => as(text)).join(join)))
  .filter(isSecretKey);

test('a text with a secret key has its hint', () => {
  fc.assert(
    fc.property(fc.string(), secretKey, fc.string(), (before, key, after) => {
      expect(hintsOf(before + key + after) & HINTS.secretKey).not.toBe(0);
    }),
  );
});

test('a literal of a secret key is redacted in a source line', () => {
  const rules = compileScrubRules(settings());
  fc.assert(
    fc.property(secretKey, fc.constantFrom('"', "'", '`'), (key, quote) => {
      const line = `  connect({ "${key}": ${quote}hunter2${quote} });`;
      expect(rules.source(['{', line, '}'])).toEqual(['{', line.replace('hunter2', '[Filtered]'), '}']);
    }),
  );
});

test('a literal of a sensitive field of the project is redacted in a source line', () => {
  const line = "  const customerIban = 'DE02120300000000202051';";
  expect(compileScrubRules(settings()).source([line])).toEqual([line]);
  expect(compileScrubRules(settings({ sensitiveFields: ['IBAN'] })).source([line])).toEqual([
    "  const customerIban = '[Filtered]';",
  ]);
});
