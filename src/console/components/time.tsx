import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { usePreferences, useRegionalLocale } from '../state/preferences';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units of distances, from the largest. */
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/**
 * Formats times and numbers for the reader. Times are given as the contract has them, or in milliseconds since 1970,
 * UTC.
 */
export interface Format {
  /** A number with its separators. */
  readonly number: (value: number) => string;
  /** A number in few letters, such as `12K`. */
  readonly shortNumber: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly bytes: (value: number) => string;
  /** A span of time in its largest unit, such as `250 ms`, `1.2 s` or `−3 min`. */
  readonly span: (milliseconds: number) => string;
  /** Date and time with the zone. */
  readonly dateTime: (time: string | number) => string;
  readonly date: (time: string | number) => string;
  /** A span of time: `28 Nov 2026, 14:00–15:00`; of whole days, the days alone. The second time is not part of it. */
  readonly period: (from: string | number, until: string | number) => string;
  /** The time of the day, with milliseconds. */
  readonly clock: (time: string | number) => string;
  /** Formats the distance to the present time, such as `3 hours ago`. */
  readonly distance: (time: string | number, now?: number) => string;
}

/** Returns a function that creates a value when it is first needed: a format of `Intl` takes some milliseconds. */
function lazily<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

function createFormat(locale: string, timeZone: 'local' | 'utc'): Format {
  const numbers = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
  const times = (options: Intl.DateTimeFormatOptions) => {
    const zone = timeZone === 'utc' ? { timeZone: 'UTC' } : {};
    return lazily(() => new Intl.DateTimeFormat(locale, { ...zone, ...options }));
  };
  const number = numbers({});
  const short = numbers({ notation: 'compact', maximumFractionDigits: 1 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const minute = { hour: '2-digit', minute: '2-digit' } as const;
  const dateTime = times({ ...day, ...minute, second: '2-digit', timeZoneName: 'short' });
  const date = times(day);
  const minutes = times({ ...day, ...minute });
  const clock = times({ ...minute, second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' });
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
  const isMidnight = (time: Date): boolean =>
    timeZone === 'utc' ? time.getTime() % DAY === 0 : time.getHours() === 0 && time.getMinutes() === 0;
  return {
    number: (value) => number().format(value),
    shortNumber: (value) => short().format(value),
    percent: (share) => percent().format(share),
    bytes: (value) => formatBytes(value, locale),
    span: (milliseconds) => formatSpan(milliseconds, locale),
    dateTime: (time) => dateTime().format(new Date(time)),
    date: (time) => date().format(new Date(time)),
    period: (from, until) => {
      const [start, end] = [new Date(from), new Date(until)];
      return isMidnight(start) && isMidnight(end)
        ? date().formatRange(start, new Date(end.getTime() - 1))
        : minutes().formatRange(start, end);
    },
    clock: (time) => clock().format(new Date(time)),
    distance: (time, now = Date.now()) => {
      const distance = new Date(time).getTime() - now;
      const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
      return relative().format(Math.trunc(distance / length), unit);
    },
  };
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function formatBytes(value: number, locale: string): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value / 1000 ** power);
}

function formatSpan(milliseconds: number, locale: string): string {
  const length = Math.abs(milliseconds);
  const [unit, size] =
    length < 1000
      ? ['millisecond', 1]
      : length < 2 * MINUTE
        ? ['second', 1000]
        : length < 2 * HOUR
          ? ['minute', MINUTE]
          : ['hour', HOUR];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: length < 10 * size ? 1 : 0,
  }).format(milliseconds / size);
}

const FormatContext = createContext<Format | null>(null);

/** Makes the formatters of the page once: a long list has hundreds of times and numbers. */
export function FormatProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const locale = useRegionalLocale();
  const { timeZone } = usePreferences().preferences;
  const format = useMemo(() => createFormat(locale, timeZone), [locale, timeZone]);
  return <FormatContext value={format}>{children}</FormatContext>;
}

/** Returns the functions that write times and numbers for the reader. */
export function useFormat(): Format {
  const format = useContext(FormatContext);
  if (format === null) throw new Error('useFormat is called outside of FormatProvider.');
  return format;
}

function subscribeToMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 2);
  return () => clearInterval(timer);
}

/** Returns the present time, which is renewed twice a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToMinutes, () => Math.floor(Date.now() / (MINUTE / 2)) * (MINUTE / 2));
}

/** The distance of a time to now. Its date stands in the title. */
export function TimeUntil({ time }: { readonly time: string }): ReactNode {
  return <Distance time={time} now={useNow()} />;
}

/** Shows the age of a past time: a clock that is ahead of the reader's puts nothing into the future. */
export function TimeAgo({ time }: { readonly time: string }): ReactNode {
  return <Distance time={time} now={Math.max(useNow(), new Date(time).getTime())} />;
}

function Distance({ time, now }: { readonly time: string; readonly now: number }): ReactNode {
  const format = useFormat();
  return (
    <time dateTime={time} title={format.dateTime(time)} className="nowrap">
      {format.distance(time, now)}
    </time>
  );
}
