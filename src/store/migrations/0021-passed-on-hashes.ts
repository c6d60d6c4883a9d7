import type { Migration, SchemaStatement } from '../ddl';

/*
 * Hashes of events without source maps that have passed on their issue to the hash of the same event with its frames resolved.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE issue_hash ADD COLUMN passed_on INTEGER NOT NULL DEFAULT 0',
];

export const passedOnHashes: Migration = { number: 21, name: 'passed-on-hashes', statements };
