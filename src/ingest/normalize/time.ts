import type { Notes } from './notes';

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?)? ?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The end of year 9999: later times have no common written form. */
const MAX_TIME = Date.UTC(10_000, 0, 1) - 1;

/**
 * A time in milliseconds since 1970, UTC, from seconds as a number or from ISO 8601 text with any offset; without one it is
 * UTC (reference/ingest.md §2.1). Null for anything else.
 */
export function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? parseTime(value.trim()) : typeof value === 'number' ? value * SECOND : NaN;
  // A hundredth more, because a float just misses most thousandths.
  const whole = Math.floor(time + 0.01);
  return whole >= 0 && whole <= MAX_TIME ? whole : null;
}

function parseTime(text: string): number {
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(text)) return Number(text) * SECOND;
  const match = ISO.exec(text);
  if (match === null) return NaN;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => Number(match[group] ?? 0)) as Six;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month) || hour > 23 || minute > 59 || second > 60)
    return NaN;
  const offset = (Number(match[10] ?? 0) * 60 + Number(match[11] ?? 0)) * MINUTE * (match[9] === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number('0.' + (match[7] ?? '0')) * SECOND - offset;
}

type Six = [number, number, number, number, number, number];

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * When the event happened. A clock that is more than a minute ahead, or thirty days behind, is not believed: the time of
 * arrival stands in, with a note (reference/ingest.md §2.1).
 */
export function readEventTime(value: unknown, received: number, notes: Notes): number {
  if (value === undefined || value === null) return received;
  const time = readTime(value);
  if (time === null) notes.add('invalid_data', 'timestamp');
  else if (time > received + MINUTE) notes.add('future_timestamp', 'timestamp', new Date(time).toISOString());
  else if (time < received - 30 * DAY) notes.add('past_timestamp', 'timestamp', new Date(time).toISOString());
  else return time;
  return received;
}
