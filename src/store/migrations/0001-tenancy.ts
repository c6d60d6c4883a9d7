import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Organizations and the rows that they own. These tables are small and addressed by ids of their own; a distributed
 * database keeps a copy of them on each machine. An id is never issued twice, even after its row was deleted.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE organization (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    date_created INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE member (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id INTEGER NOT NULL REFERENCES organization (id),
    email TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    UNIQUE (organization_id, email)
  ) STRICT`,
  `CREATE TABLE team (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id INTEGER NOT NULL REFERENCES organization (id),
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    UNIQUE (organization_id, slug)
  ) STRICT`,
  `CREATE TABLE team_member (
    organization_id INTEGER NOT NULL,
    team_id INTEGER NOT NULL REFERENCES team (id),
    member_id INTEGER NOT NULL REFERENCES member (id),
    PRIMARY KEY (organization_id, team_id, member_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE project (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id INTEGER NOT NULL REFERENCES organization (id),
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    platform TEXT,
    date_created INTEGER NOT NULL,
    first_event INTEGER,
    subject_prefix TEXT NOT NULL,
    subject_template TEXT NOT NULL,
    resolve_age INTEGER NOT NULL,
    security_token TEXT NOT NULL,
    first_transaction_event INTEGER NOT NULL DEFAULT 0,
    has_minified_stack_trace INTEGER NOT NULL DEFAULT 0,
    has_custom_metrics INTEGER NOT NULL DEFAULT 0,
    has_monitors INTEGER NOT NULL DEFAULT 0,
    has_profiles INTEGER NOT NULL DEFAULT 0,
    has_replays INTEGER NOT NULL DEFAULT 0,
    has_sessions INTEGER NOT NULL DEFAULT 0,
    has_user_reports INTEGER NOT NULL DEFAULT 0,
    settings TEXT NOT NULL DEFAULT '{}',
    UNIQUE (organization_id, slug)
  ) STRICT`,
  `CREATE TABLE project_redirect (
    organization_id INTEGER NOT NULL,
    slug TEXT NOT NULL,
    project_id INTEGER NOT NULL REFERENCES project (id),
    PRIMARY KEY (organization_id, slug)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE team_project (
    organization_id INTEGER NOT NULL,
    team_id INTEGER NOT NULL REFERENCES team (id),
    project_id INTEGER NOT NULL REFERENCES project (id),
    PRIMARY KEY (organization_id, team_id, project_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX team_project_by_project ON team_project (organization_id, project_id, team_id)',
  `CREATE TABLE bookmark (
    project_id INTEGER NOT NULL REFERENCES project (id),
    member_id INTEGER NOT NULL REFERENCES member (id),
    organization_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, member_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE project_key (
    project_id INTEGER NOT NULL REFERENCES project (id),
    public_key TEXT NOT NULL,
    is_active INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (project_id, public_key)
  ) STRICT, WITHOUT ROWID`,
  // The hash is unique over all organizations: it is looked up before the organization is known.
  `CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id INTEGER NOT NULL REFERENCES organization (id),
    member_id INTEGER NOT NULL REFERENCES member (id),
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT`,
  `CREATE TABLE release (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id INTEGER NOT NULL REFERENCES organization (id),
    version TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    date_released INTEGER,
    UNIQUE (organization_id, version)
  ) STRICT`,
];

export const tenancy: Migration = { number: 1, name: 'tenancy', statements };
