import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * The process that runs a background job, and the time until which it does. Only on clusters of several machines are
 * there rows.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE job_lease (
    job TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

export const jobLeases: Migration = { number: 47, name: 'job-leases', onlyAdds: true, statements };
