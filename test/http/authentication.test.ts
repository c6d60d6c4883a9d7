import * as errors from '../../src/domain/errors';
import {
  keyFromAuthorization,
  keyFromQuery,
  keyFromSentryHeader,
  singlePublicKey,
} from '../../src/http/authentication';
import { splitQuery } from '../../src/http/queryString';

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
