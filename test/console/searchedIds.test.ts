import { eventIdIn, soughtId, traceTermIn } from '../../src/console/pages/issues/searchedIds';

const ID = '8f3a1c5e7b9d4026a1b2c3d4e5f60718';
const DASHED = '8F3A1C5E-7B9D-4026-A1B2-C3D4E5F60718';

test.each([
  [ID, ID],
  [`is:resolved (${DASHED} or timeout)`, ID],
  [`!${ID}`, null],
  [`"${ID}"`, null],
  [`trace:${ID}`, null],
  [`${ID}0`, null],
  ['timeout', null],
])('the event id in the search %j is %j', (query, eventId) => {
  expect(eventIdIn(query)).toBe(eventId);
});

test.each([
  [`is:unresolved trace:${ID}`, `trace:${ID}`],
  [`(trace:${DASHED} level:error)`, `trace:${DASHED}`],
  [`!trace:${ID}`, null],
  ['trace:7', null],
  [ID, null],
])('the term of a trace in the search %j is %j', (query, term) => {
  expect(traceTermIn(query)).toBe(term);
});

test.each([
  [ID, { kind: 'event', eventId: ID }],
  [`is:unresolved ${DASHED}`, { kind: 'event', eventId: ID }],
  ['SHOP-1Z', { kind: 'issue', shortId: 'SHOP-1Z' }],
  [' is:unresolved  web-shop-3 ', { kind: 'issue', shortId: 'web-shop-3' }],
  ['issue:shop-3', { kind: 'issue', shortId: 'shop-3' }],
  ['!shop-3', null],
  ['is:resolved shop-3', null],
  ['shop-3 shop-4', null],
  ['out-of-stock', null],
  ['is:unresolved', null],
  ['', null],
])('the search %j seeks the id %j', (query, sought) => {
  expect(soughtId(query, ['shop', 'web-shop'])).toEqual(sought);
});
