import { type AlertDecision, DECISION_RETENTION_MS, type NewestDecision } from '../domain/alertRule';
import type { Issue } from '../domain/issue';
import { type Dialect, jsonIntegers } from './engine/dialect';
import { EntityStore, idValue, insertRows, listValue, type ReadSession, type Session } from './engine/sql';

/** Number of decisions of one rule about one issue that are kept. */
const SLOTS = 20;
/** The slot that repeats the newest decision. */
const NEWEST = 0;

type DecisionRow = { ruleId: string; content: string; dateCreated: number };
/** The columns of a decision that its row has in its key, or apart. */
type Content = Omit<NewestDecision, 'ruleId' | 'issueId' | 'dateCreated'>;

const LIST = `SELECT CAST(rule_id AS TEXT) AS "ruleId", content AS "content", date_created AS "dateCreated" FROM alert_decision
  WHERE project_id = ? AND issue_id = ? AND slot > ${NEWEST} AND date_created > ?`;
const RECORD = insertRows(
  'alert_decision',
  {
    project_id: 'SAME',
    issue_id: 'INTEGER',
    slot: 'INTEGER',
    rule_id: 'INTEGER',
    content: 'TEXT',
    date_created: 'INTEGER',
  },
  `ON CONFLICT (project_id, issue_id, slot, rule_id) DO UPDATE SET
    content = excluded.content, date_created = excluded.date_created`,
);
/** Number of decisions that are merged. */
const MAX_MERGED = 5_000;
const LIST_OF_ISSUES = (
  dialect: Dialect,
) => `SELECT CAST(rule_id AS TEXT) AS "ruleId", content AS "content", date_created AS "dateCreated" FROM alert_decision
  WHERE project_id = ? AND issue_id IN (${jsonIntegers(dialect)}) AND slot > ${NEWEST}
  ORDER BY date_created DESC LIMIT ${MAX_MERGED}`;
const DELETE_OF_ISSUE = 'DELETE FROM alert_decision WHERE project_id = ? AND issue_id = ?';
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM alert_decision
  WHERE project_id = ? AND (issue_id, slot, rule_id) IN (
    SELECT d.issue_id, d.slot, d.rule_id FROM alert_decision d
    WHERE d.project_id = ? AND d.issue_id IN (${jsonIntegers(dialect)}) LIMIT ?)`;
const PRUNE = `DELETE FROM alert_decision WHERE (project_id, issue_id, slot, rule_id) IN (
  SELECT d.project_id, d.issue_id, d.slot, d.rule_id FROM alert_decision d WHERE d.date_created <= ?
  ORDER BY d.date_created LIMIT ?)`;

/** Selects the newest decision of each rule about issues, for a statement that reads more of these issues. */
export const NEWEST_DECISIONS = (
  dialect: Dialect,
) => `SELECT CAST(rule_id AS TEXT) AS "ruleId", CAST(issue_id AS TEXT) AS "issueId", date_created AS "dateCreated",
    content AS "content"
  FROM alert_decision WHERE project_id = ? AND issue_id IN (${jsonIntegers(dialect)}) AND slot = ${NEWEST}`;

/** The rows of `alert_decision`: what alert rules decided about issues. */
export class AlertDecisionReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the decisions about an issue, newest first. */
  async list({ id, projectId }: Pick<Issue, 'id' | 'projectId'>, now: number): Promise<AlertDecision[]> {
    const values = [idValue(projectId), idValue(id), now - DECISION_RETENTION_MS];
    const rows = await this.session.all<DecisionRow>(LIST, values);
    return rows
      .map((row) => readDecision({ ...row, issueId: id }))
      .sort((one, other) => other.dateCreated - one.dateCreated || other.number - one.number);
  }
}

export class AlertDecisionWriter extends AlertDecisionReader<Session> {
  /** Stores decisions, at most one of each rule and issue. */
  record(projectId: string, decisions: readonly NewestDecision[]): void {
    const project = idValue(projectId);
    const rows = decisions.flatMap(({ ruleId, issueId, dateCreated, ...content }) => {
      const text = JSON.stringify(content);
      return [NEWEST, 1 + (content.number % SLOTS)].map((slot) => {
        return [project, idValue(issueId), slot, idValue(ruleId), text, dateCreated];
      });
    });
    this.session.post(RECORD, rows);
  }

  /** Gives the newest decisions about issues to the issue into which these are merged. */
  async merge(projectId: string, issueIds: readonly string[], target: string): Promise<void> {
    const [project, issue] = [idValue(projectId), idValue(target)];
    const issues = listValue([...issueIds, target].map(idValue));
    const ofRules = new Map<string, DecisionRow[]>();
    for (const row of await this.session.all<DecisionRow>(LIST_OF_ISSUES, [project, issues]))
      ofRules.set(row.ruleId, [...(ofRules.get(row.ruleId) ?? []), row]);
    await this.session.run(DELETE_OF_ISSUE, [project, issue]);
    const rows = [...ofRules].flatMap(([ruleId, decisions]) =>
      decisions
        .slice(0, SLOTS)
        .reverse()
        .flatMap(({ content, dateCreated }, number, kept) => {
          const text = JSON.stringify({ ...(JSON.parse(content) as Content), number });
          const slots = [1 + number, ...(number === kept.length - 1 ? [NEWEST] : [])];
          return slots.map((slot) => [project, issue, slot, idValue(ruleId), text, dateCreated]);
        }),
    );
    this.session.post(RECORD, rows);
  }

  /** Deletes at most `limit` decisions that are kept no longer. Returns the number of deleted rows. */
  async prune(now: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE, [now - DECISION_RETENTION_MS, limit])).changes;
  }
}

/** Reads a row of a decision. */
export function readDecision({
  content,
  ...key
}: {
  readonly ruleId: string;
  readonly issueId: string;
  readonly content: string;
  readonly dateCreated: number;
}): NewestDecision {
  return { ...(JSON.parse(content) as Content), ...key };
}

/**
 * Deletes at most `limit` decisions about removed issues. Returns the number of deleted rows.
 * @param issues ids as a JSON list
 */
export async function deleteDecisions(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  return (await session.run(DELETE_OF_ISSUES, [project, project, issues, limit])).changes;
}
