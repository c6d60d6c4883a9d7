import { createSequences, type Migration, type SchemaStatement } from '../ddl';

/*
 * What changes of issues were, so that they can be undone. A change of issues of several projects has a row for each, with the same id.
 * `content` is JSON. Every row expires.
 */
const statements: readonly SchemaStatement[] = [
  createSequences('issue_change'),
  `CREATE TABLE issue_change (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    content TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX issue_change_expiring ON issue_change (expires_at)',
];

export const issueChanges: Migration = { number: 36, name: 'issue-changes', statements };
