import type { AlertChannel, AlertReason, WebhookHealth } from './alert';
import { hashToken } from './access';
import { type AlertCondition, type AlertFilters, type FilteredEvent, type IngestRule, isLike } from './alertCondition';
import type { Project } from './project';
import { truncate } from './text';
import { DAY_MS } from './time';

/**
 * The format of the alerts that a webhook of a rule receives: a signed `WebhookAlert`, a message for another service,
 * or JSON from a template.
 */
export type WebhookFormat =
  | 'culprit'
  | 'slack'
  | 'discord'
  | 'msteams'
  | 'mattermost'
  | 'googlechat'
  | 'telegram'
  | 'ntfy'
  | 'zulip'
  | 'pagerduty'
  | 'opsgenie'
  | 'template';

/** A webhook as callers name it. `presenters/alertServices.ts` says which formats have which of the optional parts. */
export interface WebhookTarget {
  readonly type: 'webhook';
  readonly url: string;
  readonly format: WebhookFormat;
  /** Secret that the service requires of senders: a key, or the token of a bot. */
  readonly token?: string;
  /** The chat or channel that receives the messages. */
  readonly target?: string;
  /** JSON with placeholders. */
  readonly template?: string;
}

/** A recipient as callers name it. */
export type AlertTarget =
  | { readonly type: 'project' | 'assignee' }
  | { readonly type: 'member' | 'team'; readonly id: string }
  | { readonly type: 'email'; readonly address: string }
  /** A project of a ticket system, by the id of its connection: the rule creates tickets there. */
  | { readonly type: 'ticket'; readonly connection: string }
  | WebhookTarget;

/** A recipient of a rule. */
export type AlertRecipient = {
  /**
   * Decimal number that no other rule or recipient has. The key of a webhook or ticket connection is the id of its
   * queue.
   */
  readonly key: string;
} & (
  | Exclude<AlertTarget, WebhookTarget>
  /** The key of the signatures: `whsec_` and Base64. Only of the format `culprit`. */
  | (WebhookTarget & { readonly secret: string | null })
);

export type WebhookRecipient = Extract<AlertRecipient, { type: 'webhook' }>;
/** A recipient with a queue and a circuit breaker of its own. */
export type QueuedRecipient = Extract<AlertRecipient, { type: 'webhook' | 'ticket' }>;

const VISIBLE_CHARACTERS = 4;

/** Returns the visible form of a stored token: its last characters, unless it has only a few. */
export function maskToken(token: string): string {
  return `…${token.length < 4 * VISIBLE_CHARACTERS ? '' : token.slice(-VISIBLE_CHARACTERS)}`;
}

/**
 * Finds the stored token of which the caller sends the visible form. Only a webhook of the rule with the same format
 * and host counts, so that a token is never sent to another host.
 */
export function findMaskedToken(
  former: readonly AlertRecipient[],
  { url, format, token }: Pick<WebhookTarget, 'url' | 'format' | 'token'>,
): string | undefined {
  const { origin } = new URL(url);
  for (const one of former)
    if (one.type === 'webhook' && one.format === format && one.token !== undefined)
      if (maskToken(one.token) === token && new URL(one.url).origin === origin) return one.token;
  return undefined;
}

/** Returns true if a token is the visible form of a stored one. */
export function isMaskedToken(token: string): boolean {
  return token.startsWith('…');
}

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
  /** An e-mail address, the host of a webhook, or the project of a ticket system. */
  readonly recipient: string;
  /** The key of the webhook or ticket connection; null for a mail. */
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

/** A rule with the state of its webhooks, ticket connections and addresses. */
export interface AlertRuleState {
  readonly rule: AlertRule;
  /** The state of the deliveries to its webhooks and ticket connections, by their key. */
  readonly health: ReadonlyMap<string, WebhookHealth>;
  /** The addresses of the rule to which mails are sent, in lower case. */
  readonly confirmed: ReadonlySet<string>;
  /** The projects of ticket systems that the organization has connected, by the id of the connection. */
  readonly connected: ReadonlyMap<string, string>;
}

/** A rule in a list of several projects. */
export interface OrganizationAlertRule extends AlertRuleState {
  readonly project: Pick<Project, 'id' | 'slug' | 'name'>;
}

/** A webhook or ticket connection of a rule. */
export interface RuleQueue {
  readonly rule: AlertRule;
  readonly recipient: QueuedRecipient;
  readonly health: WebhookHealth;
}

/** Returns true if a recipient has a queue of its own; the others share the mails of the rule. */
export function hasQueue(recipient: AlertRecipient): recipient is QueuedRecipient {
  return recipient.type === 'webhook' || recipient.type === 'ticket';
}

/** Returns the part of a rule that events are compared with. */
export function ingestRuleOf({ id, conditions, filters, frequency, recipients }: AlertRule): IngestRule {
  const keysOf = (type: QueuedRecipient['type']) => recipients.filter((one) => one.type === type).map(({ key }) => key);
  const queues = { webhooks: keysOf('webhook'), tickets: keysOf('ticket') };
  return { id, conditions, filters, frequency, sendsMail: !recipients.every(hasQueue), ...queues };
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

/** Time for which decisions of alert rules are kept. */
export const DECISION_RETENTION_MS = 30 * DAY_MS;

/**
 * Result of comparing events of an issue with an alert rule: an alert was queued, a condition held but the rule had
 * sent an alert about the issue within `frequency`, the filters did not match the event that changed the issue, or
 * fewer events or users were counted than the rule requires.
 */
type DecisionOutcome = 'fired' | 'silent' | 'filtered' | 'below';

/** A filter that does not match an event. */
export interface FailedFilter {
  readonly filter: keyof AlertFilters;
  /** The name of the tag; null for other filters. */
  readonly key: string | null;
  /** The value of the event; null if it has none. */
  readonly seen: string | null;
}

/** A decision of an alert rule about an issue. Decisions that repeat the one before are not kept. */
export interface AlertDecision {
  readonly ruleId: string;
  readonly issueId: string;
  /** The event that was decided about. */
  readonly eventId: string;
  readonly outcome: DecisionOutcome;
  /** The condition that held, or came closest to it; null if a rule that counts was silent. */
  readonly reason: AlertReason | null;
  /** The counted number, and the numbers of the condition; null unless the condition counts. */
  readonly seen: number | null;
  readonly needed: number | null;
  readonly minutes: number | null;
  readonly filter: FailedFilter | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** An alert of a rule; its digest is null until it is put into a delivery. */
export interface RuleAlert {
  readonly eventId: string;
  readonly queueId: string;
  readonly digest: string | null;
}

/** The newest decision of a rule about an issue, and its number among the decisions about the issue. */
export interface NewestDecision extends AlertDecision {
  readonly number: number;
}

/** Number of steps of a growing count that are kept: a count that stays in its step changes no row. */
const STEPS = 10;
const MAX_SEEN_LENGTH = 100;

/**
 * Returns the number under which a decision is stored: the number of the newest one if it replaces that, otherwise the
 * next. Null if it repeats the newest one. A count that has not reached its condition replaces a lower one.
 */
export function numberOfDecision(newest: NewestDecision | undefined, next: AlertDecision): number | null {
  if (newest === undefined) return 1;
  if (next.outcome === 'silent' && newest.outcome === 'silent')
    return next.reason === null || next.reason === newest.reason ? null : newest.number + 1;
  if (next.outcome !== 'below' || newest.outcome !== 'below') return newest.number + 1;
  if (newest.reason === next.reason && (newest.needed !== next.needed || newest.minutes !== next.minutes))
    return newest.number + 1;
  return stepOf(next) > stepOf(newest) ? newest.number : null;
}

function stepOf({ seen, needed }: AlertDecision): number {
  return Math.floor(((seen ?? 0) * STEPS) / (needed ?? 1));
}

/** Returns the filters that do not match an event: none if `matchesFilters` is true. */
export function failedFilters(filters: AlertFilters, event: FilteredEvent): FailedFilter[] {
  const { levels, environments, releases, tags } = filters;
  const failed: FailedFilter[] = [];
  const add = (filter: keyof AlertFilters, key: string | null, seen: string | null) =>
    failed.push({ filter, key, seen: seen === null ? null : truncate(seen, MAX_SEEN_LENGTH) });
  if (levels.length > 0 && !levels.includes(event.level)) add('levels', null, event.level);
  if (environments.length > 0 && !environments.includes(event.environment ?? ''))
    add('environments', null, event.environment);
  if (releases.length > 0 && !releases.some((pattern) => isLike(event.release ?? '', pattern)))
    add('releases', null, event.release);
  for (const { key, value } of tags) {
    const own = event.tags.filter((tag) => tag.key === key);
    if (!own.some((tag) => isLike(tag.value, value))) add('tags', key, own[0]?.value ?? null);
  }
  return failed;
}
