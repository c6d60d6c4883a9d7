import { createSequences, type Migration } from '../engine/ddl';

/*
 * Projects of ticket systems, with encrypted secrets, and the tickets of issues. `external_id` is the id by which the
 * system finds a ticket. `wanted` is the state that it has to be told; `due_at` is the time of the next attempt.
 */
export const tickets: Migration = {
  number: 65,
  name: 'tickets',
  onlyAdds: true,
  statements: [
    createSequences('ticket_connection', 'issue_ticket'),
    `CREATE TABLE ticket_connection (
      organization_id INTEGER NOT NULL,
      id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      url TEXT NOT NULL,
      project TEXT NOT NULL,
      user_name TEXT,
      issue_type TEXT,
      token TEXT NOT NULL,
      webhook_secret TEXT NOT NULL,
      date_created INTEGER NOT NULL,
      PRIMARY KEY (organization_id, id)
    ) STRICT`,
    'CREATE INDEX ticket_connection_id ON ticket_connection (id)',
    `CREATE TABLE issue_ticket (
      project_id INTEGER NOT NULL,
      id INTEGER NOT NULL,
      issue_id INTEGER NOT NULL,
      connection_id INTEGER NOT NULL,
      external_id TEXT NOT NULL,
      ticket_key TEXT NOT NULL,
      url TEXT NOT NULL,
      title TEXT NOT NULL,
      state TEXT NOT NULL,
      state_at INTEGER NOT NULL,
      wanted TEXT,
      wanted_at INTEGER,
      due_at INTEGER,
      attempts INTEGER NOT NULL,
      error TEXT,
      date_created INTEGER NOT NULL,
      PRIMARY KEY (project_id, id)
    ) STRICT`,
    'CREATE INDEX issue_ticket_of_issue ON issue_ticket (project_id, issue_id)',
    'CREATE INDEX issue_ticket_of_connection ON issue_ticket (connection_id, external_id)',
    'CREATE INDEX issue_ticket_due ON issue_ticket (due_at) WHERE due_at IS NOT NULL',
  ],
};
