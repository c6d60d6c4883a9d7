import {
  fetchableUrl,
  type FetchAttempt,
  fetchedMapAt,
  fetchFailureAt,
  isHttpUrl,
  needsFetch,
} from '../../src/domain/artifact';

const NOON = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;
const URL = 'https://shop.test/app.js';

const fetched = (minutes: number, sha1 = 'a'): FetchAttempt => ({
  url: URL,
  at: NOON + minutes * MINUTE,
  map: { url: `${URL}.map`, sha1, size: 1, debugId: null },
  failure: null,
});
const failed = (minutes: number, details = 'x'): FetchAttempt => ({
  url: URL,
  at: NOON + minutes * MINUTE,
  map: null,
  failure: { url: URL, reason: 'timeout', details },
});
const waiting = (minutes: number): FetchAttempt => ({
  url: URL,
  at: NOON + minutes * MINUTE,
  map: null,
  failure: null,
});

test.each([
  ['https://shop.test/app.js?v=1#top', 'https://shop.test/app.js?v=1'],
  ['HTTP://Shop.Test:8080/a b.js', 'http://shop.test:8080/a%20b.js'],
  ['https://shop.test/' + 'x'.repeat(1024), null],
  ['https://shop.test/' + 'ä'.repeat(500), null],
  ['https://ann@shop.test/app.js', null],
  ['https://ann:secret@shop.test/app.js', null],
  ['https://', null],
  ['https://999.999.999.999/app.js', null],
  ['https://shop.test:99999/app.js', null],
  ['https://shop.test/@scope/app.js?v="1"#x', 'https://shop.test/@scope/app.js?v=%221%22'],
  ['app:///app.js', null],
  ['file:///srv/app.js', null],
  ['/static/app.js', null],
  ['', null],
  [null, null],
])('%j is fetched from %j', (path, url) => expect(fetchableUrl(path)).toBe(url));

test('only HTTP URLs are fetched', () => {
  expect([isHttpUrl('http://x'), isHttpUrl('HTTPS://x'), isHttpUrl('httpx://x'), isHttpUrl(null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each<[string, FetchAttempt[], string | null]>([
  ['nothing', [], null],
  ['what waits', [waiting(0)], null],
  ['what failed', [failed(0)], null],
  ['an hour before', [fetched(-60)], 'a'],
  ['more than an hour before', [fetched(-61)], null],
  ['an hour after', [fetched(60)], 'a'],
  ['more than an hour after', [fetched(61)], null],
  ['the nearest before', [fetched(-50, 'old'), fetched(-10, 'new'), fetched(30, 'newer')], 'new'],
  ['the nearest after', [fetched(-50, 'old'), fetched(10, 'new')], 'new'],
  ['what a later failure did not replace', [fetched(-50, 'old'), failed(-5)], 'old'],
])('of %s, an event uses %#', (_, scrapings, sha1) => expect(fetchedMapAt(scrapings, NOON)?.sha1 ?? null).toBe(sha1));

test('the nearest failure within an hour is returned', () => {
  expect(fetchFailureAt([failed(-50, 'far'), failed(5, 'near'), fetched(0)], NOON)?.details).toBe('near');
  expect(fetchFailureAt([failed(-61), failed(61), waiting(0)], NOON)).toBeNull();
});

test.each<[string, FetchAttempt[], boolean]>([
  ['was never asked for', [], true],
  ['waits', [waiting(-1)], false],
  ['has waited for an hour', [waiting(-60)], true],
  ['failed a moment ago', [failed(-59)], false],
  ['failed an hour ago', [failed(-60)], true],
  ['was fetched a while ago', [fetched(-44)], false],
  ['was fetched so long ago that it is soon too old', [fetched(-45)], true],
  ['was fetched long ago, and waits again', [fetched(-50), waiting(-1)], false],
  ['was fetched long ago, and then failed', [fetched(-50), failed(-5)], false],
  ['was fetched by a clock that is ahead', [fetched(1)], false],
])('a file that %s is to be fetched: %#', (_, scrapings, expected) =>
  expect(needsFetch(scrapings, NOON)).toBe(expected),
);
