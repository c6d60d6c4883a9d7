import { createSequences, type Migration, type SchemaStatement } from '../ddl';

/*
 * How people sign in. Hashes of secrets are unique over all organizations, because they are looked up before the organization is known; so
 * are members, by their address. Sessions, links and sign-ins at an OpenID provider expire.
 */
const statements: readonly SchemaStatement[] = [
  createSequences('member_session', 'sign_in_link'),
  // `password_until`: until when the password can be set without the present one.
  `CREATE TABLE member_session (
    organization_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    password_until INTEGER,
    PRIMARY KEY (organization_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX member_session_of_member ON member_session (organization_id, member_id, last_used_at)',
  'CREATE INDEX member_session_expiring ON member_session (expires_at)',
  `CREATE TABLE sign_in_link (
    organization_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    sets_password INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX sign_in_link_of_member ON sign_in_link (organization_id, member_id)',
  'CREATE INDEX sign_in_link_expiring ON sign_in_link (expires_at)',
  `CREATE TABLE member_password (
    organization_id INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    date_changed INTEGER NOT NULL,
    PRIMARY KEY (organization_id, member_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE open_id_request (
    hash TEXT NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX open_id_request_expiring ON open_id_request (expires_at)',
  'CREATE INDEX member_of_address ON member (LOWER(email))',
];

export const sessions: Migration = { number: 37, name: 'sessions', statements };
