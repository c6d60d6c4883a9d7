import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * The traces of events, by the hour of the event since 1970: the entries that all events write are neighbours. An entry
 * may outlive its event: searches read the events, and old hours are deleted.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE event_trace (
    project_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    trace_id BLOB NOT NULL,
    event_id BLOB NOT NULL,
    PRIMARY KEY (project_id, hour, trace_id, event_id)
  ) STRICT, WITHOUT ROWID`,
];

export const eventTraces: Migration = { number: 55, name: 'event-traces', onlyAdds: true, statements };
