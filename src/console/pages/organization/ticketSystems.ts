import type { RecordOfList } from '../../state/api';

export type ShownTicketConnection = RecordOfList<'listTicketConnections'>;
export type TicketSystemName = ShownTicketConnection['kind'];

/** The ticket systems with the names that people read. */
export const TICKET_SYSTEM_NAMES = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea, Forgejo',
  jira: 'Jira',
} as const satisfies Record<TicketSystemName, string>;
