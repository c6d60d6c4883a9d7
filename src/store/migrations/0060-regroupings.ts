import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * The last regrouping of each project: `state` is JSON, and `due_at` is null when nothing is left to do.
 * `regrouped_event` has the events that it gave another hash, with the former hash, until it can no longer be undone.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE regrouping (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER
  ) STRICT`,
  'CREATE INDEX regrouping_due ON regrouping (due_at) WHERE due_at IS NOT NULL',
  `CREATE TABLE regrouped_event (
    project_id INTEGER NOT NULL,
    event_id BLOB NOT NULL,
    hash TEXT NOT NULL,
    by_rule INTEGER NOT NULL,
    PRIMARY KEY (project_id, event_id)
  ) STRICT, WITHOUT ROWID`,
];

export const regroupings: Migration = { number: 60, name: 'regroupings', onlyAdds: true, statements };
