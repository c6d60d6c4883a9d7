import { decompressContent } from '../compression/eventBody';
import { type Dialect, isAmongTexts } from './engine/dialect';
import {
  EntityStore,
  idValue,
  listValue,
  type ReadSession,
  type Session,
  type Statement,
  type Value,
} from './engine/sql';

/** Number of idle contents that one call of `collectGarbage` checks. */
const CONTENTS_PER_STEP = 100;

/** Chunks that are not assembled. */
export interface StoredChunks {
  readonly count: number;
  readonly bytes: number;
}

/** The organization that contents are stored for, and the time from which they are kept. */
export interface ContentOwner {
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** A compressed part of the bytes of a content. */
export interface ContentSlice {
  readonly sha1: string;
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** A content whose slices are stored. */
export interface CompletedContent {
  readonly sha1: string;
  readonly sliceCount: number;
  /** Bytes in the quota of a chunk that is not assembled; null for other contents. */
  readonly chunkBytes?: number | null;
}

const FIND = 'SELECT slice_count AS "sliceCount" FROM content WHERE organization_id = ? AND sha1 = ?';
const FIND_COMPLETE = (dialect: Dialect) => `SELECT sha1 AS "sha1" FROM content
  WHERE organization_id = ? AND slice_count IS NOT NULL AND ${isAmongTexts(dialect, 'sha1')}`;
const LIST_SLICES = 'SELECT bytes AS "bytes" FROM content_slice WHERE organization_id = ? AND sha1 = ? ORDER BY number';
const FIND_SLICE = 'SELECT bytes AS "bytes" FROM content_slice WHERE organization_id = ? AND sha1 = ? AND number = ?';
/** Garbage collection finds slices by their row of `content`; this row is therefore inserted before the first slice. */
const INSERT = `INSERT INTO content (organization_id, sha1, slice_count, idle_since) VALUES (?, ?, NULL, ?)
  ON CONFLICT (organization_id, sha1) DO UPDATE SET idle_since = excluded.idle_since`;
/**
 * Replaces a slice of an earlier attempt: it has the same bytes, but another version of the library may have compressed
 * them.
 */
const INSERT_SLICE = `INSERT INTO content_slice (organization_id, sha1, number, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, sha1, number) DO UPDATE SET bytes = excluded.bytes`;
/** An empty content has no slice, and therefore no row before. */
const COMPLETE = `INSERT INTO content (organization_id, sha1, slice_count, idle_since, chunk_bytes) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (organization_id, sha1) DO UPDATE
  SET slice_count = excluded.slice_count, idle_since = excluded.idle_since, chunk_bytes = excluded.chunk_bytes`;
const SUM_CHUNKS = `SELECT CAST(COALESCE(SUM(chunk_bytes), 0) AS BIGINT) AS "bytes", COUNT(*) AS "count" FROM content
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL`;
/** Keeps assembled chunks for a short time, in which another assembly may use them. */
const RELEASE_CHUNKS = (dialect: Dialect) => `UPDATE content SET chunk_bytes = NULL, idle_since = ?
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL AND ${isAmongTexts(dialect, 'sha1')}`;
/**
 * Makes chunks the next that garbage collection deletes: it begins with the contents that are idle the longest. Chunks
 * that wait for it already are not counted again.
 */
const EXPIRE_CHUNKS = `UPDATE content SET idle_since = 0
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL AND idle_since < ? AND idle_since > 0`;
const SUM_OLD_CHUNKS = `SELECT CAST(COALESCE(SUM(chunk_bytes), 0) AS BIGINT) AS "bytes", COUNT(*) AS "count" FROM content
  WHERE organization_id = ? AND chunk_bytes IS NOT NULL AND idle_since < ? AND idle_since > 0`;
const TOUCH = (dialect: Dialect) => `UPDATE content SET idle_since = ?
  WHERE organization_id = ? AND idle_since IS NOT NULL AND ${isAmongTexts(dialect, 'sha1')}`;
const MARK_IDLE = (dialect: Dialect) =>
  `UPDATE content SET idle_since = ? WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;

const NEXT_ORGANIZATION = `SELECT organization_id AS "organization" FROM content WHERE idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT 1`;
const LIST_IDLE = `SELECT sha1 AS "sha1" FROM content WHERE organization_id = ? AND idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT ?`;
const USED_BY_ARTIFACTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM artifact WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;
const USED_BY_FETCH_ATTEMPTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM scraped_file WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;
const USED_BY_ATTACHMENTS = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM event_attachment WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;
const MARK_USED = (dialect: Dialect) =>
  `UPDATE content SET idle_since = NULL, chunk_bytes = NULL WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;
const MARK_INCOMPLETE = (dialect: Dialect) =>
  `UPDATE content SET slice_count = NULL WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;
const DELETE_SLICES = (dialect: Dialect) => `DELETE FROM content_slice
  WHERE organization_id = ? AND (sha1, number) IN (SELECT s.sha1, s.number FROM content_slice s
    WHERE s.organization_id = ? AND ${isAmongTexts(dialect, 's.sha1')} LIMIT ?)`;
const DELETE = (dialect: Dialect) =>
  `DELETE FROM content WHERE organization_id = ? AND ${isAmongTexts(dialect, 'sha1')}`;

/**
 * The rows of `content` and `content_slice`. Bytes are stored in the database instead of files: they are as durable as
 * every other row, a backup is one file, and on PostgreSQL every process can read them.
 *
 * Contents are found by their SHA-1 within an organization: chunks of uploads, and the files that artifacts, fetch
 * attempts and attachments refer to. They are stored in compressed slices (`compression/content`), so that no
 * transaction takes long.
 */
export class ContentReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the given SHA-1s whose contents are not completely stored, without duplicates, in the given order. */
  async findMissing(organizationId: string, sha1s: readonly string[]): Promise<string[]> {
    const distinct = [...new Set(sha1s)];
    const complete = await this.session.all<{ sha1: string }>(FIND_COMPLETE, [
      idValue(organizationId),
      listValue(distinct),
    ]);
    const stored = new Set(complete.map(({ sha1 }) => sha1));
    return distinct.filter((sha1) => !stored.has(sha1));
  }

  /**
   * Returns the decompressed bytes; undefined if they are not completely stored. To be called on a reader: a
   * transaction should not wait for the decompression.
   */
  read(organizationId: string, sha1: string): Promise<Uint8Array | undefined> {
    return readContent(this.session, idValue(organizationId), sha1);
  }

  /** Returns true if `collectGarbage` would find contents to check. */
  async hasGarbage(before: number): Promise<boolean> {
    return (await this.session.one(NEXT_ORGANIZATION, [before])) !== undefined;
  }

  /** Returns the number of an organization's chunks that are not assembled, and their bytes in its quota. */
  async sumChunks(organizationId: string): Promise<StoredChunks> {
    const row = await this.session.one<StoredChunks>(SUM_CHUNKS, [idValue(organizationId)]);
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  }
}

export class ContentWriter extends ContentReader<Session> {
  /**
   * Stores different slices, or replaces them. The first slice of a content must be stored first, or with the others.
   */
  async putSlices({ organizationId, at }: ContentOwner, slices: readonly ContentSlice[]): Promise<void> {
    const organization = idValue(organizationId);
    const begun = slices.filter(({ number }) => number === 0);
    await this.session.runMany(
      INSERT,
      begun.map(({ sha1 }) => [organization, sha1, at]),
    );
    await this.session.runMany(
      INSERT_SLICE,
      slices.map(({ sha1, number, bytes }) => [organization, sha1, number, bytes]),
    );
  }

  /**
   * Marks chunks as assembled: they no longer count against the quota, and garbage collection deletes them after
   * `idleSince`.
   */
  async releaseChunks(organizationId: string, sha1s: readonly string[], idleSince: number): Promise<void> {
    await this.session.run(RELEASE_CHUNKS, [idleSince, idValue(organizationId), listValue(sha1s)]);
  }

  /**
   * Makes garbage collection begin with the chunks that were not used since a time. Returns their number and bytes in
   * the quota.
   */
  async expireChunks(organizationId: string, before: number): Promise<StoredChunks> {
    const values = [idValue(organizationId), before];
    const row = await this.session.one<StoredChunks>(SUM_OLD_CHUNKS, values);
    await this.session.run(EXPIRE_CHUNKS, values);
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
  }

  /** Makes different contents readable, whose slices are stored. */
  async complete({ organizationId, at }: ContentOwner, contents: readonly CompletedContent[]): Promise<void> {
    const organization = idValue(organizationId);
    await this.session.runMany(
      COMPLETE,
      contents.map(({ sha1, sliceCount, chunkBytes }) => [organization, sha1, sliceCount, at, chunkBytes ?? null]),
    );
  }

  /** Delays the garbage collection of contents that nothing refers to yet. */
  async touch(organizationId: string, sha1s: readonly string[], at: number): Promise<void> {
    await this.session.run(TOUCH, [at, idValue(organizationId), listValue(sha1s)]);
  }

  /**
   * Deletes at most `limit` slices of contents that were not used since `before` and have no reference. A content
   * becomes unreadable before its first slice is deleted. Returns true if there is more to do.
   */
  async collectGarbage(before: number, limit: number): Promise<boolean> {
    const next = await this.session.one<{ organization: number }>(NEXT_ORGANIZATION, [before]);
    if (next === undefined) return false;
    const { organization } = next;
    const idle = await this.listSha1s(LIST_IDLE, [organization, before, CONTENTS_PER_STEP]);
    const used = new Set([
      ...(await this.listSha1s(USED_BY_ARTIFACTS, [organization, listValue(idle)])),
      ...(await this.listSha1s(USED_BY_FETCH_ATTEMPTS, [organization, listValue(idle)])),
      ...(await this.listSha1s(USED_BY_ATTACHMENTS, [organization, listValue(idle)])),
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

/** Reads a content and decompresses it; returns undefined if it is not completely stored. */
export async function readContent(
  session: ReadSession,
  organization: number,
  sha1: string,
): Promise<Uint8Array | undefined> {
  const key = [organization, sha1];
  const content = await session.one<{ sliceCount: number | null }>(FIND, key);
  if (typeof content?.sliceCount !== 'number') return undefined;
  const slices = await session.all<{ bytes: Uint8Array }>(LIST_SLICES, key);
  return decompressContent(slices.slice(0, content.sliceCount).map(({ bytes }) => bytes));
}

/**
 * Reads a slice of a content and decompresses it; returns null after the last one, undefined if the content is not
 * completely stored.
 */
export async function readContentSlice(
  session: ReadSession,
  organization: number,
  sha1: string,
  number: number,
): Promise<Uint8Array | null | undefined> {
  const slice = await readCompressedSlice(session, organization, sha1, number);
  return slice && decompressContent([slice]);
}

/** Reads a slice of a content as stored, compressed. */
export async function readCompressedSlice(
  session: ReadSession,
  organization: number,
  sha1: string,
  number: number,
): Promise<Uint8Array | null | undefined> {
  const key = [organization, sha1];
  const content = await session.one<{ sliceCount: number | null }>(FIND, key);
  if (typeof content?.sliceCount !== 'number') return undefined;
  if (number >= content.sliceCount) return null;
  return (await session.one<{ bytes: Uint8Array }>(FIND_SLICE, [...key, number]))?.bytes;
}

/** Marks contents after a reference to them was deleted. Garbage collection checks whether it was the last one. */
export async function markContentsIdle(
  session: Session,
  organization: number,
  sha1s: readonly string[],
  at: number,
): Promise<void> {
  await session.run(MARK_IDLE, [at, organization, listValue(sha1s)]);
}
