import type { Migration, SchemaStatement } from '../ddl';

/** The former ids and numbers of issues that were merged into others. */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE merged_issue (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, issue_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX merged_issue_by_number ON merged_issue (project_id, number)',
  'CREATE INDEX merged_issue_by_target ON merged_issue (project_id, target_id)',
];

export const mergedIssues: Migration = { number: 29, name: 'merged-issues', statements };
