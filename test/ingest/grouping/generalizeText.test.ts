import { generalizeText, generalizeText4 } from '../../../src/ingest/grouping/generalizeText';

test.each([
  ['user_17 left', 'user_<value> left'],
  ['order 507f1f77bcf86cd799439011 is void', 'order <value> is void'],
  ['commit 3f2a9c1 failed', 'commit <value> failed'],
  ['event 01ARZ3NDEKTSV4RRFFQ69G5FAV', 'event <value>'],
  ['token eyJhbGciOiJIUzI1NiIs.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4 expired', 'token <token> expired'],
  ['pod shop-api-7d9c6b5f4-x2x7p died', 'pod shop-api-<pod> died'],
  ['read /var/data/2024/17/file_3.csv', 'read /var/data/<name>/<name>/<name>.csv'],
  ['took 1m30s, then 250 ms', 'took <duration>, then <duration>'],
  [`no 'a b' and "c"`, 'no <text>'],
  ['ids [1, 2, 3]', 'ids [<value>]'],
  ['ids [1]', 'ids [<value>]'],
  ['login name=bob0 status=failed', 'login name=<value> status=failed'],
  ['Read 1,048,576 bytes', 'Read <size>'],
  ['10.0.0.1:5432 refused', '<ip> refused'],
  ['com.acme.App$$Lambda$14/0x00007f1d returned', 'com.acme.App$$Lambda returned'],
  ['Minified React error #418', 'Minified React error #418'],
  ['SQLSTATE[42S02]: gone', 'SQLSTATE[42S02]: gone'],
  ["a's and b's", "a's and b's"],
  ['state-of-production-ready', 'state-of-production-ready'],
  ['two  spaces\tand\nlines', 'two spaces and'],
])('%s', (text, expected) => {
  expect(generalizeText(text)).toBe(expected);
  expect(generalizeText4(text)).toBe(expected);
});

test.each([
  'Fri Nov 27 2026 17:20:46 GMT+0100 (Central European Standard Time)',
  'Fri Nov 27 2026 17:20:46 GMT+0800 (中国标准时间)',
  'Fri Nov 27 2026 17:20:46 GMT+0000 (GMT)',
  'Fri Nov 27 2026 17:20:46 GMT-0300',
  'Fri Nov 27 2026',
  'Fri, 27 Nov 2026 17:20:46 GMT',
  'Fri, 27 Nov 2026 17:20:46 +0100 (CET)',
  '27 Nov 2026 17:20 +0100',
  'Friday, 27-Nov-26 17:20:46 GMT',
  'Fri Nov  7 17:20:46 2026',
  'Fri Nov 27 17:20:46 CET 2026',
  'November 27, 2026, 5:20:46 PM',
  '2026-11-27T17:20:46.123456789Z',
  '2026-11-27t17:20:46+01:00',
  '2026-11-27T17:20:46+01:00[Europe/Paris]',
  '2026-11-27T17:20Z[UTC]',
  '2026-11-27 17:20:46 UTC',
  '2026-11-27 17:20:46 CEST',
  '2026-11-27 17:20:46.123456 +0100 CET m=+0.000012345',
  '2026-11-27, 17:20:46',
  '20261127T172046Z',
  '11/27/2026, 5:20:46 PM',
  '27.11.2026, 17:20:46',
  '27/Nov/2026:17:20:46 +0100',
])('the date %s is one', (date) => {
  expect(generalizeText4(`void since ${date} by law`)).toBe('void since <date> by law');
});

test.each([
  '::1',
  'fe80::',
  'fe80::1',
  'fe80::1%eth0',
  '2001:db8::8a2e:370:7334',
  '2001:db8::/32',
  '::ffff:10.0.0.1',
  '2001:0db8:0000:0000:0000:8a2e:0370:7334',
  '[::1]',
  '[::1]:8080',
  '[2001:db8::1]:443',
  '[::]:8080',
  ':::8080',
  '::1:5432',
  '::1:54321',
  '10.0.0.1',
  '10.0.0.1:5432',
])('the address %s is one', (address) => {
  expect(generalizeText4(`connect ECONNREFUSED ${address}`)).toBe('connect ECONNREFUSED <ip>');
});

test.each(['std::vector is empty', '::add is void', 'Foo::Bar', 'a: b', 'key::', 'at 5 may not', 'sat in a bed'])(
  '%s has neither',
  (text) => {
    expect(generalizeText4(text)).not.toMatch(/<(?:ip|date)>/);
  },
);

test('names in quotes remain where they are wanted', () => {
  expect(generalizeText("undefined (reading 'price') of '17 x'", true)).toBe("undefined (reading 'price') of <text>");
});
