import { createSequences, type Migration, type SchemaStatement } from '../ddl';

/*
 * What happened to issues, and comments on them. Either `member_id` or `token_id` is set if a person or a program did it; neither, if the
 * service did. `email` is the member's address of that time, and `data` a JSON object.
 */
const statements: readonly SchemaStatement[] = [
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
];

export const issueActivity: Migration = { number: 26, name: 'issue-activity', statements };
