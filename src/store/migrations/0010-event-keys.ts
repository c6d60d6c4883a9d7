import type { Migration, RowMove, SchemaStatement } from '../ddl';

/*
 * The id of an event is stored as its 16 bytes instead of 32 digits, in the table and in each of its indexes, and every body
 * is in the row of its event. SQLite cannot change the type of a column, so the rows move to a new table.
 */
const MOVE_TO_NEW_TABLES = [
  'DROP INDEX event_newest',
  'DROP INDEX event_by_issue',
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
  'CREATE INDEX event_newest ON event (project_id, timestamp DESC, event_id DESC)',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, timestamp DESC, event_id DESC)',
];

/** The indexes that contain the column are built again by the same statement. */
const CHANGE_IN_PLACE = [
  `UPDATE event SET body = b.body FROM event_body b
    WHERE event.body IS NULL AND b.project_id = event.project_id AND b.event_id = event.event_id`,
  `ALTER TABLE event ALTER COLUMN event_id TYPE BYTEA USING decode(event_id, 'hex'), ALTER COLUMN body SET NOT NULL`,
  'DROP TABLE event_body',
];

const statements: readonly SchemaStatement[] = [{ sqlite: MOVE_TO_NEW_TABLES, postgres: CHANGE_IN_PLACE }];

const FIRST_EVENTS = 'SELECT rowid FROM former_event ORDER BY rowid LIMIT ?';
const moveEvents: RowMove = {
  from: 'former_event',
  rowsPerStep: 500,
  countRows: 'SELECT COALESCE(MAX(rowid) - MIN(rowid) + 1, 0) AS "count" FROM former_event',
  step: [
    `INSERT INTO event (project_id, event_id, issue_id, timestamp, record, body)
      SELECT f.project_id, unhex(f.event_id), f.issue_id, f.timestamp, f.record, COALESCE(f.body,
        (SELECT b.body FROM event_body b WHERE b.project_id = f.project_id AND b.event_id = f.event_id))
      FROM former_event f WHERE f.rowid IN (${FIRST_EVENTS}) ORDER BY f.rowid`,
    `DELETE FROM event_body WHERE (project_id, event_id) IN (
      SELECT f.project_id, f.event_id FROM former_event f WHERE f.rowid IN (${FIRST_EVENTS}))`,
    `DELETE FROM former_event WHERE rowid IN (${FIRST_EVENTS})`,
  ],
  end: ['DROP TABLE former_event', 'DROP TABLE event_body'],
};

export const eventKeys: Migration = { number: 10, name: 'event-keys', statements, moves: [moveEvents] };
