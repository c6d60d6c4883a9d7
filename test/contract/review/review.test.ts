/** Tests the review of single changes of the contract: whether a change breaks clients, where, and why. */
import { breaking } from './breaking';
import { harmless } from './harmless';
import { review, toLine } from './mutate';

const isBreak = (line: string) => line.startsWith('break: ');

test('there are 60 changes of each kind at least, each with a name of its own', () => {
  expect(Math.min(breaking.length, harmless.length)).toBeGreaterThanOrEqual(60);
  const names = [...breaking, ...harmless].map(({ change }) => change);
  expect(new Set(names).size).toBe(names.length);
});

describe('breaks clients', () => {
  test.each(breaking)('$change', ({ says, ...change }) => {
    const lines = review(change).map(toLine);
    expect(lines).toEqual(says);
    expect(lines.some(isBreak)).toBe(true);
  });
});

describe('breaks nobody', () => {
  test.each(harmless)('$change', ({ says, ...change }) => {
    const lines = review(change).map(toLine);
    expect(lines).toEqual(says);
    expect(lines.filter(isBreak)).toEqual([]);
  });
});

test('an unchanged contract has no findings', () => {
  expect(review({ edit: () => undefined })).toEqual([]);
});
