import { unpackContent } from '../domain/content';
import { type Dialect, listedTexts } from './dialect';
import { anyIdle, collectContents } from './garbage';
import { type Session, idValue, listValue } from './sql';
import type { ContentWriter } from './artifactStores';

const WHOLE = (dialect: Dialect) => `SELECT sha1 AS "sha1" FROM content
  WHERE organization_id = ? AND slice_count IS NOT NULL AND sha1 IN (${listedTexts(dialect)})`;
const FIND = 'SELECT slice_count AS "sliceCount" FROM content WHERE organization_id = ? AND sha1 = ?';
const SLICES = 'SELECT bytes AS "bytes" FROM content_slice WHERE organization_id = ? AND sha1 = ? ORDER BY number';
/** Rows of slices must have their content's row, or nobody would ever find and collect them. */
const BEGIN = `INSERT INTO content (organization_id, sha1, slice_count, idle_since) VALUES (?, ?, NULL, ?)
  ON CONFLICT (organization_id, sha1) DO UPDATE SET idle_since = excluded.idle_since`;
/** What an earlier attempt left is the same bytes, perhaps compressed by another version of the library. */
const PUT = `INSERT INTO content_slice (organization_id, sha1, number, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, sha1, number) DO UPDATE SET bytes = excluded.bytes`;
const FINISH = 'UPDATE content SET slice_count = ?, idle_since = ? WHERE organization_id = ? AND sha1 = ?';
const KEEP = (dialect: Dialect) => `UPDATE content SET idle_since = ?
  WHERE organization_id = ? AND idle_since IS NOT NULL AND sha1 IN (${listedTexts(dialect)})`;

/**
 * The rows of `content` and `content_slice`. Bytes are in the database and not in files beside it: what an answer of 200 promises
 * is as durable as everything else, one file is all there is to back up, and on PostgreSQL every process sees them.
 */
export class Contents implements ContentWriter {
  constructor(private readonly session: Session) {}

  async missing(organizationId: string, sha1s: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(sha1s)];
    const rows = await this.session.all<{ sha1: string }>(WHOLE, [idValue(organizationId), listValue(wanted)]);
    const whole = new Set(rows.map(({ sha1 }) => sha1));
    return wanted.filter((sha1) => !whole.has(sha1));
  }

  read(organizationId: string, sha1: string): Promise<Uint8Array | undefined> {
    return readBytes(this.session, idValue(organizationId), sha1);
  }

  async putSlice(slice: {
    organizationId: string;
    sha1: string;
    number: number;
    bytes: Uint8Array;
    at: number;
  }): Promise<void> {
    const key = [idValue(slice.organizationId), slice.sha1];
    if (slice.number === 0) await this.session.run(BEGIN, [...key, slice.at]);
    await this.session.run(PUT, [...key, slice.number, slice.bytes]);
  }

  async finish(content: { organizationId: string; sha1: string; sliceCount: number; at: number }): Promise<void> {
    const key = [idValue(content.organizationId), content.sha1];
    if (content.sliceCount === 0) await this.session.run(BEGIN, [...key, content.at]);
    await this.session.run(FINISH, [content.sliceCount, content.at, ...key]);
  }

  async keep(organizationId: string, sha1s: readonly string[], at: number): Promise<void> {
    await this.session.run(KEEP, [at, idValue(organizationId), listValue(sha1s)]);
  }

  hasGarbage(before: number): Promise<boolean> {
    return anyIdle(this.session, before);
  }

  collectGarbage(before: number, limit: number): Promise<boolean> {
    return collectContents(this.session, before, limit);
  }
}

/** The bytes of that name, inflated, if they are kept whole. */
export async function readBytes(session: Session, organization: number, sha1: string): Promise<Uint8Array | undefined> {
  const key = [organization, sha1];
  const found = await session.one<{ sliceCount: number | null }>(FIND, key);
  if (typeof found?.sliceCount !== 'number') return undefined;
  const slices = await session.all<{ bytes: Uint8Array }>(SLICES, key);
  return unpackContent(slices.slice(0, found.sliceCount).map(({ bytes }) => bytes));
}
