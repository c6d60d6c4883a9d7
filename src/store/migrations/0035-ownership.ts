import type { Migration, SchemaStatement } from '../ddl';

/* Ownership rules of projects. The project's own row says whether they assign new issues, so that events of other projects read nothing. */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE project_ownership (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    raw TEXT NOT NULL,
    fallthrough INTEGER NOT NULL,
    auto_assignment INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    last_updated INTEGER NOT NULL
  ) STRICT`,
  'ALTER TABLE project ADD COLUMN assigns_issues INTEGER NOT NULL DEFAULT 0',
];

export const ownership: Migration = { number: 35, name: 'ownership', statements };
