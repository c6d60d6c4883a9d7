import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from './event';
import type { Assignee } from './issue';
import {
  findScheduleError,
  firstSlotFrom,
  INTERVAL_UNITS,
  type IntervalUnit,
  isTimeZone,
  type MonitorSchedule,
  nextSlot,
  type ZonedSchedule,
} from './monitorSchedule';
import { MINUTE_MS } from './time';

/** The schedule of a job, and the limits beyond which a run counts as failed. Durations are minutes. */
export interface MonitorConfig extends ZonedSchedule {
  /** Delay after which a check-in is missed. */
  readonly checkinMargin: number;
  /** Maximum duration of a run. */
  readonly maxRuntime: number;
  /** Number of failures in a row that open an issue. */
  readonly failureThreshold: number;
  /** Number of successes in a row that resolve it. */
  readonly recoveryThreshold: number;
}

const DEFAULTS: Omit<MonitorConfig, 'schedule'> = {
  checkinMargin: 1,
  maxRuntime: 30,
  timezone: 'UTC',
  failureThreshold: 1,
  recoveryThreshold: 1,
};
const MAX_MINUTES = 28 * 24 * 60;
const MAX_THRESHOLD = 720;
/** Maximum duration of a run, however often the client reports that it is in progress. */
const MAX_RUN_MS = MAX_MINUTES * MINUTE_MS;
/** Number of monitors of a project. */
export const MAX_MONITORS = 500;
/** Number of environments of a monitor. */
export const MAX_MONITOR_ENVIRONMENTS = 100;
/** Number of check-ins that a monitor accepts in one minute and environment. */
export const CHECK_INS_PER_MINUTE = 6;
const MAX_SLUG_LENGTH = 50;
export const MAX_ENVIRONMENT_LENGTH = 64;
/** Days after which check-ins are deleted. */
export const CHECK_IN_RETENTION_DAYS = 90;

/** A scheduled job that reports its runs. */
export interface Monitor {
  /** Decimal number, for rows that belong to it. */
  readonly id: string;
  /** Lower-case uuid with dashes, by which clients know it. */
  readonly guid: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  /** False if it neither accepts nor expects check-ins. */
  readonly isActive: boolean;
  /** True if its failures open no issue. */
  readonly isMuted: boolean;
  /** True if check-ins have set its configuration. */
  readonly isUpserting: boolean;
  readonly config: MonitorConfig;
  readonly owner: Assignee | null;
  /** Milliseconds since 1970, UTC, like all times here. */
  readonly dateCreated: number;
}

/** A change of an incident that is still to be applied to the issue of its environment. */
export interface IncidentReport {
  /** A failure becomes an event; a recovery resolves the issue. */
  readonly kind: 'failure' | 'recovery';
  /** The event of the failure, or of the last failure before the recovery. */
  readonly eventId: string;
  readonly at: number;
  /** Time at which the incident began. */
  readonly startedAt: number;
  readonly status: CheckInStatus;
  /** The trace of the failed run, if the client sent it. */
  readonly traceId: string | null;
}

/** The state of a monitor in one environment. */
export interface MonitorEnvironment {
  readonly monitorId: string;
  readonly name: string;
  readonly isMuted: boolean;
  readonly dateCreated: number;
  /** Null until the first check-in. */
  readonly lastCheckIn: number | null;
  /** Time at which the job is expected to run; null before the first check-in, and while the monitor is disabled. */
  readonly nextCheckIn: number | null;
  /** The same time with the margin, after which the run is missed. */
  readonly nextCheckInLatest: number | null;
  readonly lastOk: number | null;
  /** The present incident: the time of its beginning, and the event of its last failure. */
  readonly incident: { readonly startedAt: number; readonly eventId: string } | null;
  /** The reports that the job `monitorClock` has not processed yet, in order. */
  readonly reports: readonly IncidentReport[];
  /** The minute in which a check-in last arrived, and the number of check-ins in it. */
  readonly rateMinute: number;
  readonly rateCount: number;
}

/** `unknown`: the service was not running, and cannot say whether the job ran. */
export type CheckInStatus = 'in_progress' | 'ok' | 'error' | 'missed' | 'timeout' | 'unknown';

/** The statuses that clients send. */
export type SentStatus = 'in_progress' | 'ok' | 'error';

/** One run of a job, or its absence. */
export interface CheckIn {
  /** Ids grow in the order in which check-ins are stored. */
  readonly id: string;
  /** Lower-case uuid with dashes. */
  readonly guid: string;
  readonly monitorId: string;
  readonly environment: string;
  readonly status: CheckInStatus;
  /** Milliseconds. */
  readonly duration: number | null;
  /** Time at which the run began, or at which a missed run was expected. */
  readonly dateAdded: number;
  readonly dateUpdated: number;
  /** Time at which the client reported that it is running. */
  readonly dateInProgress: number | null;
  readonly expectedTime: number | null;
  /** Time at which it times out; null unless it is running. */
  readonly timeoutAt: number | null;
  readonly traceId: string | null;
  /** The configuration at that time. */
  readonly config: MonitorConfig;
}

/** The last time in which the service did not run, and may have lost check-ins. */
export interface Outage {
  readonly outageFrom: number;
  readonly outageTo: number;
}

/** Longest time between two ticks of the clock of a running service. After a longer one, check-ins may have been lost. */
export const OUTAGE_MS = 3 * MINUTE_MS;

/** Returns true if check-ins that were expected in a time may have been lost. */
export function overlapsOutage(from: number, to: number, { outageFrom, outageTo }: Outage): boolean {
  return from <= outageTo && to >= outageFrom;
}

/** Errors by the names of the fields. */
export type ConfigErrors = Record<string, string[]>;

/**
 * Reads a configuration as check-ins and forms write it. Absent fields keep the value of `former`.
 * @returns the configuration, or the errors of its fields
 */
export function parseMonitorConfig(
  sent: JsonObject,
  former: MonitorConfig | null,
  now: number,
): { readonly config: MonitorConfig } | { readonly errors: ConfigErrors } {
  const errors: ConfigErrors = {};
  const base = former ?? DEFAULTS;
  const number = (name: string, fallback: number, min: number, max: number): number => {
    const value = sent[name];
    if (value === undefined || value === null) return fallback;
    // SDKs may send fractions of a minute.
    if (typeof value === 'number' && value >= min && value <= max) return Math.max(1, Math.ceil(value));
    errors[name] = [`Must be a number from ${min} to ${max}.`];
    return fallback;
  };
  const schedule = readSchedule(sent) ?? former?.schedule;
  const timezone = readTimezone(sent['timezone'], base.timezone, errors);
  const config = {
    timezone,
    checkinMargin: number('checkin_margin', base.checkinMargin, 0, MAX_MINUTES),
    maxRuntime: number('max_runtime', base.maxRuntime, 0, MAX_MINUTES),
    failureThreshold: number('failure_issue_threshold', base.failureThreshold, 1, MAX_THRESHOLD),
    recoveryThreshold: number('recovery_threshold', base.recoveryThreshold, 1, MAX_THRESHOLD),
  };
  if (schedule === undefined) errors['schedule'] = ['A crontab or an interval is required.'];
  else if (typeof schedule === 'string') errors['schedule'] = [schedule];
  else {
    const problem = errors['timezone'] === undefined ? findScheduleError({ schedule, timezone }, now) : null;
    if (problem !== null) errors['schedule'] = [problem];
    if (Object.keys(errors).length === 0) return { config: { schedule, ...config } };
  }
  return { errors };
}

function readTimezone(value: unknown, fallback: string, errors: ConfigErrors): string {
  if (value === undefined || value === null || value === '') return fallback;
  if (typeof value === 'string' && isTimeZone(value)) return value;
  errors['timezone'] = ['Not the name of a time zone, such as Europe/Berlin.'];
  return fallback;
}

/** Reads the schedule in one of its forms. @returns the schedule, the text of an error, or null if there is none */
function readSchedule(sent: JsonObject): MonitorSchedule | string | null {
  const { schedule, schedule_type: typeName } = sent;
  if (schedule === undefined || schedule === null) return null;
  if (typeof schedule === 'string') return typeName === 'interval' ? NOT_INTERVAL : readCrontab(schedule);
  if (Array.isArray(schedule)) return typeName === 'crontab' ? NOT_CRONTAB : readInterval(...(schedule as unknown[]));
  if (typeof schedule !== 'object') return NOT_CRONTAB;
  const { type, value, unit } = schedule as JsonObject;
  if (type === 'crontab') return typeof value === 'string' ? readCrontab(value) : NOT_CRONTAB;
  return type === 'interval' ? readInterval(value, unit) : 'The type must be crontab or interval.';
}

const NOT_CRONTAB = 'A crontab is a text such as "0 4 * * *".';
const NOT_INTERVAL = `An interval has a number from 1 and a unit: ${INTERVAL_UNITS.join(', ')}.`;

function readCrontab(value: string): MonitorSchedule {
  return { type: 'crontab', value: value.trim().replace(/\s+/g, ' ') };
}

function readInterval(value?: unknown, unit?: unknown, ...others: readonly unknown[]): MonitorSchedule | string {
  if (others.length > 0) return NOT_INTERVAL;
  if (!Number.isSafeInteger(value) || (value as number) < 1) return NOT_INTERVAL;
  if (!(INTERVAL_UNITS as readonly unknown[]).includes(unit)) return NOT_INTERVAL;
  return { type: 'interval', value: value as number, unit: unit as IntervalUnit };
}

/** Returns the slug of a monitor as check-ins name it; null if nothing is left of it. */
export function slugOfMonitor(text: string): string | null {
  const slug = text.toLowerCase().replace(/[^a-z0-9_-]+/g, '-');
  let [start, end] = [0, slug.length];
  while (slug[start] === '-') start += 1;
  while (end > start && slug[end - 1] === '-') end -= 1;
  return slug.slice(start, Math.min(end, start + MAX_SLUG_LENGTH)) || null;
}

/** The times at which the next run is expected, and is missed. */
export interface ExpectedRun {
  readonly nextCheckIn: number;
  readonly nextCheckInLatest: number;
}

/** Returns the next expected run after a check-in. */
export function expectAfter(config: MonitorConfig, reference: number): ExpectedRun {
  return withMargin(config, nextSlot(config, reference));
}

/** Returns the next expected run from `from` on, after one that was expected at `expected` and did not take place. */
export function expectFrom(config: MonitorConfig, expected: number, from: number): ExpectedRun {
  return withMargin(config, firstSlotFrom(config, expected, from));
}

function withMargin({ checkinMargin }: MonitorConfig, nextCheckIn: number): ExpectedRun {
  return { nextCheckIn, nextCheckInLatest: nextCheckIn + checkinMargin * MINUTE_MS };
}

/**
 * Returns the time at which a run times out, in whole minutes, because the job `monitorClock` works once a minute.
 * @param heardAt time of the last check-in of the run
 */
export function timeoutOf({ maxRuntime }: MonitorConfig, startedAt: number, heardAt = startedAt): number {
  const minute = Math.floor(heardAt / MINUTE_MS) * MINUTE_MS;
  return Math.min(minute + maxRuntime * MINUTE_MS, startedAt + MAX_RUN_MS);
}

function isFailure(status: CheckInStatus): boolean {
  return status === 'error' || status === 'missed' || status === 'timeout';
}

/** The effect of a check-in on the incident of an environment; null for none. */
type IncidentChange = 'opens' | 'goes on' | 'ends' | null;

/**
 * Decides about the incident after a check-in ended. It need not be the last that began: runs may overlap, or last
 * until after the next one was missed.
 * @param ended statuses of the last check-ins that ended, the last that began first, without those that are in progress
 * or unknown
 */
function decideIncident(
  { failureThreshold, recoveryThreshold }: Pick<MonitorConfig, 'failureThreshold' | 'recoveryThreshold'>,
  isOpen: boolean,
  status: CheckInStatus,
  ended: readonly CheckInStatus[],
): IncidentChange {
  if (isFailure(status)) {
    if (isOpen) return 'goes on';
    const failures = ended.slice(0, failureThreshold);
    return failures.length === failureThreshold && failures.every(isFailure) ? 'opens' : null;
  }
  if (!isOpen) return null;
  const successes = ended.slice(0, recoveryThreshold);
  return successes.length === recoveryThreshold && successes.every((status) => status === 'ok') ? 'ends' : null;
}

/** A check-in that ended, with the values of its report. */
interface EndedCheckIn {
  readonly status: CheckInStatus;
  readonly at: number;
  readonly traceId: string | null;
  /** 32 lower-case hexadecimal digits: a new event for the failure, if it is one. */
  readonly eventId: string;
  /** As for `decideIncident`. */
  readonly ended: readonly CheckInStatus[];
}

/** Number of reports that wait; beyond it, the oldest are forgotten. */
const MAX_REPORTS = 20;

/** Returns an environment with the effect of a check-in on its incident. */
export function withOutcome(
  environment: MonitorEnvironment,
  { config, isMuted }: Pick<Monitor, 'config' | 'isMuted'>,
  { status, at, traceId, eventId, ended }: EndedCheckIn,
): MonitorEnvironment {
  const { incident } = environment;
  const lastOk = status === 'ok' ? at : environment.lastOk;
  const changed = { ...environment, lastOk };
  const change = decideIncident(config, incident !== null, status, ended);
  const startedAt = incident?.startedAt ?? at;
  const report = (kind: IncidentReport['kind'], id: string) =>
    [...environment.reports, { kind, eventId: id, at, startedAt, status, traceId }].slice(-MAX_REPORTS);
  if (change === null) return changed;
  if (change === 'ends') return { ...changed, incident: null, reports: report('recovery', incident?.eventId ?? '') };
  // The incident of a muted monitor has no event, unless it was muted later.
  if (isMuted || environment.isMuted)
    return { ...changed, incident: { startedAt, eventId: incident?.eventId ?? eventId } };
  return { ...changed, incident: { startedAt, eventId }, reports: report('failure', eventId) };
}

/**
 * Returns an environment that expects its next run, after the configuration of its monitor was changed. A run that is
 * overdue is expected still unless the times of runs changed.
 */
export function rescheduled(
  environment: MonitorEnvironment,
  former: Pick<Monitor, 'config' | 'isActive'>,
  { config, isActive }: Pick<Monitor, 'config' | 'isActive'>,
  now: number,
): MonitorEnvironment {
  const { lastCheckIn, nextCheckIn } = environment;
  if (!isActive || lastCheckIn === null) return { ...environment, nextCheckIn: null, nextCheckInLatest: null };
  if (nextCheckIn !== null && former.isActive && haveSameTimes(former.config, config))
    return { ...environment, ...withMargin(config, nextCheckIn) };
  return { ...environment, ...expectFrom(config, nextSlot(config, lastCheckIn), now) };
}

function haveSameTimes(one: ZonedSchedule, other: ZonedSchedule): boolean {
  return one.timezone === other.timezone && isDeepStrictEqual(one.schedule, other.schedule);
}
