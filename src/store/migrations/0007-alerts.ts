import type { Migration } from '../migrate';

/*
 * What is to be told of issues, and to whom. `alert` is the queue that events fill: without a digest an alert waits to be bundled,
 * and it goes with the last delivery of its digest. A delivery stays for a while to show how it went.
 */
const sqlite = [
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
  // Members who do not want the project's mails.
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

const postgres = [
  'ALTER TABLE project ADD COLUMN has_webhook BIGINT NOT NULL DEFAULT 0',
  `CREATE TABLE alert (
    project_id BIGINT NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    event_id TEXT COLLATE "C" NOT NULL,
    issue_id BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    date_created BIGINT NOT NULL,
    digest TEXT COLLATE "C",
    PRIMARY KEY (project_id, channel, event_id)
  )`,
  'CREATE INDEX alert_waiting ON alert (channel, project_id, date_created) WHERE digest IS NULL',
  'CREATE INDEX alert_of_digest ON alert (project_id, digest) WHERE digest IS NOT NULL',
  `CREATE TABLE alert_delivery (
    project_id BIGINT NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    recipient BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    alert_count BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    date_created BIGINT NOT NULL,
    date_settled BIGINT,
    error TEXT COLLATE "C",
    PRIMARY KEY (project_id, digest, recipient)
  )`,
  "CREATE INDEX alert_delivery_due ON alert_delivery (channel, due_at) WHERE state = 'waiting'",
  'CREATE INDEX alert_delivery_newest ON alert_delivery (project_id, date_created DESC)',
  'CREATE INDEX alert_delivery_oldest ON alert_delivery (date_created)',
  `CREATE TABLE alert_mute (
    project_id BIGINT NOT NULL,
    member_id BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    PRIMARY KEY (project_id, member_id)
  )`,
  `CREATE TABLE webhook (
    project_id BIGINT NOT NULL PRIMARY KEY,
    organization_id BIGINT NOT NULL,
    url TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    is_enabled BIGINT NOT NULL,
    last_sent BIGINT,
    failing_since BIGINT,
    error TEXT COLLATE "C"
  )`,
];

export const alerts: Migration = { number: 7, name: 'alerts', statements: { sqlite, postgres } };
