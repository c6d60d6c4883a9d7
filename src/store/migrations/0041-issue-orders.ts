import type { Migration, SchemaStatement } from '../ddl';

/**
 * The first ones of the orders of issues: by first event, and by the numbers of events and of users. Most events change the number of
 * events; that of an issue with few is in no index, so that they do not write one more page.
 */
const statements: readonly SchemaStatement[] = [
  'CREATE INDEX issue_by_first_seen ON issue (project_id, first_seen, id)',
  'CREATE INDEX issue_by_times_seen ON issue (project_id, times_seen, id) WHERE times_seen >= 50',
  'CREATE INDEX issue_by_user_count ON issue (project_id, user_count, id) WHERE user_count >= 1',
];

export const issueOrders: Migration = { number: 41, name: 'issue-orders', statements };
