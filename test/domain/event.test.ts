import fc from 'fast-check';
import { parseEventId, parseSentEventId } from '../../src/domain/event';

describe('an event id', () => {
  const ID = '0123456789abcdef0123456789abcdef';
  const DASHED = '01234567-89ab-cdef-0123-456789abcdef';

  test.each([ID, ID.toUpperCase(), DASHED, DASHED.toUpperCase(), '01234567-89AB-cdef-0123-456789abcDEF'])(
    'is parsed from %s',
    (text) => {
      expect(parseEventId(text)).toBe(ID);
    },
  );

  test.each([
    '',
    ID.slice(1),
    `${ID}0`,
    ` ${ID}`,
    `${ID}\n`,
    `g${ID.slice(1)}`,
    DASHED.replace('-', ''),
    DASHED.replaceAll('-', '_'),
    `{${DASHED}}`,
    `urn:uuid:${DASHED}`,
    '0123456-789ab-cdef-0123-456789abcdef',
    'ｆ'.repeat(32),
    'K'.repeat(32),
    'undefined',
    'null',
  ])('is not parsed from %j', (text) => {
    expect(parseEventId(text)).toBeNull();
  });

  test.each([ID, DASHED, `{${DASHED}}`, `{${ID}}`, `urn:uuid:${DASHED}`, `URN:UUID:${DASHED.toUpperCase()}`])(
    'is parsed from %s if a client sent it',
    (text) => {
      expect(parseSentEventId(text)).toBe(ID);
    },
  );

  test.each(['', '{}', 'urn:uuid:', `uuid:${DASHED}`, `[${DASHED}]`, `{{${DASHED}}}`, `urn:uuid:{${DASHED}}`])(
    'is not parsed from %j, even if a client sent it',
    (text) => {
      expect(parseSentEventId(text)).toBeNull();
    },
  );

  test('is the same with and without dashes', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(parseEventId(uuid)).toBe(uuid.replaceAll('-', ''));
        expect(parseEventId(uuid.replaceAll('-', '').toUpperCase())).toBe(uuid.replaceAll('-', ''));
      }),
    );
  });
});
