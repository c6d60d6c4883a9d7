import { createSequences, type RowMove, type SchemaStatement, storeUncompressed } from '../engine/ddl';

/* The part of migration 42 about events and issues, which includes all rows that move. */

/**
 * Events and tags. The id of an event is 16 bytes instead of 32 digits, and its body is in its row. In the indexes to
 * which each event adds an entry, the newest entries come last: SQLite fills the pages of an index from its beginning,
 * and entries at the beginning would divide the first page again and again.
 */
export const events: readonly SchemaStatement[] = [
  'DROP INDEX event_newest',
  'DROP INDEX event_by_issue',
  {
    sqlite: [
      'ALTER TABLE event RENAME TO former_event',
      `CREATE TABLE event (
        project_id INTEGER NOT NULL,
        event_id BLOB NOT NULL,
        issue_id INTEGER NOT NULL,
        timestamp INTEGER NOT NULL,
        record TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (project_id, event_id)
      ) STRICT`,
    ],
    postgres: [
      'ALTER TABLE event ADD COLUMN body BYTEA',
      `UPDATE event SET body = b.body FROM event_body b
        WHERE b.project_id = event.project_id AND b.event_id = event.event_id`,
      `ALTER TABLE event ALTER COLUMN event_id TYPE BYTEA USING decode(event_id, 'hex'), ALTER COLUMN body SET NOT NULL`,
      'DROP TABLE event_body',
    ],
  },
  storeUncompressed('event', 'body'),
  'CREATE INDEX event_newest ON event (project_id, timestamp, event_id)',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, timestamp, event_id)',
  /*
   * Tags are stored once, by issue. Search begins at `issue_tag_block`: a row says that at least one of 16 issues with
   * consecutive ids has the tag. Most tags of a new issue are in its block already, so that few rows are inserted at
   * random places.
   */
  {
    sqlite: [
      'ALTER TABLE issue_tag RENAME TO former_issue_tag',
      `CREATE TABLE issue_tag (
        project_id INTEGER NOT NULL,
        issue_id INTEGER NOT NULL,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (project_id, issue_id, key, value)
      ) STRICT, WITHOUT ROWID`,
    ],
    postgres: [
      'DROP INDEX issue_tag_by_issue',
      'ALTER TABLE issue_tag DROP CONSTRAINT issue_tag_pkey',
      'ALTER TABLE issue_tag ADD PRIMARY KEY (project_id, issue_id, key, value)',
    ],
  },
  `CREATE TABLE issue_tag_block (
    project_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    block INTEGER NOT NULL,
    PRIMARY KEY (project_id, key, value, block)
  ) STRICT, WITHOUT ROWID`,
  {
    sqlite: [],
    postgres: [
      `INSERT INTO issue_tag_block (project_id, key, value, block)
        SELECT DISTINCT project_id, key, value, issue_id / 16 FROM issue_tag`,
    ],
  },
];

const HOURS = Array.from({ length: 24 }, (_, hour) => `h${hour}`);
const DAY = 'e.timestamp / 86400000';
const HOUR_COUNTS = HOURS.map(
  (_, hour) => `NULLIF(SUM(CASE WHEN e.timestamp / 3600000 % 24 = ${hour} THEN 1 ELSE 0 END), 0)`,
);
/**
 * Returns a statement that counts stored events by issue, day and hour.
 * @param from the text after FROM, with a condition; the table of events is `e`
 */
const countByDay = (from: string) => `INSERT INTO issue_day (project_id, day, issue_id, events, ${HOURS.join(', ')})
  SELECT e.project_id, ${DAY}, e.issue_id, COUNT(*), ${HOUR_COUNTS.join(', ')}
  FROM ${from} GROUP BY e.project_id, ${DAY}, e.issue_id`;

/** Issues: their state, counts, words and history. */
export const issues: readonly SchemaStatement[] = [
  // `opened` is the number of issues that events opened in `hour`, the last hour in which they opened any, which is in
  // milliseconds since 1970.
  'ALTER TABLE issue_counter ADD COLUMN hour INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE issue_counter ADD COLUMN opened INTEGER NOT NULL DEFAULT 0',
  // 1 if the hash is of events whose frames were not resolved, and its issue has also received the hash of such events
  // with resolved frames.
  'ALTER TABLE issue_hash ADD COLUMN passed_on INTEGER NOT NULL DEFAULT 0',
  /*
   * Numbers of events by day and hour of UTC: `day` counts from 1970, `h0` to `h23` are null for hours without events.
   * The day comes before the issue in the key: the rows of one day, which all events write to, are neighbours. Events
   * of version 8 are counted if they are of the last 90 days.
   */
  `CREATE TABLE issue_day (
    project_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    events INTEGER NOT NULL,
${HOURS.map((column) => `    ${column} INTEGER,`).join('\n')}
    PRIMARY KEY (project_id, day, issue_id)
  ) STRICT, WITHOUT ROWID`,
  {
    sqlite: ['CREATE TABLE former_uncounted_issue AS SELECT project_id, id FROM issue'],
    postgres: [
      countByDay(`event e JOIN issue i ON i.project_id = e.project_id AND i.id = e.issue_id
        WHERE e.timestamp >= (EXTRACT(EPOCH FROM now())::BIGINT / 86400 - 90) * 86400000`),
    ],
  },
  /*
   * The releases in which an issue was seen. The release comes before the issue in the key: the rows of the present
   * releases, which all events write to, are neighbours. Events of version 8 are not counted: their releases are in
   * records that SQL does not read.
   */
  `CREATE TABLE issue_release (
    project_id INTEGER NOT NULL,
    release TEXT NOT NULL,
    issue_id INTEGER NOT NULL,
    events INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (project_id, release, issue_id)
  ) STRICT, WITHOUT ROWID`,
  // Without the times, which change with each event.
  'CREATE INDEX issue_release_by_issue ON issue_release (project_id, issue_id)',
  /*
   * Either `member_id` or `token_id` is set if a person or a program did it; neither, if the service did. `email` is
   * the member's address of that time, and `data` a JSON object.
   */
  createSequences('issue_activity'),
  `CREATE TABLE issue_activity (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    type TEXT NOT NULL,
    member_id INTEGER,
    token_id INTEGER,
    email TEXT,
    data TEXT NOT NULL,
    PRIMARY KEY (project_id, issue_id, id)
  ) STRICT, WITHOUT ROWID`,
  'ALTER TABLE issue ADD COLUMN comment_count INTEGER NOT NULL DEFAULT 0',
  /*
   * `status_details` is JSON, and null for most issues. `ignored_until` and `awaited_commit` repeat parts of it, for
   * the indexes that find these issues.
   */
  'ALTER TABLE issue ADD COLUMN assignee_member_id INTEGER',
  'ALTER TABLE issue ADD COLUMN assignee_team_id INTEGER',
  'ALTER TABLE issue ADD COLUMN status_details TEXT',
  'ALTER TABLE issue ADD COLUMN ignored_until INTEGER',
  'ALTER TABLE issue ADD COLUMN awaited_commit TEXT',
  `CREATE INDEX issue_by_assigned_member ON issue (project_id, assignee_member_id, last_seen DESC, id DESC)
    WHERE assignee_member_id IS NOT NULL`,
  `CREATE INDEX issue_by_assigned_team ON issue (project_id, assignee_team_id, last_seen DESC, id DESC)
    WHERE assignee_team_id IS NOT NULL`,
  'CREATE INDEX issue_ignored_until ON issue (project_id, ignored_until) WHERE ignored_until IS NOT NULL',
  'CREATE INDEX issue_awaiting_commit ON issue (project_id, awaited_commit) WHERE awaited_commit IS NOT NULL',
  `CREATE TABLE issue_bookmark (
    project_id INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, member_id, issue_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX issue_bookmark_by_issue ON issue_bookmark (project_id, issue_id)',
  `CREATE TABLE issue_seen (
    project_id INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, member_id, issue_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX issue_seen_by_issue ON issue_seen (project_id, issue_id)',
  /*
   * The words of issues, and an index of them (src/DECISIONS.md, "Text of issues"). On SQLite, triggers keep an FTS5
   * table without content: the words are in `issue_text`. Its rows are numbered by project and issue, so that the
   * issues of a project are a range. On PostgreSQL, the index is on an expression whose first word is the project.
   * `text_stale` is 1 while the words are not the newest event's: a job writes them.
   */
  `CREATE TABLE issue_text (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (project_id, issue_id)
  ) STRICT`,
  {
    sqlite: [
      `CREATE VIRTUAL TABLE issue_text_index USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')`,
      `CREATE TRIGGER issue_text_inserted AFTER INSERT ON issue_text BEGIN
        INSERT INTO issue_text_index (rowid, words) VALUES ((new.project_id << 39) | new.issue_id, new.words);
      END`,
      `CREATE TRIGGER issue_text_updated AFTER UPDATE OF words ON issue_text WHEN old.words <> new.words BEGIN
        INSERT INTO issue_text_index (issue_text_index, rowid, words)
          VALUES ('delete', (old.project_id << 39) | old.issue_id, old.words);
        INSERT INTO issue_text_index (rowid, words) VALUES ((new.project_id << 39) | new.issue_id, new.words);
      END`,
      `CREATE TRIGGER issue_text_deleted AFTER DELETE ON issue_text BEGIN
        INSERT INTO issue_text_index (issue_text_index, rowid, words)
          VALUES ('delete', (old.project_id << 39) | old.issue_id, old.words);
      END`,
    ],
    postgres: [
      `CREATE INDEX issue_text_index ON issue_text
        USING gin (CAST('§' || CAST(project_id AS TEXT) || words AS TSVECTOR)) WITH (gin_pending_list_limit = 512)`,
    ],
  },
  'ALTER TABLE issue ADD COLUMN text_stale INTEGER NOT NULL DEFAULT 1',
  'CREATE INDEX issue_text_stale ON issue (project_id, id) WHERE text_stale = 1',
  // The former ids and numbers of issues that were merged into others.
  `CREATE TABLE merged_issue (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, issue_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX merged_issue_by_number ON merged_issue (project_id, number)',
  'CREATE INDEX merged_issue_by_target ON merged_issue (project_id, target_id)',
  /*
   * Changes of issues as JSON, so that they can be undone. A change of issues of several projects has a row for each,
   * with the same id. Every row expires.
   */
  createSequences('issue_change'),
  `CREATE TABLE issue_change (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    content TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX issue_change_expiring ON issue_change (expires_at)',
  'DROP INDEX issue_newest',
  'CREATE INDEX issue_newest ON issue (project_id, last_seen, id)',
  'DROP INDEX issue_by_status',
  'CREATE INDEX issue_by_status ON issue (project_id, status, last_seen, id)',
  /*
   * The first issues of other orders. Most events change the number of events: issues with few events are in no index,
   * so that these events do not write one more page.
   */
  'CREATE INDEX issue_by_first_seen ON issue (project_id, first_seen, id)',
  'CREATE INDEX issue_by_times_seen ON issue (project_id, times_seen, id) WHERE times_seen >= 50',
  'CREATE INDEX issue_by_user_count ON issue (project_id, user_count, id) WHERE user_count >= 1',
];

const FIRST_EVENTS = 'SELECT rowid FROM former_event ORDER BY rowid LIMIT ?';
const moveEvents: RowMove = {
  from: 'former_event',
  rowsPerStep: 500,
  countRows: 'SELECT COALESCE(MAX(rowid) - MIN(rowid) + 1, 0) AS "count" FROM former_event',
  step: [
    `INSERT INTO event (project_id, event_id, issue_id, timestamp, record, body)
      SELECT f.project_id, unhex(f.event_id), f.issue_id, f.timestamp, f.record,
        (SELECT b.body FROM event_body b WHERE b.project_id = f.project_id AND b.event_id = f.event_id)
      FROM former_event f WHERE f.rowid IN (${FIRST_EVENTS}) ORDER BY f.rowid`,
    `DELETE FROM event_body WHERE (project_id, event_id) IN (
      SELECT f.project_id, f.event_id FROM former_event f WHERE f.rowid IN (${FIRST_EVENTS}))`,
    `DELETE FROM former_event WHERE rowid IN (${FIRST_EVENTS})`,
  ],
  end: ['DROP TABLE former_event', 'DROP TABLE event_body'],
};

const FIRST_TAGS = `SELECT f.project_id, f.issue_id, f.key, f.value FROM former_issue_tag f
  ORDER BY f.project_id, f.issue_id, f.key, f.value LIMIT ?`;
const moveTags: RowMove = {
  from: 'former_issue_tag',
  rowsPerStep: 5_000,
  countRows: 'SELECT COUNT(*) AS "count" FROM former_issue_tag',
  step: [
    `INSERT INTO issue_tag (project_id, issue_id, key, value) ${FIRST_TAGS}`,
    `INSERT OR IGNORE INTO issue_tag_block (project_id, key, value, block)
      SELECT t.project_id, t.key, t.value, t.issue_id / 16 FROM (${FIRST_TAGS}) t ORDER BY 1, 2, 3, 4`,
    `DELETE FROM former_issue_tag WHERE (project_id, key, value, issue_id) IN (
      SELECT t.project_id, t.key, t.value, t.issue_id FROM (${FIRST_TAGS}) t)`,
  ],
  end: ['DROP TABLE former_issue_tag'],
};

const FIRST_ISSUES = 'SELECT rowid FROM former_uncounted_issue ORDER BY rowid LIMIT ?';
const countIssues: RowMove = {
  from: 'former_uncounted_issue',
  rowsPerStep: 50,
  countRows: 'SELECT COUNT(*) AS "count" FROM former_uncounted_issue',
  step: [
    countByDay(`former_uncounted_issue f CROSS JOIN event e
      WHERE f.rowid IN (${FIRST_ISSUES}) AND e.project_id = f.project_id AND e.issue_id = f.id
        AND e.timestamp >= (CAST(strftime('%s', 'now') AS INTEGER) / 86400 - 90) * 86400000`),
    `DELETE FROM former_uncounted_issue WHERE rowid IN (${FIRST_ISSUES})`,
  ],
  end: ['DROP TABLE former_uncounted_issue'],
};

/** In this order: the events are counted where they have moved to. */
export const moves: readonly RowMove[] = [moveEvents, moveTags, countIssues];
