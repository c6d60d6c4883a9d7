import type { AlertRule } from '../domain/alertRule';
import {
  CRASH_FREE_TYPES,
  type CrashFreeState,
  type CrashFreeType,
  type CrashFreeWatch,
} from '../domain/releaseHealth';
import { EntityStore, idValue, type ReadSession, type Session, type Value } from './engine/sql';

type WatchRow = Omit<CrashFreeWatch, 'state'> & { readonly state: string | null };
type WatchKey = Pick<CrashFreeWatch, 'projectId' | 'ruleId' | 'type'>;

const COLUMNS = `CAST(w.project_id AS TEXT) AS "projectId", CAST(w.organization_id AS TEXT) AS "organizationId",
  CAST(w.rule_id AS TEXT) AS "ruleId", w.type AS "type", w.state AS "state"`;
const LIST = `SELECT ${COLUMNS} FROM crash_free_watch w ORDER BY w.project_id, w.rule_id, w.type`;
const LIST_OF_RULE = `SELECT ${COLUMNS} FROM crash_free_watch w WHERE w.project_id = ? AND w.rule_id = ?`;
const INSERT = `INSERT INTO crash_free_watch (project_id, rule_id, type, organization_id) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, rule_id, type) DO NOTHING`;
const SAVE = 'UPDATE crash_free_watch SET state = ? WHERE project_id = ? AND rule_id = ? AND type = ?';
const DELETE = 'DELETE FROM crash_free_watch WHERE project_id = ? AND rule_id = ? AND type = ?';

/** The rows of `crash_free_watch`. */
export class CrashFreeWatchReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the conditions of all active rules. */
  async list(): Promise<CrashFreeWatch[]> {
    return (await this.session.all<WatchRow>(LIST, [])).map(readWatch);
  }

  async listOfRule(projectId: string, ruleId: string): Promise<CrashFreeWatch[]> {
    const rows = await this.session.all<WatchRow>(LIST_OF_RULE, [idValue(projectId), idValue(ruleId)]);
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
      await (has(type) ? this.session.run(INSERT, [...key, idValue(organizationId)]) : this.session.run(DELETE, key));
    }
  }

  async save(key: WatchKey, state: CrashFreeState): Promise<void> {
    await this.session.run(SAVE, [JSON.stringify(state), ...keyValues(key)]);
  }
}

function keyValues({ projectId, ruleId, type }: WatchKey): Value[] {
  return [idValue(projectId), idValue(ruleId), type];
}

function readWatch({ state, ...row }: WatchRow): CrashFreeWatch {
  return { ...row, state: state === null ? null : (JSON.parse(state) as CrashFreeState) };
}
