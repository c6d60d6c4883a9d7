import type { Migration, SchemaStatement } from '../ddl';

/*
 * The circuit breaker of webhooks: failures since the last success, and the time before which nothing is sent. `notified_at` is
 * when members were told of an outage by mail: `kind` is what a delivery tells. The index finds the due deliveries of one project.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE webhook ADD COLUMN failures INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE webhook ADD COLUMN resume_at INTEGER',
  'ALTER TABLE webhook ADD COLUMN notified_at INTEGER',
  "ALTER TABLE alert_delivery ADD COLUMN kind TEXT NOT NULL DEFAULT 'alerts'",
  "CREATE INDEX alert_delivery_of_project ON alert_delivery (channel, project_id, due_at) WHERE state = 'waiting'",
];

export const webhookCircuits: Migration = { number: 15, name: 'webhook-circuits', statements };
