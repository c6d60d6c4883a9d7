import type { Artifact } from '../domain/artifact';

/** What a query of `artifact` selects. */
export const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(project_id AS TEXT) AS "projectId", NULLIF(release, '') AS "release",
  NULLIF(dist, '') AS "dist", name AS "name", kind AS "kind", NULLIF(debug_id, '') AS "debugId", headers AS "headers",
  sha1 AS "sha1", size AS "size", date_created AS "dateCreated", CAST(bundle_id AS TEXT) AS "bundleId"`;

/** A row of those columns: headers as JSON. */
export type ArtifactRow = Omit<Artifact, 'headers'> & { headers: string };

/** The artifact that a row tells. */
export function readArtifact(row: ArtifactRow): Artifact {
  return { ...row, headers: JSON.parse(row.headers) as Artifact['headers'] };
}
