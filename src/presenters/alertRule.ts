import type { components } from '../../generated/api';
import { NO_DELIVERIES, type WebhookHealth } from '../domain/alert';
import type { AlertRecipient, AlertRuleState } from '../domain/alertRule';
import { lowerAscii } from '../domain/text';
import { presentTime, presentTimeOrNull } from './format';

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
    conditions: conditions.map((condition) => ({ count: null, minutes: null, ...condition })),
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
