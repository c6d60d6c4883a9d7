import type { Migration } from '../migrate';

/** What became of the events of a project, hour by hour. No reason: they were accepted. */
const sqlite = [
  `CREATE TABLE outcome (
    project_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (project_id, hour, outcome, reason)
  ) STRICT, WITHOUT ROWID`,
];

const postgres = [
  `CREATE TABLE outcome (
    project_id BIGINT NOT NULL,
    hour BIGINT NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    quantity BIGINT NOT NULL,
    PRIMARY KEY (project_id, hour, outcome, reason)
  )`,
];

export const outcomes: Migration = { number: 6, name: 'outcomes', statements: { sqlite, postgres } };
