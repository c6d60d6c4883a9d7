import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * The conditions of active alert rules about sessions or users without a crash. `state` is JSON, and null before the
 * first alert.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE crash_free_watch (
    project_id INTEGER NOT NULL,
    rule_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    organization_id INTEGER NOT NULL,
    state TEXT,
    PRIMARY KEY (project_id, rule_id, type)
  ) STRICT, WITHOUT ROWID`,
];

export const crashFreeAlerts: Migration = { number: 56, name: 'crash-free-alerts', onlyAdds: true, statements };
