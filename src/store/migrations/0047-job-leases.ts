import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Leases of background jobs: the process that runs a job, and the time at which its lease ends. There are rows only on
 * clusters of several machines.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE job_lease (
    job TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

export const jobLeases: Migration = { number: 47, name: 'job-leases', onlyAdds: true, statements };
