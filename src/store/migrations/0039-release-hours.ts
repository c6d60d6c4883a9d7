import type { Migration, SchemaStatement } from '../ddl';

/*
 * Numbers of events of the last 24 hours, by project, release and hour of their arrival. A row is overwritten a day later: its slot is the
 * hour of the day, so that a release of a project never has more than 24 rows and nothing has to delete old ones.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE release_hour (
    project_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    events INTEGER NOT NULL,
    PRIMARY KEY (project_id, release_id, slot)
  ) STRICT, WITHOUT ROWID`,
];

export const releaseHours: Migration = { number: 39, name: 'release-hours', statements };
