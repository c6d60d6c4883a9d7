import type { EventTag } from '../../domain/event';
import {
  type Issue,
  type IssueTag,
  type IssueTags,
  SEARCH_ENTRY_MARK,
  type SearchEntryKey,
  UNLIMITED_KEYS,
} from '../../domain/issue';
import type { Cursor } from '../../domain/page';
import type { CompletionSource } from '../../domain/issueSearch';
import { sanitizeText } from '../../domain/text';
import { type Dialect, isAmong, jsonTags, jsonTagsOfIssues, jsonTexts, LAST_CHARACTER } from '../engine/dialect';
import { sliceStatements } from '../keyset';
import {
  EntityStore,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type Session,
  type Statement,
  type Value,
} from '../engine/sql';

/** Maximum number of values of one tag that are stored for an issue: the first ones received. */
export const VALUES_PER_TAG = 500;
/**
 * Maximum number of values of a search entry whose value may differ from event to event: counting fewer values costs
 * less.
 */
export const VALUES_PER_ENTRY = 100;
const LIMITED_ENTRIES: ReadonlySet<string> = new Set<SearchEntryKey>(['~error.value', '~user.ip']);
/** A row of `issue_tag` within its project. */
interface StoredTag {
  readonly issue: number;
  readonly key: string;
  readonly value: string;
}

/**
 * Number of issues with consecutive ids in one block. With larger blocks, fewer rows are inserted, but a search checks
 * more issues without the tag.
 */
export const BLOCK_SIZE = 16;
/**
 * Returns a condition that a column has the id of one of a block's issues. PostgreSQL looks up each value of an array;
 * for an IN with columns, it would read the tags of all issues again for each block.
 */
function isInBlock(dialect: Dialect, column: string, block: string): string {
  const ids = Array.from({ length: BLOCK_SIZE }, (_, offset) => `${block} * ${BLOCK_SIZE} + ${offset}`).join(', ');
  return dialect === 'sqlite' ? `${column} IN (${ids})` : `${column} = ANY (ARRAY[${ids}])`;
}

const FIND_ISSUES = (dialect: Dialect) => `SELECT t.issue_id AS "id" FROM issue_tag_block b CROSS JOIN issue_tag t
  WHERE b.project_id = ? AND b.key = ? AND b.value = ?
    AND t.project_id = b.project_id AND ${isInBlock(dialect, 't.issue_id', 'b.block')} AND t.key = b.key AND t.value = b.value LIMIT ?`;
/** Like `FIND_ISSUES`, for the values of a range. */
const FIND_ISSUES_IN_RANGE = (
  dialect: Dialect,
) => `SELECT t.issue_id AS "id" FROM issue_tag_block b CROSS JOIN issue_tag t
  WHERE b.project_id = ? AND b.key = ? AND b.value >= ? AND b.value < ?
    AND t.project_id = b.project_id AND ${isInBlock(dialect, 't.issue_id', 'b.block')} AND t.key = b.key AND t.value = b.value LIMIT ?`;
const FIND_NEW = (dialect: Dialect) =>
  `SELECT w.issue AS "issue", w.key AS "key", w.value AS "value" FROM (${jsonTagsOfIssues(dialect)}) w
  WHERE NOT EXISTS (SELECT 1 FROM issue_tag t
    WHERE t.project_id = ? AND t.key = w.key AND t.value = w.value AND t.issue_id = w.issue)`;
const COUNT_VALUES = (dialect: Dialect) => `SELECT w.issue AS "issue", w.key AS "key", (SELECT COUNT(*) FROM (
    SELECT 1 FROM issue_tag t WHERE t.project_id = ? AND t.issue_id = w.issue AND t.key = w.key LIMIT ?) stored) AS "count"
  FROM (${jsonTags(dialect)}) w`;
const FIND_KEYS = (dialect: Dialect) => `SELECT w.value AS "key" FROM (${jsonTexts(dialect)}) w
  WHERE EXISTS (SELECT 1 FROM issue_tag_block b WHERE b.project_id = ? AND b.key = w.value)`;
/** Walks from key to key by the index, skipping the values of each key. */
const COUNT_KEYS = `WITH RECURSIVE k (key, number) AS (
    SELECT (SELECT MIN(b.key) FROM issue_tag_block b WHERE b.project_id = ?), 1
    UNION ALL SELECT (SELECT MIN(b.key) FROM issue_tag_block b WHERE b.project_id = ? AND b.key > k.key), k.number + 1
      FROM k WHERE k.key IS NOT NULL AND k.number <= ?)
  SELECT COUNT(CASE WHEN key NOT LIKE '${SEARCH_ENTRY_MARK}%' THEN 1 END) AS "count" FROM k`;
const INSERT = insertRows('issue_tag', { project_id: 'SAME', key: 'TEXT', value: 'TEXT', issue_id: 'INTEGER' });
const INSERT_BLOCKS = insertRows(
  'issue_tag_block',
  { project_id: 'SAME', key: 'TEXT', value: 'TEXT', block: 'INTEGER' },
  'ON CONFLICT (project_id, key, value, block) DO NOTHING',
);
const DELETE = (dialect: Dialect) => `DELETE FROM issue_tag WHERE project_id = ? AND (key, value, issue_id) IN (
  SELECT t.key, t.value, t.issue_id FROM issue_tag t
  WHERE t.project_id = ? AND ${isAmong(dialect, 't.issue_id')} LIMIT ?)
  RETURNING issue_id AS "issue", key AS "key", value AS "value"`;
/** Deletes blocks without an issue that has the tag. The column `issue` of the list contains the number of a block. */
const DELETE_BLOCKS = (
  dialect: Dialect,
) => `DELETE FROM issue_tag_block WHERE project_id = ? AND (key, value, block) IN (
  SELECT w.key, w.value, w.issue FROM (${jsonTags(dialect)}) w
  WHERE NOT EXISTS (SELECT 1 FROM issue_tag t
    WHERE t.project_id = ? AND ${isInBlock(dialect, 't.issue_id', 'w.issue')} AND t.key = w.key AND t.value = w.value))`;

/** Maximum number of values of a tag that are counted. */
const COUNTED_VALUES = 10_000;
/** Walks from key to key of an issue by the primary key, skipping the values of each key, and counts these. */
const LIST_KEYS = `WITH RECURSIVE k (key) AS (
    SELECT (SELECT MIN(t.key) FROM issue_tag t WHERE t.project_id = ? AND t.issue_id = ?)
    UNION ALL SELECT (SELECT MIN(t.key) FROM issue_tag t WHERE t.project_id = ? AND t.issue_id = ? AND t.key > k.key)
      FROM k WHERE k.key IS NOT NULL)
  SELECT k.key AS "key", (SELECT CAST(COUNT(*) AS INTEGER) FROM (SELECT 1 FROM issue_tag t
      WHERE t.project_id = ? AND t.issue_id = ? AND t.key = k.key LIMIT ${COUNTED_VALUES}) stored) AS "count"
  FROM k WHERE k.key IS NOT NULL`;
const COUNT_VALUES_OF = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (SELECT 1 FROM issue_tag t
  WHERE t.project_id = ? AND t.issue_id = ? AND t.key = ? LIMIT ${COUNTED_VALUES}) stored`;
/** The last two parameters are a prefix, and a text that sorts after all texts with that prefix. */
const LIST_VALUES = sliceStatements(
  `SELECT t.value AS "value" FROM issue_tag t
  WHERE t.project_id = ? AND t.issue_id = ? AND t.key = ? AND t.value >= ? AND t.value < ?`,
  { columns: ['t.value'], descending: false },
);
/** Walks by the index from value to value of a key of a project, within a range and up to a number. */
const LIST_VALUES_OF_PROJECT = `WITH RECURSIVE v (value, number) AS (
    SELECT (SELECT MIN(b.value) FROM issue_tag_block b
      WHERE b.project_id = ? AND b.key = ? AND b.value >= ? AND b.value < ?), 1
    UNION ALL SELECT (SELECT MIN(b.value) FROM issue_tag_block b
      WHERE b.project_id = ? AND b.key = ? AND b.value > v.value AND b.value < ?), v.number + 1
      FROM v WHERE v.value IS NOT NULL AND v.number < ?)
  SELECT v.value AS "value" FROM v WHERE v.value IS NOT NULL`;
/** Walks by the index from key to key in the same way. */
const LIST_KEYS_OF_PROJECT = `WITH RECURSIVE k (key, number) AS (
    SELECT (SELECT MIN(b.key) FROM issue_tag_block b WHERE b.project_id = ?), 1
    UNION ALL SELECT (SELECT MIN(b.key) FROM issue_tag_block b WHERE b.project_id = ? AND b.key > k.key), k.number + 1
      FROM k WHERE k.key IS NOT NULL AND k.number < ?)
  SELECT k.key AS "key" FROM k WHERE k.key IS NOT NULL`;
/** Counts the values of each of some keys in the same way. */
const COUNT_VALUES_OF_PROJECT = (dialect: Dialect) => `SELECT w.value AS "key", (WITH RECURSIVE v (value, number) AS (
      SELECT (SELECT MIN(b.value) FROM issue_tag_block b WHERE b.project_id = ? AND b.key = w.value), 1
      UNION ALL SELECT (SELECT MIN(b.value) FROM issue_tag_block b
        WHERE b.project_id = ? AND b.key = w.value AND b.value > v.value), v.number + 1
        FROM v WHERE v.value IS NOT NULL AND v.number < ?)
    SELECT CAST(COUNT(v.value) AS INTEGER) FROM v) AS "count"
  FROM (${jsonTexts(dialect)}) w`;
/** Counts the blocks that contain each of some values, up to a number. */
const COUNT_BLOCKS = (dialect: Dialect) => `SELECT w.value AS "value", (SELECT CAST(COUNT(*) AS INTEGER) FROM (
    SELECT 1 FROM issue_tag_block b WHERE b.project_id = ? AND b.key = ? AND b.value = w.value LIMIT ?) found) AS "count"
  FROM (${jsonTexts(dialect)}) w`;
/**
 * Counts, in a number of these blocks, the issues with the value. Looks at the issues too, because the tags of removed
 * issues are deleted later.
 */
const COUNT_ISSUES = (dialect: Dialect) => `SELECT w.value AS "value", (SELECT CAST(COUNT(*) AS INTEGER) FROM (
      SELECT b.block AS block FROM issue_tag_block b WHERE b.project_id = ? AND b.key = ? AND b.value = w.value LIMIT ?) found
    CROSS JOIN issue_tag t CROSS JOIN issue i
    WHERE t.project_id = ? AND ${isInBlock(dialect, 't.issue_id', 'found.block')} AND t.key = ? AND t.value = w.value
      AND i.project_id = t.project_id AND i.id = t.issue_id) AS "count"
  FROM (${jsonTexts(dialect)}) w`;

/** The rows of `issue_tag` and `issue_tag_block`. */
export class IssueTagReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns at most `limit` keys of the tags of a project's issues in byte order, without the keys of search entries;
   * these count for the limit.
   */
  async listKeysOfProject(projectId: string, limit: number): Promise<string[]> {
    const project = idValue(projectId);
    const rows = await this.session.all<{ key: string }>(LIST_KEYS_OF_PROJECT, [project, project, limit]);
    return rows.map(({ key }) => key).filter((key) => !key.startsWith(SEARCH_ENTRY_MARK));
  }

  /** Returns the number of values of each of the keys in the project, counted up to `limit`. */
  async countValuesOfProject(projectId: string, keys: readonly string[], limit: number): Promise<Map<string, number>> {
    if (keys.length === 0) return new Map();
    const project = idValue(projectId);
    const values = [project, project, limit, listValue(keys)];
    const rows = await this.session.all<{ key: string; count: number }>(COUNT_VALUES_OF_PROJECT, values);
    return new Map(rows.map(({ key, count }) => [key, count]));
  }

  /** Returns the first values of a key in byte order that any issue of the project has and that begin with a prefix. */
  async listValuesOfProject(projectId: string, { key, prefix }: CompletionSource, limit: number): Promise<string[]> {
    const [tag, end] = [[idValue(projectId), key], prefix + LAST_CHARACTER];
    const values = [...tag, prefix, end, ...tag, end, limit];
    const rows = await this.session.all<{ value: string }>(LIST_VALUES_OF_PROJECT, values);
    return rows.map(({ value }) => value);
  }

  /** Returns the number of blocks of issues with each of the values, counted up to `limit`. */
  countBlocksWith(
    projectId: string,
    key: string,
    values: readonly string[],
    limit: number,
  ): Promise<Map<string, number>> {
    return this.countWith(COUNT_BLOCKS, [idValue(projectId), key, limit], values);
  }

  /** Returns the number of issues with each of the values in at most `limit` blocks. */
  countIssuesWith(
    projectId: string,
    key: string,
    values: readonly string[],
    limit: number,
  ): Promise<Map<string, number>> {
    const project = idValue(projectId);
    return this.countWith(COUNT_ISSUES, [project, key, limit, project, key], values);
  }

  /** Returns the keys of an issue's tags, each with its number of stored values, counted up to 10,000. */
  async listKeys({ projectId, id }: Pick<Issue, 'id' | 'projectId'>): Promise<Map<string, number>> {
    const issue = [idValue(projectId), idValue(id)];
    const rows = await this.session.all<{ key: string; count: number }>(LIST_KEYS, [...issue, ...issue, ...issue]);
    return new Map(rows.filter(({ key }) => !key.startsWith(SEARCH_ENTRY_MARK)).map(({ key, count }) => [key, count]));
  }

  /** Returns the number of stored values of a key, counted up to 10,000. */
  async countValuesOf({ projectId, id }: Pick<Issue, 'id' | 'projectId'>, key: string): Promise<number> {
    if (key.startsWith(SEARCH_ENTRY_MARK)) return 0;
    const values = [idValue(projectId), idValue(id), key];
    return (await this.session.one<{ count: number }>(COUNT_VALUES_OF, values))?.count ?? 0;
  }

  /** Returns the stored values of a key that begin with a prefix, in byte order. The key of the cursor is a value. */
  async listValues(
    { projectId, id }: Pick<Issue, 'id' | 'projectId'>,
    { key, prefix, cursor, limit }: { key: string; prefix: string; cursor: Cursor | null; limit: number },
  ): Promise<string[]> {
    if (key.startsWith(SEARCH_ENTRY_MARK)) return [];
    const range = [idValue(projectId), idValue(id), key, prefix, prefix + LAST_CHARACTER];
    const rows = await this.session.all<{ value: string }>(LIST_VALUES(cursor), [
      ...range,
      ...(cursor?.key ?? []),
      limit,
    ]);
    return rows.map(({ value }) => value);
  }

  /** Runs a statement whose last parameter is a list of values, and whose rows contain a count for each. */
  private async countWith(
    statement: Statement,
    parameters: readonly Value[],
    values: readonly string[],
  ): Promise<Map<string, number>> {
    if (values.length === 0) return new Map();
    const rows = await this.session.all<{ value: string; count: number }>(statement, [
      ...parameters,
      listValue(values),
    ]);
    return new Map(rows.map(({ value, count }) => [value, count]));
  }
}

export class IssueTagWriter extends IssueTagReader<Session> {
  /**
   * Returns the tags to store: each tag once, if it is not stored yet, and within the limit of values per tag. If all
   * of them are stored, this reads only once.
   */
  async findNew(projectId: string, tags: readonly IssueTags[]): Promise<IssueTag[]> {
    const project = idValue(projectId);
    if (!tags.some(({ tags: ofIssue }) => ofIssue.length > 0)) return [];
    const rows = await this.session.all<StoredTag>(FIND_NEW, [tagsJson(tags), project]);
    const counts = await this.countValues(project, rows);
    const accepted = rows.filter(({ issue, key }) => {
      const name = countKey(issue, key);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count < maxValuesOf(key);
    });
    return accepted.map(({ issue, key, value }) => ({ issueId: String(issue), key, value }));
  }

  /** Returns the given keys that a tag of any issue of the project has. */
  async findKeys(projectId: string, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.session.all<{ key: string }>(FIND_KEYS, [listValue(keys), idValue(projectId)]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Returns the number of keys of the tags of all issues in the project; at most one above `limit`. */
  async countKeys(projectId: string, limit: number): Promise<number> {
    const project = idValue(projectId);
    return (await this.session.one<{ count: number }>(COUNT_KEYS, [project, project, limit]))?.count ?? 0;
  }

  /** Stores tags that are new to their issues. */
  async insert(projectId: string, tags: readonly IssueTag[]): Promise<void> {
    const project = idValue(projectId);
    const stored = tags.map(({ issueId, key, value }): StoredTag => ({ issue: idValue(issueId), key, value }));
    const rowsOf = (rows: readonly StoredTag[]) => rows.map(({ issue, key, value }) => [project, key, value, issue]);
    this.session.post(INSERT, rowsOf(stored));
    this.session.post(INSERT_BLOCKS, rowsOf(blocksOf(stored)));
  }

  /**
   * Removes tags that an issue had from its block, unless another issue of the block has them. No other transaction may
   * run meanwhile: it may add a tag to a block that was found empty.
   */
  async deleteFromBlock({ projectId, id }: Pick<Issue, 'id' | 'projectId'>, tags: readonly EventTag[]): Promise<void> {
    const stored = tags.map(({ key, value }) => ({ issue: idValue(id), key, value }));
    await deleteEmptyBlocks(this.session, idValue(projectId), stored);
  }

  /** Returns the number of stored values for each of these tags that has a limit. */
  private async countValues(project: number, tags: readonly StoredTag[]): Promise<Map<string, number>> {
    const counted = [VALUES_PER_TAG, VALUES_PER_ENTRY].map((limit) => this.countUpTo(limit, project, tags));
    return new Map((await Promise.all(counted)).flat());
  }

  /** Returns the numbers of stored values, counted up to a limit, for the tags that have this limit. */
  private async countUpTo(
    limit: number,
    project: number,
    tags: readonly StoredTag[],
  ): Promise<(readonly [string, number])[]> {
    const limited = tags.filter(({ key }) => maxValuesOf(key) === limit);
    const keys = new Map(limited.map(({ issue, key }) => [countKey(issue, key), [issue, key, '']]));
    if (keys.size === 0) return [];
    const values = [project, limit, JSON.stringify([...keys.values()])];
    const rows = await this.session.all<{ issue: number; key: string; count: number }>(COUNT_VALUES, values);
    return rows.map(({ issue, key, count }) => [countKey(issue, key), count] as const);
  }
}

/** Returns the parameter of `jsonTagsOfIssues`, with each tag of each issue once, as it is stored. */
function tagsJson(tags: readonly IssueTags[]): string {
  const json = unsanitizedJson(tags);
  // JSON escapes the characters that `sanitizeText` replaces.
  if (!json.includes('\\u')) return json;
  const sanitize = ({ key, value }: EventTag) => ({ key: sanitizeText(key), value: sanitizeText(value) });
  return unsanitizedJson(tags.map(({ issueId, tags: ofIssue }) => ({ issueId, tags: ofIssue.map(sanitize) })));
}

function unsanitizedJson(tags: readonly IssueTags[]): string {
  const byIssue = new Map<string, ValueByKey[]>();
  for (const { issueId, tags: ofIssue } of tags) {
    const objects = byIssue.get(issueId) ?? [];
    byIssue.set(issueId, objects);
    for (const tag of ofIssue) addTag(objects, tag);
  }
  const members = [...byIssue].flatMap(([id, objects]) =>
    objects.map((values) => `"${idValue(id)}":${JSON.stringify(values)}`),
  );
  return `{${members.join(',')}}`;
}

/** Values of tags by their keys. */
type ValueByKey = Record<string, string>;

/** Adds a tag to an issue's tags. Further values of a key go into further objects. */
function addTag(objects: ValueByKey[], { key, value }: EventTag): void {
  for (const values of objects) {
    if (values[key] === value) return;
    if (values[key] !== undefined) continue;
    values[key] = value;
    return;
  }
  const values = Object.create(null) as ValueByKey;
  values[key] = value;
  objects.push(values);
}

/** Returns the maximum number of stored values of a key of an issue. */
function maxValuesOf(key: string): number {
  if (UNLIMITED_KEYS.has(key)) return Infinity;
  return LIMITED_ENTRIES.has(key) ? VALUES_PER_ENTRY : VALUES_PER_TAG;
}

function countKey(issue: number, key: string): string {
  return `${issue}\n${key}`;
}

/**
 * Returns the blocks of tags, each once, with the block in place of the issue. They are sorted, so that transactions
 * insert them in one order.
 */
function blocksOf(tags: readonly StoredTag[]): StoredTag[] {
  const blocks = new Map<string, StoredTag>();
  for (const { issue, key, value } of tags) {
    const block = Math.floor(issue / BLOCK_SIZE);
    blocks.set(`${key}\n${value}\n${block}`, { issue: block, key, value });
  }
  return [...blocks].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag);
}

/** Returns the ids of at most `limit` issues that have a tag. */
export async function findIssuesWithTag(
  session: ReadSession,
  project: number,
  { key, value }: EventTag,
  limit: number,
): Promise<number[]> {
  const rows = await session.all<{ id: number }>(FIND_ISSUES, [project, key, value, limit]);
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of at most `limit` issues that have a tag whose value begins with a text; an issue may occur more
 * than once. An empty text finds all issues with the key.
 */
export async function findIssuesWithPrefix(
  session: ReadSession,
  project: number,
  { key, value }: EventTag,
  limit: number,
): Promise<number[]> {
  const range = [value, value + LAST_CHARACTER];
  const rows = await session.all<{ id: number }>(FIND_ISSUES_IN_RANGE, [project, key, ...range, limit]);
  return rows.map(({ id }) => id);
}

/**
 * Deletes at most `limit` tags of removed issues. Returns the number of deleted tags.
 * @param issues ids as a JSON list
 */
export async function deleteTags(session: Session, project: number, issues: string, limit: number): Promise<number> {
  const deleted = await session.all<StoredTag>(DELETE, [project, project, issues, limit]);
  await deleteEmptyBlocks(session, project, deleted);
  return deleted.length;
}

/** Deletes the blocks of deleted tags, unless an issue of the block still has the tag. */
async function deleteEmptyBlocks(session: Session, project: number, deleted: readonly StoredTag[]): Promise<void> {
  const blocks = blocksOf(deleted).map(({ issue, key, value }) => [issue, key, value]);
  if (blocks.length > 0) await session.run(DELETE_BLOCKS, [project, JSON.stringify(blocks), project]);
}
