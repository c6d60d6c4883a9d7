import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Feedback and the reports of old clients. `error_id` is the event that it is about, empty for none. `feedback_id` is
 * the event of the feedback; it is empty for a report, which becomes feedback once its error is stored. `issue_id` is
 * the issue of the feedback, `error_issue_id` the issue of the error. `check_at` is the time of the next search for the
 * error; null if the error is stored, or is not expected any more.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE feedback (
    project_id INTEGER NOT NULL,
    error_id BLOB NOT NULL,
    feedback_id BLOB NOT NULL,
    issue_id INTEGER,
    error_issue_id INTEGER,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    message TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    check_at INTEGER,
    PRIMARY KEY (project_id, error_id, feedback_id)
  ) STRICT`,
  'CREATE INDEX feedback_by_issue ON feedback (project_id, issue_id)',
  'CREATE INDEX feedback_by_error ON feedback (project_id, error_issue_id, date_created)',
  'CREATE INDEX feedback_newest ON feedback (project_id, date_created, error_id, feedback_id)',
  'CREATE INDEX feedback_waiting ON feedback (check_at) WHERE check_at IS NOT NULL',
];

export const feedback: Migration = { number: 51, name: 'feedback', onlyAdds: true, statements };
