import { createSequences, type Migration, type SchemaStatement } from '../engine/ddl';
import { events, issues, moves } from './0042-events-and-issues';

/*
 * The schema of the first release, for new databases and databases of version 8. The versions between were never
 * released. On SQLite, rows of tables whose columns or keys change move to new tables (`moves`).
 */

/**
 * Organizations, members and their credentials. Members of version 8 become owners, because each of them had all
 * rights.
 */
const organizations: readonly SchemaStatement[] = [
  "ALTER TABLE organization ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
  // Organizations of version 8 keep everything until somebody sets a number of days: nobody was told that data would be
  // deleted.
  {
    sqlite: [`UPDATE organization SET settings = '{"retentionDays":0}'`],
    postgres: [`UPDATE organization SET settings = '{"retentionDays": 0}'`],
  },
  "ALTER TABLE member ADD COLUMN role TEXT NOT NULL DEFAULT 'owner'",
  'CREATE INDEX member_of_address ON member (LOWER(email))',
  // A token without a member belongs to the organization. SQLite cannot drop NOT NULL; the ids that were issued last
  // are kept.
  {
    sqlite: [
      `CREATE TABLE new_token (
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
      `INSERT INTO new_token (id, organization_id, member_id, hash, scopes, date_created, expires_at, revoked_at)
        SELECT id, organization_id, member_id, hash, scopes, date_created, expires_at, revoked_at FROM token`,
      "DELETE FROM sqlite_sequence WHERE name = 'new_token'",
      "INSERT INTO sqlite_sequence (name, seq) SELECT 'new_token', seq FROM sqlite_sequence WHERE name = 'token'",
      'DROP TABLE token',
      'ALTER TABLE new_token RENAME TO token',
    ],
    postgres: [
      'ALTER TABLE token ADD COLUMN last_used_at BIGINT',
      'ALTER TABLE token ALTER COLUMN member_id DROP NOT NULL',
    ],
  },
  "ALTER TABLE token ADD COLUMN name TEXT NOT NULL DEFAULT ''",
  // The member who created a token of the organization.
  'ALTER TABLE token ADD COLUMN created_by INTEGER',
  // The token that created a token of the same member, which is revoked with it.
  'ALTER TABLE token ADD COLUMN parent_id INTEGER',
  // The characters by which people recognize a token in a list; null for tokens of version 8, whose text is not stored.
  'ALTER TABLE token ADD COLUMN last_characters TEXT',
  // Hashes of secrets are unique over all organizations, because they are looked up before the organization is known.
  createSequences('member_session', 'sign_in_link'),
  // `password_until`: time until which the password can be set without the present one.
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
  // Searches for issues that members saved. `owner_id` is the member who alone has a search; 0 for one that all members
  // have.
  createSequences('saved_search'),
  `CREATE TABLE saved_search (
    organization_id INTEGER NOT NULL,
    owner_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    sort TEXT NOT NULL,
    created_by INTEGER,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (organization_id, owner_id, id)
  ) STRICT, WITHOUT ROWID`,
  // Entries contain the names at the time of the change, and no foreign keys: they remain after the named rows are
  // removed.
  createSequences('audit_log'),
  `CREATE TABLE audit_log (
    organization_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    event TEXT NOT NULL,
    member_id INTEGER,
    token_id INTEGER,
    email TEXT,
    system_user TEXT,
    ip_address TEXT,
    target_id TEXT NOT NULL,
    target_name TEXT NOT NULL,
    project_id INTEGER,
    project_slug TEXT,
    details TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX audit_log_newest ON audit_log (organization_id, date_created DESC, id DESC)',
  'CREATE INDEX audit_log_oldest ON audit_log (date_created)',
];

/** Projects, their keys and limits, and releases. */
const projects: readonly SchemaStatement[] = [
  // Keys of version 8 were created with their project.
  "ALTER TABLE project_key ADD COLUMN name TEXT NOT NULL DEFAULT 'Default'",
  'ALTER TABLE project_key ADD COLUMN rate_limit_window INTEGER',
  'ALTER TABLE project_key ADD COLUMN rate_limit_count INTEGER',
  // The accepted events of the present window of each rate limit, which all processes of the service share.
  `CREATE TABLE rate_limit_count (
    organization_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    subject TEXT NOT NULL,
    window_seconds INTEGER NOT NULL,
    window_start INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (organization_id, scope, subject, window_seconds, window_start)
  ) STRICT, WITHOUT ROWID`,
  // The rules that events are compared with: the active rules of the project as JSON.
  "ALTER TABLE project ADD COLUMN alert_rules TEXT NOT NULL DEFAULT '[]'",
  // True if ownership rules assign new issues, so that events of other projects read no rules.
  'ALTER TABLE project ADD COLUMN assigns_issues INTEGER NOT NULL DEFAULT 0',
  `CREATE TABLE project_ownership (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    raw TEXT NOT NULL,
    fallthrough INTEGER NOT NULL,
    auto_assignment INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    last_updated INTEGER NOT NULL
  ) STRICT`,
  // Removed projects and organizations. From `due_at` on, rows in other tables may be left to delete.
  `CREATE TABLE removed_project (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    removed_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE removed_organization (
    organization_id INTEGER NOT NULL PRIMARY KEY,
    removed_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT`,
  // Finds the releases with a commit: an issue may be resolved by it.
  'CREATE INDEX release_commit_by_id ON release_commit (organization_id, commit_id)',
  // Numbers of events of the last 24 hours, by hour of arrival. `slot` is the hour of the day: a row is overwritten a
  // day later.
  `CREATE TABLE release_hour (
    project_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    events INTEGER NOT NULL,
    PRIMARY KEY (project_id, release_id, slot)
  ) STRICT, WITHOUT ROWID`,
];

/** Uploaded files, and the frames of events that they resolve. */
const artifacts: readonly SchemaStatement[] = [
  // The sizes that count against the quotas of uploads: chunks that are not assembled, and the artifacts of each
  // project.
  'ALTER TABLE content ADD COLUMN chunk_bytes INTEGER',
  'CREATE INDEX content_of_chunk ON content (organization_id, chunk_bytes) WHERE chunk_bytes IS NOT NULL',
  `CREATE TABLE artifact_usage (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX artifact_usage_of_organization ON artifact_usage (organization_id)',
  `INSERT INTO artifact_usage (project_id, organization_id, bytes)
    SELECT project_id, organization_id, SUM(size) FROM artifact GROUP BY project_id, organization_id`,
  // The day on which an artifact last resolved a frame; for artifacts of version 8, for which it is unknown, now.
  'ALTER TABLE artifact ADD COLUMN last_used INTEGER NOT NULL DEFAULT 0',
  {
    sqlite: [`UPDATE artifact SET last_used = CAST(strftime('%s', 'now') AS INTEGER) * 1000`],
    postgres: ['UPDATE artifact SET last_used = CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)'],
  },
  'CREATE INDEX artifact_by_use ON artifact (project_id, last_used, id)',
  "CREATE INDEX artifact_of_organization ON artifact (organization_id, debug_id, project_id) WHERE debug_id <> ''",
  'CREATE INDEX artifact_of_bundle ON artifact (project_id, bundle_id) WHERE bundle_id IS NOT NULL',
  // Findings of the file's check, as JSON; null if it was not checked.
  'ALTER TABLE artifact ADD COLUMN findings TEXT',
  `CREATE INDEX artifact_by_bundle ON artifact (project_id, bundle_id, name, id) WHERE bundle_id IS NOT NULL`,
  // The row of a bundle in `artifact_bundle` only says that uploading it again adds nothing.
  `CREATE TABLE project_bundle (
    project_id INTEGER NOT NULL,
    bundle_id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    release TEXT NOT NULL,
    dist TEXT NOT NULL,
    file_count INTEGER NOT NULL,
    error_count INTEGER,
    warning_count INTEGER,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (project_id, bundle_id)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO project_bundle (project_id, bundle_id, organization_id, checksum, release, dist, file_count, date_created)
    SELECT a.project_id, a.bundle_id, a.organization_id, COALESCE(MAX(b.checksum), ''), MAX(a.release), MAX(a.dist),
      COUNT(*), MIN(a.date_created)
    FROM artifact a
      LEFT JOIN artifact_bundle b ON b.organization_id = a.organization_id AND b.id = a.bundle_id
    WHERE a.bundle_id IS NOT NULL
    GROUP BY a.project_id, a.bundle_id, a.organization_id`,
  /*
   * Artifacts that arrived after events: the frames of stored events are resolved again. The release is empty if the
   * artifacts can belong to events of any release. `begun_at` is `requested_at` when the pass over the events began,
   * and the last three columns are its position.
   */
  `CREATE TABLE frame_resolution (
    project_id INTEGER NOT NULL,
    release TEXT NOT NULL,
    organization_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    requested_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    begun_at INTEGER,
    timestamp INTEGER,
    event_id BLOB,
    looked_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, release)
  ) STRICT`,
  'CREATE INDEX frame_resolution_due ON frame_resolution (due_at)',
];

/**
 * Alerts and rules. The queue of an alert and of a delivery is the rule for its mails, or one of its webhooks; both
 * have ids of one sequence. 0 stands for the mails to the members of a project and for its webhook. The recipient of a
 * mail of a rule is the id of a member, or the negative id of an address in the rule.
 */
const alerts: readonly SchemaStatement[] = [
  // The circuit breaker of webhooks: failures since the last success, and the time before which nothing is sent.
  'ALTER TABLE webhook ADD COLUMN failures INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE webhook ADD COLUMN resume_at INTEGER',
  // Time at which members were told of an outage by mail. `kind` is the kind of a delivery's content.
  'ALTER TABLE webhook ADD COLUMN notified_at INTEGER',
  "ALTER TABLE alert_delivery ADD COLUMN kind TEXT NOT NULL DEFAULT 'alerts'",
  "CREATE INDEX alert_delivery_of_project ON alert_delivery (channel, project_id, due_at) WHERE state = 'waiting'",
  createSequences('alert_rule'),
  // `content`: conditions, filters, recipients and frequency as JSON.
  `CREATE TABLE alert_rule (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    is_active INTEGER NOT NULL,
    content TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    date_updated INTEGER NOT NULL,
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID`,
  // The webhooks of rules, and the state of the deliveries to each.
  `CREATE TABLE alert_rule_webhook (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    rule_id INTEGER NOT NULL,
    last_sent INTEGER,
    failing_since INTEGER,
    error TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    resume_at INTEGER,
    notified_at INTEGER,
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID`,
  // Counts of rules about issues, and the time for which they send no further alert about one. Every row expires.
  `CREATE TABLE alert_rule_count (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    rule_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    key TEXT NOT NULL,
    amount INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, issue_id, rule_id, kind, key)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX alert_rule_count_expiring ON alert_rule_count (expires_at)',
  `CREATE TABLE alert_in_queue (
    project_id INTEGER NOT NULL,
    channel TEXT NOT NULL,
    queue_id INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    issue_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    digest TEXT,
    PRIMARY KEY (project_id, channel, queue_id, event_id)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO alert_in_queue (project_id, channel, queue_id, event_id, issue_id, reason, date_created, digest)
    SELECT project_id, channel, 0, event_id, issue_id, reason, date_created, digest FROM alert`,
  'DROP TABLE alert',
  'ALTER TABLE alert_in_queue RENAME TO alert',
  'CREATE INDEX alert_waiting ON alert (channel, project_id, queue_id, date_created) WHERE digest IS NULL',
  'CREATE INDEX alert_waiting_of_rule ON alert (channel, queue_id, project_id) WHERE digest IS NULL AND queue_id > 0',
  'CREATE INDEX alert_of_digest ON alert (project_id, digest) WHERE digest IS NOT NULL',
  'ALTER TABLE alert_delivery ADD COLUMN queue_id INTEGER NOT NULL DEFAULT 0',
  // The order of an organization's list, so that a page is one range of an index.
  `CREATE INDEX alert_delivery_of_organization
    ON alert_delivery (organization_id, date_created DESC, project_id DESC, digest DESC, recipient DESC)`,
];

export const firstRelease: Migration = {
  number: 42,
  name: 'first-release',
  statements: [...organizations, ...projects, ...artifacts, ...events, ...issues, ...alerts],
  moves,
};
