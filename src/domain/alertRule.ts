import type { AlertChannel, AlertReason, WebhookHealth } from './alert';
import { hashToken } from './access';
import type { AlertCondition, AlertFilters, IngestRule } from './alertCondition';
import type { Project } from './project';
import { DAY_MS } from './time';

/** The body of requests to a webhook of a rule: a signed `WebhookAlert`, or a message for another service. */
export type WebhookFormat = 'culprit' | 'slack' | 'discord' | 'msteams' | 'mattermost';

/** A recipient as callers name it. */
export type AlertTarget =
  | { readonly type: 'project' | 'assignee' }
  | { readonly type: 'member' | 'team'; readonly id: string }
  | { readonly type: 'email'; readonly address: string }
  | { readonly type: 'webhook'; readonly url: string; readonly format: WebhookFormat };

/** A recipient of a rule. */
export type AlertRecipient = {
  /** Decimal number that no other rule or recipient has. The key of a webhook is the id of its queue. */
  readonly key: string;
} & (
  | Exclude<AlertTarget, { type: 'webhook' }>
  /** The key of the signatures: `whsec_` and Base64. Only of the format `culprit`. */
  | (Extract<AlertTarget, { type: 'webhook' }> & { readonly secret: string | null })
);

export type WebhookRecipient = Extract<AlertRecipient, { type: 'webhook' }>;

/** The part of a rule that the caller of an operation sets. */
export interface AlertRuleContent {
  readonly name: string;
  readonly isActive: boolean;
  readonly conditions: readonly AlertCondition[];
  readonly filters: AlertFilters;
  readonly recipients: readonly AlertRecipient[];
  /** Minutes in which at most one alert about the same issue is sent. */
  readonly frequency: number;
}

/** A rule of a project that sends alerts about its issues. */
export interface AlertRule extends AlertRuleContent {
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly dateUpdated: number;
}

/** Result of a test alert for one recipient. */
export interface RuleTestResult {
  readonly channel: AlertChannel;
  /** An e-mail address, or the host of a webhook. */
  readonly recipient: string;
  /** The key of the webhook; null for a mail. */
  readonly key: string | null;
  readonly delivered: boolean;
  /** Description of the result in one sentence. */
  readonly detail: string;
  readonly durationMs: number;
}

/** Limits that the contract names. */
export const MAX_ALERT_RULES = 50;
export const MAX_COUNTED_USERS = 1_000;

export const DEFAULT_FREQUENCY = 30;

/** A rule with the state of its webhooks and addresses. */
export interface AlertRuleState {
  readonly rule: AlertRule;
  /** The state of the deliveries to its webhooks, by the key of the webhook. */
  readonly health: ReadonlyMap<string, WebhookHealth>;
  /** The addresses of the rule to which mails are sent, in lower case. */
  readonly confirmed: ReadonlySet<string>;
}

/** A rule in a list of several projects. */
export interface OrganizationAlertRule extends AlertRuleState {
  readonly project: Pick<Project, 'id' | 'slug' | 'name'>;
}

/** A webhook of a rule. */
export interface RuleWebhook {
  readonly rule: AlertRule;
  readonly webhook: WebhookRecipient;
  readonly health: WebhookHealth;
}

/** Returns the part of a rule that events are compared with. */
export function ingestRuleOf({ id, conditions, filters, frequency, recipients }: AlertRule): IngestRule {
  const webhooks = recipients.filter(({ type }) => type === 'webhook').map(({ key }) => key);
  return { id, conditions, filters, frequency, sendsMail: recipients.length > webhooks.length, webhooks };
}

/** Returns the e-mail addresses that a rule names itself. */
export function addressesOf({ recipients }: Pick<AlertRule, 'recipients'>): string[] {
  return recipients.flatMap((recipient) => (recipient.type === 'email' ? [recipient.address] : []));
}

/** Returns the condition of a rule that has caused an alert; undefined if the rule was changed since. */
export function conditionOf(rule: Pick<AlertRule, 'conditions'>, reason: AlertReason): AlertCondition | undefined {
  return rule.conditions.find(({ type }) => type === reason);
}

/** Number of days for which the link in a mail that asks for a confirmation is valid. */
export const CONFIRMATION_DAYS = 30;
export const CONFIRMATION_MS = CONFIRMATION_DAYS * DAY_MS;

/** An address of alert rules that belongs to no member. */
export interface AlertAddress {
  readonly organizationId: string;
  /** The address in lower case. */
  readonly address: string;
  readonly isConfirmed: boolean;
}

/**
 * Creates the link by which the owner of an address confirms it. Its fragment never reaches a server or a log, and
 * opening it confirms nothing.
 */
export function confirmationLink(publicUrl: string, token: string): { readonly url: string; readonly hash: string } {
  return { url: `${publicUrl}/confirm-address#${token}`, hash: hashToken(token) };
}
