import type { Migration, SchemaStatement } from '../ddl';

/*
 * Who an issue is assigned to, what its status depends on, and what members have marked. `status_details` is JSON, and null for most issues.
 * `ignored_until` and `awaited_commit` repeat parts of it, for the indexes that find these issues.
 */
const statements: readonly SchemaStatement[] = [
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
];

export const issueState: Migration = { number: 27, name: 'issue-state', statements };
