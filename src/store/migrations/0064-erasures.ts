import { createSequences, type Migration } from '../engine/ddl';

/*
 * Requests to erase a person. `state` is JSON; `subject` is the value by which the person is found, and null as soon as
 * nothing is left to erase; `due_at` is null at the end. `erasure_key` signs the receipts of an organization.
 */
export const erasures: Migration = {
  number: 64,
  name: 'erasures',
  onlyAdds: true,
  statements: [
    createSequences('erasure'),
    `CREATE TABLE erasure (
      organization_id INTEGER NOT NULL,
      id INTEGER NOT NULL,
      step INTEGER NOT NULL,
      subject TEXT,
      state TEXT NOT NULL,
      due_at INTEGER,
      PRIMARY KEY (organization_id, id)
    ) STRICT`,
    'CREATE INDEX erasure_due ON erasure (due_at) WHERE due_at IS NOT NULL',
    `CREATE TABLE erasure_key (
      organization_id INTEGER NOT NULL PRIMARY KEY,
      private_key TEXT NOT NULL
    ) STRICT`,
  ],
};
