import { HOUR_MS, type OutcomeCount } from '../domain/outcome';
import { idValue, type Session } from './sql';

const LIST = `SELECT hour AS "hour", outcome AS "outcome", reason AS "reason", quantity AS "quantity" FROM outcome
  WHERE project_id = ? AND hour >= ? AND hour < ? ORDER BY hour, outcome, reason`;
const BUSIEST_HOUR = `SELECT COALESCE(MAX(quantity), 0) AS "quantity" FROM outcome WHERE project_id = ? AND hour >= ? AND outcome = 'accepted'`;
const ADD = `INSERT INTO outcome (project_id, hour, outcome, reason, quantity) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, hour, outcome, reason) DO UPDATE SET quantity = outcome.quantity + excluded.quantity`;
const PRUNE = 'DELETE FROM outcome WHERE project_id = ? AND hour < ?';

export interface OutcomeReader {
  /** The counts of the hours that began from `from` on and before `to`, oldest first. */
  list(projectId: string, range: { from: number; to: number }): Promise<OutcomeCount[]>;
  /** The number of events accepted in the busiest hour since a time; 0 if there were none. */
  busiestHour(projectId: string, since: number): Promise<number>;
}

export interface OutcomeWriter extends OutcomeReader {
  /** Adds to the counts of projects. */
  add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void>;
  /** Deletes the counts of the hours that began before a time. */
  prune(projectId: string, before: number): Promise<void>;
}

/** The rows of `outcome`: numbers of accepted and rejected events by project, hour and reason. */
export class Outcomes implements OutcomeWriter {
  constructor(private readonly session: Session) {}

  list(projectId: string, { from, to }: { from: number; to: number }): Promise<OutcomeCount[]> {
    return this.session.all<OutcomeCount>(LIST, [idValue(projectId), from, to]);
  }

  async busiestHour(projectId: string, since: number): Promise<number> {
    const hour = Math.floor(since / HOUR_MS) * HOUR_MS;
    const row = await this.session.one<{ quantity: number }>(BUSIEST_HOUR, [idValue(projectId), hour]);
    return row?.quantity ?? 0;
  }

  async add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void> {
    const rows = counts.map(({ projectId, hour, outcome, reason, quantity }) => {
      return [idValue(projectId), hour, outcome, reason, quantity] as const;
    });
    // All processes lock rows in the same order, so that they never deadlock.
    rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] + a[3] < b[2] + b[3] ? -1 : 1));
    await this.session.runMany(ADD, rows);
  }

  async prune(projectId: string, before: number): Promise<void> {
    await this.session.run(PRUNE, [idValue(projectId), before]);
  }
}
