import type { Project } from '../domain/project';
import { type Scraping, type ScrapingReason, scrapingSlot, VALID_MS } from '../domain/scraping';
import { type Dialect, listedTexts } from './dialect';
import { suspectContents } from './garbage';
import type { ScrapingKey, ScrapingLimits, ScrapingOwner, ScrapingResult, ScrapingWriter } from './scrapingStores';
import { type Session, idValue, listValue } from './sql';

/** How many files a project may ask for in an hour. */
const MOST_IN_AN_HOUR = 500;
/** An attempt may wait for others before it is made. */
const LONGEST_WAIT_MS = 2 * VALID_MS;

type Row = {
  [Name in 'url' | 'failedUrl' | 'details' | 'mapUrl' | 'sha1' | 'debugId']: Name extends 'url'
    ? string
    : string | null;
} & { created: number; settled: number | null; reason: ScrapingReason | null; size: number | null };
type OldRow = {
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
  FROM scraped_file WHERE project_id = ? AND url IN (${listedTexts(dialect)}) AND date_created BETWEEN ? AND ?
  ORDER BY url, date_created, slot`;
const DUE = `SELECT CAST(project_id AS TEXT) AS "projectId", CAST(organization_id AS TEXT) AS "organizationId" FROM scraped_file
  WHERE date_settled IS NULL AND due_at <= ? GROUP BY project_id, organization_id ORDER BY MIN(due_at) LIMIT ?`;
const COUNT_RECENT = `SELECT COUNT(*) AS "count" FROM (
  SELECT 1 FROM scraped_file WHERE project_id = ? AND date_created > ? LIMIT ?) recent`;
const REQUEST = `INSERT INTO scraped_file (project_id, url, slot, organization_id, due_at, date_created) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, url, slot) DO NOTHING`;
const NEXT = `SELECT url AS "url", slot AS "slot" FROM scraped_file
  WHERE project_id = ? AND date_settled IS NULL AND due_at <= ? ORDER BY due_at, url LIMIT ?`;
const CLAIM = 'UPDATE scraped_file SET due_at = ? WHERE project_id = ? AND url = ? AND slot = ?';
const SETTLE = `UPDATE scraped_file SET date_settled = ?, failed_url = ?, reason = ?, details = ?, map_url = ?, sha1 = ?, size = ?, debug_id = ?
  WHERE project_id = ? AND url = ? AND slot = ? AND date_settled IS NULL`;
const OLD =
  'project_id AS "project", organization_id AS "organization", url AS "url", slot AS "slot", sha1 AS "sha1", size AS "size"';
const NEWEST = `SELECT ${OLD} FROM scraped_file WHERE project_id = ? ORDER BY date_created DESC, url`;
const OLDEST = `SELECT ${OLD} FROM scraped_file WHERE date_created < ? ORDER BY date_created LIMIT ?`;
const FORGET = 'DELETE FROM scraped_file WHERE project_id = ? AND url = ? AND slot = ?';

/** The rows of `scraped_file`. */
export class Scrapings implements ScrapingWriter {
  constructor(private readonly session: Session) {}

  async find(projectId: string, urls: readonly string[], received: number): Promise<Map<string, Scraping[]>> {
    const span = [received - VALID_MS - LONGEST_WAIT_MS, received + VALID_MS];
    const rows = await this.session.all<Row>(FIND, [idValue(projectId), listValue(urls), ...span]);
    const found = new Map<string, Scraping[]>();
    for (const row of rows) found.set(row.url, [...(found.get(row.url) ?? []), readScraping(row)]);
    return found;
  }

  due(now: number, limit: number): Promise<ScrapingOwner[]> {
    return this.session.all(DUE, [now, limit]);
  }

  async request(
    { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
    urls: readonly string[],
    at: number,
  ): Promise<void> {
    const project = idValue(id);
    const recent = await this.session.one<{ count: number }>(COUNT_RECENT, [project, at - VALID_MS, MOST_IN_AN_HOUR]);
    const room = MOST_IN_AN_HOUR - (recent?.count ?? 0);
    const rows = urls
      .slice(0, Math.max(0, room))
      .map((url) => [project, url, scrapingSlot(at), idValue(organizationId), at, at]);
    await this.session.runMany(REQUEST, rows);
  }

  async claim(owner: ScrapingOwner, now: number, until: number, limit: number): Promise<ScrapingKey[]> {
    const project = idValue(owner.projectId);
    const next = await this.session.all<{ url: string; slot: number }>(NEXT, [project, now, limit]);
    await this.session.runMany(
      CLAIM,
      next.map(({ url, slot }) => [until, project, url, slot]),
    );
    return next.map((key) => ({ ...owner, ...key }));
  }

  async settle({ projectId, url, slot }: ScrapingKey, { map, failure }: ScrapingResult, at: number): Promise<void> {
    const failed = [failure?.url ?? null, failure?.reason ?? null, failure?.details ?? null];
    const fetched = [map?.url ?? null, map?.sha1 ?? null, map?.size ?? null, map?.debugId ?? null];
    await this.session.run(SETTLE, [at, ...failed, ...fetched, idValue(projectId), url, slot]);
  }

  async trim({ projectId }: ScrapingOwner, limits: ScrapingLimits, at: number): Promise<void> {
    const rows = await this.session.all<OldRow>(NEWEST, [idValue(projectId)]);
    await this.forget(rows.slice(keptOf(rows, limits)), at);
  }

  async prune(before: number, limit: number, at: number): Promise<number> {
    const rows = await this.session.all<OldRow>(OLDEST, [before, limit]);
    await this.forget(rows, at);
    return rows.length;
  }

  /** The bytes may be those of other attempts, and of uploads: that is found out when they are collected. */
  private async forget(rows: readonly OldRow[], at: number): Promise<void> {
    await this.session.runMany(
      FORGET,
      rows.map(({ project, url, slot }) => [project, url, slot]),
    );
    for (const organization of new Set(rows.map((row) => row.organization))) {
      const sha1s = rows.flatMap((row) => (row.organization === organization && row.sha1 !== null ? [row.sha1] : []));
      if (sha1s.length > 0) await suspectContents(this.session, organization, [...new Set(sha1s)], at);
    }
  }
}

/** How many of the rows, newest first, are within the limits. */
function keptOf(rows: readonly OldRow[], limits: ScrapingLimits): number {
  const counted = new Set<string>();
  let bytes = 0;
  const over = rows.findIndex(({ sha1, size }, index) => {
    if (sha1 !== null && !counted.has(sha1)) bytes += size ?? 0;
    if (sha1 !== null) counted.add(sha1);
    return index >= limits.rows || bytes > limits.bytes;
  });
  return over === -1 ? rows.length : over;
}

function readScraping({
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
}: Row): Scraping {
  return {
    url,
    at: settled ?? created,
    map: sha1 === null ? null : { url: mapUrl ?? url, sha1, size: size ?? 0, debugId },
    failure: reason === null ? null : { url: failedUrl ?? url, reason, details: details ?? '' },
  };
}
