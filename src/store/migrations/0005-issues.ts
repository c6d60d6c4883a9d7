import type { Migration } from '../migrate';

/*
 * What people do with issues, and how they find them. `issue_tag` has each tag value that any event of the issue had, once; the
 * values of `user` are the users affected.
 */

/** Issues that were there are numbered in the order they were opened. */
const NUMBER = `UPDATE issue SET number = n.number FROM (
    SELECT project_id, id, ROW_NUMBER() OVER (PARTITION BY project_id ORDER BY id) AS number FROM issue) n
  WHERE n.project_id = issue.project_id AND n.id = issue.id`;
const COUNT_NUMBERS = `INSERT INTO issue_counter (project_id, last_number)
  SELECT project_id, MAX(number) FROM issue GROUP BY project_id`;
const COUNT_USERS = `UPDATE issue SET user_count = (SELECT COUNT(*) FROM issue_tag t
  WHERE t.project_id = issue.project_id AND t.issue_id = issue.id AND t.key = 'user')`;

const INDEXES = [
  'CREATE INDEX project_by_resolve_age ON project (id) WHERE resolve_age > 0',
  'CREATE INDEX issue_by_status ON issue (project_id, status, last_seen DESC, id DESC)',
  'CREATE UNIQUE INDEX issue_by_number ON issue (project_id, number)',
  'CREATE INDEX issue_tag_by_issue ON issue_tag (project_id, issue_id, key, value)',
  'DROP INDEX event_by_issue',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, timestamp DESC, event_id DESC)',
];

const sqlite = [
  'ALTER TABLE issue ADD COLUMN number INTEGER NOT NULL DEFAULT 0',
  "ALTER TABLE issue ADD COLUMN status TEXT NOT NULL DEFAULT 'unresolved'",
  "ALTER TABLE issue ADD COLUMN substatus TEXT DEFAULT 'ongoing'",
  'ALTER TABLE issue ADD COLUMN reopened_at INTEGER',
  'ALTER TABLE issue ADD COLUMN is_auto_resolved INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE issue ADD COLUMN user_count INTEGER NOT NULL DEFAULT 0',
  // Of each project, so that a number is never given twice.
  'CREATE TABLE issue_counter (project_id INTEGER PRIMARY KEY, last_number INTEGER NOT NULL) STRICT',
  `CREATE TABLE issue_tag (
    project_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    issue_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, key, value, issue_id)
  ) STRICT, WITHOUT ROWID`,
  NUMBER,
  COUNT_NUMBERS,
  `INSERT OR IGNORE INTO issue_tag (project_id, key, value, issue_id)
    SELECT e.project_id, json_extract(t.value, '$.key'), json_extract(t.value, '$.value'), e.issue_id
    FROM event e, json_each(e.record, '$.tags') t
    WHERE EXISTS (SELECT 1 FROM issue i WHERE i.project_id = e.project_id AND i.id = e.issue_id)`,
  ...INDEXES,
  COUNT_USERS,
];

const postgres = [
  'ALTER TABLE issue ADD COLUMN number BIGINT NOT NULL DEFAULT 0',
  `ALTER TABLE issue ADD COLUMN status TEXT COLLATE "C" NOT NULL DEFAULT 'unresolved'`,
  `ALTER TABLE issue ADD COLUMN substatus TEXT COLLATE "C" DEFAULT 'ongoing'`,
  'ALTER TABLE issue ADD COLUMN reopened_at BIGINT',
  'ALTER TABLE issue ADD COLUMN is_auto_resolved BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE issue ADD COLUMN user_count BIGINT NOT NULL DEFAULT 0',
  'CREATE TABLE issue_counter (project_id BIGINT PRIMARY KEY, last_number BIGINT NOT NULL)',
  `CREATE TABLE issue_tag (
    project_id BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    issue_id BIGINT NOT NULL,
    PRIMARY KEY (project_id, key, value, issue_id)
  )`,
  NUMBER,
  COUNT_NUMBERS,
  `INSERT INTO issue_tag (project_id, key, value, issue_id)
    SELECT e.project_id, t.tag ->> 'key', t.tag ->> 'value', e.issue_id
    FROM event e CROSS JOIN LATERAL json_array_elements(CAST(e.record AS JSON) -> 'tags') AS t (tag)
    WHERE EXISTS (SELECT 1 FROM issue i WHERE i.project_id = e.project_id AND i.id = e.issue_id)
    ON CONFLICT (project_id, key, value, issue_id) DO NOTHING`,
  ...INDEXES,
  COUNT_USERS,
];

export const issues: Migration = { number: 5, name: 'issues', statements: { sqlite, postgres } };
