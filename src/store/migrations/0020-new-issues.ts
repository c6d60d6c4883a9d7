import type { Migration, SchemaStatement } from '../ddl';

/** How many issues events opened in the last hour that any did: the hour in milliseconds since 1970. */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE issue_counter ADD COLUMN hour INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE issue_counter ADD COLUMN opened INTEGER NOT NULL DEFAULT 0',
];

export const newIssues: Migration = { number: 20, name: 'new-issues', statements };
