import { generateKeyPairSync } from 'node:crypto';
import {
  type Erasure,
  type ErasedPerson,
  eraseFromJson,
  eraseFromText,
  namesPerson,
  personKeysOf,
} from '../domain/erasure';
import type { EventTag } from '../domain/event';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { type Dialect, isAmong, jsonTags, LAST_CHARACTER, nextId, rowLock } from './engine/dialect';
import { EntityStore, idValue, insertReturning, listValue, type ReadSession, type Session } from './engine/sql';
import { sliceStatements } from './keyset';
import { IssueTagWriter } from './issues/issueTags';
import { MergedIssueWriter } from './issues/mergedIssues';

/** Number of texts that one step reads. */
const TEXTS_PER_STEP = 500;
/** Number of rows with values of tags, or with counts of alert rules, that one step reads. */
const VALUES_PER_STEP = 10_000;
/** Number of pages of SQLite's index of words that one step merges. */
const MERGED_PAGES = 500;
/** Maximum number of steps: the segments of words that are added meanwhile have to be merged too. */
const MAX_MERGES = 200;

const COLUMNS = `CAST(organization_id AS TEXT) AS "organizationId", CAST(id AS TEXT) AS "id", step AS "step",
  subject AS "value", state AS "state", due_at AS "dueAt"`;
const FIND = `SELECT ${COLUMNS} FROM erasure WHERE organization_id = ? AND id = ?`;
const LOCK = (dialect: Dialect) => `${FIND} ${rowLock(dialect)}`;
/** Marks the cursors of this list, to distinguish them from cursors of other lists. No slug contains it. */
const MARK = '~e';
const LIST = sliceStatements(`SELECT ${COLUMNS} FROM erasure WHERE organization_id = ?`, {
  columns: ['erasure.id'],
  descending: true,
});
const FIND_DUE = `SELECT ${COLUMNS} FROM erasure WHERE due_at <= ? ORDER BY due_at LIMIT 1`;
const INSERT = 'INSERT INTO erasure (organization_id, id, step, subject, state, due_at) VALUES (?, ?, ?, ?, ?, ?)';
const UPDATE =
  'UPDATE erasure SET step = ?, subject = ?, state = ?, due_at = ? WHERE organization_id = ? AND erasure.id = ?';
const FIND_KEY = 'SELECT private_key AS "key" FROM erasure_key WHERE organization_id = ?';
const INSERT_KEY = 'INSERT INTO erasure_key (organization_id, private_key) VALUES (?, ?)';

/** The statements for each column with texts of members, or with texts that repeat values of events. */
const TEXTS = [
  { table: 'issue_activity', key: ['issue_id', 'id'], column: 'data', isJson: true },
  { table: 'alert_decision', key: ['issue_id', 'slot', 'rule_id'], column: 'content', isJson: true },
  { table: 'issue_ticket', key: ['id'], column: 'title', isJson: false },
].map(({ table, key, column, isJson }) => {
  const columns = key.map((name) => `t.${name}`).join(', ');
  const marks = key.map(() => '?').join(', ');
  return {
    keyLength: key.length,
    isJson,
    list: `SELECT ${key.map((name, index) => `t.${name} AS "key${index}"`).join(', ')}, t.${column} AS "text" FROM ${table} t
      WHERE t.project_id = ? AND (${columns}) > (${marks}) ORDER BY ${columns} LIMIT ?`,
    update: `UPDATE ${table} SET ${column} = ? WHERE project_id = ? AND ${key.map((name) => `${name} = ?`).join(' AND ')}`,
  };
});

/** Skips rows of removed issues: another job deletes them, and they are not counted. */
const DELETE_FEEDBACK = `DELETE FROM feedback WHERE feedback.project_id = ? AND lower(email) = ?
  AND (SELECT 1 FROM removed_issue r WHERE r.project_id = feedback.project_id AND r.issue_id = feedback.issue_id) IS NULL`;
const LIST_TAGGED = (dialect: Dialect) => `SELECT t.issue_id AS "issue", t.key AS "key", t.value AS "value"
  FROM (${jsonTags(dialect)}) w CROSS JOIN issue_tag_block b CROSS JOIN issue_tag t
  WHERE b.project_id = ? AND b.key = w.key AND b.value = w.value
    AND t.project_id = b.project_id AND t.issue_id >= b.block * 16 AND t.issue_id < b.block * 16 + 16
    AND t.key = b.key AND t.value = b.value
    AND (SELECT 1 FROM removed_issue r WHERE r.project_id = t.project_id AND r.issue_id = t.issue_id) IS NULL
  ORDER BY 1, 2, 3 LIMIT ?`;
const DELETE_TAG = 'DELETE FROM issue_tag WHERE project_id = ? AND issue_id = ? AND key = ? AND value = ?';
/** Also reads a value once for each block of issues that has it. The next step continues behind the last value. */
const LIST_TAG_VALUES = `SELECT b.value AS "value" FROM issue_tag_block b
  WHERE b.project_id = ? AND b.key = ? AND b.value > ? AND b.value < ? ORDER BY b.value LIMIT ?`;
const LIST_RULE_COUNTS = `SELECT c.issue_id AS "issue", c.rule_id AS "rule", c.kind AS "kind", c.key AS "key" FROM alert_rule_count c
  WHERE c.project_id = ? AND (c.issue_id, c.rule_id, c.kind, c.key) > (?, ?, ?, ?)
  ORDER BY c.issue_id, c.rule_id, c.kind, c.key LIMIT ?`;
const DELETE_RULE_COUNT =
  'DELETE FROM alert_rule_count WHERE project_id = ? AND issue_id = ? AND rule_id = ? AND kind = ? AND key = ?';
const ANY_REMOVED = (dialect: Dialect) => `SELECT 1 AS "found" FROM removed_issue
  WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')} LIMIT 1`;
const ANY_STALE = (dialect: Dialect) => `SELECT 1 AS "found" FROM issue
  WHERE project_id = ? AND text_stale = 1 AND ${isAmong(dialect, 'id')} LIMIT 1`;
/** The segments of SQLite's index of words. Deleted words remain until all segments are merged. */
const IS_MERGED = 'SELECT 1 AS "found" WHERE (SELECT MIN(segid) = MAX(segid) FROM issue_text_index_idx)';
const MERGE = `INSERT INTO issue_text_index (issue_text_index, rank) VALUES ('merge', -${MERGED_PAGES})`;

interface ErasureRow extends Pick<Erasure, 'organizationId' | 'id' | 'step' | 'value' | 'dueAt'> {
  readonly state: string;
}

/** The result of a step that goes through the texts of a project. */
export interface ErasedTexts {
  readonly changed: number;
  /** The position at which the next step continues; null at the end. */
  readonly next: readonly number[] | null;
}

/** The key of a row of `alert_rule_count` within its project. */
interface RuleCountKey {
  readonly issue: number;
  readonly rule: number;
  readonly kind: number;
  readonly key: string;
}

/** What names a person in a part of the tags, search entries and counts of alert rules of a project. */
export interface PersonTags {
  readonly tags: readonly EventTag[];
  readonly ruleCounts: readonly RuleCountKey[];
  /** The position at which the next step continues; null at the end. */
  readonly next: readonly (string | number)[] | null;
}

/** The rows of `erasure`, and the rows that contain a value of a person. */
export class ErasureReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(organizationId: string, id: string): Promise<Erasure | undefined> {
    const row = await this.session.one<ErasureRow>(FIND, [idValue(organizationId), idValue(id)]);
    return row && readErasure(row);
  }

  /** Returns the erasures of an organization, newest first. */
  list(organizationId: string, page: PageRequest): Promise<Page<Erasure>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const key = (cursor?.key ?? []).map((id) => idValue(id.slice(MARK.length)));
        const rows = await this.session.all<ErasureRow>(LIST(cursor), [idValue(organizationId), ...key, limit]);
        return rows.map(readErasure);
      },
      ({ id }) => [`${MARK}${id}`],
    );
  }

  /** Returns the erasure that has been due the longest; undefined if none is due. */
  async findDue(now: number): Promise<Erasure | undefined> {
    const row = await this.session.one<ErasureRow>(FIND_DUE, [now]);
    return row && readErasure(row);
  }

  /** Returns true while rows of the removed issues are stored, or the search text of a changed issue is out of date. */
  async isWaiting({ projects }: Pick<Erasure, 'projects'>): Promise<boolean> {
    for (const { id, removedIssues, changedIssues } of projects) {
      for (const [statement, issues] of [
        [ANY_REMOVED, removedIssues],
        [ANY_STALE, changedIssues],
      ] as const)
        if ((await this.session.one(statement, [idValue(id), listValue(issues)])) !== undefined) return true;
    }
    return false;
  }

  /** Reads the next values of a project that may name a person: values of one key, or counts of alert rules. */
  async findPersonTags(
    projectId: string,
    person: ErasedPerson,
    position: readonly (string | number)[] | null,
  ): Promise<PersonTags> {
    const project = idValue(projectId);
    const [index = 0, ...after] = position ?? [];
    const keys = personKeysOf(person.kind);
    const personKey = keys[Number(index)];
    if (personKey !== undefined) {
      const { key, prefix } = personKey;
      const range = [after[0] ?? prefix, prefix + LAST_CHARACTER];
      const rows = await this.session.all<{ value: string }>(LIST_TAG_VALUES, [
        ...[project, key, ...range],
        VALUES_PER_STEP,
      ]);
      const values = new Set(rows.map(({ value }) => value));
      const tags = [...values].filter((value) => namesPerson(person, personKey, value));
      const last = rows.length === VALUES_PER_STEP ? rows.at(-1) : undefined;
      const next = last === undefined ? [Number(index) + 1] : [index, last.value];
      return { tags: tags.map((value) => ({ key, value })), ruleCounts: [], next };
    }
    const start = after.length === 0 ? [-1, -1, -1, ''] : after;
    const rows = await this.session.all<RuleCountKey>(LIST_RULE_COUNTS, [project, ...start, VALUES_PER_STEP]);
    const ruleCounts = rows.filter(({ key }) => keys.some((one) => one.prefix !== '' && namesPerson(person, one, key)));
    const last = rows.length === VALUES_PER_STEP ? rows.at(-1) : undefined;
    const next = last === undefined ? null : [keys.length, last.issue, last.rule, last.kind, last.key];
    return { tags: [], ruleCounts, next };
  }
}

export class ErasureWriter extends ErasureReader<Session> {
  /** Returns an erasure, which no other transaction changes until this one ends. */
  async lock({ organizationId, id }: Pick<Erasure, 'organizationId' | 'id'>): Promise<Erasure | undefined> {
    const row = await this.session.one<ErasureRow>(LOCK, [idValue(organizationId), idValue(id)]);
    return row && readErasure(row);
  }

  async insert(erasure: Omit<Erasure, 'id'>): Promise<Erasure> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['erasure']);
    const { organizationId, step, value, dueAt, ...state } = erasure;
    await this.session.run(INSERT, [idValue(organizationId), id, step, value, JSON.stringify(state), dueAt]);
    return { ...erasure, id: String(id) };
  }

  async save({ organizationId, id, step, value, dueAt, ...state }: Erasure): Promise<void> {
    const key = [idValue(organizationId), idValue(id)];
    await this.session.run(UPDATE, [step, value, JSON.stringify(state), dueAt, ...key]);
  }

  /** Returns the key that signs the receipts of an organization; creates it for the first one. PEM */
  async signingKey(organizationId: string): Promise<string> {
    const organization = idValue(organizationId);
    const stored = await this.session.one<{ key: string }>(FIND_KEY, [organization]);
    if (stored !== undefined) return stored.key;
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await this.session.run(INSERT_KEY, [organization, key]);
    return key;
  }

  /** Deletes the feedback and reports with a mail address. Returns their number. */
  async deleteFeedback(projectId: string, { kind, value }: ErasedPerson): Promise<number> {
    if (kind !== 'email') return 0;
    return (await this.session.run(DELETE_FEEDBACK, [idValue(projectId), value.trim().toLowerCase()])).changes;
  }

  /** Replaces the value in the next texts of a project. */
  async eraseTexts(
    projectId: string,
    person: ErasedPerson,
    position: readonly (string | number)[] | null,
  ): Promise<ErasedTexts> {
    const [table = 0, ...key] = (position ?? []).map(Number);
    const texts = TEXTS[table];
    if (texts === undefined) return { changed: 0, next: null };
    const { keyLength, isJson, list, update } = texts;
    const after = key.length === keyLength ? key : Array.from({ length: keyLength }, () => -1);
    const rows = await this.session.all<Readonly<Record<string, number>> & { readonly text: string }>(list, [
      idValue(projectId),
      ...after,
      TEXTS_PER_STEP,
    ]);
    const keyOf = (row: Readonly<Record<string, unknown>>) =>
      Array.from({ length: keyLength }, (_, index) => row[`key${index}`] as number);
    let changed = 0;
    for (const row of rows) {
      const erased = isJson ? eraseFromJson(row.text, person) : eraseFromText(row.text, person);
      if (erased === null || erased === row.text) continue;
      await this.session.run(update, [erased, idValue(projectId), ...keyOf(row)]);
      changed += 1;
    }
    const last = rows.length === TEXTS_PER_STEP ? rows.at(-1) : undefined;
    return { changed, next: last === undefined ? [table + 1] : [table, ...keyOf(last)] };
  }

  /**
   * Deletes counts of alert rules, and at most `limit` tags and search entries with the given values, and counts the
   * users of their issues again. No other transaction may run meanwhile. Returns the number of deleted tags.
   */
  async deleteTags(projectId: string, { tags, ruleCounts }: PersonTags, limit: number): Promise<number> {
    const project = idValue(projectId);
    for (const { issue, rule, kind, key } of ruleCounts)
      await this.session.run(DELETE_RULE_COUNT, [project, issue, rule, kind, key]);
    if (tags.length === 0) return 0;
    const tagList = JSON.stringify(tags.map(({ key, value }) => [0, key, value]));
    type Row = { issue: number; key: string; value: string };
    const rows = await this.session.all<Row>(LIST_TAGGED, [tagList, project, limit]);
    for (const { issue, key, value } of rows) await this.session.run(DELETE_TAG, [project, issue, key, value]);
    for (const { issue, ...tag } of rows)
      await new IssueTagWriter(this.session).deleteFromBlock({ projectId, id: String(issue) }, [tag]);
    const issues = [...new Set(rows.map(({ issue }) => String(issue)))];
    await new MergedIssueWriter(this.session).countUsers(projectId, issues);
    return rows.length;
  }

  /**
   * Merges segments of SQLite's index of words, in which deleted words remain. Returns true if there are more.
   * @param steps number of steps before this one
   */
  async mergeWords(steps: number): Promise<boolean> {
    if (this.session.dialect !== 'sqlite' || steps >= MAX_MERGES) return false;
    await this.session.run(MERGE, []);
    return (await this.session.one(IS_MERGED, [])) === undefined;
  }
}

function readErasure({ state, ...row }: ErasureRow): Erasure {
  return { ...(JSON.parse(state) as Omit<Erasure, keyof typeof row>), ...row };
}
