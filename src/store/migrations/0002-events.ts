import { createSequences, storeUncompressed, type Migration, type SchemaStatement } from '../engine/ddl';

/*
 * Events, and the rows derived from them. Every key begins with the project. There are no foreign keys: each event
 * would pay for the check, and rows are only inserted by transactions that have read their parents.
 */
const statements: readonly SchemaStatement[] = [
  {
    sqlite: ['CREATE TABLE sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID'],
    postgres: [],
  },
  createSequences('issue'),
  `CREATE TABLE project_platform (
    project_id INTEGER NOT NULL,
    platform TEXT NOT NULL,
    PRIMARY KEY (project_id, platform)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE environment (
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (project_id, name)
  ) STRICT, WITHOUT ROWID`,
  // `dated` repeats date_released of the release, or date_created if that is null: the newest release of a project is
  // the first row of an index.
  `CREATE TABLE release_project (
    project_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    dated INTEGER NOT NULL,
    PRIMARY KEY (project_id, release_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX release_project_newest ON release_project (project_id, dated DESC, release_id DESC)',
  `CREATE TABLE issue (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    title TEXT NOT NULL,
    culprit TEXT,
    type TEXT NOT NULL,
    level TEXT NOT NULL,
    platform TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    times_seen INTEGER NOT NULL,
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX issue_newest ON issue (project_id, last_seen DESC, id DESC)',
  `CREATE TABLE issue_hash (
    project_id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    issue_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, hash)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX issue_hash_by_issue ON issue_hash (project_id, issue_id)',
  // Hides the events of a removed issue until they are deleted. Almost always empty.
  `CREATE TABLE removed_issue (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    removed_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, issue_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE event (
    project_id INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    issue_id INTEGER NOT NULL,
    timestamp INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (project_id, event_id)
  ) STRICT`,
  'CREATE INDEX event_newest ON event (project_id, timestamp DESC, event_id DESC)',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, event_id)',
  // A table of its own: a list without bodies reads no page that holds one.
  `CREATE TABLE event_body (
    project_id INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (project_id, event_id)
  ) STRICT`,
  storeUncompressed('event_body', 'body'),
];

export const events: Migration = { number: 2, name: 'events', statements };
