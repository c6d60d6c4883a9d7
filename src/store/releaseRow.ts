import type { Author, Release } from '../domain/release';

/** What a statement on `release` selects or returns. */
export const COLUMNS = `CAST(release.id AS TEXT) AS "id", CAST(release.organization_id AS TEXT) AS "organizationId",
  release.version AS "version", release.status AS "status", release.ref AS "ref", release.url AS "url",
  release.date_created AS "dateCreated", release.date_started AS "dateStarted", release.date_released AS "dateReleased",
  release.commit_count AS "commitCount", release.authors AS "authors"`;

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
