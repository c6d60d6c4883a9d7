import { HOUR_MS, type OutcomeCount } from '../domain/outcome';
import type { OutcomeWriter } from './events';
import { idValue, type Session } from './sql';

const ADD = `INSERT INTO outcome (project_id, hour, outcome, reason, quantity) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, hour, outcome, reason) DO UPDATE SET quantity = outcome.quantity + excluded.quantity`;
const PRUNE = 'DELETE FROM outcome WHERE project_id = ? AND hour < ?';
const LIST = `SELECT hour AS "hour", outcome AS "outcome", reason AS "reason", quantity AS "quantity" FROM outcome
  WHERE project_id = ? AND hour >= ? AND hour < ? ORDER BY hour, outcome, reason`;
const BUSIEST = `SELECT COALESCE(MAX(quantity), 0) AS "quantity" FROM outcome WHERE project_id = ? AND hour >= ? AND outcome = 'accepted'`;

/** The rows of `outcome`. */
export class Outcomes implements OutcomeWriter {
  constructor(private readonly session: Session) {}

  async add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void> {
    const rows = counts.map(
      ({ projectId, hour, outcome, reason, quantity }) =>
        [idValue(projectId), hour, outcome, reason, quantity] as const,
    );
    // In one order, so that processes that count for the same projects wait for each other and never in a circle.
    rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] + a[3] < b[2] + b[3] ? -1 : 1));
    await this.session.runMany(ADD, rows);
  }

  async prune(projectId: string, before: number): Promise<void> {
    await this.session.run(PRUNE, [idValue(projectId), before]);
  }

  list(projectId: string, { from, to }: { from: number; to: number }): Promise<OutcomeCount[]> {
    return this.session.all<OutcomeCount>(LIST, [idValue(projectId), from, to]);
  }

  async busiestHour(projectId: string, since: number): Promise<number> {
    const hour = Math.floor(since / HOUR_MS) * HOUR_MS;
    const row = await this.session.one<{ quantity: number }>(BUSIEST, [idValue(projectId), hour]);
    return row?.quantity ?? 0;
  }
}
