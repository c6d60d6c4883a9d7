import { type RateLimitCount, rateLimitKey } from '../domain/rateLimit';
import { idValue, type Session } from './engine/sql';

const ADD_TO_WINDOW = `INSERT INTO rate_limit_count (organization_id, scope, subject, window_seconds, window_start, quantity) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization_id, scope, subject, window_seconds, window_start)
    DO UPDATE SET quantity = rate_limit_count.quantity + excluded.quantity
  RETURNING quantity AS "quantity"`;
/**
 * Deletes counts of former windows, even of a limit whose window was changed. A process whose clock is behind may still
 * add to the last one.
 */
const PRUNE_WINDOWS = `DELETE FROM rate_limit_count
  WHERE organization_id = ? AND scope = ? AND subject = ? AND window_start + 1000 * window_seconds < ?`;
const PRUNE_WINDOWS_AFTER_MS = 60_000;

/** The rows of `rate_limit_count`: accepted events by the rate limit and its window. */
export class RateLimitCountWriter {
  constructor(private readonly session: Session) {}

  /**
   * Adds to the counts of windows, and deletes counts of the same subjects whose window ended a while ago. Returns the
   * sums of all processes, in the order of the counts.
   */
  async add(counts: readonly RateLimitCount[], now: number): Promise<number[]> {
    const sums = new Map<RateLimitCount, number>();
    // All processes lock rows in the same order, so that they never deadlock.
    const sorted = counts
      .map((count) => ({ count, key: `${rateLimitKey(count.limit)} ${count.start}` }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    for (const { count } of sorted) {
      const { limit, start, quantity } = count;
      const subject = [idValue(limit.organizationId), limit.scope, limit.subject];
      const row = await this.session.one<{ quantity: number }>(ADD_TO_WINDOW, [
        ...subject,
        limit.window,
        start,
        quantity,
      ]);
      sums.set(count, row?.quantity ?? quantity);
      await this.session.run(PRUNE_WINDOWS, [...subject, now - PRUNE_WINDOWS_AFTER_MS]);
    }
    return counts.map((count) => sums.get(count) ?? count.quantity);
  }
}
