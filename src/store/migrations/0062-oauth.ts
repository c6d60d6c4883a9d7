import type { Migration } from '../engine/ddl';

/*
 * Programs that act for members. `oauth_client` is a registered program, `redirect_uris` JSON; `last_used_at` is null
 * until a member allows it something. `oauth_code` is a code that its program exchanges for tokens: `used_at` and
 * `token_id` remain until it is deleted, so that a second use revokes the token. Such a token has `client_id`, and
 * `refresh_hash` of its present refresh token; `refresh_family` is the hash of the part that all its refresh tokens
 * share.
 */
export const oauth: Migration = {
  number: 62,
  name: 'oauth',
  onlyAdds: true,
  statements: [
    `CREATE TABLE oauth_client (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      date_created INTEGER NOT NULL,
      last_used_at INTEGER,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX oauth_client_expiry ON oauth_client (expires_at)',
    'CREATE INDEX oauth_client_unused ON oauth_client (date_created) WHERE last_used_at IS NULL',
    `CREATE TABLE oauth_code (
      organization_id INTEGER NOT NULL,
      hash TEXT NOT NULL,
      member_id INTEGER NOT NULL,
      client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      challenge TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_by INTEGER,
      parent_id INTEGER,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      token_id INTEGER,
      PRIMARY KEY (organization_id, hash)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX oauth_code_hash ON oauth_code (hash)',
    'CREATE INDEX oauth_code_expiry ON oauth_code (expires_at)',
    'ALTER TABLE token ADD COLUMN client_id TEXT',
    'ALTER TABLE token ADD COLUMN client_host TEXT',
    'ALTER TABLE token ADD COLUMN refresh_family TEXT',
    'ALTER TABLE token ADD COLUMN refresh_hash TEXT',
    'ALTER TABLE token ADD COLUMN refresh_expires_at INTEGER',
    'CREATE INDEX token_refresh ON token (refresh_family) WHERE refresh_family IS NOT NULL',
  ],
};
