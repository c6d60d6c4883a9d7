/** When jobs are expected to run, in zones whose clocks change. */
import {
  findScheduleError,
  firstSlotFrom,
  isTimeZone,
  type MonitorSchedule,
  nextSlot,
} from '../../src/domain/monitorSchedule';

const crontab = (value: string): MonitorSchedule => ({ type: 'crontab', value });
const interval = (value: number, unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'): MonitorSchedule => ({
  type: 'interval',
  value,
  unit,
});
const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';
const LORD_HOWE = 'Australia/Lord_Howe';

/** Returns the next times after a time, each counted from the one before. */
function slots(schedule: MonitorSchedule, timezone: string, after: string, count = 1): string[] {
  const found: string[] = [];
  let reference = Date.parse(after);
  while (found.length < count) {
    reference = nextSlot({ schedule, timezone }, reference);
    found.push(new Date(reference).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('crontabs', () => {
  test.each<[string, string, string, string[]]>([
    ['*/15 * * * *', 'UTC', '2026-11-21T10:00:00Z', ['2026-11-21T10:15Z', '2026-11-21T10:30Z']],
    ['*/15 * * * *', 'UTC', '2026-11-21T10:14:59Z', ['2026-11-21T10:15Z']],
    ['0 9 * * *', BERLIN, '2026-07-01T00:00:00Z', ['2026-07-01T07:00Z']],
    ['0 9 * * *', BERLIN, '2026-12-01T00:00:00Z', ['2026-12-01T08:00Z']],
    ['@daily', NEW_YORK, '2026-07-01T12:00:00Z', ['2026-07-02T04:00Z']],
    ['@hourly', 'UTC', '2026-07-01T12:00:00Z', ['2026-07-01T13:00Z']],
    ['0 0 L * *', 'UTC', '2026-02-01T00:00:00Z', ['2026-02-28T00:00Z', '2026-03-31T00:00Z']],
    ['0 0 29 2 *', 'UTC', '2026-03-01T00:00:00Z', ['2028-02-29T00:00Z']],
    ['0 8 * * MON-FRI', 'UTC', '2026-11-20T09:00:00Z', ['2026-11-23T08:00Z']],
    // The day of the month or the day of the week.
    ['0 0 13 * 5', 'UTC', '2026-11-10T00:00:00Z', ['2026-11-13T00:00Z', '2026-11-20T00:00Z']],
    // A field that begins with an asterisk is no alternative.
    ['0 0 */2 * 1', 'UTC', '2026-03-10T00:00:00Z', ['2026-03-23T00:00Z']],
    ['0 0 15 * */2', 'UTC', '2026-03-10T00:00:00Z', ['2026-03-15T00:00Z', '2026-08-15T00:00Z']],
    // Half an hour instead of a whole one changes in Lord Howe.
    ['30 2 * * *', LORD_HOWE, '2026-10-02T16:00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:30Z']],
  ])('%s in %s after %s', (value, timezone, after, expected) => {
    expect(slots(crontab(value), timezone, after, expected.length)).toEqual(expected);
  });

  test('a time that the clocks skip is that of the change', () => {
    expect(slots(crontab('30 2 * * *'), NEW_YORK, '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00Z',
      '2026-03-09T06:30Z',
    ]);
    expect(slots(crontab('30 2 * * *'), BERLIN, '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
  });

  test('a time that the clocks show twice counts once', () => {
    expect(slots(crontab('30 1 * * *'), NEW_YORK, '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ]);
    expect(slots(crontab('30 2 * * *'), BERLIN, '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test.each([NEW_YORK, BERLIN])('every half hour is one while the clocks of %s change', (timezone) => {
    for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
      const times = slots(crontab('*/30 * * * *'), timezone, `${day}T00:00:00Z`, 20).map((time) => Date.parse(time));
      const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(new Set(steps)).toEqual(new Set([30 * 60_000]));
    }
  });
});

describe('intervals', () => {
  test.each<[MonitorSchedule, string, string, string[]]>([
    [interval(90, 'minute'), NEW_YORK, '2026-03-08T06:00:00Z', ['2026-03-08T07:30Z', '2026-03-08T09:00Z']],
    [interval(1, 'hour'), BERLIN, '2026-10-25T00:00:00Z', ['2026-10-25T01:00Z', '2026-10-25T02:00Z']],
    // The clocks show the same time a day later, 23 or 25 hours after.
    [interval(1, 'day'), NEW_YORK, '2026-03-07T15:00:00Z', ['2026-03-08T14:00Z', '2026-03-09T14:00Z']],
    [interval(1, 'day'), NEW_YORK, '2026-10-31T14:00:00Z', ['2026-11-01T15:00Z']],
    [interval(1, 'week'), BERLIN, '2026-03-24T10:00:00Z', ['2026-03-31T09:00Z']],
    // 2:30 is skipped, and shown twice.
    [interval(1, 'day'), BERLIN, '2026-03-28T01:30:00Z', ['2026-03-29T01:30Z']],
    [interval(1, 'day'), BERLIN, '2026-10-24T00:30:00Z', ['2026-10-25T00:30Z']],
    [interval(1, 'month'), 'UTC', '2026-01-31T10:00:00Z', ['2026-03-31T10:00Z', '2026-05-31T10:00Z']],
    [interval(1, 'month'), BERLIN, '2026-02-15T10:00:00Z', ['2026-03-15T10:00Z', '2026-04-15T09:00Z']],
    [interval(1, 'year'), 'UTC', '2028-02-29T10:00:00Z', ['2032-02-29T10:00Z']],
  ])('%j in %s after %s', (schedule, timezone, after, expected) => {
    expect(slots(schedule, timezone, after, expected.length)).toEqual(expected);
  });
});

describe('the first time from a moment on', () => {
  const first = (schedule: MonitorSchedule, expected: string, from: string) =>
    new Date(firstSlotFrom({ schedule, timezone: 'UTC' }, Date.parse(expected), Date.parse(from))).toISOString();

  test.each<[MonitorSchedule, string, string, string]>([
    [crontab('*/5 * * * *'), '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', '2026-11-21T11:00:00.000Z'],
    [crontab('*/5 * * * *'), '2026-11-21T10:00:00Z', '2026-11-21T11:01:00Z', '2026-11-21T11:05:00.000Z'],
    [interval(7, 'minute'), '2026-11-21T10:00:00Z', '2026-11-21T10:20:00Z', '2026-11-21T10:21:00.000Z'],
    [interval(7, 'minute'), '2026-11-21T10:00:00Z', '2026-11-21T10:21:00Z', '2026-11-21T10:21:00.000Z'],
    [interval(1, 'day'), '2026-11-21T10:00:00Z', '2026-11-30T11:00:00Z', '2026-12-01T10:00:00.000Z'],
    [interval(1, 'month'), '2026-01-31T10:00:00Z', '2026-02-10T10:00:00Z', '2026-03-31T10:00:00.000Z'],
  ])('%j, expected at %s, from %s', (schedule, expected, from, result) => {
    expect(first(schedule, expected, from)).toBe(result);
  });
});

test.each([
  ['* * * *', /five fields/],
  ['* * * * * *', /five fields/],
  ['@midnight', /nickname/],
  ['@reboot', /nickname/],
  ['61 * * * *', /not a valid/],
  ['H * * * *', /not a valid/],
  ['', /five fields/],
  ['0 0 31 2 *', /no next time/],
  [`${'1,'.repeat(60)}1 * * * *`, /100 characters/],
])('refuses the crontab %j', (value, message) => {
  expect(findScheduleError({ schedule: crontab(value), timezone: 'UTC' }, Date.parse('2026-11-21'))).toMatch(message);
});

test('refuses an interval beyond a hundred years', () => {
  const error = (schedule: MonitorSchedule) =>
    findScheduleError({ schedule, timezone: BERLIN }, Date.parse('2026-11-21T00:00:00Z'));
  expect(error(interval(99, 'year'))).toBeNull();
  expect(error(interval(101, 'year'))).toMatch(/no next time/);
  expect(error(interval(Number.MAX_SAFE_INTEGER, 'month'))).not.toBeNull();
  expect(error(interval(Number.MAX_SAFE_INTEGER, 'minute'))).not.toBeNull();
});

test('knows time zones by name only', () => {
  expect(['Europe/Berlin', 'UTC', 'US/Eastern'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', '+01:00', 'Europe/Nowhere', 'x'.repeat(70)].map(isTimeZone)).toEqual([false, false, false, false]);
});
