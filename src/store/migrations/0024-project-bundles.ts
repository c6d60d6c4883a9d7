import type { Migration, SchemaStatement } from '../ddl';

/*
 * The bundles of each project, and what was found wrong with their files. Nothing is known of files that were uploaded before. The
 * row of a bundle in `artifact_bundle` only says that uploading it again adds nothing; it is deleted with the first of its files.
 */
const statements: readonly SchemaStatement[] = [
  // JSON; null if the file was not checked.
  'ALTER TABLE artifact ADD COLUMN findings TEXT',
  `CREATE INDEX artifact_by_bundle ON artifact (project_id, bundle_id, name, id) WHERE bundle_id IS NOT NULL`,
  `CREATE TABLE project_bundle (
    project_id INTEGER NOT NULL,
    bundle_id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    release TEXT NOT NULL,
    dist TEXT NOT NULL,
    file_count INTEGER NOT NULL,
    error_count INTEGER,
    warning_count INTEGER,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (project_id, bundle_id)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO project_bundle (project_id, bundle_id, organization_id, checksum, release, dist, file_count, date_created)
    SELECT a.project_id, a.bundle_id, a.organization_id, COALESCE(MAX(b.checksum), ''), MAX(a.release), MAX(a.dist),
      COUNT(*), MIN(a.date_created)
    FROM artifact a
      LEFT JOIN artifact_bundle b ON b.organization_id = a.organization_id AND b.id = a.bundle_id
    WHERE a.bundle_id IS NOT NULL
    GROUP BY a.project_id, a.bundle_id, a.organization_id`,
];

export const projectBundles: Migration = { number: 24, name: 'project-bundles', statements };
