import { generalizeText } from '../../../src/ingest/grouping/generalizeText';

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
});

test('names in quotes remain where they are wanted', () => {
  expect(generalizeText("undefined (reading 'price') of '17 x'", true)).toBe("undefined (reading 'price') of <text>");
});
