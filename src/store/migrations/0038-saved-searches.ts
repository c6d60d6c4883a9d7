import { createSequences, type Migration, type SchemaStatement } from '../ddl';

/** Searches for issues that members saved. `owner_id` is the member who alone has a search; 0 for one that all members have. */
const statements: readonly SchemaStatement[] = [
  createSequences('saved_search'),
  `CREATE TABLE saved_search (
    organization_id INTEGER NOT NULL,
    owner_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    sort TEXT NOT NULL,
    created_by INTEGER,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (organization_id, owner_id, id)
  ) STRICT, WITHOUT ROWID`,
];

export const savedSearches: Migration = { number: 38, name: 'saved-searches', statements };
