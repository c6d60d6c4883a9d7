import { createSequences, storeUncompressed, type Migration, type SchemaStatement } from '../engine/ddl';

/*
 * Uploaded files. Their bytes are rows and not files: one transaction and one backup cover them together with the rows
 * that refer to them, and on PostgreSQL every process can read them.
 */
const statements: readonly SchemaStatement[] = [
  createSequences('artifact', 'artifact_bundle'),
  // Chunks of uploads and files of artifacts. Without slice_count the bytes are incomplete: not stored yet, or being
  // deleted. Since idle_since no row may refer to the content.
  `CREATE TABLE content (
    organization_id INTEGER NOT NULL,
    sha1 TEXT NOT NULL,
    slice_count INTEGER,
    idle_since INTEGER,
    PRIMARY KEY (organization_id, sha1)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX content_idle ON content (idle_since, organization_id, sha1) WHERE idle_since IS NOT NULL',
  `CREATE TABLE content_slice (
    organization_id INTEGER NOT NULL,
    sha1 TEXT NOT NULL,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (organization_id, sha1, number)
  ) STRICT`,
  storeUncompressed('content_slice', 'bytes'),
  // In this table and the next, an empty text stands for no release, dist or debug id: unique keys treat nulls as
  // distinct.
  `CREATE TABLE artifact_bundle (
    organization_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    release TEXT NOT NULL,
    dist TEXT NOT NULL,
    project_ids TEXT NOT NULL,
    file_count INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, checksum, release, dist, project_ids)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE artifact (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    release TEXT NOT NULL,
    dist TEXT NOT NULL,
    name TEXT NOT NULL,
    debug_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    headers TEXT NOT NULL,
    sha1 TEXT NOT NULL,
    size INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    bundle_id INTEGER,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, release, name, dist, debug_id)
  ) STRICT`,
  "CREATE INDEX artifact_by_debug_id ON artifact (project_id, debug_id) WHERE debug_id <> ''",
  'CREATE INDEX artifact_by_content ON artifact (organization_id, sha1)',
];

export const artifacts: Migration = { number: 4, name: 'artifacts', statements };
