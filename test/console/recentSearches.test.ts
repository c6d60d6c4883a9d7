import { withSearch } from '../../src/console/pages/issues/recentSearches';

test('a search stands in front of the former ones, once', () => {
  expect(withSearch(['level:error', 'timeout'], ' timeout ')).toEqual(['timeout', 'level:error']);
});

test('of many searches the last eight are kept', () => {
  const searches = Array.from({ length: 8 }, (_, index) => `release:${index}`);
  expect(withSearch(searches, 'new')).toEqual(['new', ...searches.slice(0, 7)]);
});

test.each(['', '  ', 'is:unresolved'])('the search of a list that nobody searched is not kept: %p', (query) => {
  expect(withSearch(['timeout'], query)).toEqual(['timeout']);
});
