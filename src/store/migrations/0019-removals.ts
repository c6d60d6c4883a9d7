import type { Migration, SchemaStatement } from '../ddl';

/*
 * Removed projects and organizations whose rows in other tables are not deleted yet. From `due_at` on there may be some.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE removed_project (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    removed_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE removed_organization (
    organization_id INTEGER NOT NULL PRIMARY KEY,
    removed_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT`,
];

export const removals: Migration = { number: 19, name: 'removals', statements };
