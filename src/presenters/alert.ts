import type { components } from '../../generated/api';
import { type AlertReason, type Delivery, NO_DELIVERIES, presentedState, type WebhookHealth } from '../domain/alert';
import type { AlertCondition, AlertFilters, FilteredEvent } from '../domain/alertCondition';
import {
  type AlertDecision,
  type AlertRecipient,
  type AlertRule,
  type AlertRuleState,
  failedFilters,
  hasQueue,
  maskToken,
  type OrganizationAlertRule,
  type RuleAlert,
} from '../domain/alertRule';
import type { EventTag, Level } from '../domain/event';
import type { Issue } from '../domain/issue';
import { lowerAscii } from '../domain/text';
import { presentTime, presentTimeOrNull } from './format';

/** The numbers of a condition that has none. */
const NO_NUMBERS = { count: null, minutes: null, percent: null, hours: null, minimum: null };

/**
 * Presents an alert rule. URLs and secrets of webhooks are empty for callers that may not write (openapi/DECISIONS.md
 * D22).
 */
export function presentAlertRule(
  { rule, ...state }: AlertRuleState,
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
    recipients: recipients.map((recipient) => presentRecipient(recipient, state, showsSecrets)),
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
  { health, confirmed, connected }: Omit<AlertRuleState, 'rule'>,
  showsSecrets: boolean,
): components['schemas']['AlertRecipient'] {
  const { type } = recipient;
  const nothing = {
    type,
    id: null,
    address: null,
    isConfirmed: null,
    connection: null,
    url: null,
    format: null,
    token: null,
    target: null,
    template: null,
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
    case 'ticket': {
      const { connection, key } = recipient;
      const target = connected.get(connection) ?? null;
      return { ...nothing, connection, target, delivery: presentDelivery(health.get(key) ?? NO_DELIVERIES) };
    }
    case 'webhook': {
      const { url, format, secret, token, target = null, template } = recipient;
      const redacted = (value: string | null | undefined) => (showsSecrets ? value : value && '') ?? null;
      return {
        ...nothing,
        url: showsSecrets ? url : '',
        format,
        token: redacted(token === undefined ? null : maskToken(token)),
        target,
        template: redacted(template),
        secret: redacted(secret),
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
    state: presentedState(delivery),
    alertCount: delivery.alertCount,
    attempts: delivery.attempts,
    dateCreated: presentTime(delivery.dateCreated),
    dateSettled: presentTimeOrNull(delivery.dateSettled),
    nextAttempt: state === 'waiting' ? presentTime(dueAt) : null,
    error: delivery.error,
  };
}

type RuleRecord = components['schemas']['AlertRuleDecisions'];
type DecisionRecord = components['schemas']['AlertDecision'];
type FilterRecord = components['schemas']['AlertFilterState'];

/** The values of a rule and an issue by which the decisions of the rule are explained. */
export interface RuleFindings {
  readonly rule: AlertRule;
  readonly issue: Pick<Issue, 'status' | 'type' | 'firstSeen'>;
  /** The decisions of the rule about the issue, newest first. */
  readonly decisions: readonly AlertDecision[];
  /** The present counts of the rule about the issue. */
  readonly sums: readonly {
    readonly kind: 'silence' | 'events' | 'users';
    readonly amount: number;
    readonly expiresAt: number;
  }[];
  /** The newest events of the issue; empty if no rule has filters. */
  readonly events: readonly FilteredEvent[];
  /** The alerts of the rule, and their deliveries. */
  readonly alerts: readonly RuleAlert[];
  readonly deliveries: readonly NamedDelivery[];
  /** True if the service has a mail server. */
  readonly sendsMail: boolean;
}

/** Maximum number of values of events that are listed for one filter. */
const MAX_VALUES = 10;

/** Presents the decisions of a rule about an issue, and explains the present state. */
export function presentRuleDecisions(findings: RuleFindings): RuleRecord {
  const { rule, sums, decisions } = findings;
  const silence = sums.find(({ kind }) => kind === 'silence');
  const filters = filterStates(rule.filters, findings.events);
  return {
    rule: { id: rule.id, name: rule.name },
    ...outcomeOf(findings, filters),
    conditions: rule.conditions.map((condition) => conditionState(condition, findings)),
    filters,
    frequency: rule.frequency,
    silentUntil: presentTimeOrNull(silence?.expiresAt ?? null),
    decisions: decisions.map((decision) => presentDecision(decision, findings)),
  };
}

/** Returns the members of an event that filters compare. They are read from its tags, which also have its fields. */
export function filteredEventOf(tags: readonly EventTag[], level: Level): FilteredEvent {
  const valueOf = (key: string) => tags.find((tag) => tag.key === key)?.value ?? null;
  const own = valueOf('level') as Level | null;
  return { level: own ?? level, environment: valueOf('environment'), release: valueOf('release'), tags };
}

function outcomeOf(findings: RuleFindings, filters: readonly FilterRecord[]): Pick<RuleRecord, 'outcome' | 'detail'> {
  const { rule, decisions, events, sendsMail, issue } = findings;
  const [newest] = decisions;
  if (!rule.isActive) return { outcome: 'inactive', detail: 'The rule is not active.' };
  if (rule.conditions.every(({ type }) => type === 'crashFreeSessions' || type === 'crashFreeUsers'))
    return { outcome: 'otherSubject', detail: 'The conditions of the rule are about sessions, not about issues.' };
  if (!sendsMail && !rule.recipients.some(hasQueue)) {
    const detail = 'The rule has only recipients of mails, and the service sends no mails: SMTP_URL is not set.';
    return { outcome: 'withoutRecipient', detail };
  }
  if (newest !== undefined) return { outcome: newest.outcome, detail: describeDecision(newest, findings) };
  const isCounting = rule.conditions.some((condition) => 'count' in condition);
  const isAnyMatching = events.some((event) => failedFilters(rule.filters, event).length === 0);
  if (isCounting && issue.type !== 'feedback' && events.length > 0 && !isAnyMatching) {
    const wrong = filters.filter(({ events: all, matchingEvents }) => matchingEvents < all);
    const seen = wrong.map(({ filter, key, seen: values }) => `${key ?? filter} (${values.map(nameValue).join(', ')})`);
    const detail = `The filters match none of the ${events.length} newest events of the issue: ${seen.join(', ')}.`;
    return { outcome: 'filtered', detail };
  }
  const since = `since ${presentTime(rule.dateCreated)}, when the rule was created, or in the last 30 days`;
  return { outcome: 'notOccurred', detail: `No condition of the rule has held for the issue ${since}.` };
}

const REASONS: Readonly<Record<AlertReason, string>> = {
  new: 'the issue was new',
  feedback: 'the issue was new feedback',
  regression: 'a resolved issue had an event again',
  escalating: 'the ignored issue escalated',
  events: 'enough events were counted',
  users: 'enough users were counted',
};

function describeDecision(decision: AlertDecision, findings: RuleFindings): string {
  const { rule } = findings;
  const changed = rule.dateUpdated > decision.dateCreated ? ' The rule was changed since.' : '';
  return `${describeOutcome(decision, findings)}${changed}`;
}

function describeOutcome(decision: AlertDecision, findings: RuleFindings): string {
  const { outcome, reason, dateCreated, filter } = decision;
  const at = presentTime(dateCreated);
  const counted = describeCount(decision);
  switch (outcome) {
    case 'fired':
      return `Alerted at ${at}: ${counted ?? REASONS[reason ?? 'new']}. ${describeDeliveries(decision, findings)}`;
    case 'silent': {
      const what = reason === null ? 'An event arrived' : `A condition held (${REASONS[reason]})`;
      return `${what} at ${at}, within ${minutesOf(findings.rule.frequency)} after the last alert about the issue: the rule sends none then, and counts nothing.`;
    }
    case 'filtered':
      return `At ${at}, ${REASONS[reason ?? 'new']}, but the filter ${filter?.filter ?? ''} does not match its event: ${filter?.key ?? 'the value'} is ${nameValue(filter?.seen ?? '')}.`;
    case 'below':
      return `${counted ?? 'Too little was counted'}; the highest count was at ${at}.`;
  }
}

function describeCount({ reason, seen, needed, minutes }: Omit<AlertDecision, 'dateCreated'>): string | undefined {
  if (reason === null || seen === null || needed === null || minutes === null) return undefined;
  return `${seen} of ${needed} ${reason} within ${minutesOf(minutes)}`;
}

function describeDeliveries({ eventId }: AlertDecision, findings: RuleFindings): string {
  const { alerts, deliveries } = deliveriesOf(eventId, findings);
  if (alerts.length === 0)
    return 'No delivery of it is stored: nobody wanted the mail, it was only counted in one, the issue had a ticket, or a recipient was removed.';
  const texts = deliveries.map(presentAlertDelivery).map(({ channel, recipient, state, error }) => {
    return `${channel}${recipient === null ? '' : ` to ${recipient}`} ${state}${error === null ? '' : ` (${error})`}`;
  });
  const waiting = alerts.filter(({ digest }) => digest === null).length;
  if (waiting > 0) texts.push(`${waiting} waiting to be put into a delivery`);
  return `Deliveries: ${texts.join(', ')}.`;
}

function deliveriesOf(eventId: string, findings: RuleFindings): Pick<RuleFindings, 'alerts' | 'deliveries'> {
  const alerts = findings.alerts.filter((alert) => alert.eventId === eventId);
  const digests = new Set(alerts.map(({ digest }) => digest));
  return { alerts, deliveries: findings.deliveries.filter(({ digest }) => digests.has(digest)) };
}

function presentDecision(decision: AlertDecision, findings: RuleFindings): DecisionRecord {
  const { dateCreated, outcome, reason, eventId, needed, seen, minutes, filter } = decision;
  const deliveries = outcome === 'fired' ? deliveriesOf(eventId, findings).deliveries : [];
  return {
    date: presentTime(dateCreated),
    ...{ outcome, reason, eventID: eventId, needed, seen, minutes, filter },
    detail: describeDecision(decision, findings),
    deliveries: deliveries.map(presentAlertDelivery),
  };
}

function conditionState(
  condition: AlertCondition,
  findings: RuleFindings,
): components['schemas']['AlertConditionState'] {
  const { type } = condition;
  const { sums, issue, rule, decisions } = findings;
  const nothing = { type, needed: null, seen: null, minutes: null };
  if ('count' in condition) {
    const { count: needed, minutes } = condition;
    const seen = sums.find(({ kind }) => kind === type)?.amount ?? 0;
    const numbers = { needed, seen, minutes };
    const isSilent = sums.some(({ kind }) => kind === 'silence');
    const counted = `${seen} of ${needed} ${type} within ${minutesOf(minutes)} at present`;
    return { type, ...numbers, detail: isSilent ? 'Nothing is counted while the rule is silent.' : `${counted}.` };
  }
  if (type === 'crashFreeSessions' || type === 'crashFreeUsers')
    return { ...nothing, detail: 'Is about sessions, not about issues.' };
  const last = decisions.find(({ reason }) => reason === type);
  if (last !== undefined)
    return { ...nothing, detail: `It happened at ${presentTime(last.dateCreated)}: ${REASONS[type]}.` };
  const firstSeen = presentTime(issue.firstSeen);
  if (type === 'regression' || type === 'escalating') {
    const needed = type === 'regression' ? 'resolved' : 'ignored until it escalates';
    return { ...nothing, detail: `It has not happened: the issue must be ${needed} before, and is ${issue.status}.` };
  }
  if ((type === 'feedback') !== (issue.type === 'feedback'))
    return { ...nothing, detail: `The issue is ${type === 'feedback' ? 'not ' : ''}feedback.` };
  const before = issue.firstSeen < rule.dateCreated ? ', before the rule was created' : '';
  return { ...nothing, detail: `The issue opened at ${firstSeen}${before}.` };
}

/** Compares the newest events with each filter by itself. */
function filterStates(filters: AlertFilters, events: readonly FilteredEvent[]): FilterRecord[] {
  const nothing: AlertFilters = { levels: [], environments: [], releases: [], tags: [] };
  const stateOf = (
    filter: FilterRecord['filter'],
    only: Partial<AlertFilters>,
    accepted: readonly string[],
    valueOf: (event: FilteredEvent) => string,
    key: string | null = null,
  ): FilterRecord => {
    const counts = new Map<string, number>();
    for (const event of events) counts.set(valueOf(event), (counts.get(valueOf(event)) ?? 0) + 1);
    const seen = [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
    const matching = events.filter((event) => failedFilters({ ...nothing, ...only }, event).length === 0);
    const numbers = { events: events.length, matchingEvents: matching.length };
    return { filter, key, accepted: [...accepted], seen: seen.slice(0, MAX_VALUES), ...numbers };
  };
  const { levels, environments, releases, tags } = filters;
  return [
    ...(levels.length > 0 ? [stateOf('levels', { levels }, levels, ({ level }) => level)] : []),
    ...(environments.length > 0
      ? [stateOf('environments', { environments }, environments, ({ environment }) => environment ?? '')]
      : []),
    ...(releases.length > 0 ? [stateOf('releases', { releases }, releases, ({ release }) => release ?? '')] : []),
    ...tags.map((tag) =>
      stateOf(
        'tags',
        { tags: [tag] },
        [tag.value],
        (event) => event.tags.find(({ key }) => key === tag.key)?.value ?? '',
        tag.key,
      ),
    ),
  ];
}

function nameValue(value: string): string {
  return value === '' ? 'none' : value;
}

function minutesOf(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
