import type { DataCategory, DropReason, OutcomeCount } from '../domain/outcome';
import { HOUR_MS } from '../domain/time';
import { idValue, type ReadSession, type Session } from './engine/sql';

const LIST = `SELECT hour AS "hour", outcome AS "outcome", reason AS "reason", quantity AS "quantity" FROM outcome
  WHERE project_id = ? AND hour >= ? AND hour < ? ORDER BY hour, outcome, reason`;
const BUSIEST_HOUR = `SELECT COALESCE(MAX(quantity), 0) AS "quantity" FROM outcome WHERE project_id = ? AND hour >= ? AND outcome = 'accepted'`;
const ADD = `INSERT INTO outcome (project_id, hour, outcome, reason, quantity) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, hour, outcome, reason) DO UPDATE SET quantity = outcome.quantity + excluded.quantity`;
const PRUNE = 'DELETE FROM outcome WHERE project_id = ? AND hour < ?';

/** Category of counts whose reason names none: all counts of earlier versions are counts of events. */
const DEFAULT_CATEGORY: DataCategory = 'error';

/** Returns the stored reason: `too_large:attachment`. A reason without a category is for events. */
function joinReason(reason: DropReason | '', category: DataCategory): string {
  return category === DEFAULT_CATEGORY ? reason : `${reason}:${category}`;
}

function splitReason(stored: string): Pick<OutcomeCount, 'reason' | 'category'> {
  const [reason = '', category = DEFAULT_CATEGORY] = stored.split(':');
  return { reason: reason as DropReason | '', category: category as DataCategory };
}

/** The rows of `outcome`: numbers of accepted and rejected items by project, hour, reason and category. */
export class OutcomeReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  /** Returns the counts of the hours that began from `from` on and before `to`, oldest first. */
  async list(projectId: string, { from, to }: { from: number; to: number }): Promise<OutcomeCount[]> {
    const rows = await this.session.all<Omit<OutcomeCount, 'category'>>(LIST, [idValue(projectId), from, to]);
    return rows.map((row) => ({ ...row, ...splitReason(row.reason) }));
  }

  /** Returns the number of events accepted in the busiest hour since a time; 0 if there were none. */
  async busiestHour(projectId: string, since: number): Promise<number> {
    const hour = Math.floor(since / HOUR_MS) * HOUR_MS;
    const row = await this.session.one<{ quantity: number }>(BUSIEST_HOUR, [idValue(projectId), hour]);
    return row?.quantity ?? 0;
  }
}

export class OutcomeWriter extends OutcomeReader<Session> {
  /** Adds to the counts of projects. */
  async add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void> {
    const rows = counts.map(({ projectId, hour, outcome, reason, category, quantity }) => {
      return [idValue(projectId), hour, outcome, joinReason(reason, category), quantity] as const;
    });
    // All processes lock rows in the same order, so that they never deadlock.
    rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] + a[3] < b[2] + b[3] ? -1 : 1));
    await this.session.runMany(ADD, rows);
  }

  /** Deletes the counts of the hours that began before a time. */
  async prune(projectId: string, before: number): Promise<void> {
    await this.session.run(PRUNE, [idValue(projectId), before]);
  }
}
