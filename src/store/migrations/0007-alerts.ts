import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Alerts about issues and their deliveries. `alert` is a queue that events fill. An alert without a digest waits to be
 * added to one; it is deleted with the last delivery of its digest. A settled delivery is kept for a while, for
 * `culprit alert list`.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE project ADD COLUMN has_webhook INTEGER NOT NULL DEFAULT 0',
  `CREATE TABLE alert (
    project_id INTEGER NOT NULL,
    channel TEXT NOT NULL,
    event_id TEXT NOT NULL,
    issue_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    digest TEXT,
    PRIMARY KEY (project_id, channel, event_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX alert_waiting ON alert (channel, project_id, date_created) WHERE digest IS NULL',
  'CREATE INDEX alert_of_digest ON alert (project_id, digest) WHERE digest IS NOT NULL',
  `CREATE TABLE alert_delivery (
    project_id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    recipient INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    channel TEXT NOT NULL,
    state TEXT NOT NULL,
    alert_count INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    date_settled INTEGER,
    error TEXT,
    PRIMARY KEY (project_id, digest, recipient)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX alert_delivery_due ON alert_delivery (channel, due_at) WHERE state = 'waiting'",
  'CREATE INDEX alert_delivery_newest ON alert_delivery (project_id, date_created DESC)',
  'CREATE INDEX alert_delivery_oldest ON alert_delivery (date_created)',
  // Members who turned off the project's mails.
  `CREATE TABLE alert_mute (
    project_id INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    PRIMARY KEY (project_id, member_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE webhook (
    project_id INTEGER NOT NULL PRIMARY KEY,
    organization_id INTEGER NOT NULL,
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    is_enabled INTEGER NOT NULL,
    last_sent INTEGER,
    failing_since INTEGER,
    error TEXT
  ) STRICT`,
];

export const alerts: Migration = { number: 7, name: 'alerts', statements };
