import { hashToken, USE_PRECISION_MS } from '../../src/domain/access';
import * as errors from '../../src/domain/errors';
import {
  CredentialUses,
  keyFromAuthorization,
  keyFromQuery,
  keyFromSentryHeader,
  singlePublicKey,
} from '../../src/http/authentication';
import { splitQuery } from '../../src/http/queryString';
import type { Write } from '../../src/store/stores';
import { poll } from '../support/process';
import { startService } from '../support/service';

describe('the public key of a DSN', () => {
  test.each([
    ['sentry_key=K', 'K'],
    ['a=1&sentry_key=K&b=2', 'K'],
    ['sentry_key=', null],
    ['sentry=K', null],
    ['', null],
  ])('in the query string %j is %j', (search, key) => {
    expect(keyFromQuery(splitQuery(search))).toBe(key);
  });

  test.each([
    ['Sentry sentry_key=K, sentry_version=7', 'K'],
    ['Sentry sentry_version=7,sentry_key=K', 'K'],
    ['sentry sentry_key="K"', 'K'],
    ['sentry_key=K', 'K'],
    ['Sentry sentry_version=7, sentry_key = K , sentry_client=a/1', 'K'],
  ])('in X-Sentry-Auth: %j is %j', (header, key) => {
    expect(keyFromSentryHeader(header)).toBe(key);
  });

  test.each(['', 'Sentry', 'Sentry sentry_key=', 'Sentry sentry_keys=K', 'Sentry my_sentry_key=K'])(
    'is not in the header %j',
    (header) => {
      expect(() => keyFromSentryHeader(header)).toThrow(errors.Unauthenticated);
    },
  );

  test.each([
    [undefined, null],
    ['Bearer abc', null],
    ['Sentry sentry_key=K', 'K'],
    ['SENTRY sentry_key=K', 'K'],
    [`Basic ${Buffer.from('K:').toString('base64')}`, 'K'],
    [`basic ${Buffer.from('K:secret:more').toString('base64')}`, 'K'],
    [`Basic ${Buffer.from('K').toString('base64')}`, 'K'],
    [`Basic ${Buffer.from(':x').toString('base64')}`, null],
    ['Basic', null],
    ['Basic !!!', null],
  ])('in Authorization: %j is %j', (header, key) => {
    expect(keyFromAuthorization(header)).toBe(key);
  });

  test('is the only one that the request has', () => {
    expect([
      singlePublicKey(),
      singlePublicKey(null, null),
      singlePublicKey(null, 'K', null),
      singlePublicKey('K', 'K'),
    ]).toEqual([null, null, 'K', 'K']);
    expect(() => singlePublicKey('K', null, 'L')).toThrow(errors.BadRequest);
  });
});

describe('the last use of a token', () => {
  test('is stored by the requests that it authenticates, and only by these', async () => {
    const service = await startService();
    const { slug } = await service.fixtures.organization();
    const [used, unused] = [await service.fixtures.token(slug), await service.fixtures.token(slug)];
    const lastUse = async (token: string) =>
      (await service.app.database.read(({ tokens }) => tokens.findByHash(hashToken(token))))?.lastUsedAt;
    const before = Date.now();
    await service.client.get(`/api/0/organizations/${slug}/`, used).expect(200);
    await poll(async () => (await lastUse(used)) !== null);
    expect(await lastUse(used)).toBeGreaterThanOrEqual(before);
    expect(await lastUse(unused)).toBeNull();
    await service.close();
  });

  test('is written once in five minutes, and once at a time', async () => {
    const written: number[] = [];
    let end = () => {};
    const write = (async (work: (stores: unknown) => Promise<unknown>) => {
      await work({ tokens: { recordUse: async (_id: string, at: number) => void written.push(at) } });
      await new Promise<void>((resolve) => (end = resolve));
    }) as Write;
    const uses = new CredentialUses(write);
    const now = Date.now();
    for (let request = 0; request < 100; request += 1) uses.recordToken({ id: '1', lastUsedAt: null }, now);
    expect(written).toEqual([now]);
    await new Promise(setImmediate);
    end();
    await new Promise(setImmediate);
    uses.recordToken({ id: '1', lastUsedAt: now }, now + USE_PRECISION_MS - 1);
    uses.recordToken({ id: '1', lastUsedAt: now }, now + USE_PRECISION_MS);
    expect(written).toEqual([now, now + USE_PRECISION_MS]);
    await new Promise(setImmediate);
    end();
  });

  test('does not fail a request if it cannot be stored', async () => {
    const uses = new CredentialUses(() => Promise.reject(new errors.Unavailable('full')));
    uses.recordToken({ id: '1', lastUsedAt: null }, Date.now());
    await new Promise(setImmediate);
  });
});
