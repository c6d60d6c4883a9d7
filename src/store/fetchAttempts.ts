import { FETCH_VALID_MS, type FetchAttempt, type FetchFailureReason, fetchSlot } from '../domain/fetchAttempt';
import type { Project } from '../domain/project';
import { markContentsIdle } from './contents';
import { type Dialect, jsonTexts } from './dialect';
import { idValue, listValue, type Session } from './sql';

/** Whose attempts they are. */
export interface FetchAttemptOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Which attempt. */
export interface FetchAttemptKey extends FetchAttemptOwner {
  readonly url: string;
  readonly slot: number;
}

/** How an attempt ended. */
export type FetchAttemptResult = Pick<FetchAttempt, 'map' | 'failure'>;

/** What a project may keep of what was fetched. */
export interface FetchAttemptLimits {
  readonly rows: number;
  /** Of source maps, inflated, each counted once. */
  readonly bytes: number;
}

export interface FetchAttemptReader {
  /** Attempts by URL that may matter to what was received at that time. */
  find(projectId: string, urls: readonly string[], received: number): Promise<Map<string, FetchAttempt[]>>;
  /** Projects with attempts that are due, those first that wait longest. */
  findDue(now: number, limit: number): Promise<FetchAttemptOwner[]>;
}

export interface FetchAttemptWriter extends FetchAttemptReader {
  /** Asks for files to be fetched; a project may ask for some hundreds in an hour, and further ones are left out. */
  request(project: Pick<Project, 'id' | 'organizationId'>, urls: readonly string[], at: number): Promise<void>;
  /** Takes attempts of a project that are due, which then are not due before `until`. */
  claim(owner: FetchAttemptOwner, now: number, until: number, limit: number): Promise<FetchAttemptKey[]>;
  /** Ends an attempt; the bytes of its map are kept already. */
  finish(key: FetchAttemptKey, result: FetchAttemptResult, at: number): Promise<void>;
  /** Forgets the oldest of a project's attempts that are more than it may keep. */
  trim(owner: FetchAttemptOwner, limits: FetchAttemptLimits, at: number): Promise<void>;
  /** Forgets attempts that were asked for before `before`, at most `limit`; answers how many. */
  prune(before: number, limit: number, at: number): Promise<number>;
}

/** How many files a project may ask for in an hour. */
const MAX_REQUESTS_PER_HOUR = 500;
/** An attempt may wait for others before it is made. */
const MAX_QUEUE_TIME_MS = 2 * FETCH_VALID_MS;

type FetchAttemptRow = {
  [Name in 'url' | 'failedUrl' | 'details' | 'mapUrl' | 'sha1' | 'debugId']: Name extends 'url'
    ? string
    : string | null;
} & { created: number; settled: number | null; reason: FetchFailureReason | null; size: number | null };
type ExpiredAttemptRow = {
  project: number;
  organization: number;
  url: string;
  slot: number;
  sha1: string | null;
  size: number | null;
};

const FIND = (
  dialect: Dialect,
) => `SELECT url AS "url", date_created AS "created", date_settled AS "settled", failed_url AS "failedUrl",
    reason AS "reason", details AS "details", map_url AS "mapUrl", sha1 AS "sha1", size AS "size", debug_id AS "debugId"
  FROM scraped_file WHERE project_id = ? AND url IN (${jsonTexts(dialect)}) AND date_created BETWEEN ? AND ?
  ORDER BY url, date_created, slot`;
const FIND_DUE = `SELECT CAST(project_id AS TEXT) AS "projectId", CAST(organization_id AS TEXT) AS "organizationId" FROM scraped_file
  WHERE date_settled IS NULL AND due_at <= ? GROUP BY project_id, organization_id ORDER BY MIN(due_at) LIMIT ?`;
const COUNT_RECENT = `SELECT COUNT(*) AS "count" FROM (
  SELECT 1 FROM scraped_file WHERE project_id = ? AND date_created > ? LIMIT ?) recent`;
const REQUEST = `INSERT INTO scraped_file (project_id, url, slot, organization_id, due_at, date_created) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, url, slot) DO NOTHING`;
const NEXT = `SELECT url AS "url", slot AS "slot" FROM scraped_file
  WHERE project_id = ? AND date_settled IS NULL AND due_at <= ? ORDER BY due_at, url LIMIT ?`;
const CLAIM = 'UPDATE scraped_file SET due_at = ? WHERE project_id = ? AND url = ? AND slot = ?';
const FINISH = `UPDATE scraped_file SET date_settled = ?, failed_url = ?, reason = ?, details = ?, map_url = ?, sha1 = ?, size = ?, debug_id = ?
  WHERE project_id = ? AND url = ? AND slot = ? AND date_settled IS NULL`;
const EXPIRED_COLUMNS =
  'project_id AS "project", organization_id AS "organization", url AS "url", slot AS "slot", sha1 AS "sha1", size AS "size"';
const NEWEST = `SELECT ${EXPIRED_COLUMNS} FROM scraped_file WHERE project_id = ? ORDER BY date_created DESC, url`;
const OLDEST = `SELECT ${EXPIRED_COLUMNS} FROM scraped_file WHERE date_created < ? ORDER BY date_created LIMIT ?`;
const DELETE = 'DELETE FROM scraped_file WHERE project_id = ? AND url = ? AND slot = ?';

/** The rows of `scraped_file`. */
export class FetchAttempts implements FetchAttemptWriter {
  constructor(private readonly session: Session) {}

  async find(projectId: string, urls: readonly string[], received: number): Promise<Map<string, FetchAttempt[]>> {
    const span = [received - FETCH_VALID_MS - MAX_QUEUE_TIME_MS, received + FETCH_VALID_MS];
    const rows = await this.session.all<FetchAttemptRow>(FIND, [idValue(projectId), listValue(urls), ...span]);
    const found = new Map<string, FetchAttempt[]>();
    for (const row of rows) found.set(row.url, [...(found.get(row.url) ?? []), readFetchAttempt(row)]);
    return found;
  }

  findDue(now: number, limit: number): Promise<FetchAttemptOwner[]> {
    return this.session.all(FIND_DUE, [now, limit]);
  }

  async request(
    { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
    urls: readonly string[],
    at: number,
  ): Promise<void> {
    const project = idValue(id);
    const recent = await this.session.one<{ count: number }>(COUNT_RECENT, [
      project,
      at - FETCH_VALID_MS,
      MAX_REQUESTS_PER_HOUR,
    ]);
    const room = MAX_REQUESTS_PER_HOUR - (recent?.count ?? 0);
    const rows = urls
      .slice(0, Math.max(0, room))
      .map((url) => [project, url, fetchSlot(at), idValue(organizationId), at, at]);
    await this.session.runMany(REQUEST, rows);
  }

  async claim(owner: FetchAttemptOwner, now: number, until: number, limit: number): Promise<FetchAttemptKey[]> {
    const project = idValue(owner.projectId);
    const next = await this.session.all<{ url: string; slot: number }>(NEXT, [project, now, limit]);
    await this.session.runMany(
      CLAIM,
      next.map(({ url, slot }) => [until, project, url, slot]),
    );
    return next.map((key) => ({ ...owner, ...key }));
  }

  async finish(
    { projectId, url, slot }: FetchAttemptKey,
    { map, failure }: FetchAttemptResult,
    at: number,
  ): Promise<void> {
    const failed = [failure?.url ?? null, failure?.reason ?? null, failure?.details ?? null];
    const fetched = [map?.url ?? null, map?.sha1 ?? null, map?.size ?? null, map?.debugId ?? null];
    await this.session.run(FINISH, [at, ...failed, ...fetched, idValue(projectId), url, slot]);
  }

  async trim({ projectId }: FetchAttemptOwner, limits: FetchAttemptLimits, at: number): Promise<void> {
    const rows = await this.session.all<ExpiredAttemptRow>(NEWEST, [idValue(projectId)]);
    await this.forget(rows.slice(countWithinLimits(rows, limits)), at);
  }

  async prune(before: number, limit: number, at: number): Promise<number> {
    const rows = await this.session.all<ExpiredAttemptRow>(OLDEST, [before, limit]);
    await this.forget(rows, at);
    return rows.length;
  }

  /** The bytes may be those of other attempts, and of uploads: that is found out when they are collected. */
  private async forget(rows: readonly ExpiredAttemptRow[], at: number): Promise<void> {
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

/** How many of the rows, newest first, are within the limits. */
function countWithinLimits(rows: readonly ExpiredAttemptRow[], limits: FetchAttemptLimits): number {
  const counted = new Set<string>();
  let bytes = 0;
  const over = rows.findIndex(({ sha1, size }, index) => {
    if (sha1 !== null && !counted.has(sha1)) bytes += size ?? 0;
    if (sha1 !== null) counted.add(sha1);
    return index >= limits.rows || bytes > limits.bytes;
  });
  return over === -1 ? rows.length : over;
}

function readFetchAttempt({
  url,
  created,
  settled,
  failedUrl,
  reason,
  details,
  mapUrl,
  sha1,
  size,
  debugId,
}: FetchAttemptRow): FetchAttempt {
  return {
    url,
    at: settled ?? created,
    map: sha1 === null ? null : { url: mapUrl ?? url, sha1, size: size ?? 0, debugId },
    failure: reason === null ? null : { url: failedUrl ?? url, reason, details: details ?? '' },
  };
}
