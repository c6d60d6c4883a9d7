import type { Migration, SchemaStatement } from '../ddl';

/*
 * Artifacts that arrived after events: the frames of stored events are resolved again. The release is empty if the artifacts can belong to
 * events of any release. `begun_at` is `requested_at` when the pass over the events began, and the last three columns are where it is.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE frame_resolution (
    project_id INTEGER NOT NULL,
    release TEXT NOT NULL,
    organization_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    requested_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    begun_at INTEGER,
    timestamp INTEGER,
    event_id BLOB,
    looked_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, release)
  ) STRICT`,
  'CREATE INDEX frame_resolution_due ON frame_resolution (due_at)',
];

export const frameResolutions: Migration = { number: 22, name: 'frame-resolutions', statements };
