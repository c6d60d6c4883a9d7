import { decompressContent } from '../compression/content';
import type { ContentWriter } from './artifacts';
import { type Dialect, jsonTexts } from './dialect';
import { idValue, listValue, type Session } from './sql';

/** How many idle contents one step looks at. */
const CONTENTS_PER_STEP = 100;

const NEXT_ORGANIZATION = `SELECT organization_id AS "organization" FROM content WHERE idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT 1`;
const IDLE = `SELECT sha1 AS "sha1" FROM content WHERE organization_id = ? AND idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT ?`;
const USED_BY_ARTIFACTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM artifact WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const USED_BY_FETCH_ATTEMPTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM scraped_file WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const MARK_USED = (dialect: Dialect) =>
  `UPDATE content SET idle_since = NULL WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const MARK_INCOMPLETE = (dialect: Dialect) =>
  `UPDATE content SET slice_count = NULL WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const DELETE_SLICES = (dialect: Dialect) => `DELETE FROM content_slice
  WHERE organization_id = ? AND (sha1, number) IN (SELECT s.sha1, s.number FROM content_slice s
    WHERE s.organization_id = ? AND s.sha1 IN (${jsonTexts(dialect)}) LIMIT ?)`;
const DELETE_CONTENTS = (dialect: Dialect) =>
  `DELETE FROM content WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
/** Of these contents something that referred to them is gone; whether it was the last is found out when they are collected. */
const MARK_IDLE = (dialect: Dialect) =>
  `UPDATE content SET idle_since = ? WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;

/** Notes that something that referred to each of these contents is gone. */
export async function markContentsIdle(
  session: Session,
  organization: number,
  sha1s: readonly string[],
  at: number,
): Promise<void> {
  await session.run(MARK_IDLE, [at, organization, listValue(sha1s)]);
}

/** Whether there are contents that nothing has used since `before`. */
export async function hasIdleContents(session: Session, before: number): Promise<boolean> {
  return (await session.one(NEXT_ORGANIZATION, [before])) !== undefined;
}

/**
 * Deletes at most `limit` slices of contents that nothing has used since `before` and nothing refers to. A content ceases
 * to be whole before its first slice goes. Answers whether there is more to do.
 */
export async function collectIdleContents(session: Session, before: number, limit: number): Promise<boolean> {
  const next = await session.one<{ organization: number }>(NEXT_ORGANIZATION, [before]);
  if (next === undefined) return false;
  const { organization } = next;
  const idle = names(await session.all(IDLE, [organization, before, CONTENTS_PER_STEP]));
  const used = new Set<string>();
  for (const users of [USED_BY_ARTIFACTS, USED_BY_FETCH_ATTEMPTS])
    names(await session.all(users, [organization, listValue(idle)])).forEach((sha1) => used.add(sha1));
  await session.run(MARK_USED, [organization, listValue([...used])]);
  const garbage = listValue(idle.filter((sha1) => !used.has(sha1)));
  await session.run(MARK_INCOMPLETE, [organization, garbage]);
  const { changes } = await session.run(DELETE_SLICES, [organization, organization, garbage, limit]);
  if (changes < limit) await session.run(DELETE_CONTENTS, [organization, garbage]);
  return true;
}

function names(rows: readonly { sha1: string }[]): string[] {
  return rows.map(({ sha1 }) => sha1);
}

const FIND_COMPLETE = (dialect: Dialect) => `SELECT sha1 AS "sha1" FROM content
  WHERE organization_id = ? AND slice_count IS NOT NULL AND sha1 IN (${jsonTexts(dialect)})`;
const FIND = 'SELECT slice_count AS "sliceCount" FROM content WHERE organization_id = ? AND sha1 = ?';
const SLICES = 'SELECT bytes AS "bytes" FROM content_slice WHERE organization_id = ? AND sha1 = ? ORDER BY number';
/** Rows of slices must have their content's row, or nobody would ever find and collect them. */
const INSERT_CONTENT = `INSERT INTO content (organization_id, sha1, slice_count, idle_since) VALUES (?, ?, NULL, ?)
  ON CONFLICT (organization_id, sha1) DO UPDATE SET idle_since = excluded.idle_since`;
/** What an earlier attempt left is the same bytes, perhaps compressed by another version of the library. */
const INSERT_SLICE = `INSERT INTO content_slice (organization_id, sha1, number, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, sha1, number) DO UPDATE SET bytes = excluded.bytes`;
const COMPLETE_CONTENT = 'UPDATE content SET slice_count = ?, idle_since = ? WHERE organization_id = ? AND sha1 = ?';
const TOUCH_CONTENTS = (dialect: Dialect) => `UPDATE content SET idle_since = ?
  WHERE organization_id = ? AND idle_since IS NOT NULL AND sha1 IN (${jsonTexts(dialect)})`;

/**
 * The rows of `content` and `content_slice`. Bytes are in the database and not in files beside it: what an answer of 200 promises
 * is as durable as everything else, one file is all there is to back up, and on PostgreSQL every process sees them.
 */
export class Contents implements ContentWriter {
  constructor(private readonly session: Session) {}

  async findMissing(organizationId: string, sha1s: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(sha1s)];
    const rows = await this.session.all<{ sha1: string }>(FIND_COMPLETE, [idValue(organizationId), listValue(wanted)]);
    const whole = new Set(rows.map(({ sha1 }) => sha1));
    return wanted.filter((sha1) => !whole.has(sha1));
  }

  read(organizationId: string, sha1: string): Promise<Uint8Array | undefined> {
    return readContentBytes(this.session, idValue(organizationId), sha1);
  }

  async putSlice(slice: {
    organizationId: string;
    sha1: string;
    number: number;
    bytes: Uint8Array;
    at: number;
  }): Promise<void> {
    const key = [idValue(slice.organizationId), slice.sha1];
    if (slice.number === 0) await this.session.run(INSERT_CONTENT, [...key, slice.at]);
    await this.session.run(INSERT_SLICE, [...key, slice.number, slice.bytes]);
  }

  async complete(content: { organizationId: string; sha1: string; sliceCount: number; at: number }): Promise<void> {
    const key = [idValue(content.organizationId), content.sha1];
    if (content.sliceCount === 0) await this.session.run(INSERT_CONTENT, [...key, content.at]);
    await this.session.run(COMPLETE_CONTENT, [content.sliceCount, content.at, ...key]);
  }

  async touch(organizationId: string, sha1s: readonly string[], at: number): Promise<void> {
    await this.session.run(TOUCH_CONTENTS, [at, idValue(organizationId), listValue(sha1s)]);
  }

  hasGarbage(before: number): Promise<boolean> {
    return hasIdleContents(this.session, before);
  }

  collectGarbage(before: number, limit: number): Promise<boolean> {
    return collectIdleContents(this.session, before, limit);
  }
}

/** The bytes of that name, inflated, if they are kept whole. */
export async function readContentBytes(
  session: Session,
  organization: number,
  sha1: string,
): Promise<Uint8Array | undefined> {
  const key = [organization, sha1];
  const found = await session.one<{ sliceCount: number | null }>(FIND, key);
  if (typeof found?.sliceCount !== 'number') return undefined;
  const slices = await session.all<{ bytes: Uint8Array }>(SLICES, key);
  return decompressContent(slices.slice(0, found.sliceCount).map(({ bytes }) => bytes));
}
