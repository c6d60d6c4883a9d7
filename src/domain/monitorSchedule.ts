import { Cron } from 'croner';
import { remembering } from './lazy';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time';

export const INTERVAL_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** The schedule of a job: it is expected to run at fixed times, or a period after its last run. */
export type MonitorSchedule =
  | {
      readonly type: 'crontab';
      /** Five fields, or a nickname such as `@daily`. */
      readonly value: string;
    }
  | { readonly type: 'interval'; readonly value: number; readonly unit: IntervalUnit };

/** A schedule with the time zone in which its times are given. */
export interface ZonedSchedule {
  readonly schedule: MonitorSchedule;
  /** Name in the time zone database, such as `Europe/Berlin`. */
  readonly timezone: string;
}

const NICKNAMES: ReadonlySet<string> = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly']);
const MAX_CRONTAB_LENGTH = 100;
const MAX_TIMEZONE_LENGTH = 64;
/** A schedule whose next time is further away than this is refused, because it practically never occurs. */
const MAX_WAIT_MS = 100 * 366 * DAY_MS;
const MONTHS_A_YEAR = 12;
/** Maximum number of steps that are skipped in a row because their month lacks the day, such as February 29. */
const MAX_SKIPPED = 100;

const patternOf = remembering(
  (key) => {
    const separator = key.indexOf(' ');
    const pattern = key.slice(separator + 1);
    const [, , day = '', , weekday = ''] = pattern.split(' ');
    // As for the program cron, a field that begins with an asterisk, such as */2, is no alternative to the other one.
    const domAndDow = day.startsWith('*') || weekday.startsWith('*');
    return new Cron(pattern, { mode: '5-part', paused: true, timezone: key.slice(0, separator), domAndDow });
  },
  { texts: 1_000, length: MAX_CRONTAB_LENGTH + MAX_TIMEZONE_LENGTH + 1 },
);

const wallClockOf = remembering(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
  { texts: 500, length: MAX_TIMEZONE_LENGTH },
);

/** Returns true if the time zone database has the name. */
export function isTimeZone(name: string): boolean {
  // Offsets such as `+01:00` are no names: their clocks never change.
  if (name.length > MAX_TIMEZONE_LENGTH || !/^[A-Za-z]/.test(name)) return false;
  try {
    wallClockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the reason why a schedule in a valid time zone cannot be used; null if it can. */
export function findScheduleError(zoned: ZonedSchedule, now: number): string | null {
  const { schedule } = zoned;
  if (schedule.type === 'crontab') {
    const { value } = schedule;
    if (value.length > MAX_CRONTAB_LENGTH) return `A crontab has no more than ${MAX_CRONTAB_LENGTH} characters.`;
    if (value.startsWith('@') && !NICKNAMES.has(value))
      return `Unknown nickname; known are ${[...NICKNAMES].join(', ')}.`;
    if (!value.startsWith('@') && value.split(/\s+/).length !== 5)
      return 'A crontab has five fields: minute, hour, day of month, month, day of week.';
  }
  const next = tryNextSlot(zoned, now);
  if (next === undefined) return 'This is not a valid crontab.';
  if (next === null || !(next - now <= MAX_WAIT_MS)) return 'This schedule has no next time.';
  return null;
}

function tryNextSlot(zoned: ZonedSchedule, now: number): number | null | undefined {
  try {
    return slotAfter(zoned, now);
  } catch {
    return undefined;
  }
}

/**
 * Returns the first time after `reference` at which a valid schedule expects a run. An interval begins at `reference`.
 * If the clocks skip the time, the run is expected at the change; if they show it twice, the first one counts.
 */
export function nextSlot(zoned: ZonedSchedule, reference: number): number {
  return slotAfter(zoned, reference) ?? reference + MAX_WAIT_MS;
}

/**
 * Returns the first time from `from` on at which a schedule expects a run, if it expects one at `expected`: the times
 * between are skipped.
 */
export function firstSlotFrom(zoned: ZonedSchedule, expected: number, from: number): number {
  const { schedule } = zoned;
  if (schedule.type === 'crontab') return nextSlot(zoned, from - 1_000);
  const period = fixedPeriodOf(schedule);
  if (period !== null) return expected + Math.max(0, Math.ceil((from - expected) / period)) * period;
  let slot = expected;
  while (slot < from) slot = nextSlot(zoned, slot);
  return slot;
}

function slotAfter({ schedule, timezone }: ZonedSchedule, reference: number): number | null {
  if (schedule.type === 'crontab')
    return patternOf(`${timezone} ${schedule.value}`).nextRun(new Date(reference))?.getTime() ?? null;
  const period = fixedPeriodOf(schedule);
  return period === null ? addOnCalendar(schedule, timezone, reference) : reference + period;
}

type IntervalSchedule = Extract<MonitorSchedule, { type: 'interval' }>;

/** Returns the length of an interval in milliseconds; null if it depends on the calendar. */
function fixedPeriodOf({ value, unit }: IntervalSchedule): number | null {
  if (unit === 'minute') return value * MINUTE_MS;
  return unit === 'hour' ? value * HOUR_MS : null;
}

/** Adds days or months so that the clocks of the zone show the same time. Months without the day are skipped. */
function addOnCalendar({ value, unit }: IntervalSchedule, timezone: string, reference: number): number {
  const wall = wallTime(reference, timezone);
  if (unit === 'day' || unit === 'week') return instantOf(wall + value * (unit === 'week' ? 7 : 1) * DAY_MS, timezone);
  const start = new Date(wall);
  const months = value * (unit === 'year' ? MONTHS_A_YEAR : 1);
  for (let times = 1; times <= MAX_SKIPPED; times += 1) {
    const moved = new Date(wall);
    moved.setUTCMonth(start.getUTCMonth() + months * times);
    if (moved.getUTCDate() === start.getUTCDate()) return instantOf(moved.getTime(), timezone);
  }
  return NaN;
}

/** Returns the wall-clock time of a zone, read as if it were UTC. */
function wallTime(instant: number, timezone: string): number {
  const parts = wallClockOf(timezone).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall + (instant % 1_000);
}

/** Returns the first instant at which the clocks of a zone show a time; if they skip it, the time after the change. */
function instantOf(wall: number, timezone: string): number {
  const offsetAt = (instant: number) => wallTime(instant, timezone) - instant;
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  return wallTime(before, timezone) === wall || wallTime(after, timezone) !== wall ? before : after;
}
