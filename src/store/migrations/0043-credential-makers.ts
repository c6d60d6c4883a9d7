import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Creators of sign-in links: `token_id` is a token, `created_by` a member in a session. Sessions and tokens that result
 * from the link end with them.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE member_session ADD COLUMN token_id INTEGER',
  'ALTER TABLE member_session ADD COLUMN created_by INTEGER',
  'ALTER TABLE sign_in_link ADD COLUMN token_id INTEGER',
  'ALTER TABLE sign_in_link ADD COLUMN created_by INTEGER',
];

export const credentialMakers: Migration = { number: 43, name: 'credential-makers', statements };
