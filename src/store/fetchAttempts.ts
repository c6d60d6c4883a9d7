import { FETCH_VALID_MS, type FetchAttempt, type FetchFailureReason, fetchSlot } from '../domain/artifact';
import { groupBy } from '../domain/groups';
import type { Project } from '../domain/project';
import { markContentsIdle } from './contents';
import { type Dialect, isAmongTexts, jsonIntegers } from './engine/dialect';
import { FrameResolutionWriter } from './frameResolutions';
import { EntityStore, idValue, listValue, type ReadSession, type Session } from './engine/sql';

/** Maximum number of files that a project may request in an hour. */
const MAX_REQUESTS_PER_HOUR = 500;
/** Maximum time for which an attempt may wait in the queue. */
const MAX_QUEUE_TIME_MS = 2 * FETCH_VALID_MS;

/**
 * Maximum delay of an attempt. An attempt that seems to be due later was claimed before the clock was set back, and is
 * due.
 */
const MAX_DUE_DELAY_MS = 10 * 60 * 1000;

/** The project that attempts belong to. */
export interface FetchAttemptOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

/** The primary key of an attempt. */
export interface FetchAttemptKey extends FetchAttemptOwner {
  readonly url: string;
  readonly slot: number;
}

/** The projects and organizations whose attempts are skipped. */
export interface DueExceptions {
  readonly projectIds: readonly string[];
  readonly organizationIds: readonly string[];
}

const NO_EXCEPTIONS: DueExceptions = { projectIds: [], organizationIds: [] };

/** The result of an attempt. */
export type FetchAttemptResult = Pick<FetchAttempt, 'map' | 'failure'>;

/** Limits of the data that a project may store. */
export interface FetchAttemptLimits {
  readonly rows: number;
  /** Decompressed bytes of source maps, each counted once. */
  readonly bytes: number;
}

interface FetchAttemptRow {
  url: string;
  created: number;
  settled: number | null;
  failedUrl: string | null;
  reason: FetchFailureReason | null;
  details: string | null;
  mapUrl: string | null;
  sha1: string | null;
  size: number | null;
  debugId: string | null;
}

/** A row of `DELETION_COLUMNS`: the columns for deleting an attempt. */
interface DeletedAttemptRow {
  project: number;
  organization: number;
  url: string;
  slot: number;
  sha1: string | null;
  size: number | null;
}

/** Looks up each URL: the plus sign keeps SQLite from reading all files of the period instead. */
const FIND = (dialect: Dialect) =>
  `SELECT url AS "url", date_created AS "created", date_settled AS "settled", failed_url AS "failedUrl",
    reason AS "reason", details AS "details", map_url AS "mapUrl", sha1 AS "sha1", size AS "size", debug_id AS "debugId"
  FROM scraped_file WHERE project_id = ? AND ${isAmongTexts(dialect, 'url')} AND +date_created BETWEEN ? AND ?
  ORDER BY url, date_created, slot`;
const FIND_DUE = (dialect: Dialect) =>
  `SELECT CAST(project_id AS TEXT) AS "projectId", CAST(organization_id AS TEXT) AS "organizationId" FROM scraped_file
  WHERE date_settled IS NULL AND (due_at <= ? OR due_at > ?)
    AND project_id NOT IN (${jsonIntegers(dialect)}) AND organization_id NOT IN (${jsonIntegers(dialect)})
  GROUP BY project_id, organization_id ORDER BY MIN(due_at) LIMIT ?`;
const COUNT_RECENT = `SELECT COUNT(*) AS "count" FROM (
  SELECT 1 FROM scraped_file WHERE project_id = ? AND date_created > ? LIMIT ?) recent`;
const INSERT = `INSERT INTO scraped_file (project_id, url, slot, organization_id, due_at, date_created) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, url, slot) DO NOTHING`;
const FIND_DUE_OF_PROJECT = `SELECT url AS "url", slot AS "slot" FROM scraped_file
  WHERE project_id = ? AND date_settled IS NULL AND (due_at <= ? OR due_at > ?) ORDER BY due_at, url LIMIT ?`;
const CLAIM = 'UPDATE scraped_file SET due_at = ? WHERE project_id = ? AND url = ? AND slot = ?';
const FINISH = `UPDATE scraped_file SET date_settled = ?, failed_url = ?, reason = ?, details = ?, map_url = ?, sha1 = ?, size = ?, debug_id = ?
  WHERE project_id = ? AND url = ? AND slot = ? AND date_settled IS NULL`;
const DELETION_COLUMNS =
  'project_id AS "project", organization_id AS "organization", url AS "url", slot AS "slot", sha1 AS "sha1", size AS "size"';
const LIST_NEWEST = `SELECT ${DELETION_COLUMNS} FROM scraped_file WHERE project_id = ? ORDER BY date_created DESC, url`;
const LIST_OLDEST = `SELECT ${DELETION_COLUMNS} FROM scraped_file WHERE date_created < ? ORDER BY date_created LIMIT ?`;
const DELETE = 'DELETE FROM scraped_file WHERE project_id = ? AND url = ? AND slot = ?';

/** The rows of `scraped_file`: attempts to fetch the source maps of JavaScript files. */
export class FetchAttemptReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the attempts, by URL, that may be valid for an event received at a time. */
  async find(projectId: string, urls: readonly string[], received: number): Promise<Map<string, FetchAttempt[]>> {
    const range = [received - FETCH_VALID_MS - MAX_QUEUE_TIME_MS, received + FETCH_VALID_MS];
    const rows = await this.session.all<FetchAttemptRow>(FIND, [idValue(projectId), listValue(urls), ...range]);
    return groupBy(rows.map(readFetchAttempt), ({ url }) => url);
  }

  /** Returns the projects with due attempts, longest waiting first, except some projects and organizations. */
  findDue(now: number, limit: number, except: DueExceptions = NO_EXCEPTIONS): Promise<FetchAttemptOwner[]> {
    const excluded = [except.projectIds, except.organizationIds].map((ids) => listValue(ids.map(idValue)));
    return this.session.all(FIND_DUE, [now, now + MAX_DUE_DELAY_MS, ...excluded, limit]);
  }
}

export class FetchAttemptWriter extends FetchAttemptReader<Session> {
  /** Requests files to be fetched. Ignores requests beyond the hourly limit of the project. */
  async request(owner: Pick<Project, 'id' | 'organizationId'>, urls: readonly string[], at: number): Promise<void> {
    const [project, organization] = [idValue(owner.id), idValue(owner.organizationId)];
    const values = [project, at - FETCH_VALID_MS, MAX_REQUESTS_PER_HOUR];
    const recent = await this.session.one<{ count: number }>(COUNT_RECENT, values);
    const allowed = urls.slice(0, Math.max(0, MAX_REQUESTS_PER_HOUR - (recent?.count ?? 0)));
    const rows = allowed.map((url) => [project, url, fetchSlot(at), organization, at, at]);
    await this.session.runMany(INSERT, rows);
  }

  /** Claims due attempts of a project: they are not due again before `until`. */
  async claim(owner: FetchAttemptOwner, now: number, until: number, limit: number): Promise<FetchAttemptKey[]> {
    const project = idValue(owner.projectId);
    const values = [project, now, now + MAX_DUE_DELAY_MS, limit];
    const due = await this.session.all<{ url: string; slot: number }>(FIND_DUE_OF_PROJECT, values);
    await this.session.runMany(
      CLAIM,
      due.map(({ url, slot }) => [until, project, url, slot]),
    );
    return due.map((key) => ({ ...owner, ...key }));
  }

  /** Stores the result of an attempt; the bytes of its source map are stored already. */
  async finish(key: FetchAttemptKey, { map, failure }: FetchAttemptResult, at: number): Promise<void> {
    const failed = [failure?.url ?? null, failure?.reason ?? null, failure?.details ?? null];
    const fetched = [map?.url ?? null, map?.sha1 ?? null, map?.size ?? null, map?.debugId ?? null];
    await this.session.run(FINISH, [at, ...failed, ...fetched, idValue(key.projectId), key.url, key.slot]);
    if (map === null) return;
    const { projectId, organizationId } = key;
    const added = { projectId, organizationId, release: null, at, since: at - FETCH_VALID_MS };
    await new FrameResolutionWriter(this.session).request(added);
  }

  /** Deletes the oldest attempts of a project that exceed its limits. */
  async trim({ projectId }: FetchAttemptOwner, limits: FetchAttemptLimits, at: number): Promise<void> {
    const rows = await this.session.all<DeletedAttemptRow>(LIST_NEWEST, [idValue(projectId)]);
    await this.delete(rows.slice(countWithinLimits(rows, limits)), at);
  }

  /** Deletes at most `limit` attempts that were requested before a time. Returns the number of deleted attempts. */
  async prune(before: number, limit: number, at: number): Promise<number> {
    const rows = await this.session.all<DeletedAttemptRow>(LIST_OLDEST, [before, limit]);
    await this.delete(rows, at);
    return rows.length;
  }

  /** Deletes attempts. Leaves their bytes to garbage collection: other attempts and artifacts may refer to them. */
  private async delete(rows: readonly DeletedAttemptRow[], at: number): Promise<void> {
    await this.session.runMany(
      DELETE,
      rows.map(({ project, url, slot }) => [project, url, slot]),
    );
    for (const organization of new Set(rows.map((row) => row.organization))) {
      const sha1s = rows.flatMap((row) => (row.organization === organization && row.sha1 !== null ? [row.sha1] : []));
      if (sha1s.length > 0) await markContentsIdle(this.session, organization, [...new Set(sha1s)], at);
    }
  }
}

/** Returns the number of rows, newest first, that are within the limits. */
function countWithinLimits(rows: readonly DeletedAttemptRow[], limits: FetchAttemptLimits): number {
  const counted = new Set<string>();
  let bytes = 0;
  for (const [index, { sha1, size }] of rows.entries()) {
    if (sha1 !== null && !counted.has(sha1)) bytes += size ?? 0;
    if (sha1 !== null) counted.add(sha1);
    if (index >= limits.rows || bytes > limits.bytes) return index;
  }
  return rows.length;
}

function readFetchAttempt(row: FetchAttemptRow): FetchAttempt {
  const { url, sha1, reason } = row;
  return {
    url,
    at: row.settled ?? row.created,
    map: sha1 === null ? null : { url: row.mapUrl ?? url, sha1, size: row.size ?? 0, debugId: row.debugId },
    failure: reason === null ? null : { url: row.failedUrl ?? url, reason, details: row.details ?? '' },
  };
}
