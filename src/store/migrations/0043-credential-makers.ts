import type { Migration, SchemaStatement } from '../engine/ddl';

/* Who made the link with which a member signs in: `token_id` a token, `created_by` a member in a session. What came of it ends with them. */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE member_session ADD COLUMN token_id INTEGER',
  'ALTER TABLE member_session ADD COLUMN created_by INTEGER',
  'ALTER TABLE sign_in_link ADD COLUMN token_id INTEGER',
  'ALTER TABLE sign_in_link ADD COLUMN created_by INTEGER',
];

export const credentialMakers: Migration = { number: 43, name: 'credential-makers', statements };
