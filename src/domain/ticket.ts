/** The ticket systems that an organization can connect. */
export type TicketSystemKind = 'github' | 'gitlab' | 'gitea' | 'jira';

export type TicketState = 'open' | 'closed';

/** A project of a ticket system in which tickets of issues are created. */
export interface TicketConnection {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: TicketSystemKind;
  /** Address of the ticket system, as people open it in a browser, without a trailing slash. */
  readonly url: string;
  /** `owner/repository`, the path of a project of GitLab, or the key of a project of Jira. */
  readonly project: string;
  /** The user to whom the token belongs; null for a token that needs none. */
  readonly user: string | null;
  /** Name of the type that tickets get; null if the system has no types. */
  readonly issueType: string | null;
  /** The access token and the secret of the webhook, encrypted. */
  readonly token: string;
  readonly webhookSecret: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** A new ticket. */
export interface TicketDraft {
  readonly title: string;
  /** Address of the issue, with which the description begins. */
  readonly url: string;
  /** Lines about the issue, which clients wrote. */
  readonly lines: readonly string[];
}

/** A ticket as its system describes it. */
export interface FoundTicket {
  /** The id by which the system finds it. */
  readonly externalId: string;
  /** The id that people know it by, such as `#7` or `SHOP-7`. */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly state: TicketState;
  /** Time of its last change, in milliseconds since 1970, UTC. */
  readonly at: number;
}

/** A ticket of an issue. */
export interface IssueTicket extends Omit<FoundTicket, 'at'> {
  readonly id: string;
  readonly projectId: string;
  readonly issueId: string;
  readonly connectionId: string;
  /** Time since when the ticket has its state; older reports of another one are ignored. */
  readonly stateAt: number;
  /** The state that the system has to be told, and the time since when; null if there is none. */
  readonly wanted: TicketState | null;
  readonly wantedAt: number | null;
  /** Time of the next attempt; null if none is planned. */
  readonly dueAt: number | null;
  readonly attempts: number;
  /** Error message of the last attempt; null if it succeeded. */
  readonly error: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

export const MAX_CONNECTIONS = 100;
export const MAX_TICKETS_OF_ISSUE = 50;

/** What a report of a ticket system changes. */
export interface TicketReport {
  readonly ticket: IssueTicket;
  /** The state that the issue gets; null if it keeps its own. */
  readonly issue: 'resolved' | 'unresolved' | null;
}

/**
 * Returns what a report changes; null for a report that is older than what is known. A state that the system has yet to
 * be told is newer than any report, so that no change is answered with its opposite.
 */
export function reportTicket(ticket: IssueTicket, found: FoundTicket): TicketReport | null {
  if (found.at < ticket.stateAt) return null;
  const { wanted } = ticket;
  const isDone = wanted === found.state;
  const next = {
    ...ticket,
    ...{ key: found.key, url: found.url, title: found.title, state: found.state, stateAt: found.at },
    ...(isDone && { wanted: null, wantedAt: null, dueAt: null, attempts: 0, error: null }),
  };
  const isChange = wanted === null && found.state !== ticket.state;
  return { ticket: next, issue: isChange ? (found.state === 'closed' ? 'resolved' : 'unresolved') : null };
}
