import type { Migration } from '../engine/ddl';

/* Finds the few issues that are of another category than `error`. */
export const issueCategory: Migration = {
  number: 50,
  name: 'issue-category',
  onlyAdds: true,
  statements: ["CREATE INDEX issue_category ON issue (project_id, type, id) WHERE type IN ('feedback', 'cron')"],
};
