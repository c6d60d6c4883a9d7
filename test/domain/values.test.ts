import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { compressEventBody, decompressEventBody, EVENT_DICTIONARY } from '../../src/compression/eventBody';
import { canWriteProject, hashToken, isScope, newToken, type Scope, SCOPES, sortScopes } from '../../src/domain/access';
import { type EventBody, newEventId, parseEventId } from '../../src/domain/event';
import { isSlug } from '../../src/domain/organization';
import { withDefaultSettings } from '../../src/domain/project';

describe('an event id', () => {
  const ID = '0123456789abcdef0123456789abcdef';
  const DASHED = '01234567-89ab-cdef-0123-456789abcdef';

  test.each([ID, ID.toUpperCase(), DASHED, DASHED.toUpperCase(), '01234567-89AB-cdef-0123-456789abcDEF'])(
    'is read from %s',
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
  ])('is not read from %j', (text) => {
    expect(parseEventId(text)).toBeNull();
  });

  test('is the same with and without dashes, whatever it is', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(parseEventId(uuid)).toBe(uuid.replaceAll('-', ''));
        expect(parseEventId(uuid.replaceAll('-', '').toUpperCase())).toBe(uuid.replaceAll('-', ''));
      }),
    );
  });

  test('that is new is one, and another each time', () => {
    const ids = Array.from({ length: 100 }, newEventId);
    expect(ids.every((id) => parseEventId(id) === id)).toBe(true);
    expect(new Set(ids).size).toBe(100);
  });
});

describe('a slug', () => {
  test.each(['a', '-', '_', '1-2', '1a', 'my-project', 's'.repeat(100)])('may be %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  test.each(['', '1', '123', 'A', 'a b', 'a.b', 'é', 'a/b', 'a\n', '\na', 's'.repeat(101), '$all'])(
    'may not be %j',
    (text) => {
      expect(isSlug(text)).toBe(false);
    },
  );
});

describe('scopes', () => {
  test('are fifteen, in the order of the seed', () => {
    expect(SCOPES.join(' ')).toBe(
      'member:read event:read event:write event:admin project:admin project:write project:read project:releases team:read ' +
        'team:write team:admin org:read org:integrations alerts:read alerts:write',
    );
  });

  test('are put in order, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SCOPES)), (scopes) => {
        const ordered = sortScopes(scopes);
        expect(new Set(ordered)).toEqual(new Set(scopes));
        expect(ordered).toEqual(SCOPES.filter((scope) => scopes.includes(scope)));
      }),
    );
  });

  test.each(['project:write', 'project:admin'])('let a caller with %s write, and no other does', (writing) => {
    const caller = (scopes: readonly Scope[]) => ({ tokenId: '1', organizationId: '1', memberId: '1', scopes });
    expect(canWriteProject(caller([writing as Scope]))).toBe(true);
    expect(
      canWriteProject(caller(SCOPES.filter((scope) => scope !== 'project:write' && scope !== 'project:admin'))),
    ).toBe(false);
  });

  test('are known by name', () => {
    expect([isScope('org:read'), isScope('org:admin'), isScope('ORG:READ'), isScope('')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test('a new token is random, and only its hash tells it again', () => {
  const tokens = Array.from({ length: 50 }, newToken);
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.every((token) => /^[!-~]{40,}$/.test(token))).toBe(true);
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('stored settings are completed by the defaults and win over them', () => {
  expect(withDefaultSettings({ verifySSL: true })).toEqual({ ...withDefaultSettings({}), verifySSL: true });
  expect(withDefaultSettings({})).toMatchObject({
    verifySSL: false,
    defaultEnvironment: '',
    groupingConfig: 'simple:1',
  });
});

test('a body that was packed without the dictionary reads back, and the dictionary is what it was', () => {
  const body = { event: { eventId: 'ab' }, grouping: { hash: 'cd' } };
  expect(decompressEventBody(deflateRawSync(JSON.stringify(body))).body).toEqual(body);
  expect(createHash('sha256').update(EVENT_DICTIONARY).digest('hex').slice(0, 16)).toBe('7fe3e04050acffcb');
});

test('a packed body reads back as it was, with its size in bytes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (content) => {
      const body = JSON.parse(JSON.stringify({ event: content, grouping: { hash: '' } })) as EventBody;
      expect(decompressEventBody(compressEventBody(body))).toEqual({
        body,
        size: Buffer.byteLength(JSON.stringify(body)),
      });
    }),
  );
});
