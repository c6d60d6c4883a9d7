import { countByStatus, SESSION_LEVELS } from '../../src/domain/releaseHealth';

describe('countByStatus', () => {
  test.each([
    ['all statuses', [20, 10, 4, 1, 2], [10, 3, 4, 1, 2]],
    ['a crash without the beginning of its session', [1, 2, 0, 0, 2], [0, 0, 0, 0, 1]],
    ['only such a crash', [0, 1, 0, 0, 1], [0, 0, 0, 0, 0]],
    ['more failures than sessions', [3, 9, 2, 1, 1], [0, 0, 1, 1, 1]],
    ['estimates of users that contradict each other', [10, 2, 2, 0, 1], [7, 0, 2, 0, 1]],
    ['a count below zero', [2, 1, 0, -1, 1], [0, 1, 0, 0, 1]],
  ])('adds up to all sessions: %s', (_, sent, expected) => {
    const [sessions = 0, errored = 0, unhandled = 0, abnormal = 0, crashed = 0] = sent;
    const counts = countByStatus({ sessions, errored, unhandled, abnormal, crashed });
    expect(SESSION_LEVELS.map((status) => counts[status])).toEqual(expected);
    expect(expected.reduce((sum, count) => sum + count, 0)).toBe(sessions);
  });
});
