import type { Migration } from '../migrate';

/*
 * What projects receive. Every key begins with the project. No foreign keys: each event would pay for the look, and rows
 * are only made by transactions that have found their parents.
 */
const sqlite = [
  'CREATE TABLE sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  "INSERT INTO sequence (name, value) VALUES ('issue', 0)",
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
  // `dated` repeats the release's date_released, else its date_created, so that the newest of a project is one step away.
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
  // Hides the events of an issue that is gone until they are gone too; almost always empty.
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
  // Apart, so that a list without bodies never passes one by.
  `CREATE TABLE event_body (
    project_id INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (project_id, event_id)
  ) STRICT`,
];

const postgres = [
  'CREATE SEQUENCE issue_number',
  `CREATE TABLE project_platform (
    project_id BIGINT NOT NULL,
    platform TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (project_id, platform)
  )`,
  `CREATE TABLE environment (
    project_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (project_id, name)
  )`,
  `CREATE TABLE release_project (
    project_id BIGINT NOT NULL,
    release_id BIGINT NOT NULL,
    dated BIGINT NOT NULL,
    PRIMARY KEY (project_id, release_id)
  )`,
  'CREATE INDEX release_project_newest ON release_project (project_id, dated DESC, release_id DESC)',
  `CREATE TABLE issue (
    project_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    culprit TEXT COLLATE "C",
    type TEXT COLLATE "C" NOT NULL,
    level TEXT COLLATE "C" NOT NULL,
    platform TEXT COLLATE "C" NOT NULL,
    first_seen BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    times_seen BIGINT NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  'CREATE INDEX issue_newest ON issue (project_id, last_seen DESC, id DESC)',
  `CREATE TABLE issue_hash (
    project_id BIGINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    issue_id BIGINT NOT NULL,
    PRIMARY KEY (project_id, hash)
  )`,
  'CREATE INDEX issue_hash_by_issue ON issue_hash (project_id, issue_id)',
  `CREATE TABLE removed_issue (
    project_id BIGINT NOT NULL,
    issue_id BIGINT NOT NULL,
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (project_id, issue_id)
  )`,
  `CREATE TABLE event (
    project_id BIGINT NOT NULL,
    event_id TEXT COLLATE "C" NOT NULL,
    issue_id BIGINT NOT NULL,
    timestamp BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (project_id, event_id)
  )`,
  'CREATE INDEX event_newest ON event (project_id, timestamp DESC, event_id DESC)',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, event_id)',
  `CREATE TABLE event_body (
    project_id BIGINT NOT NULL,
    event_id TEXT COLLATE "C" NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (project_id, event_id)
  )`,
  // Bodies are compressed already.
  'ALTER TABLE event_body ALTER COLUMN body SET STORAGE EXTERNAL',
];

export const events: Migration = { number: 2, name: 'events', statements: { sqlite, postgres } };
