import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Invitations are sign-in links with which a member chooses the first password. A link that was used, revoked or
 * replaced stays for a while with the reason in `ended`, so that its page can say why it does not work. Its
 * `expires_at` is then the time of its end: processes of the version before take it for expired.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE sign_in_link ADD COLUMN is_invitation INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE sign_in_link ADD COLUMN ended TEXT',
];

export const invitations: Migration = { number: 49, name: 'invitations', onlyAdds: true, statements };
