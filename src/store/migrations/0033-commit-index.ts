import type { Migration, SchemaStatement } from '../ddl';

/** Finds the releases with a commit: an issue may be resolved by it. */
const statements: readonly SchemaStatement[] = [
  'CREATE INDEX release_commit_by_id ON release_commit (organization_id, commit_id)',
];

export const commitIndex: Migration = { number: 33, name: 'commit-index', statements };
