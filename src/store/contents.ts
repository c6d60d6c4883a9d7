import { decompressContent } from '../compression/content';
import { type Dialect, jsonTexts } from './engine/dialect';
import { idValue, listValue, type ReadSession, type Session, type Statement, type Value } from './engine/sql';

/** How many idle contents one call of `collectGarbage` looks at. */
const CONTENTS_PER_STEP = 100;

/** Chunks that are not assembled. */
export interface StoredChunks {
  readonly count: number;
  readonly bytes: number;
}

/** A part of the bytes of a content, compressed. */
export interface ContentSlice {
  readonly organizationId: string;
  readonly sha1: string;
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** A content whose slices are stored. */
export interface CompletedContent {
  readonly organizationId: string;
  readonly sha1: string;
  readonly sliceCount: number;
  readonly at: number;
  readonly chunkBytes?: number | null;
}

const FIND = 'SELECT slice_count AS "sliceCount" FROM content WHERE organization_id = ? AND sha1 = ?';
const FIND_COMPLETE = (dialect: Dialect) => `SELECT sha1 AS "sha1" FROM content
  WHERE organization_id = ? AND slice_count IS NOT NULL AND sha1 IN (${jsonTexts(dialect)})`;
const LIST_SLICES = 'SELECT bytes AS "bytes" FROM content_slice WHERE organization_id = ? AND sha1 = ? ORDER BY number';
const FIND_SLICE = 'SELECT bytes AS "bytes" FROM content_slice WHERE organization_id = ? AND sha1 = ? AND number = ?';
/** Garbage collection finds slices by their row of `content`, so this row is inserted before the first slice. */
const INSERT = `INSERT INTO content (organization_id, sha1, slice_count, idle_since) VALUES (?, ?, NULL, ?)
  ON CONFLICT (organization_id, sha1) DO UPDATE SET idle_since = excluded.idle_since`;
/** A slice of an earlier attempt has the same bytes, but another version of the library may have compressed them. */
const INSERT_SLICE = `INSERT INTO content_slice (organization_id, sha1, number, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, sha1, number) DO UPDATE SET bytes = excluded.bytes`;
const COMPLETE =
  'UPDATE content SET slice_count = ?, idle_since = ?, chunk_bytes = ? WHERE organization_id = ? AND sha1 = ?';
const SUM_CHUNKS = `SELECT CAST(COALESCE(SUM(chunk_bytes), 0) AS BIGINT) AS "bytes", COUNT(*) AS "count" FROM content
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL`;
/** Chunks that were assembled are kept for a short time, in which another assembly may use them. */
const RELEASE_CHUNKS = (dialect: Dialect) => `UPDATE content SET chunk_bytes = NULL, idle_since = ?
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL AND sha1 IN (${jsonTexts(dialect)})`;
/** Garbage collection takes the longest idle contents first. */
const EXPIRE_CHUNKS = `UPDATE content SET idle_since = 0
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL AND idle_since < ?`;
const SUM_OLD_CHUNKS = `SELECT CAST(COALESCE(SUM(chunk_bytes), 0) AS BIGINT) AS "bytes", COUNT(*) AS "count" FROM content
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL AND idle_since < ?`;
const TOUCH = (dialect: Dialect) => `UPDATE content SET idle_since = ?
  WHERE organization_id = ? AND idle_since IS NOT NULL AND sha1 IN (${jsonTexts(dialect)})`;
const MARK_IDLE = (dialect: Dialect) =>
  `UPDATE content SET idle_since = ? WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;

const NEXT_ORGANIZATION = `SELECT organization_id AS "organization" FROM content WHERE idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT 1`;
const LIST_IDLE = `SELECT sha1 AS "sha1" FROM content WHERE organization_id = ? AND idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT ?`;
const USED_BY_ARTIFACTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM artifact WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const USED_BY_FETCH_ATTEMPTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM scraped_file WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const MARK_USED = (dialect: Dialect) =>
  `UPDATE content SET idle_since = NULL, chunk_bytes = NULL WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const MARK_INCOMPLETE = (dialect: Dialect) =>
  `UPDATE content SET slice_count = NULL WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;
const DELETE_SLICES = (dialect: Dialect) => `DELETE FROM content_slice
  WHERE organization_id = ? AND (sha1, number) IN (SELECT s.sha1, s.number FROM content_slice s
    WHERE s.organization_id = ? AND s.sha1 IN (${jsonTexts(dialect)}) LIMIT ?)`;
const DELETE = (dialect: Dialect) =>
  `DELETE FROM content WHERE organization_id = ? AND sha1 IN (${jsonTexts(dialect)})`;

/**
 * The rows of `content` and `content_slice`. Bytes are stored in the database instead of files: they are as durable as
 * every other row, a backup is one file, and on PostgreSQL every process can read them.
 *
 * They are found by their SHA-1, within an organization: chunks of uploads, and the files that artifacts and fetch attempts
 * refer to. They are stored in compressed slices (`compression/content`), so that no transaction takes long.
 */
export class ContentReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  /** Those of `sha1s` that are not stored completely, without duplicates, in the given order. */
  async findMissing(organizationId: string, sha1s: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(sha1s)];
    const complete = await this.session.all<{ sha1: string }>(FIND_COMPLETE, [
      idValue(organizationId),
      listValue(wanted),
    ]);
    const stored = new Set(complete.map(({ sha1 }) => sha1));
    return wanted.filter((sha1) => !stored.has(sha1));
  }

  /**
   * The bytes, decompressed; undefined if they are not stored completely. To be called on a reader: a transaction
   * should not wait for the decompression.
   */
  read(organizationId: string, sha1: string): Promise<Uint8Array | undefined> {
    return readContent(this.session, idValue(organizationId), sha1);
  }

  /** Whether there are contents that `collectGarbage` would look at. */
  async hasGarbage(before: number): Promise<boolean> {
    return (await this.session.one(NEXT_ORGANIZATION, [before])) !== undefined;
  }

  /** The chunks of an organization that are not assembled, and what they count against its quota. */
  async sumChunks(organizationId: string): Promise<StoredChunks> {
    const row = await this.session.one<StoredChunks>(SUM_CHUNKS, [idValue(organizationId)]);
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  }
}

export class ContentWriter extends ContentReader<Session> {
  /** Stores a slice, or stores it again. The first slice comes first. */
  async putSlice({ organizationId, sha1, number, bytes, at }: ContentSlice): Promise<void> {
    const key = [idValue(organizationId), sha1];
    if (number === 0) await this.session.run(INSERT, [...key, at]);
    await this.session.run(INSERT_SLICE, [...key, number, bytes]);
  }

  /** Marks chunks as assembled: they do not count any more, and are deleted after `idleSince` as garbage is. */
  async releaseChunks(organizationId: string, sha1s: readonly string[], idleSince: number): Promise<void> {
    await this.session.run(RELEASE_CHUNKS, [idleSince, idValue(organizationId), listValue(sha1s)]);
  }

  /** Makes chunks that nobody used since a time the first garbage. Returns what they counted. */
  async expireChunks(organizationId: string, before: number): Promise<StoredChunks> {
    const values = [idValue(organizationId), before];
    const row = await this.session.one<StoredChunks>(SUM_OLD_CHUNKS, values);
    await this.session.run(EXPIRE_CHUNKS, values);
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  }

  /**
   * Makes a content readable after its last slice. `chunkBytes` is what it counts as a chunk that is not assembled; null for
   * other contents.
   */
  async complete(content: CompletedContent): Promise<void> {
    const key = [idValue(content.organizationId), content.sha1];
    if (content.sliceCount === 0) await this.session.run(INSERT, [...key, content.at]);
    await this.session.run(COMPLETE, [content.sliceCount, content.at, content.chunkBytes ?? null, ...key]);
  }

  /** Delays the garbage collection of contents that nothing refers to yet. */
  async touch(organizationId: string, sha1s: readonly string[], at: number): Promise<void> {
    await this.session.run(TOUCH, [at, idValue(organizationId), listValue(sha1s)]);
  }

  /**
   * Deletes at most `limit` slices of contents that were not used since `before` and that nothing refers to. A content
   * becomes unreadable before its first slice is deleted. Returns whether there is more to do.
   */
  async collectGarbage(before: number, limit: number): Promise<boolean> {
    const next = await this.session.one<{ organization: number }>(NEXT_ORGANIZATION, [before]);
    if (next === undefined) return false;
    const { organization } = next;
    const idle = await this.listSha1s(LIST_IDLE, [organization, before, CONTENTS_PER_STEP]);
    const used = new Set([
      ...(await this.listSha1s(USED_BY_ARTIFACTS, [organization, listValue(idle)])),
      ...(await this.listSha1s(USED_BY_FETCH_ATTEMPTS, [organization, listValue(idle)])),
    ]);
    await this.session.run(MARK_USED, [organization, listValue([...used])]);
    const garbage = listValue(idle.filter((sha1) => !used.has(sha1)));
    await this.session.run(MARK_INCOMPLETE, [organization, garbage]);
    const { changes } = await this.session.run(DELETE_SLICES, [organization, organization, garbage, limit]);
    if (changes < limit) await this.session.run(DELETE, [organization, garbage]);
    return true;
  }

  private async listSha1s(statement: Statement, values: readonly Value[]): Promise<string[]> {
    const rows = await this.session.all<{ sha1: string }>(statement, values);
    return rows.map(({ sha1 }) => sha1);
  }
}

/** Reads a content and decompresses it; undefined if it is not stored completely. */
export async function readContent(
  session: ReadSession,
  organization: number,
  sha1: string,
): Promise<Uint8Array | undefined> {
  const key = [organization, sha1];
  const found = await session.one<{ sliceCount: number | null }>(FIND, key);
  if (typeof found?.sliceCount !== 'number') return undefined;
  const slices = await session.all<{ bytes: Uint8Array }>(LIST_SLICES, key);
  return decompressContent(slices.slice(0, found.sliceCount).map(({ bytes }) => bytes));
}

/** Reads a slice of a content and decompresses it; null after the last one, undefined if the content is not stored completely. */
export async function readContentSlice(
  session: ReadSession,
  organization: number,
  sha1: string,
  number: number,
): Promise<Uint8Array | null | undefined> {
  const slice = await readCompressedSlice(session, organization, sha1, number);
  return slice && decompressContent([slice]);
}

/** The same as it is stored. */
export async function readCompressedSlice(
  session: ReadSession,
  organization: number,
  sha1: string,
  number: number,
): Promise<Uint8Array | null | undefined> {
  const key = [organization, sha1];
  const found = await session.one<{ sliceCount: number | null }>(FIND, key);
  if (typeof found?.sliceCount !== 'number') return undefined;
  if (number >= found.sliceCount) return null;
  return (await session.one<{ bytes: Uint8Array }>(FIND_SLICE, [...key, number]))?.bytes;
}

/** Marks contents after a reference to them was deleted. Garbage collection finds out whether it was the last one. */
export async function markContentsIdle(
  session: Session,
  organization: number,
  sha1s: readonly string[],
  at: number,
): Promise<void> {
  await session.run(MARK_IDLE, [at, organization, listValue(sha1s)]);
}
