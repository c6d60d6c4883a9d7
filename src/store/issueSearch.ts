import { setImmediate } from 'node:timers/promises';
import { type IssueSearch, type TagTerm, containsTexts } from '../domain/issueQuery';
import type { Issue } from '../domain/issue';
import type { Cursor } from '../domain/page';
import { type Dialect, listedIntegers, listedTags } from './dialect';
import { COLUMNS, type IssueRow, readIssue } from './issueRow';
import { sliceStatements } from './keyset';
import { type Session, listValue } from './sql';

/** With no more issues than these, those that have a tag are looked through; with more, one is soon met on the way through the list. */
const FEW = 1_000;
/** Issues looked at in one go, first and at most; others are served in between. */
const FIRST_WINDOW = 100;
const LAST_WINDOW = 1_000;

const ORDER = { columns: ['i.last_seen', 'i.id'], descending: true };
const LIST = sliceStatements(`SELECT ${COLUMNS} FROM issue i WHERE i.project_id = ?`, ORDER);
const LIST_OF_STATUS = sliceStatements(`SELECT ${COLUMNS} FROM issue i WHERE i.project_id = ? AND i.status = ?`, ORDER);
const NAMED = (dialect: Dialect) =>
  `SELECT ${COLUMNS} FROM issue i WHERE i.project_id = ? AND i.id IN (${listedIntegers(dialect)})`;
const HAVING =
  'SELECT issue_id AS "id" FROM issue_tag WHERE project_id = ? AND key = ? AND value = ? ORDER BY issue_id LIMIT ?';
/** A term has 1 for `issue` where the issue must have the tag, and 0 where it must not. */
const MATCHING = (dialect: Dialect) => `SELECT CAST(w.value AS TEXT) AS "id" FROM (${listedIntegers(dialect)}) w
  WHERE NOT EXISTS (SELECT 1 FROM (${listedTags(dialect)}) term
    WHERE term.issue <> (SELECT COUNT(*) FROM issue_tag t
      WHERE t.project_id = ? AND t.key = term.key AND t.value = term.value AND t.issue_id = w.value))`;

/** A part of the list of a project's issues: newest last-seen first, then highest id. */
interface Wanted {
  readonly project: number;
  readonly cursor: Cursor | null;
  readonly limit: number;
}

/**
 * Reads a slice of what a search finds. Issues of a status are a range of an index; so are those with a tag that few have. Only what
 * nothing narrows down, text and tags that many issues have, is looked for all along the list.
 */
export async function readIssueSlice(session: Session, search: IssueSearch, wanted: Wanted): Promise<Issue[]> {
  if (search.tags.length === 0 && search.texts.length === 0) return readRange(session, search, wanted);
  const few = await findFew(session, search, wanted.project);
  return few === undefined ? walk(session, search, wanted) : readFew(session, search, wanted, few);
}

async function readRange(
  session: Session,
  { status }: IssueSearch,
  { project, cursor, limit }: Wanted,
): Promise<Issue[]> {
  const key = cursor === null ? [] : cursor.key.map(Number);
  const rows = await (status === null
    ? session.all<IssueRow>(LIST(cursor), [project, ...key, limit])
    : session.all<IssueRow>(LIST_OF_STATUS(cursor), [project, status, ...key, limit]));
  return rows.map(readIssue);
}

/** The ids of all issues with one of the wanted tags, if there are few; undefined if there are many of each. */
async function findFew(session: Session, { tags }: IssueSearch, project: number): Promise<number[] | undefined> {
  for (const { key, value } of tags.filter(({ isNegated }) => !isNegated)) {
    const rows = await session.all<{ id: number }>(HAVING, [project, key, value, FEW + 1]);
    if (rows.length <= FEW) return rows.map(({ id }) => id);
  }
  return undefined;
}

async function readFew(
  session: Session,
  search: IssueSearch,
  { project, cursor, limit }: Wanted,
  ids: readonly number[],
): Promise<Issue[]> {
  const rows = await session.all<IssueRow>(NAMED, [project, listValue(ids)]);
  const ofStatus = rows.map(readIssue).filter(({ status }) => search.status === null || status === search.status);
  const found = await sift(session, search, project, ofStatus);
  found.sort((a, b) => b.lastSeen - a.lastSeen || Number(b.id) - Number(a.id));
  if (cursor?.backwards) found.reverse();
  return found.filter((issue) => cursor === null || isBeyond(issue, cursor)).slice(0, limit);
}

/** Window by window along the list, in longer ones the fewer are found. */
async function walk(session: Session, search: IssueSearch, { project, cursor, limit }: Wanted): Promise<Issue[]> {
  const found: Issue[] = [];
  let from = cursor;
  for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, LAST_WINDOW)) {
    const window = await readRange(session, search, { project, cursor: from, limit: size });
    found.push(...(await sift(session, search, project, window)));
    const last = window.at(-1);
    if (found.length >= limit || last === undefined || window.length < size) return found.slice(0, limit);
    from = { key: [String(last.lastSeen), last.id], backwards: cursor?.backwards ?? false, inclusive: false };
    await setImmediate();
  }
}

/** Those that have the texts and the tags. */
async function sift(
  session: Session,
  { tags, texts }: IssueSearch,
  project: number,
  issues: readonly Issue[],
): Promise<Issue[]> {
  const speaking = issues.filter((issue) => containsTexts(issue, texts));
  if (tags.length === 0 || speaking.length === 0) return speaking;
  const values = [listValue(speaking.map(({ id }) => Number(id))), JSON.stringify(tags.map(termOf)), project];
  const rows = await session.all<{ id: string }>(MATCHING, values);
  const matching = new Set(rows.map(({ id }) => id));
  return speaking.filter(({ id }) => matching.has(id));
}

function termOf({ key, value, isNegated }: TagTerm): [number, string, string] {
  return [isNegated ? 0 : 1, key, value];
}

function isBeyond({ lastSeen, id }: Issue, { key, backwards, inclusive }: Cursor): boolean {
  const [seen = 0, last = 0] = key.map(Number);
  const distance = seen - lastSeen || last - Number(id);
  return distance === 0 ? inclusive : distance > 0 !== backwards;
}
