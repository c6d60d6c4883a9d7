import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Status, tags and users of issues. `issue_tag` has each tag value of an issue's events once; the values of the key
 * `user` are the affected users.
 */

/** Numbers the existing issues of each project in the order of their ids. */
const NUMBER = `UPDATE issue SET number = n.number FROM (
    SELECT project_id, id, ROW_NUMBER() OVER (PARTITION BY project_id ORDER BY id) AS number FROM issue) n
  WHERE n.project_id = issue.project_id AND n.id = issue.id`;
const COUNT_NUMBERS = `INSERT INTO issue_counter (project_id, last_number)
  SELECT project_id, MAX(number) FROM issue GROUP BY project_id`;
const COUNT_USERS = `UPDATE issue SET user_count = (SELECT COUNT(*) FROM issue_tag t
  WHERE t.project_id = issue.project_id AND t.issue_id = issue.id AND t.key = 'user')`;

const INSERT_TAGS_SQLITE = `INSERT OR IGNORE INTO issue_tag (project_id, key, value, issue_id)
  SELECT e.project_id, json_extract(t.value, '$.key'), json_extract(t.value, '$.value'), e.issue_id
  FROM event e, json_each(e.record, '$.tags') t
  WHERE EXISTS (SELECT 1 FROM issue i WHERE i.project_id = e.project_id AND i.id = e.issue_id)`;
const INSERT_TAGS_POSTGRES = `INSERT INTO issue_tag (project_id, key, value, issue_id)
  SELECT e.project_id, t.tag ->> 'key', t.tag ->> 'value', e.issue_id
  FROM event e CROSS JOIN LATERAL json_array_elements(CAST(e.record AS JSON) -> 'tags') AS t (tag)
  WHERE EXISTS (SELECT 1 FROM issue i WHERE i.project_id = e.project_id AND i.id = e.issue_id)
  ON CONFLICT (project_id, key, value, issue_id) DO NOTHING`;

const INDEXES = [
  'CREATE INDEX project_by_resolve_age ON project (id) WHERE resolve_age > 0',
  'CREATE INDEX issue_by_status ON issue (project_id, status, last_seen DESC, id DESC)',
  'CREATE UNIQUE INDEX issue_by_number ON issue (project_id, number)',
  'CREATE INDEX issue_tag_by_issue ON issue_tag (project_id, issue_id, key, value)',
  'DROP INDEX event_by_issue',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, timestamp DESC, event_id DESC)',
];

const statements: readonly SchemaStatement[] = [
  'ALTER TABLE issue ADD COLUMN number INTEGER NOT NULL DEFAULT 0',
  "ALTER TABLE issue ADD COLUMN status TEXT NOT NULL DEFAULT 'unresolved'",
  "ALTER TABLE issue ADD COLUMN substatus TEXT DEFAULT 'ongoing'",
  'ALTER TABLE issue ADD COLUMN reopened_at INTEGER',
  'ALTER TABLE issue ADD COLUMN is_auto_resolved INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE issue ADD COLUMN user_count INTEGER NOT NULL DEFAULT 0',
  // The last number issued in each project: a number is never issued twice.
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
  { sqlite: [INSERT_TAGS_SQLITE], postgres: [INSERT_TAGS_POSTGRES] },
  ...INDEXES,
  COUNT_USERS,
];

export const issues: Migration = { number: 5, name: 'issues', statements };
