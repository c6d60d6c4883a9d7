import { judgePairs, precisionOf, recallOf, sumOf } from '../../support/groupingPairs';

/*
 * Developers' judgements of pairs of events, made by the SDKs of all platforms. A new pair is added with its judgement
 * before the code is changed. The message of a failing test lists the pairs that the algorithm judges differently.
 */

const counts = judgePairs('simple:4');

test('the corpus has pairs of both kinds for each platform', () => {
  expect(counts.map(({ platform }) => platform)).toEqual([
    'browser',
    'dotnet',
    'go',
    'java',
    'jvm',
    'messages',
    'native',
    'node',
    'php',
    'platforms',
    'python-libraries',
    'python',
    'ruby',
    'rust',
  ]);
  for (const { pairs, related } of counts) {
    expect(related).toBeGreaterThan(0);
    expect(related).toBeLessThan(pairs);
  }
  expect(sumOf(counts).pairs).toBeGreaterThanOrEqual(300);
});

test.each([...counts, sumOf(counts)].map((each) => [each.platform, each] as const))(
  '%s: precision and recall are at least 99 %%',
  (_, each) => {
    // The wrong pairs are part of the message if one of the figures is too low.
    expect({ isPrecise: precisionOf(each) >= 0.99, wrong: each.wrong }).toMatchObject({ isPrecise: true });
    expect({ isComplete: recallOf(each) >= 0.99, wrong: each.wrong }).toMatchObject({ isComplete: true });
  },
);

test('the former algorithm is worse in both', () => {
  const [now, before] = [sumOf(counts), sumOf(judgePairs('simple:3'))];
  expect(precisionOf(before)).toBeLessThan(precisionOf(now));
  expect(recallOf(before)).toBeLessThan(recallOf(now));
});
