import type { Alert, AlertChannel, AlertReason } from '../domain/alert';
import type { Project } from '../domain/project';
import type { Digestion, PreparedEvent } from './digest';

/** How a project's alerts are told; nearly all projects without mails have no way, and pay for none. */
export function channelsOf({ hasWebhook }: Pick<Project, 'hasWebhook'>, tellsMembers: boolean): AlertChannel[] {
  return [...(tellsMembers ? (['mail'] as const) : []), ...(hasWebhook ? (['webhook'] as const) : [])];
}

/** One alert for each issue that is new or came back, told by the first of its events. */
export function alertsOf(
  events: readonly PreparedEvent[],
  issueOf: (event: PreparedEvent) => string,
  { opened, regressed }: Digestion,
): Alert[] {
  const reasons = new Map<string, AlertReason>();
  opened.forEach((id) => reasons.set(id, 'new'));
  regressed.forEach((id) => reasons.set(id, 'regression'));
  return events.flatMap((event) => {
    const issueId = issueOf(event);
    const reason = reasons.get(issueId);
    reasons.delete(issueId);
    return reason === undefined ? [] : [{ eventId: event.eventId, issueId, reason, dateCreated: event.received }];
  });
}
