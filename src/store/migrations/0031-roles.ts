import type { Migration, SchemaStatement } from '../ddl';

/*
 * Roles of members, and tokens that belong to an organization and to none of its members. Members of earlier versions become owners,
 * because everybody could do everything. SQLite cannot drop NOT NULL, so its rows move to a new table there, with the ids that were issued last.
 */
const TOKEN_COLUMNS =
  'id, organization_id, member_id, hash, scopes, date_created, expires_at, revoked_at, last_used_at';
const statements: readonly SchemaStatement[] = [
  "ALTER TABLE member ADD COLUMN role TEXT NOT NULL DEFAULT 'owner'",
  {
    sqlite: [
      `CREATE TABLE token_with_organization (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        organization_id INTEGER NOT NULL REFERENCES organization (id),
        member_id INTEGER REFERENCES member (id),
        hash TEXT NOT NULL UNIQUE,
        scopes TEXT NOT NULL,
        date_created INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        last_used_at INTEGER
      ) STRICT`,
      `INSERT INTO token_with_organization (${TOKEN_COLUMNS}) SELECT ${TOKEN_COLUMNS} FROM token`,
      "DELETE FROM sqlite_sequence WHERE name = 'token_with_organization'",
      `INSERT INTO sqlite_sequence (name, seq)
        SELECT 'token_with_organization', seq FROM sqlite_sequence WHERE name = 'token'`,
      'DROP TABLE token',
      'ALTER TABLE token_with_organization RENAME TO token',
    ],
    postgres: ['ALTER TABLE token ALTER COLUMN member_id DROP NOT NULL'],
  },
  "ALTER TABLE token ADD COLUMN name TEXT NOT NULL DEFAULT ''",
  // The member who created a token of the organization.
  'ALTER TABLE token ADD COLUMN created_by INTEGER',
  // The token that created a token of the same member, which is revoked with it.
  'ALTER TABLE token ADD COLUMN parent_id INTEGER',
];

export const roles: Migration = { number: 31, name: 'roles', statements };
