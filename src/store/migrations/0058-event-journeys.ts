import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * The newest events of a project that were sent and are not stored, by their ids. `key_start` is the beginning of the
 * public key; the columns `limit_…` are the exhausted rate limit.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE dropped_event (
    project_id INTEGER NOT NULL,
    event_id BLOB NOT NULL,
    received INTEGER NOT NULL,
    reason TEXT NOT NULL,
    category TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    key_start TEXT,
    address_class TEXT,
    limit_count INTEGER,
    limit_window INTEGER,
    PRIMARY KEY (project_id, event_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX dropped_event_by_arrival ON dropped_event (project_id, received, event_id)',
  // The events that a digest lists, as long as its deliveries are listed: the rows of `alert` end with the last one.
  `CREATE TABLE alerted_event (
    project_id INTEGER NOT NULL,
    event_id BLOB NOT NULL,
    digest TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (project_id, event_id, digest)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX alerted_event_by_date ON alerted_event (date_created)',
];

export const eventJourneys: Migration = { number: 58, name: 'event-journeys', onlyAdds: true, statements };
