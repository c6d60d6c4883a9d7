import type { Migration, SchemaStatement } from '../ddl';

/** The projects of an organization that have a file with a debug id, and whether a project has files of bundles. */
const statements: readonly SchemaStatement[] = [
  "CREATE INDEX artifact_of_organization ON artifact (organization_id, debug_id, project_id) WHERE debug_id <> ''",
  'CREATE INDEX artifact_of_bundle ON artifact (project_id, bundle_id) WHERE bundle_id IS NOT NULL',
];

export const debugIds: Migration = { number: 23, name: 'debug-ids', statements };
