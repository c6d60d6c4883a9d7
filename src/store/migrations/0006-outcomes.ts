import type { Migration, SchemaStatement } from '../engine/ddl';

/** Number of a project's events with one outcome in one hour. The reason of accepted events is the empty text. */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE outcome (
    project_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (project_id, hour, outcome, reason)
  ) STRICT, WITHOUT ROWID`,
];

export const outcomes: Migration = { number: 6, name: 'outcomes', statements };
