import { MAX_DUE_DELAY_MS } from '../domain/alert';
import {
  type FoundTicket,
  type IssueTicket,
  MAX_CONNECTIONS,
  MAX_TICKETS_OF_ISSUE,
  type TicketConnection,
  type TicketState,
} from '../domain/ticket';
import type { Issue } from '../domain/issue';
import { type Dialect, isAmong, jsonIntegers, nextId, rowLock } from './engine/dialect';
import { EntityStore, idValue, insertReturning, listValue, type ReadSession, type Session } from './engine/sql';

const CONNECTION_COLUMNS = `CAST(c.organization_id AS TEXT) AS "organizationId", CAST(c.id AS TEXT) AS "id",
  c.kind AS "kind", c.url AS "url", c.project AS "project", c.user_name AS "user", c.issue_type AS "issueType",
  c.token AS "token", c.webhook_secret AS "webhookSecret", c.date_created AS "dateCreated"`;
const FIND_CONNECTION = `SELECT ${CONNECTION_COLUMNS} FROM ticket_connection c WHERE c.organization_id = ? AND c.id = ?`;
/** A webhook names only the connection. */
const FIND_BY_ID = `SELECT ${CONNECTION_COLUMNS} FROM ticket_connection c WHERE c.id = ?`;
const LIST_CONNECTIONS = `SELECT ${CONNECTION_COLUMNS} FROM ticket_connection c
  WHERE c.organization_id = ? ORDER BY c.id LIMIT ${MAX_CONNECTIONS}`;
const INSERT_CONNECTION = `INSERT INTO ticket_connection
    (organization_id, id, kind, url, project, user_name, issue_type, token, webhook_secret, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_CONNECTION = `UPDATE ticket_connection SET user_name = ?, issue_type = ?, token = ?
  WHERE organization_id = ? AND id = ?`;
const DELETE_CONNECTION = 'DELETE FROM ticket_connection WHERE organization_id = ? AND id = ?';
const DELETE_OF_CONNECTION = 'DELETE FROM issue_ticket WHERE connection_id = ?';

const COLUMNS = `CAST(t.project_id AS TEXT) AS "projectId", CAST(t.id AS TEXT) AS "id",
  CAST(t.issue_id AS TEXT) AS "issueId", CAST(t.connection_id AS TEXT) AS "connectionId",
  t.external_id AS "externalId", t.ticket_key AS "key", t.url AS "url", t.title AS "title", t.state AS "state",
  t.state_at AS "stateAt", t.wanted AS "wanted", t.wanted_at AS "wantedAt", t.due_at AS "dueAt",
  t.attempts AS "attempts", t.error AS "error", t.date_created AS "dateCreated"`;
const LIST_OF_ISSUE = `SELECT ${COLUMNS} FROM issue_ticket t
  WHERE t.project_id = ? AND t.issue_id = ? ORDER BY t.id LIMIT ${MAX_TICKETS_OF_ISSUE}`;
const LIST_BY_EXTERNAL_ID = `SELECT ${COLUMNS} FROM issue_ticket t
  WHERE t.connection_id = ? AND t.external_id = ? ORDER BY t.project_id, t.id`;
const LOCK = (dialect: Dialect) =>
  `SELECT ${COLUMNS} FROM issue_ticket t WHERE t.project_id = ? AND t.id = ? ${rowLock(dialect)}`;
const INSERT = `INSERT INTO issue_ticket (project_id, id, issue_id, connection_id, external_id, ticket_key, url, title,
    state, state_at, wanted, wanted_at, due_at, attempts, error, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, 0, NULL, ?)`;
const SAVE = `UPDATE issue_ticket SET ticket_key = ?, url = ?, title = ?, state = ?, state_at = ?, wanted = ?,
    wanted_at = ?, due_at = ?, attempts = ?, error = ?
  WHERE project_id = ? AND id = ?`;
const DELETE = 'DELETE FROM issue_ticket WHERE project_id = ? AND issue_id = ? AND id = ?';
/** A ticket that has the state, and has not to be told another one, stays as it is. */
const WANT = (
  dialect: Dialect,
) => `UPDATE issue_ticket SET wanted = ?, wanted_at = ?, due_at = ?, attempts = 0, error = NULL
  WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')} AND COALESCE(wanted, state) <> ?`;
/** The second range has attempts that were planned before the clock was set back. */
const DUE = '(t.due_at <= ? OR t.due_at > ?)';
const FIND_DUE_CONNECTIONS = (
  dialect: Dialect,
) => `SELECT CAST(t.connection_id AS TEXT) AS "id", MIN(t.due_at) AS "dueAt"
  FROM issue_ticket t WHERE ${DUE} AND t.connection_id NOT IN (${jsonIntegers(dialect)})
  GROUP BY t.connection_id ORDER BY 2, 1 LIMIT ?`;
const FIND_DUE = `SELECT ${COLUMNS} FROM issue_ticket t
  WHERE t.connection_id = ? AND ${DUE} ORDER BY t.due_at, t.project_id, t.id LIMIT 1`;
const CLAIM = 'UPDATE issue_ticket SET due_at = ?, attempts = attempts + 1 WHERE project_id = ? AND id = ?';
const PAUSE = 'UPDATE issue_ticket SET due_at = ? WHERE connection_id = ? AND due_at < ?';
/** Tickets whose last attempt failed are tried again at once, with the new token. */
const RESUME = `UPDATE issue_ticket SET due_at = ?, wanted_at = ?, attempts = 0
  WHERE connection_id = ? AND wanted IS NOT NULL AND error IS NOT NULL`;
const MOVE = (dialect: Dialect) => `UPDATE issue_ticket SET issue_id = ?
  WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM issue_ticket WHERE project_id = ? AND id IN (
    SELECT t.id FROM issue_ticket t WHERE t.project_id = ? AND ${isAmong(dialect, 't.issue_id')} LIMIT ?)`;

type TicketedIssue = Pick<Issue, 'projectId' | 'id'>;

/** The rows of `ticket_connection` and `issue_ticket`. */
export class TicketReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  findConnection(organizationId: string, id: string): Promise<TicketConnection | undefined> {
    return this.session.one<TicketConnection>(FIND_CONNECTION, [idValue(organizationId), idValue(id)]);
  }

  findConnectionById(id: string): Promise<TicketConnection | undefined> {
    return this.session.one<TicketConnection>(FIND_BY_ID, [idValue(id)]);
  }

  listConnections(organizationId: string): Promise<TicketConnection[]> {
    return this.session.all<TicketConnection>(LIST_CONNECTIONS, [idValue(organizationId)]);
  }

  listOfIssue({ projectId, id }: TicketedIssue): Promise<IssueTicket[]> {
    return this.session.all<IssueTicket>(LIST_OF_ISSUE, [idValue(projectId), idValue(id)]);
  }

  /** Returns the rows of one ticket, which several issues may have. */
  listByExternalId(connectionId: string, externalId: string): Promise<IssueTicket[]> {
    return this.session.all<IssueTicket>(LIST_BY_EXTERNAL_ID, [idValue(connectionId), externalId]);
  }

  /** Returns a ticket of each connection that has to be told a state, except the connections that are busy. */
  async listDue(now: number, busy: readonly string[], limit: number): Promise<IssueTicket[]> {
    const due = [now, now + MAX_DUE_DELAY_MS];
    const values = [...due, listValue(busy.map(idValue)), limit];
    const connections = await this.session.all<{ id: string }>(FIND_DUE_CONNECTIONS, values);
    const found: IssueTicket[] = [];
    for (const { id } of connections) {
      const ticket = await this.session.one<IssueTicket>(FIND_DUE, [idValue(id), ...due]);
      if (ticket !== undefined) found.push(ticket);
    }
    return found;
  }
}

export class TicketWriter extends TicketReader<Session> {
  async insertConnection(connection: Omit<TicketConnection, 'id'>): Promise<TicketConnection> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['ticket_connection']);
    const { organizationId, kind, url, project, user, issueType, token, webhookSecret, dateCreated } = connection;
    const secrets = [token, webhookSecret];
    const row = [idValue(organizationId), id, kind, url, project, user, issueType, ...secrets, dateCreated];
    await this.session.run(INSERT_CONNECTION, row);
    return { ...connection, id: String(id) };
  }

  /** Stores the changed user, type and token of a connection, and tries again what had failed. */
  async updateConnection(connection: TicketConnection, now: number): Promise<void> {
    const { organizationId, id, user, issueType, token } = connection;
    await this.session.run(UPDATE_CONNECTION, [user, issueType, token, idValue(organizationId), idValue(id)]);
    await this.session.run(RESUME, [now, now, idValue(id)]);
  }

  /** Removes a connection, and what is known about its tickets. */
  async removeConnection({ organizationId, id }: TicketConnection): Promise<void> {
    await this.session.run(DELETE_OF_CONNECTION, [idValue(id)]);
    await this.session.run(DELETE_CONNECTION, [idValue(organizationId), idValue(id)]);
  }

  /** Adds a ticket to an issue. */
  async insert(issue: TicketedIssue, connectionId: string, ticket: FoundTicket, now: number): Promise<IssueTicket> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['issue_ticket']);
    const { externalId, key, url, title, state, at: stateAt } = ticket;
    const owner = [idValue(issue.projectId), id, idValue(issue.id), idValue(connectionId)];
    await this.session.run(INSERT, [...owner, externalId, key, url, title, state, stateAt, now]);
    const nothing = { wanted: null, wantedAt: null, dueAt: null, attempts: 0, error: null };
    const known = { id: String(id), projectId: issue.projectId, issueId: issue.id, connectionId, dateCreated: now };
    return { ...known, externalId, key, url, title, state, stateAt, ...nothing };
  }

  /** Returns a ticket, which no other transaction changes until this one ends. */
  lock({ projectId, id }: Pick<IssueTicket, 'projectId' | 'id'>): Promise<IssueTicket | undefined> {
    return this.session.one<IssueTicket>(LOCK, [idValue(projectId), idValue(id)]);
  }

  async save(ticket: IssueTicket): Promise<void> {
    const { projectId, id, key, url, title, state, stateAt, wanted, wantedAt, dueAt, attempts, error } = ticket;
    const values = [key, url, title, state, stateAt, wanted, wantedAt, dueAt, attempts, error];
    await this.session.run(SAVE, [...values, idValue(projectId), idValue(id)]);
  }

  /** Removes a ticket from its issue. Returns false if the issue has no such ticket. */
  async remove({ projectId, id: issueId }: TicketedIssue, id: string): Promise<boolean> {
    return (await this.session.run(DELETE, [idValue(projectId), idValue(issueId), idValue(id)])).changes > 0;
  }

  /** Plans to tell the ticket systems the state of issues, whose status has changed. */
  async want(projectId: string, issueIds: readonly string[], state: TicketState, now: number): Promise<void> {
    const issues = listValue(issueIds.map(idValue));
    await this.session.run(WANT, [state, now, now, idValue(projectId), issues, state]);
  }

  /** Claims due tickets, one of each connection. No other process tries them until `until`. */
  async claim(now: number, busy: readonly string[], limit: number, until: number): Promise<IssueTicket[]> {
    const due = await this.listDue(now, busy, limit);
    for (const { projectId, id } of due) await this.session.run(CLAIM, [until, idValue(projectId), idValue(id)]);
    return due.map((ticket) => ({ ...ticket, attempts: ticket.attempts + 1 }));
  }

  /** Postpones all attempts of a connection that are due before a time. */
  async pause(connectionId: string, until: number): Promise<void> {
    await this.session.run(PAUSE, [until, idValue(connectionId), until]);
  }
}

/** Moves the tickets of issues to another issue. @param issues ids as a JSON list */
export async function moveTickets(session: Session, target: number, project: number, issues: string): Promise<void> {
  await session.run(MOVE, [target, project, issues]);
}

/** Deletes at most `limit` tickets of removed issues. Returns their number. @param issues ids as a JSON list */
export async function deleteTickets(session: Session, project: number, issues: string, limit: number): Promise<number> {
  return (await session.run(DELETE_OF_ISSUES, [project, project, issues, limit])).changes;
}
