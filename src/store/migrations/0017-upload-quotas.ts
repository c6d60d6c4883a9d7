import type { Migration, SchemaStatement } from '../ddl';

/*
 * What counts against the quotas of uploads: the chunks that are not assembled, by `chunk_bytes`, and the bytes of the artifacts of
 * each project.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE content ADD COLUMN chunk_bytes INTEGER',
  'CREATE INDEX content_of_chunk ON content (organization_id, chunk_bytes) WHERE chunk_bytes IS NOT NULL',
  `CREATE TABLE artifact_usage (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX artifact_usage_of_organization ON artifact_usage (organization_id)',
  `INSERT INTO artifact_usage (project_id, organization_id, bytes)
    SELECT project_id, organization_id, SUM(size) FROM artifact GROUP BY project_id, organization_id`,
];

export const uploadQuotas: Migration = { number: 17, name: 'upload-quotas', statements };
