import { type Assignee, type Issue, type NewActivity, SYSTEM, assigneeTypeOf } from '../domain/issue';
import { RateLimited, Unavailable } from '../domain/errors';
import type { IssueState } from '../domain/issueState';
import {
  type CheckIn,
  type IncidentReport,
  type Monitor,
  type MonitorEnvironment,
  type Outage,
  OUTAGE_MS,
  overlapsOutage,
} from '../domain/monitor';
import { MINUTE_MS } from '../domain/time';
import type { ClockState, EnvironmentKey } from '../store/monitors';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/** Delay of the clock: a check-in that is received in one minute is stored before the next one is processed. */
const LAG_MS = 10_000;
/** Number of rows that one transaction changes. */
const ROWS_PER_STEP = 100;
const REPORTS_PER_STEP = 50;

export interface MonitorClockOptions {
  readonly database: Database;
  /**
   * Saves the event of a failure, once however often it is called. @throws RateLimited or Unavailable if it must be
   * repeated
   */
  readonly saveFailure: (monitor: Monitor, environment: MonitorEnvironment, report: IncidentReport) => Promise<void>;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Finds the runs of jobs that did not take place or did not end, minute by minute, and reports incidents as issues. The
 * minute that was processed last is in the database: a process that starts continues there, several processes process
 * each minute once, and a time in which none ran is known. Check-ins that were expected in such a time are `unknown`.
 */
export class MonitorClockJob implements BackgroundJob {
  readonly name = 'watching monitors';
  /** An incident is reported within this time. */
  readonly idleMs = 5_000;
  readonly asksAllMachines = true;
  readonly #database: Database;
  readonly #saveFailure: MonitorClockOptions['saveFailure'];
  readonly #clock: () => number;

  constructor({ database, saveFailure, clock = Date.now }: MonitorClockOptions) {
    this.#database = database;
    this.#saveFailure = saveFailure;
    this.#clock = clock;
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const { hasAny, state, reports } = await this.#database.read(async ({ monitors }) => ({
      hasAny: await monitors.hasAny(),
      state: await monitors.findClock(),
      reports: await monitors.findReports(REPORTS_PER_STEP),
    }));
    if (!hasAny) return false;
    for (const key of reports) {
      if (signal.aborted) return false;
      await this.#report(key);
    }
    await this.#advance(state, signal);
    return false;
  }

  /** Processes the minutes since the last one that was processed. */
  async #advance(state: ClockState | undefined, signal: AbortSignal): Promise<void> {
    const tick = Math.floor((this.#clock() - LAG_MS) / MINUTE_MS) * MINUTE_MS;
    const { tick: last, ...lastOutage } = state ?? { tick: 0, outageFrom: 0, outageTo: 0 };
    if (tick <= last) return;
    const wasDown = tick - last > OUTAGE_MS;
    const outage = wasDown ? { outageFrom: last, outageTo: tick } : lastOutage;
    // An interrupted process finds the outage again.
    if (wasDown && !(await this.#save({ tick: last, ...outage }))) return;
    for (let minute = wasDown ? tick : last + MINUTE_MS; minute <= tick; minute += MINUTE_MS) {
      const isDone = await this.#process(minute, outage, signal);
      // Another process is at work, or this one stops.
      if (!isDone || !(await this.#save({ tick: minute, ...outage }))) return;
    }
  }

  async #save(state: ClockState): Promise<boolean> {
    const isSaved = await this.#database.exclusively(async ({ monitors }) => {
      await monitors.saveClock(state);
      return true;
    });
    return isSaved === true;
  }

  /** Processes a minute. Returns false if it is not done. */
  async #process(minute: number, outage: Outage, signal: AbortSignal): Promise<boolean> {
    const [due, timedOut] = await this.#database.read(({ monitors }) =>
      Promise.all([monitors.findDueProjects(minute), monitors.findTimedOutProjects(minute)]),
    );
    const steps = [
      ...due.map((project) => ({ project, step: recordMissed })),
      ...timedOut.map((project) => ({ project, step: recordTimeouts })),
    ];
    for (const { project, step } of steps) {
      let done: number | undefined = ROWS_PER_STEP;
      while (done === ROWS_PER_STEP) {
        if (signal.aborted) return false;
        done = await this.#database.exclusively((stores) => step(stores, project, minute, outage), {
          projects: [project],
        });
        if (done === undefined) return false;
      }
    }
    return true;
  }

  /** Sends the reports of an environment. Those that cannot be sent now stay for the next step. */
  async #report(key: EnvironmentKey): Promise<void> {
    const { projectId, monitorId } = key;
    const { monitor, environment } = await this.#database.read(async ({ monitors }) => ({
      monitor: await monitors.find(projectId, monitorId),
      environment: await monitors.findEnvironment(key),
    }));
    if (monitor === undefined || environment === undefined) return;
    for (const report of environment.reports) {
      try {
        if (report.kind === 'failure') await this.#saveFailure(monitor, environment, report);
      } catch (error) {
        if (error instanceof RateLimited || error instanceof Unavailable) return;
        throw error;
      }
      const isDone = await this.#database.exclusively((stores) => endReport(stores, key, monitor, report), {
        projects: [projectId],
      });
      if (isDone === undefined) return;
    }
  }
}

/** Records runs that did not take place. Returns their number. */
async function recordMissed(stores: Writers, projectId: string, tick: number, outage: Outage): Promise<number> {
  const { monitors } = stores;
  const due = await monitors.findDue(projectId, tick, ROWS_PER_STEP);
  for (const key of due) {
    const environment = await monitors.lockEnvironment(key);
    const monitor = await monitors.find(projectId, key.monitorId);
    if (environment === undefined || monitor === undefined) continue;
    // A check-in came meanwhile.
    if (environment.nextCheckInLatest === null || environment.nextCheckInLatest > tick) continue;
    await monitors.saveEnvironment(projectId, await monitors.recordMiss(environment, monitor, tick, outage));
  }
  return due.length;
}

/** Records runs that did not end. Returns their number. */
async function recordTimeouts(stores: Writers, projectId: string, tick: number, outage: Outage): Promise<number> {
  const { monitors } = stores;
  const timedOut = await monitors.findTimedOut(projectId, tick, ROWS_PER_STEP);
  for (const { guid, monitorId, environment: name } of timedOut) {
    const key = { projectId, monitorId, name };
    const environment = await monitors.lockEnvironment(key);
    const monitor = await monitors.find(projectId, monitorId);
    const checkIn = await monitors.findCheckIn(projectId, guid);
    // Meanwhile it ended, or a further check-in moved its timeout.
    if (monitor === undefined || checkIn?.timeoutAt === undefined || checkIn.timeoutAt === null) continue;
    if (checkIn.timeoutAt > tick) continue;
    const status = overlapsOutage(checkIn.dateAdded, checkIn.timeoutAt, outage) ? 'unknown' : 'timeout';
    const ended: CheckIn = { ...checkIn, status, dateUpdated: tick, timeoutAt: null };
    await monitors.saveCheckIn(projectId, ended);
    if (status === 'unknown' || environment === undefined || (await monitors.hasNewerEnded(key, checkIn))) continue;
    const failure = { status, at: tick, traceId: checkIn.traceId } as const;
    await monitors.saveEnvironment(projectId, await monitors.endCheckIn(environment, monitor, failure));
  }
  return timedOut.length;
}

/** Resolves the issue after a recovery, assigns it when an incident begins, and forgets the report. */
async function endReport(
  stores: Writers,
  key: EnvironmentKey,
  monitor: Monitor,
  report: IncidentReport,
): Promise<boolean> {
  const { events, issueStates, monitors, activities } = stores;
  const { projectId } = key;
  const environment = await monitors.lockEnvironment(key);
  // Another process has reported it.
  if (environment?.reports.some((one) => isSame(one, report)) !== true) return true;
  const event = await events.find(projectId, report.eventId);
  const [issue] = event === undefined ? [] : await issueStates.lock(projectId, [Number(event.issueId)]);
  const change = issue && (await changeOf(stores, issue, monitor, report));
  if (issue !== undefined && change) {
    await issueStates.save(projectId, new Map([[issue.id, change.state]]));
    await activities.insert(projectId, [change.activity]);
  }
  const reports = environment.reports.filter((one) => !isSame(one, report));
  await monitors.saveEnvironment(projectId, { ...environment, reports });
  return true;
}

function isSame(one: IncidentReport, other: IncidentReport): boolean {
  return one.eventId === other.eventId && one.kind === other.kind;
}

/** Returns the change of the issue that a report makes; null for none. */
async function changeOf(
  stores: Writers,
  issue: Issue,
  { organizationId, owner, slug }: Monitor,
  { kind, at, startedAt }: IncidentReport,
): Promise<{ state: IssueState; activity: NewActivity } | null> {
  const { assignee, status } = issue;
  const by = { issueId: issue.id, actor: SYSTEM, at };
  if (kind === 'recovery') {
    if (status !== 'unresolved') return null;
    const state = { status: 'resolved', substatus: null, isAutoResolved: false, statusDetails: null } as const;
    return {
      state: { ...state, reopenedAt: issue.reopenedAt, assignee },
      activity: { ...by, type: 'set_resolved', data: { reason: 'monitorRecovered', monitor: slug } },
    };
  }
  // The issue of a monitor that was muted when the incident began opens later.
  const opens = (at === startedAt || at === issue.firstSeen) && assignee === null && status === 'unresolved';
  if (!opens || owner === null || !(await exists(stores, organizationId, owner))) return null;
  const data = { assignee: owner.id, assigneeType: assigneeTypeOf(owner), integration: 'monitor', monitor: slug };
  return {
    state: { ...issue, assignee: owner },
    activity: { ...by, type: 'assigned', data },
  };
}

async function exists({ members, teams }: Writers, organizationId: string, { type, id }: Assignee): Promise<boolean> {
  const found = type === 'member' ? await members.find(organizationId, id) : await teams.findById(organizationId, id);
  return found !== undefined;
}
