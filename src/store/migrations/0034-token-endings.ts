import type { Migration, SchemaStatement } from '../ddl';

/* The last four characters of a token, by which people recognize it in a list; null for tokens of earlier versions, whose text nobody has. */
const statements: readonly SchemaStatement[] = ['ALTER TABLE token ADD COLUMN last_characters TEXT'];

export const tokenEndings: Migration = { number: 34, name: 'token-endings', statements };
