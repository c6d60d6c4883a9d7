import type { Migration } from '../migrate';

/*
 * What was uploaded to resolve frames with. Bytes are kept here and not in files beside: one transaction and one backup cover
 * them with the rows that name them, and on PostgreSQL every process sees them.
 */
const sqlite = [
  "INSERT INTO sequence (name, value) VALUES ('artifact', 0), ('artifact_bundle', 0)",
  // Chunks of uploads and files of artifacts. No slice_count: not whole yet, or no longer. idle_since: nothing may refer to it.
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
  // In this table and the next, an empty text is no release, dist or debug id: keys compare it, and null they would not.
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

const postgres = [
  'CREATE SEQUENCE artifact_number',
  'CREATE SEQUENCE artifact_bundle_number',
  `CREATE TABLE content (
    organization_id BIGINT NOT NULL,
    sha1 TEXT COLLATE "C" NOT NULL,
    slice_count BIGINT,
    idle_since BIGINT,
    PRIMARY KEY (organization_id, sha1)
  )`,
  'CREATE INDEX content_idle ON content (idle_since, organization_id, sha1) WHERE idle_since IS NOT NULL',
  `CREATE TABLE content_slice (
    organization_id BIGINT NOT NULL,
    sha1 TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (organization_id, sha1, number)
  )`,
  'ALTER TABLE content_slice ALTER COLUMN bytes SET STORAGE EXTERNAL',
  `CREATE TABLE artifact_bundle (
    organization_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    checksum TEXT COLLATE "C" NOT NULL,
    release TEXT COLLATE "C" NOT NULL,
    dist TEXT COLLATE "C" NOT NULL,
    project_ids TEXT COLLATE "C" NOT NULL,
    file_count BIGINT NOT NULL,
    date_created BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, checksum, release, dist, project_ids)
  )`,
  `CREATE TABLE artifact (
    project_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    release TEXT COLLATE "C" NOT NULL,
    dist TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    debug_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    headers TEXT COLLATE "C" NOT NULL,
    sha1 TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    date_created BIGINT NOT NULL,
    bundle_id BIGINT,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, release, name, dist, debug_id)
  )`,
  "CREATE INDEX artifact_by_debug_id ON artifact (project_id, debug_id) WHERE debug_id <> ''",
  'CREATE INDEX artifact_by_content ON artifact (organization_id, sha1)',
];

export const artifacts: Migration = { number: 4, name: 'artifacts', statements: { sqlite, postgres } };
