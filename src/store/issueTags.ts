import type { IssueTags } from '../domain/issue';
import { sanitizeText } from '../domain/text';
import { type Dialect, jsonIntegers, jsonTags } from './dialect';
import { idValue, type Session } from './sql';

/** Values of one tag that an issue remembers; the first to come. */
export const VALUES_PER_TAG = 500;
/** Tags that it remembers all values of: search would lie without them, and `user` is what counts the users. */
const UNLIMITED_KEYS = new Set(['environment', 'level', 'release', 'user']);

/** An issue, a key and a value. */
type IssueTag = readonly [issue: number, key: string, value: string];

const UNKNOWN = (
  dialect: Dialect,
) => `SELECT w.issue AS "issue", w.key AS "key", w.value AS "value" FROM (${jsonTags(dialect)}) w
  WHERE NOT EXISTS (SELECT 1 FROM issue_tag t
    WHERE t.project_id = ? AND t.key = w.key AND t.value = w.value AND t.issue_id = w.issue)`;
const COUNT = (dialect: Dialect) => `SELECT w.issue AS "issue", w.key AS "key", (SELECT COUNT(*) FROM (
    SELECT 1 FROM issue_tag t WHERE t.project_id = ? AND t.issue_id = w.issue AND t.key = w.key LIMIT ?) known) AS "count"
  FROM (${jsonTags(dialect)}) w`;
const INSERT = 'INSERT INTO issue_tag (project_id, key, value, issue_id) VALUES (?, ?, ?, ?)';
const COUNT_USERS = 'UPDATE issue SET user_count = user_count + ? WHERE project_id = ? AND id = ?';
const DELETE = (dialect: Dialect) => `DELETE FROM issue_tag WHERE project_id = ? AND (key, value, issue_id) IN (
  SELECT t.key, t.value, t.issue_id FROM issue_tag t
  WHERE t.project_id = ? AND t.issue_id IN (${jsonIntegers(dialect)}) LIMIT ?)`;

/** Notes the tags of issues, and counts the users that are new to them. Where all are known, it is one look and writes nothing. */
export async function recordTags(session: Session, project: number, tagged: readonly IssueTags[]): Promise<void> {
  const unknown = await unknownTags(session, project, distinct(tagged.filter(({ isNew }) => !isNew)));
  // A new issue has none yet, and one batch does not reach the limit.
  const fresh = [...distinct(tagged.filter(({ isNew }) => isNew)), ...unknown];
  await session.runMany(
    INSERT,
    fresh.map(([issue, key, value]) => [project, key, value, issue]),
  );
  const users = fresh.filter(([, key]) => key === 'user');
  await session.runMany(
    COUNT_USERS,
    tally(users.map(([issue]) => issue)).map(([issue, count]) => [count, project, issue]),
  );
}

/** The tags that their issues do not have yet, as far as these remember so many. */
async function unknownTags(session: Session, project: number, tags: readonly IssueTag[]): Promise<IssueTag[]> {
  if (tags.length === 0) return [];
  const rows = await session.all<{ issue: number; key: string; value: string }>(UNKNOWN, [
    JSON.stringify(tags),
    project,
  ]);
  return withinLimit(
    session,
    project,
    rows.map(({ issue, key, value }) => [issue, key, value] as const),
  );
}

/** Deletes at most `limit` tags of issues that are gone; answers how many there were. */
export async function deleteTags(session: Session, project: number, issues: string, limit: number): Promise<number> {
  const { changes } = await session.run(DELETE, [project, project, issues, limit]);
  return changes;
}

function distinct(tagged: readonly IssueTags[]): IssueTag[] {
  const tags = new Map<string, IssueTag>();
  for (const { issueId, tags: given } of tagged) {
    for (const { key, value } of given) {
      const name = `${issueId}\n${key}\n${value}`;
      if (!tags.has(name)) tags.set(name, [idValue(issueId), sanitizeText(key), sanitizeText(value)]);
    }
  }
  return [...tags.values()];
}

/** Without those that are beyond what an issue remembers of their key. */
async function withinLimit(session: Session, project: number, tags: readonly IssueTag[]): Promise<IssueTag[]> {
  const limited = new Map(
    tags.filter(([, key]) => !UNLIMITED_KEYS.has(key)).map(([issue, key]) => [`${issue}\n${key}`, [issue, key, '']]),
  );
  if (limited.size === 0) return [...tags];
  const values = [project, VALUES_PER_TAG, JSON.stringify([...limited.values()])];
  const rows = await session.all<{ issue: number; key: string; count: number }>(COUNT, values);
  const counts = new Map(rows.map(({ issue, key, count }) => [`${issue}\n${key}`, count]));
  return tags.filter(([issue, key]) => {
    const name = `${issue}\n${key}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return UNLIMITED_KEYS.has(key) || count < VALUES_PER_TAG;
  });
}

function tally(issues: readonly number[]): [issue: number, count: number][] {
  const counts = new Map<number, number>();
  for (const issue of issues) counts.set(issue, (counts.get(issue) ?? 0) + 1);
  return [...counts];
}
