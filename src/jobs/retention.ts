import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { DAY_MS, HOUR_MS } from '../domain/time';

/** Time for which a finished alert delivery is listed. */
const DELIVERY_RETENTION_MS = 30 * DAY_MS;
const DELIVERIES_PER_STEP = 500;
/** Time for which a fetched source map, or the reason for its absence, is used for the events of that time. */
const FETCH_RETENTION_MS = 30 * DAY_MS;
const FETCHES_PER_STEP = 200;
const AUDIT_ENTRIES_PER_STEP = 500;
const RULE_COUNTS_PER_STEP = 1000;
/** A change of a thousand issues takes some hundred kilobytes. */
const ISSUE_CHANGES_PER_STEP = 50;
const SESSIONS_PER_STEP = 500;
const ADDRESSES_PER_STEP = 500;

/** Deletes rows past their retention in small batches; sleeps for an hour once there are none left. */
export class RetentionJob implements BackgroundJob {
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
    const deliveries = await this.database.exclusively(({ alerts }) =>
      alerts.prune(now - DELIVERY_RETENTION_MS, DELIVERIES_PER_STEP),
    );
    const fetches = await this.database.exclusively(({ fetchAttempts }) =>
      fetchAttempts.prune(now - FETCH_RETENTION_MS, FETCHES_PER_STEP, now),
    );
    const counts = await this.database.exclusively(({ alertRules }) => alertRules.prune(now, RULE_COUNTS_PER_STEP));
    const changes = await this.database.exclusively(({ issueChanges }) =>
      issueChanges.prune(now, ISSUE_CHANGES_PER_STEP),
    );
    const sessions = await this.database.exclusively(({ memberSessions }) =>
      memberSessions.prune(now, SESSIONS_PER_STEP),
    );
    const signIns = await this.database.exclusively(({ signIns: stored }) => stored.prune(now, SESSIONS_PER_STEP));
    const addresses = await this.database.exclusively(({ alertAddresses }) =>
      alertAddresses.prune(now, ADDRESSES_PER_STEP),
    );
    const entries = await this.deleteAuditEntries(now);
    const hasMore = (deleted: number | undefined, limit: number) => deleted === undefined || deleted >= limit;
    return (
      hasMore(deliveries, DELIVERIES_PER_STEP) ||
      hasMore(fetches, FETCHES_PER_STEP) ||
      hasMore(counts, RULE_COUNTS_PER_STEP) ||
      hasMore(changes, ISSUE_CHANGES_PER_STEP) ||
      hasMore(sessions, SESSIONS_PER_STEP) ||
      hasMore(signIns, SESSIONS_PER_STEP) ||
      hasMore(addresses, ADDRESSES_PER_STEP) ||
      hasMore(entries, AUDIT_ENTRIES_PER_STEP)
    );
  }

  private async deleteAuditEntries(now: number): Promise<number | undefined> {
    if (this.auditLogDays === 0) return 0;
    const before = now - this.auditLogDays * DAY_MS;
    return this.database.exclusively(({ auditLog }) => auditLog.deleteExpired(before, AUDIT_ENTRIES_PER_STEP));
  }
}
