import type { Migration, SchemaStatement } from '../ddl';

/*
 * Rate limits of keys, projects and organizations; those of projects are in their settings. `rate_limit_count` has the accepted events
 * of the present window of each limit, which all processes of the service share.
 */
const statements: readonly SchemaStatement[] = [
  "ALTER TABLE organization ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
  'ALTER TABLE project_key ADD COLUMN rate_limit_window INTEGER',
  'ALTER TABLE project_key ADD COLUMN rate_limit_count INTEGER',
  `CREATE TABLE rate_limit_count (
    organization_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    subject TEXT NOT NULL,
    window_seconds INTEGER NOT NULL,
    window_start INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (organization_id, scope, subject, window_seconds, window_start)
  ) STRICT, WITHOUT ROWID`,
];

export const rateLimits: Migration = { number: 16, name: 'rate-limits', statements };
