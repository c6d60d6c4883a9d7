import type { Database, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { DAY_MS, HOUR_MS } from '../domain/time';

/** Time for which a finished alert delivery is listed. */
const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** Time for which a fetched source map, or the reason for its absence, is used for the events of that time. */
const FETCH_RETENTION_MS = 30 * DAY_MS;
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
  { limit: 200, prune: ({ fetchAttempts }, now, limit) => fetchAttempts.prune(now - FETCH_RETENTION_MS, limit, now) },
  { limit: 1000, prune: ({ alertRules }, now, limit) => alertRules.prune(now, limit) },
  // A change of a thousand issues takes some hundred kilobytes.
  { limit: 50, prune: ({ issueChanges }, now, limit) => issueChanges.prune(now, limit) },
  { limit: 500, prune: ({ memberSessions }, now, limit) => memberSessions.prune(now, limit) },
  { limit: 500, prune: ({ signIns }, now, limit) => signIns.prune(now, limit) },
  { limit: 500, prune: ({ alertAddresses }, now, limit) => alertAddresses.prune(now, limit) },
];

/**
 * Deletes rows whose time is the same for all organizations, or that expire by a time of their own, in small batches;
 * sleeps for an hour once there are none left. `ExpireDataJob` deletes what expires by the retention of its project.
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
