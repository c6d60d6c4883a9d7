import type { Migration, SchemaStatement } from '../ddl';

/**
 * The indexes that each event adds an entry to, with the newest entries last instead of first. SQLite fills the pages of an index from its
 * beginning: the first page is full again after it was divided, and nearly every new entry at the beginning would divide it once more.
 * Lists are read backwards.
 */
const statements: readonly SchemaStatement[] = [
  'DROP INDEX event_newest',
  'CREATE INDEX event_newest ON event (project_id, timestamp, event_id)',
  'DROP INDEX event_by_issue',
  'CREATE INDEX event_by_issue ON event (project_id, issue_id, timestamp, event_id)',
  'DROP INDEX issue_newest',
  'CREATE INDEX issue_newest ON issue (project_id, last_seen, id)',
  'DROP INDEX issue_by_status',
  'CREATE INDEX issue_by_status ON issue (project_id, status, last_seen, id)',
];

export const ascendingIndexes: Migration = { number: 42, name: 'ascending-indexes', statements };
