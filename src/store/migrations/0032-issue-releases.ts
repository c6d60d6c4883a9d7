import type { Migration, SchemaStatement } from '../ddl';

/*
 * The releases in which an issue was seen. The release comes before the issue in the key: the rows of the present releases, which all
 * events write to, are neighbours. Stored events are not counted: their releases are in records that SQL does not read.
 */
const statements: readonly SchemaStatement[] = [
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
];

export const issueReleases: Migration = { number: 32, name: 'issue-releases', statements };
