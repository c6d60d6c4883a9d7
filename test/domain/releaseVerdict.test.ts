import { DEFAULT_SETTINGS } from '../../src/domain/project';
import {
  combineVerdicts,
  type ErrorRates,
  estimateRate,
  estimateRatio,
  eventsWithin,
  judgeRelease,
  type Verdict,
  type VerdictFacts,
  type VerdictLimits,
} from '../../src/domain/releaseVerdict';
import { HOUR_MS } from '../../src/domain/time';

/*
 * The expected intervals are those of statsmodels 0.15.0: confint_poisson_2indep(errors, exposure, errors, exposure,
 * method='score', compare='ratio') and confint_poisson(errors, exposure, method='score').
 */
test.each([
  [[30, 10], [10, 10], 3, 1.4879359142872826, 6.048647616908301],
  [[60, 51_477.5], [30, 54_308.7], 2.11, 1.3659624311981189, 3.2593061483872248],
  [[5, 2], [100, 40], 1, 0.41877197470484995, 2.3879343740154937],
  [[0, 3], [12, 100], 0, 0, 10.670718942600493],
  [[7, 4], [0, 50], null, 22.777805018580345, null],
  [[120, 1_000], [80, 2_000], 3, 2.262908219095385, 3.9771829615390026],
  [[0, 3], [0, 4], null, 0, null],
] as const)('the ratio of the rates %j and %j has the score interval', (own, baseline, ratio, lower, upper) => {
  const counted = ([errors, exposure]: readonly [number, number]) => ({ errors, exposure });
  const found = estimateRatio(counted(own), counted(baseline));
  if (ratio === null) expect(found.ratio).toBeNull();
  else expect(found.ratio).toBeCloseTo(ratio, 3);
  expect(found.lower).toBeCloseTo(lower, 6);
  if (upper === null) expect(found.upper).toBeNull();
  else expect(found.upper).toBeCloseTo(upper, 5);
});

test.each([
  [0, 4, 0, 0.9603647051735318],
  [3, 2.5, 0.408108291345728, 3.5284752369319228],
  [100, 24, 3.4261333514219943, 5.067260766106927],
])('the rate of %d errors in %d has the score interval', (errors, exposure, lower, upper) => {
  const found = estimateRate({ errors, exposure });
  expect(found.rate).toBeCloseTo(errors / exposure, 10);
  expect(found.lower).toBeCloseTo(lower, 6);
  expect(found.upper).toBeCloseTo(upper, 6);
});

describe('the events of a release in its hours', () => {
  const T = 1_000 * HOUR_MS;
  const hours = { from: T, counts: [1, 2, 4, 8, 16] };
  const now = T + 4.5 * HOUR_MS;
  const within = (from: number, to: number) =>
    eventsWithin({ from: T + from * HOUR_MS, to: T + to * HOUR_MS }, hours, now);

  test.each([
    ['still in use: until now', 1.5, 4.5, 30, 3],
    ['replaced: without the hour of the next release', 1.5, 3.25, 6, 1.5],
    ['replaced in its first hour', 3.2, 3.7, 8, 0.5],
    ['replaced at the begin of an hour', 1, 3, 6, 2],
    ['began before the counted hours', -9, 2, 3, 2],
  ])('%s', (_, from, to, errors, exposure) => {
    const found = within(from, to);
    expect(found?.errors).toBe(errors);
    expect(found?.exposure).toBeCloseTo(exposure, 9);
  });

  test('of a release that was replaced before the counted hours are not known', () => {
    expect(within(-9, -1)).toBeNull();
    expect(within(-9, 0)).toBeNull();
  });
});

describe('the verdict', () => {
  const LIMITS: VerdictLimits = DEFAULT_SETTINGS;
  const FACTS: VerdictFacts = {
    hasBaseline: true,
    exposure: { used: { from: 0, to: HOUR_MS }, events: 3, users: null, sessions: 0 },
    counts: { new: 0, regressed: 0, escalating: 0 },
    isSample: false,
    rates: { unit: 'hour', own: { errors: 100, exposure: 10 }, baseline: { errors: 1_000, exposure: 100 } },
  };
  const judge = (facts: Partial<VerdictFacts> = {}, limits: Partial<VerdictLimits> = {}) =>
    judgeRelease({ ...FACTS, ...facts }, { ...LIMITS, ...limits });
  const reasonOf = (type: string, ...given: Parameters<typeof judge>) =>
    judge(...given).reasons.find((reason) => reason.type === type);
  const hourly = (
    own: [number, number],
    baseline: [number, number],
    unit: 'hour' | 'session' = 'hour',
  ): ErrorRates => ({
    unit,
    own: { errors: own[0], exposure: own[1] },
    baseline: { errors: baseline[0], exposure: baseline[1] },
  });

  test('is good if all reasons are', () => {
    const { verdict, reasons } = judge();
    expect(verdict).toBe('good');
    expect(reasons.map(({ type, verdict: one, cause }) => [type, one, cause])).toEqual([
      ['exposure', 'good', 'within'],
      ['newIssues', 'good', 'within'],
      ['regressions', 'good', 'within'],
      ['escalations', 'good', 'within'],
      ['errorRate', 'good', 'within'],
    ]);
  });

  test.each([
    ['newIssues', 'new', 'verdictMaxNewIssues'],
    ['regressions', 'regressed', 'verdictMaxRegressions'],
    ['escalations', 'escalating', 'verdictMaxEscalations'],
  ] as const)('%s above the limit are bad', (type, kind, limit) => {
    const counts = { ...FACTS.counts, [kind]: 2 };
    expect(judge({ counts }).verdict).toBe('bad');
    expect(reasonOf(type, { counts })).toEqual({ type, verdict: 'bad', cause: 'above', value: 2, limit: 0 });
    expect(judge({ counts }, { [limit]: 1 }).verdict).toBe('bad');
    expect(judge({ counts }, { [limit]: 2 }).verdict).toBe('good');
    // The numbers of a sample are lower bounds: they show that a limit is exceeded, but not that it is kept.
    expect(reasonOf(type, { counts, isSample: true })).toMatchObject({ verdict: 'bad' });
    expect(reasonOf(type, { isSample: true })).toMatchObject({ verdict: 'unknown', cause: 'sample' });
  });

  test('is not good without a release to compare with, whose issues were there before', () => {
    const facts = { hasBaseline: false, rates: 'noBaseline', counts: { ...FACTS.counts, new: 9 } } as const;
    expect(judge(facts)).toMatchObject({ verdict: 'unknown', rates: null });
    expect(reasonOf('newIssues', facts)).toMatchObject({ verdict: 'unknown', cause: 'noBaseline', value: 9 });
  });

  test.each([
    ['nothing has arrived', { used: null, events: 0, users: null, sessions: 0 }, 'noData'],
    ['only the time is known', { used: { from: 0, to: HOUR_MS }, events: 0, users: null, sessions: 0 }, 'noData'],
    ['14 minutes', { used: { from: 0, to: 0.24 * HOUR_MS }, events: 9, users: null, sessions: 9 }, 'tooShort'],
  ] as const)('is not good while %s', (_, exposure, cause) => {
    expect(judge({ exposure }).verdict).toBe('unknown');
    expect(reasonOf('exposure', { exposure })).toMatchObject({ verdict: 'unknown', cause });
  });

  test.each([
    ['the interval is below the limit', hourly([100, 10], [1_000, 100]), 'good', 'within'],
    ['the interval is above the limit', hourly([300, 10], [1_000, 100]), 'bad', 'above'],
    ['the interval is on both sides', hourly([16, 1], [1_000, 100]), 'unknown', 'uncertain'],
    ['few errors are no proof', hourly([2, 1], [1, 1]), 'unknown', 'uncertain'],
    ['the baseline has no errors', hourly([60, 10], [0, 100]), 'bad', 'above'],
    ['errors are rare enough', hourly([0, 4], [0, 100]), 'good', 'low'],
    ['not for long enough to tell that they are', hourly([0, 3], [0, 100]), 'unknown', 'uncertain'],
    ['they are more, but rare', hourly([9, 10], [1, 1_000]), 'unknown', 'uncertain'],
    ['sessions: one in 100 is rare', hourly([0, 400], [0, 900], 'session'), 'good', 'low'],
    ['sessions: too few', hourly([0, 380], [0, 900], 'session'), 'unknown', 'uncertain'],
    ['sessions: twice as many', hourly([200, 1_000], [1_000, 10_000], 'session'), 'bad', 'above'],
  ] as const)('the rate of errors if %s', (_, rates, verdict, cause) => {
    expect(reasonOf('errorRate', { rates })).toMatchObject({ verdict, cause });
    expect(judge({ rates }).verdict).toBe(verdict);
  });

  test('the limits of the rate are settings', () => {
    const rates = hourly([300, 10], [1_000, 100]);
    expect(judge({ rates }, { verdictMaxIncrease: 300 }).verdict).toBe('good');
    expect(judge({ rates }, { verdictLowRate: 40 }).verdict).toBe('good');
    expect(judge({ rates: hourly([100, 10], [1_000, 100]) }, { verdictMaxIncrease: 0 }).verdict).toBe('unknown');
  });

  test.each(['noBaseline', 'noData', 'notCounted', 'expired'] as const)('a rate that is not known: %s', (rates) => {
    expect(reasonOf('errorRate', { rates })).toMatchObject({ verdict: 'unknown', cause: rates, value: null });
  });

  test.each([
    [[], 'unknown'],
    [['good', 'good'], 'good'],
    [['good', 'unknown'], 'unknown'],
    [['unknown', 'bad', 'good'], 'bad'],
  ] as [Verdict[], Verdict][])('of %j is %s', (verdicts, expected) => {
    expect(combineVerdicts(verdicts)).toBe(expected);
  });
});
