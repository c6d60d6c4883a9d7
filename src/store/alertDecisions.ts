import { type AlertDecision, type AlertRule, DECISION_RETENTION_MS, type NewestDecision } from '../domain/alertRule';
import { groupBy } from '../domain/groups';
import type { Issue } from '../domain/issue';
import { type Dialect, isAmong } from './engine/dialect';
import { EntityStore, type ReadSession, type Session, type Value, idValue, insertRows, listValue } from './engine/sql';
import {
  CRASH_FREE_TYPES,
  type CrashFreeState,
  type CrashFreeType,
  type CrashFreeWatch,
} from '../domain/releaseHealth';

/** Number of decisions of one rule about one issue that are kept. */
const SLOTS = 20;
/** The slot that repeats the newest decision. */
const NEWEST = 0;

type DecisionRow = { ruleId: string; content: string; dateCreated: number };
/** The JSON in the column `content`: a decision without the columns of its row. */
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
/** Maximum number of decisions that are merged. */
const MAX_MERGED = 5_000;
const LIST_OF_ISSUES = (
  dialect: Dialect,
) => `SELECT CAST(rule_id AS TEXT) AS "ruleId", content AS "content", date_created AS "dateCreated" FROM alert_decision
  WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')} AND slot > ${NEWEST}
  ORDER BY date_created DESC LIMIT ${MAX_MERGED}`;
const DELETE_OF_ISSUE = 'DELETE FROM alert_decision WHERE project_id = ? AND issue_id = ?';
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM alert_decision
  WHERE project_id = ? AND (issue_id, slot, rule_id) IN (
    SELECT d.issue_id, d.slot, d.rule_id FROM alert_decision d
    WHERE d.project_id = ? AND ${isAmong(dialect, 'd.issue_id')} LIMIT ?)`;
const PRUNE = `DELETE FROM alert_decision WHERE (project_id, issue_id, slot, rule_id) IN (
  SELECT d.project_id, d.issue_id, d.slot, d.rule_id FROM alert_decision d WHERE d.date_created <= ?
  ORDER BY d.date_created LIMIT ?)`;

/** Selects the newest decision of each rule about issues, as a part of a larger statement. */
export const NEWEST_DECISIONS = (
  dialect: Dialect,
) => `SELECT CAST(rule_id AS TEXT) AS "ruleId", CAST(issue_id AS TEXT) AS "issueId", date_created AS "dateCreated",
    content AS "content"
  FROM alert_decision WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')} AND slot = ${NEWEST}`;

/** The rows of `alert_decision`: decisions of alert rules about issues. */
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
    const newestFirst = await this.session.all<DecisionRow>(LIST_OF_ISSUES, [project, issues]);
    await this.session.run(DELETE_OF_ISSUE, [project, issue]);
    const rows = [...groupBy(newestFirst, ({ ruleId }) => ruleId)].flatMap(([ruleId, decisions]) =>
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

  /** Deletes at most `limit` expired decisions. Returns the number of deleted rows. */
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

type WatchRow = Omit<CrashFreeWatch, 'state'> & { readonly state: string | null };
type WatchKey = Pick<CrashFreeWatch, 'projectId' | 'ruleId' | 'type'>;

const WATCH_COLUMNS = `CAST(w.project_id AS TEXT) AS "projectId", CAST(w.organization_id AS TEXT) AS "organizationId",
  CAST(w.rule_id AS TEXT) AS "ruleId", w.type AS "type", w.state AS "state"`;
const LIST_WATCHES = `SELECT ${WATCH_COLUMNS} FROM crash_free_watch w ORDER BY w.project_id, w.rule_id, w.type`;
const LIST_WATCHES_OF_RULE = `SELECT ${WATCH_COLUMNS} FROM crash_free_watch w WHERE w.project_id = ? AND w.rule_id = ?`;
const INSERT_WATCH = `INSERT INTO crash_free_watch (project_id, rule_id, type, organization_id) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, rule_id, type) DO NOTHING`;
const SAVE_WATCH = 'UPDATE crash_free_watch SET state = ? WHERE project_id = ? AND rule_id = ? AND type = ?';
const DELETE_WATCH = 'DELETE FROM crash_free_watch WHERE project_id = ? AND rule_id = ? AND type = ?';

/** The rows of `crash_free_watch`. */
export class CrashFreeWatchReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the conditions of all active rules. */
  async list(): Promise<CrashFreeWatch[]> {
    return (await this.session.all<WatchRow>(LIST_WATCHES, [])).map(readWatch);
  }

  async listOfRule(projectId: string, ruleId: string): Promise<CrashFreeWatch[]> {
    const rows = await this.session.all<WatchRow>(LIST_WATCHES_OF_RULE, [idValue(projectId), idValue(ruleId)]);
    return rows.map(readWatch);
  }
}

export class CrashFreeWatchWriter extends CrashFreeWatchReader<Session> {
  /** Stores the conditions that a rule has now. A condition that it already had keeps its state. */
  async replaceOfRule(rule: Pick<AlertRule, 'projectId' | 'organizationId' | 'id' | 'conditions' | 'isActive'>) {
    const { projectId, organizationId, id: ruleId, conditions, isActive } = rule;
    const has = (type: CrashFreeType) => isActive && conditions.some((one) => one.type === type);
    for (const type of CRASH_FREE_TYPES) {
      const key = keyValues({ projectId, ruleId, type });
      await (has(type)
        ? this.session.run(INSERT_WATCH, [...key, idValue(organizationId)])
        : this.session.run(DELETE_WATCH, key));
    }
  }

  async save(key: WatchKey, state: CrashFreeState): Promise<void> {
    await this.session.run(SAVE_WATCH, [JSON.stringify(state), ...keyValues(key)]);
  }
}

function keyValues({ projectId, ruleId, type }: WatchKey): Value[] {
  return [idValue(projectId), idValue(ruleId), type];
}

function readWatch({ state, ...row }: WatchRow): CrashFreeWatch {
  return { ...row, state: state === null ? null : (JSON.parse(state) as CrashFreeState) };
}
