import type { Migration } from '../engine/ddl';

/*
 * The incidents that alerts opened at other services: `queue_id` is the webhook, `incident` the key by which the
 * service knows it. `digest` is the digest of the delivery that ends it; null while it is open.
 */
export const alertIncidents: Migration = {
  number: 61,
  name: 'alert-incidents',
  onlyAdds: true,
  statements: [
    `CREATE TABLE alert_incident (
      project_id INTEGER NOT NULL,
      queue_id INTEGER NOT NULL,
      incident TEXT NOT NULL,
      issue_id INTEGER NOT NULL,
      digest TEXT,
      date_created INTEGER NOT NULL,
      PRIMARY KEY (project_id, queue_id, incident)
    ) STRICT`,
    'CREATE INDEX alert_incident_of_issue ON alert_incident (project_id, issue_id)',
    'CREATE INDEX alert_incident_ended ON alert_incident (date_created) WHERE digest IS NOT NULL',
  ],
};
