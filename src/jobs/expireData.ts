import { DROPPED_EVENT_DAYS } from '../domain/outcome';
import { groupBy } from '../domain/groups';
import { COUNT_RETENTION_DAYS, expiryTime } from '../domain/project';
import {
  HOURLY_SESSION_DAYS,
  HOURLY_USER_DAYS,
  SESSION_RETENTION_DAYS,
  USER_RETENTION_DAYS,
} from '../domain/releaseHealth';
import type { EventKey } from '../domain/event';
import type { AttachmentPosition, OwnedAttachment } from '../store/attachments';
import type { OrganizationRetention, ProjectRetention, ReleaseKey } from '../store/expiredData';
import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { BESIDE_OTHERS, pauseAfterStep, StepSize } from './stepSize';
import { CHECK_IN_RETENTION_DAYS } from '../domain/monitor';
import { DAY_MS, HOUR_MS } from '../domain/time';

const ARTIFACTS_PER_STEP = 50;
const COUNTS_PER_STEP = 500;
const TRACES_PER_STEP = 1000;
/** Number of old releases that one transaction reads. */
const RELEASES_PER_STEP = 50;
/** The retention of sessions and of their users, and the days after which hours are added up. */
const HEALTH_RETENTIONS = [
  { table: 'session_hour', days: SESSION_RETENTION_DAYS, hourlyDays: HOURLY_SESSION_DAYS },
  { table: 'session_user_set', days: USER_RETENTION_DAYS, hourlyDays: HOURLY_USER_DAYS },
] as const;
/** Number of hours, before the hourly days, that are searched for hours to add up. Older ones stay as they are. */
const FOLDED_HOURS = 30 * (DAY_MS / HOUR_MS);
/** Pause after a step that did nothing because another job, here or in another process, was at work. */
const REFUSED_PAUSE_MS = 1000;

/**
 * Deletes rows past the retention of their project: events with their bodies and traces, issues without events, unused
 * artifacts, releases, and old counts of events and sessions. After an interruption, the remaining rows are found in
 * the database.
 */
export class ExpireDataJob implements BackgroundJob {
  readonly name = 'deleting data past its retention';
  readonly idleMs = 10 * 60 * 1000;
  readonly #events: StepSize;
  #steps: AsyncGenerator<void, void> | undefined;
  #isRefused = false;
  #hasDeletedEvents = false;

  /** @param clock milliseconds since 1970, UTC */
  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {
    this.#events = new StepSize(database.backgroundStepMs);
  }

  pauseMs(durationMs: number): number {
    if (this.#isRefused) return REFUSED_PAUSE_MS;
    return this.#hasDeletedEvents ? this.#events.pauseMs : pauseAfterStep(durationMs);
  }

  /** Does the next transaction of a pass over all projects. A failed pass begins again. */
  async step(): Promise<boolean> {
    this.#steps ??= this.#pass();
    this.#isRefused = false;
    this.#hasDeletedEvents = false;
    try {
      const { done = false } = await this.#steps.next();
      if (done) {
        this.#steps = undefined;
        this.#events.rest();
      }
      return !done;
    } catch (error) {
      this.#steps = undefined;
      throw error;
    }
  }

  async *#pass(): AsyncGenerator<void, void> {
    const organizations = await this.database.read(({ expiredData }) => expiredData.listRetentions());
    for (const organization of organizations) {
      for (const project of organization.projects) {
        yield* this.#expireEvents(project);
        yield* this.#expireTraces(project);
        yield* this.#expireArtifacts(project);
        yield* this.#expireCounts(project);
        yield* this.#expireDropped(project);
        yield* this.#expireSessions(project);
      }
      yield* this.#expireReleases(organization);
    }
  }

  async *#expireEvents({ id, retention }: ProjectRetention): AsyncGenerator<void, void> {
    const time = expiryTime(retention.days, this.clock());
    if (time !== null) yield* this.#expireEventsBefore(id, { timestamp: time, eventId: '' });
    if (retention.events === 0) return;
    const kept = await this.database.read(({ expiredData }) => expiredData.findOldestKept(id, retention.events));
    if (kept !== undefined) yield* this.#expireEventsBefore(id, kept);
  }

  /**
   * A read finds out whether there is anything to do, so that an idle job never takes the write lock. Events may arrive
   * during a step: it locks the issues that have none left.
   */
  async *#expireEventsBefore(projectId: string, key: EventKey): AsyncGenerator<void, void> {
    while (await this.database.read(({ expiredData }) => expiredData.hasEventsBefore(projectId, key))) {
      const deleted = await this.#events.run(
        this.database,
        ({ expiredData }, rows) => expiredData.deleteEventsBefore(projectId, key, rows, this.clock()),
        (count) => count,
        BESIDE_OTHERS,
      );
      this.#hasDeletedEvents = deleted !== undefined;
      this.#isRefused = deleted === undefined;
      yield;
    }
  }

  async *#expireTraces({ id }: ProjectRetention): AsyncGenerator<void, void> {
    for (;;) {
      const time = await this.database.read(({ expiredData }) => expiredData.findOldTraces(id, this.clock()));
      if (time === undefined) return;
      const deleted = await this.database.exclusively(
        ({ expiredData }) => expiredData.deleteTracesBefore(id, time, TRACES_PER_STEP),
        BESIDE_OTHERS,
      );
      this.#isRefused = deleted === undefined;
      yield;
    }
  }

  async *#expireArtifacts({ id, retention }: ProjectRetention): AsyncGenerator<void, void> {
    const time = expiryTime(retention.days, this.clock());
    if (time === null) return;
    let deleted: number | undefined = ARTIFACTS_PER_STEP;
    while (deleted === undefined || deleted === ARTIFACTS_PER_STEP) {
      if (!(await this.database.read(({ expiredData }) => expiredData.hasUnusedArtifacts(id, time)))) return;
      deleted = await this.database.exclusively(({ expiredData }) =>
        expiredData.deleteUnusedArtifacts(id, time, ARTIFACTS_PER_STEP, this.clock()),
      );
      this.#isRefused = deleted === undefined;
      yield;
    }
  }

  async *#expireCounts({ id }: ProjectRetention): AsyncGenerator<void, void> {
    const time = expiryTime(COUNT_RETENTION_DAYS, this.clock()) ?? 0;
    while (await this.database.read(({ issueStats }) => issueStats.hasBefore(id, time))) {
      const deleted = await this.database.exclusively(
        ({ issueStats }) => issueStats.deleteBefore(id, time, COUNTS_PER_STEP),
        BESIDE_OTHERS,
      );
      this.#isRefused = deleted === undefined;
      yield;
    }
  }

  /** Deletes the reasons of dropped events: there are few, so that one step deletes all of a project. */
  async *#expireDropped({ id }: ProjectRetention): AsyncGenerator<void, void> {
    const time = expiryTime(DROPPED_EVENT_DAYS, this.clock()) ?? 0;
    while (await this.database.read(({ droppedEvents }) => droppedEvents.hasBefore(id, time))) {
      const isDone = await this.database.exclusively(async ({ droppedEvents }) => {
        await droppedEvents.prune(id, time);
        return true;
      }, BESIDE_OTHERS);
      this.#isRefused = isDone === undefined;
      yield;
    }
  }

  /** Deletes old sessions and their users a day at a time, and adds up the hours of days that are less old. */
  async *#expireSessions({ id }: ProjectRetention): AsyncGenerator<void, void> {
    for (const { table, days, hourlyDays } of HEALTH_RETENTIONS) {
      const last = this.#dayBefore(days);
      const lastHourly = this.#dayBefore(hourlyDays);
      for (;;) {
        const old = await this.database.read(async ({ releaseHealth }) => {
          const expired = await releaseHealth.findExpired(table, id, last);
          if (expired !== undefined) return { hour: expired, isExpired: true };
          const range = { from: lastHourly - FOLDED_HOURS, to: lastHourly };
          const hour = await releaseHealth.findUnfolded(table, id, range);
          return hour === undefined ? undefined : { hour, isExpired: false };
        });
        if (old === undefined) break;
        const { hour, isExpired } = old;
        const isDone = await this.database.exclusively(async ({ releaseHealth }) => {
          if (isExpired) await releaseHealth.deleteHours(table, id, hour, Math.min(last, hour + DAY_MS / HOUR_MS));
          else await releaseHealth.foldDay(table, id, hour);
          return true;
        }, BESIDE_OTHERS);
        this.#isRefused = isDone === undefined;
        yield;
      }
    }
  }

  /** Returns the first hour, counted since 1970, of the day that is some days ago. */
  #dayBefore(days: number): number {
    return (Math.floor(this.clock() / DAY_MS) - days) * (DAY_MS / HOUR_MS);
  }

  async *#expireReleases(organization: OrganizationRetention): AsyncGenerator<void, void> {
    let last: ReleaseKey | undefined;
    for (let hasMore = true; hasMore;) {
      const after = last;
      const now = this.clock();
      const next = await this.database.read(({ expiredData }) =>
        expiredData.findOldReleases(organization, after, RELEASES_PER_STEP, now),
      );
      if (next.expired.length > 0) {
        const isDone = await this.database.exclusively(async ({ expiredData }) => {
          await expiredData.deleteReleases(organization, next.expired, now);
          return true;
        });
        this.#isRefused = isDone === undefined;
        yield;
        if (isDone === undefined) continue;
      }
      last = next.last;
      hasMore = last !== undefined;
    }
  }
}

/** Time for which a finished alert delivery is listed. */
const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** Time for which a fetched source map, or the reason for its absence, is used for the events of that time. */
const FETCH_RETENTION_MS = 30 * DAY_MS;
const CHECK_IN_RETENTION_MS = CHECK_IN_RETENTION_DAYS * DAY_MS;
const AUDIT_ENTRIES_PER_STEP = 500;

/** Deletes expired rows of one kind. */
interface Pruning {
  /** Maximum number of rows that one step deletes. */
  readonly limit: number;
  /** Returns the number of deleted rows. */
  readonly prune: (stores: Writers, now: number, limit: number) => Promise<number>;
}

const PRUNINGS: readonly Pruning[] = [
  { limit: 500, prune: ({ alerts }, now, limit) => alerts.prune(now - DELIVERY_RETENTION_MS, limit) },
  { limit: 500, prune: ({ alertIncidents }, now, limit) => alertIncidents.prune(now - DELIVERY_RETENTION_MS, limit) },
  { limit: 200, prune: ({ fetchAttempts }, now, limit) => fetchAttempts.prune(now - FETCH_RETENTION_MS, limit, now) },
  { limit: 500, prune: ({ alerts }, now, limit) => alerts.pruneOfRules(now - DELIVERY_RETENTION_MS, limit) },
  { limit: 1000, prune: ({ alertRules }, now, limit) => alertRules.prune(now, limit) },
  { limit: 1000, prune: ({ alertDecisions }, now, limit) => alertDecisions.prune(now, limit) },
  // A change of a thousand issues takes some hundred kilobytes.
  { limit: 50, prune: ({ issueChanges }, now, limit) => issueChanges.prune(now, limit) },
  { limit: 500, prune: ({ monitors }, now, limit) => monitors.prune(now - CHECK_IN_RETENTION_MS, limit) },
  { limit: 1000, prune: ({ releaseHealth }, now, limit) => releaseHealth.pruneFailures(now, limit) },
  { limit: 500, prune: ({ memberSessions }, now, limit) => memberSessions.prune(now, limit) },
  { limit: 500, prune: ({ signIns }, now, limit) => signIns.prune(now, limit) },
  { limit: 500, prune: ({ oauth }, now, limit) => oauth.prune(now, limit) },
  { limit: 500, prune: ({ feedback }, now, limit) => feedback.prune(now, limit) },
  { limit: 500, prune: ({ alertAddresses }, now, limit) => alertAddresses.prune(now, limit) },
];

/**
 * Deletes expired rows of the kinds whose retention does not depend on the project, in small batches; sleeps for an
 * hour once there are none left. `ExpireDataJob` deletes the rows that expire by the retention of their project.
 */
export class DeleteExpiredRowsJob implements BackgroundJob {
  readonly name = 'deleting expired rows';
  readonly idleMs = HOUR_MS;

  /**
   * @param clock milliseconds since 1970, UTC
   * @param auditLogDays how many days the audit log is kept; 0 keeps it for good
   */
  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
    private readonly auditLogDays = 0,
  ) {}

  pauseMs(): number {
    return 1000;
  }

  /**
   * A transaction that does nothing, because another job is at work here or in another process, is repeated in the next
   * step.
   */
  async step(): Promise<boolean> {
    const now = this.clock();
    let hasMore = false;
    for (const { limit, prune } of PRUNINGS) {
      const deleted = await this.database.exclusively((stores) => prune(stores, now, limit));
      hasMore ||= deleted === undefined || deleted >= limit;
    }
    const entries = await this.deleteAuditEntries(now);
    return hasMore || entries === undefined || entries >= AUDIT_ENTRIES_PER_STEP;
  }

  private async deleteAuditEntries(now: number): Promise<number | undefined> {
    if (this.auditLogDays === 0) return 0;
    const before = now - this.auditLogDays * DAY_MS;
    return this.database.exclusively(({ auditLog }) => auditLog.deleteExpired(before, AUDIT_ENTRIES_PER_STEP));
  }
}

/** Number of attachments that one step checks. */
const CHECKED_PER_STEP = 500;
/** Time for which a file is kept whose event has not arrived. */
const ORPHAN_MS = DAY_MS;

/**
 * Deletes attachments that are too old, and those whose event is not stored: it was removed, has expired, or has never
 * arrived. Goes through all attachments and looks up their events, so that the removal of events needs to know nothing
 * of their files.
 */
export class ExpireAttachmentsJob implements BackgroundJob {
  readonly name = 'deleting expired attachments';
  readonly idleMs = HOUR_MS;
  #position: AttachmentPosition | undefined;

  /**
   * @param days number of days that attachments are kept; 0 keeps them as long as their event
   * @param clock milliseconds since 1970, UTC
   */
  constructor(
    private readonly database: Database,
    private readonly days: number,
    private readonly clock: () => number = Date.now,
  ) {}

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(): Promise<boolean> {
    const now = this.clock();
    const next = await this.database.read(({ attachments }) => attachments.listNext(this.#position, CHECKED_PER_STEP));
    const last = next.at(-1);
    if (last !== undefined) {
      const expired = await this.#findExpired(next, now);
      if (expired.length > 0) {
        const isDone = await this.database.exclusively(async ({ attachments }) => {
          await attachments.delete(expired, now);
          return true;
        });
        // Another process is at work; the step is repeated.
        if (isDone === undefined) return true;
      }
    }
    this.#position = last && { projectId: last.projectId, eventId: last.eventId };
    return last !== undefined;
  }

  async #findExpired(attachments: readonly OwnedAttachment[], now: number): Promise<OwnedAttachment[]> {
    const oldest = this.days === 0 ? -Infinity : now - this.days * DAY_MS;
    const expired: OwnedAttachment[] = [];
    for (const [projectId, projectAttachments] of groupBy(attachments, (attachment) => attachment.projectId)) {
      const ids = [...new Set(projectAttachments.map(({ eventId }) => eventId))];
      const { visible, removed } = await this.database.read(({ events }) => events.findStoredIds(projectId, ids));
      expired.push(
        ...projectAttachments.filter(({ eventId, dateCreated }) => {
          if (dateCreated < oldest || removed.includes(eventId)) return true;
          return dateCreated < now - ORPHAN_MS && !visible.has(eventId);
        }),
      );
    }
    return expired;
  }
}
