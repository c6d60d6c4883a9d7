import type { components } from '../../generated/api';
import { NO_DELIVERIES, type WebhookHealth, type Delivery, shownState } from '../domain/alert';
import type { AlertRecipient, AlertRuleState, OrganizationAlertRule } from '../domain/alertRule';
import { lowerAscii } from '../domain/text';
import { presentTime, presentTimeOrNull } from './format';

/** The numbers of a condition that has none. */
const NO_NUMBERS = { count: null, minutes: null, percent: null, hours: null, minimum: null };

/**
 * Presents an alert rule. URLs and secrets of webhooks are empty for callers that may not write (openapi/DECISIONS.md
 * D22).
 */
export function presentAlertRule(
  { rule, health, confirmed }: AlertRuleState,
  showsSecrets: boolean,
): components['schemas']['AlertRule'] {
  const { id, name, isActive, conditions, filters, recipients, frequency, dateCreated, dateUpdated } = rule;
  return {
    id,
    name,
    isActive,
    conditions: conditions.map((condition) => ({ ...NO_NUMBERS, ...condition })),
    filters: {
      levels: [...filters.levels],
      environments: [...filters.environments],
      releases: [...filters.releases],
      tags: filters.tags.map(({ key, value }) => ({ key, value })),
    },
    recipients: recipients.map((recipient) => presentRecipient(recipient, { health, confirmed }, showsSecrets)),
    frequency,
    dateCreated: presentTime(dateCreated),
    dateUpdated: presentTime(dateUpdated),
  };
}

/** Presents an alert rule with its project. */
export function presentOrganizationAlertRule(
  { project, ...state }: OrganizationAlertRule,
  showsSecrets: boolean,
): components['schemas']['OrganizationAlertRule'] {
  return { project: { ...project }, rule: presentAlertRule(state, showsSecrets) };
}

function presentRecipient(
  recipient: AlertRecipient,
  { health, confirmed }: Pick<AlertRuleState, 'health' | 'confirmed'>,
  showsSecrets: boolean,
): components['schemas']['AlertRecipient'] {
  const { type } = recipient;
  const nothing = {
    type,
    id: null,
    address: null,
    isConfirmed: null,
    url: null,
    format: null,
    secret: null,
    delivery: null,
  };
  switch (recipient.type) {
    case 'project':
    case 'assignee':
      return nothing;
    case 'member':
    case 'team':
      return { ...nothing, id: recipient.id };
    case 'email':
      return { ...nothing, address: recipient.address, isConfirmed: confirmed.has(lowerAscii(recipient.address)) };
    case 'webhook': {
      const { url, format, secret } = recipient;
      const hidden = secret === null ? null : '';
      return {
        ...nothing,
        url: showsSecrets ? url : '',
        format,
        secret: showsSecrets ? secret : hidden,
        delivery: presentDelivery(health.get(recipient.key) ?? NO_DELIVERIES),
      };
    }
  }
}

function presentDelivery(health: WebhookHealth): components['schemas']['AlertDeliveryState'] {
  const { lastSent, failingSince, error, failures, resumeAt } = health;
  return {
    lastSent: presentTimeOrNull(lastSent),
    failingSince: presentTimeOrNull(failingSince),
    error,
    failures,
    circuit: resumeAt === null ? 'closed' : 'open',
    nextAttempt: presentTimeOrNull(resumeAt),
  };
}

type AlertSettings = components['schemas']['AlertSettings'];

/** The mails about a project to one member. */
export interface MailSubscription {
  readonly email: string;
  readonly isMuted: boolean;
  readonly isMember: boolean;
  readonly sendsMail: boolean;
  /** The newest mail that was attempted. */
  readonly last: Delivery | undefined;
}

/** Presents the mails about a project to one member. */
export function presentAlertSettings(subscription: MailSubscription): AlertSettings {
  const { email, isMuted, last } = subscription;
  const isOpen = last?.state === 'waiting';
  return {
    mail: !isMuted,
    status: statusOf(subscription),
    email,
    lastSent: last?.state === 'sent' ? presentTime(last.dateSettled ?? last.dateCreated) : null,
    error: last?.error ?? null,
    nextAttempt: isOpen && last.error !== null ? presentTime(last.dueAt) : null,
  };
}

function statusOf({ isMuted, isMember, sendsMail, last }: MailSubscription): AlertSettings['status'] {
  if (!sendsMail) return 'notConfigured';
  if (isMuted) return 'disabled';
  if (!isMember) return 'notMember';
  return (last?.error ?? null) === null ? 'active' : 'failing';
}

/** A delivery with the names of its subjects. */
export type NamedDelivery = Delivery & {
  readonly project: string;
  readonly ruleId: string | null;
  readonly rule: string | null;
  readonly email: string | null;
};

/** Presents a delivery of alerts. */
export function presentAlertDelivery(delivery: NamedDelivery): components['schemas']['AlertDelivery'] {
  const { projectId, project, ruleId, rule, state, dueAt } = delivery;
  return {
    id: `${delivery.digest}-${delivery.recipient}`,
    project: { id: projectId, slug: project },
    channel: delivery.channel,
    kind: delivery.kind,
    rule: ruleId === null || rule === null ? null : { id: ruleId, name: rule },
    recipient: delivery.email,
    state: shownState(delivery),
    alertCount: delivery.alertCount,
    attempts: delivery.attempts,
    dateCreated: presentTime(delivery.dateCreated),
    dateSettled: presentTimeOrNull(delivery.dateSettled),
    nextAttempt: state === 'waiting' ? presentTime(dueAt) : null,
    error: delivery.error,
  };
}
