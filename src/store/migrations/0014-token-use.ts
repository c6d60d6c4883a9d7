import type { Migration, SchemaStatement } from '../ddl';

const statements: readonly SchemaStatement[] = ['ALTER TABLE token ADD COLUMN last_used_at INTEGER'];

export const tokenUse: Migration = { number: 14, name: 'token-use', statements };
