import { waitForVerdict } from '../../src/cli/release';

type Answer = { readonly verdict: 'good' | 'bad' | 'unknown'; readonly text: string } | Error;

const NOT_YET: Answer = { verdict: 'unknown', text: 'too short' };

/** Waits with a clock of the test. The last answer is repeated. */
async function wait(answers: readonly Answer[], minutes: number) {
  let time = 1_000_000;
  let asked = 0;
  const reports: string[] = [];
  const slept: number[] = [];
  const ask = async () => {
    await Promise.resolve();
    const answer = answers[Math.min(asked, answers.length - 1)] ?? NOT_YET;
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const result = await waitForVerdict(ask, {
    waitMs: minutes * 60_000,
    report: (text) => reports.push(text),
    now: () => time,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return Promise.resolve((time += milliseconds));
    },
  }).catch((error: unknown) => error);
  return { result, asked, reports, slept };
}

test('without a time to wait, it asks once', async () => {
  expect(await wait([NOT_YET], 0)).toEqual({ result: NOT_YET, asked: 1, reports: [], slept: [] });
  const failure = new Error('no service');
  expect(await wait([failure], 0)).toMatchObject({ result: failure, asked: 1 });
});

test('waits until the verdict is known, and reports what is missing once', async () => {
  const bad: Answer = { verdict: 'bad', text: '2 new issues' };
  const absent = new Error('There is no release');
  const found = await wait([absent, absent, NOT_YET, NOT_YET, NOT_YET, bad], 30);
  expect(found.result).toBe(bad);
  expect(found.reports).toEqual(['0 min: There is no release', '0 min: too short']);
  expect(found.slept).toEqual([15_000, 15_000, 15_000, 15_000, 15_000]);
});

test('returns what is known at the end of the time, or the error', async () => {
  const { result, slept } = await wait([NOT_YET], 1.1);
  expect(result).toBe(NOT_YET);
  expect(slept).toEqual([15_000, 15_000, 15_000, 15_000, 6_000]);
  const failure = new Error('no service');
  expect((await wait([failure], 1)).result).toBe(failure);
});
