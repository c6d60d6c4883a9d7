import type { Migration, SchemaStatement } from '../engine/ddl';

/* Old SDKs send a key without its project, so that the key alone is looked up. */
const statements: readonly SchemaStatement[] = ['CREATE INDEX project_key_by_public_key ON project_key (public_key)'];

export const publicKeys: Migration = { number: 46, name: 'public-keys', statements };
