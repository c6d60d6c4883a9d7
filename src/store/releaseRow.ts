import type { Author, Release } from '../domain/release';

/** What a query of `release` (called `r`) selects. */
export const COLUMNS = `CAST(r.id AS TEXT) AS "id", CAST(r.organization_id AS TEXT) AS "organizationId", r.version AS "version",
  r.status AS "status", r.ref AS "ref", r.url AS "url", r.date_created AS "dateCreated", r.date_started AS "dateStarted",
  r.date_released AS "dateReleased", r.commit_count AS "commitCount", r.authors AS "authors"`;

/** A row of those columns: authors as JSON. */
export type ReleaseRow = Omit<Release, 'authors'> & { authors: string };

/** The release that a row tells. */
export function readRelease(row: ReleaseRow): Release {
  return {
    id: row.id,
    organizationId: row.organizationId,
    version: row.version,
    status: row.status,
    ref: row.ref,
    url: row.url,
    dateCreated: row.dateCreated,
    dateStarted: row.dateStarted,
    dateReleased: row.dateReleased,
    commitCount: row.commitCount,
    authors: JSON.parse(row.authors) as Author[],
  };
}
