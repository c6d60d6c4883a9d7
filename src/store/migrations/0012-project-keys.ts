import type { Migration, SchemaStatement } from '../ddl';

/** Keys have names. Those that exist were created with their project. */
const statements: readonly SchemaStatement[] = [
  "ALTER TABLE project_key ADD COLUMN name TEXT NOT NULL DEFAULT 'Default'",
];

export const projectKeys: Migration = { number: 12, name: 'project-keys', statements };
