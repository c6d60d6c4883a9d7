import { createSequences, type Migration, type SchemaStatement } from '../ddl';

/*
 * Alert rules of projects. The queue of an alert and of a delivery is the rule for its mails, or one of its webhooks; both have ids of one
 * sequence. 0 stands for the mails to the members of a project and for its webhook. The recipient of a mail of a rule is the id of a
 * member, or the negative id of an address in the rule.
 */
const statements: readonly SchemaStatement[] = [
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
  // What events are compared with: the active rules of the project as JSON.
  "ALTER TABLE project ADD COLUMN alert_rules TEXT NOT NULL DEFAULT '[]'",
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
  // What rules count of issues, and for how long they send no further alert about one. Every row expires.
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
];

export const alertRules: Migration = { number: 30, name: 'alert-rules', statements };
