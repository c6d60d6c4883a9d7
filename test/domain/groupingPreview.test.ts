import { addToGroups, comparePreview, type DraftGroup } from '../../src/domain/groupingPreview';

const group = (issueId: string, hash: string, events = 1, eventId = `${issueId}${hash}`): DraftGroup => ({
  ...{ issueId, hash, events, eventId },
});

/** Each issue has a hash of its own. */
const KNOWN = new Map([
  ['h1', '1'],
  ['h1b', '1'],
  ['h2', '2'],
  ['h3', '3'],
]);

test('events with one issue and hash count together, with the newest as example', () => {
  expect(addToGroups([group('1', 'a', 2, 'new')], [group('1', 'a', 1, 'old'), group('2', 'a')])).toEqual([
    group('1', 'a', 3, 'new'),
    group('2', 'a'),
  ]);
});

test('an issue stays with its own hashes, and with one new hash that no other issue has', () => {
  const groups = [group('1', 'h1'), group('1', 'h1b'), group('2', 'new', 5)];
  expect(comparePreview(groups, KNOWN)).toEqual({ stay: 2, changes: [] });
});

test('issues join in a new hash, and in the issue of a known one', () => {
  expect(comparePreview([group('1', 'new', 2), group('2', 'new', 3)], KNOWN).changes).toEqual([
    { issueId: '2', outcome: 'join', events: 3, groups: [{ events: 3, eventId: '2new', joins: ['1'] }] },
    { issueId: '1', outcome: 'join', events: 2, groups: [{ events: 2, eventId: '1new', joins: ['2'] }] },
  ]);
  const { stay, changes } = comparePreview([group('1', 'h1'), group('2', 'h1'), group('3', 'h3')], KNOWN);
  expect(stay).toBe(1);
  expect(changes.map(({ issueId, outcome, groups }) => [issueId, outcome, groups[0]?.joins])).toEqual([
    ['1', 'join', ['2']],
    ['2', 'join', ['1']],
  ]);
});

test('an issue joins another one that has no event among the newest', () => {
  expect(comparePreview([group('1', 'h2')], KNOWN).changes).toMatchObject([
    { issueId: '1', outcome: 'join', groups: [{ joins: ['2'] }] },
  ]);
});

test('an issue splits into its own hash, new ones and other issues, the largest part first', () => {
  const groups = [group('1', 'h1', 1), group('1', 'new', 5), group('1', 'h2', 2), group('2', 'h2', 9)];
  expect(comparePreview(groups, KNOWN)).toEqual({
    stay: 0,
    changes: [
      { issueId: '2', outcome: 'join', events: 9, groups: [{ events: 9, eventId: '2h2', joins: ['1'] }] },
      {
        ...{ issueId: '1', outcome: 'split', events: 8 },
        groups: [
          { events: 5, eventId: '1new', joins: [] },
          { events: 2, eventId: '1h2', joins: ['2'] },
          { events: 1, eventId: '1h1', joins: [] },
        ],
      },
    ],
  });
});
