import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * The last preview of other grouping settings of a project: `settings` and `found` are JSON. `due_at` is null once its
 * pass over the events has ended.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE grouping_preview (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    preview_id TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    settings TEXT NOT NULL,
    timestamp INTEGER,
    event_id BLOB,
    looked_at INTEGER NOT NULL,
    found TEXT NOT NULL,
    due_at INTEGER
  ) STRICT`,
  'CREATE INDEX grouping_preview_due ON grouping_preview (due_at) WHERE due_at IS NOT NULL',
];

export const groupingPreviews: Migration = { number: 59, name: 'grouping-previews', onlyAdds: true, statements };
