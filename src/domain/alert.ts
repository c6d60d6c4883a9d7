import type { Organization } from './organization';
import type { Project, ProjectSettings } from './project';
import { DAY_MS, MINUTE_MS } from './time';

/**
 * Channels of alerts: a mail carries a digest of several alerts; a webhook is called once per alert, or per burst; a
 * ticket is created once per issue.
 */
export const ALERT_CHANNELS = ['mail', 'webhook', 'ticket'] as const;

export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/**
 * Reason of an alert: the issue is new, is new feedback, was resolved and occurred again, was ignored until it
 * escalates and does, or has reached the number of events or users that a rule names. The last three are reasons of
 * rules only.
 */
export type AlertReason = 'new' | 'feedback' | 'regression' | 'escalating' | 'events' | 'users';

/** A notification about an issue, caused by one event. */
export interface Alert {
  /** The event that opened or reopened the issue. */
  readonly eventId: string;
  readonly issueId: string;
  readonly reason: AlertReason;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/**
 * The state of a delivery: `waiting` for its next attempt, `sent`, `abandoned` after days of failures, or `dropped`
 * because its issues are gone or its recipient no longer wants alerts.
 */
export type DeliveryState = 'waiting' | 'sent' | 'abandoned' | 'dropped';

/**
 * Contents of a delivery: alerts about issues, the message that the project's webhook has been failing for a day or
 * works again, that the share of sessions or users without a crash is too low or no longer is, or that an issue was
 * resolved.
 */
export type DeliveryKind =
  'alerts' | 'webhook.failing' | 'webhook.restored' | 'crashFree.low' | 'crashFree.recovered' | 'issue.resolved';

/** The delivery of one project's alerts to one recipient. */
export interface Delivery {
  readonly projectId: string;
  readonly organizationId: string;
  /** Id of the digest, 32 lower-case hexadecimal digits: the same for all recipients and at each attempt. */
  readonly digest: string;
  readonly channel: AlertChannel;
  /**
   * Id of the alert rule whose mail it is, or of a webhook or ticket connection in a rule; null if it is for the
   * members of the project or for its webhook.
   */
  readonly queueId: string | null;
  readonly kind: DeliveryKind;
  /**
   * Id of a member, `WEBHOOK_RECIPIENT`, the negative id of an address in the rule, or for a ticket the id of the
   * connection.
   */
  readonly recipient: string;
  readonly state: DeliveryState;
  /** Number of alerts in the digest, including the ones that are only counted. */
  readonly alertCount: number;
  readonly attempts: number;
  /** Time of the next attempt, in milliseconds since 1970, UTC. */
  readonly dueAt: number;
  readonly dateCreated: number;
  readonly dateSettled: number | null;
  /** Error message of the last attempt if it failed. */
  readonly error: string | null;
}

/** Returns the state of a delivery in lists: a delivery that waits after a failed attempt is `failing`. */
export function presentedState({ state, error }: Pick<Delivery, 'state' | 'error'>): DeliveryState | 'failing' {
  return state === 'waiting' && error !== null ? 'failing' : state;
}

/** The recipient id of a webhook; members have ids from 1. */
export const WEBHOOK_RECIPIENT = '0';

/**
 * Number of a project's deliveries to its webhook that wait, or that are created within a minute. Further alerts are
 * counted in the last one.
 */
export const MAX_RECENT_DELIVERIES = 10;

/** Number of alerts that a digest stores and lists; further ones are only counted. */
export const MAX_LISTED_ALERTS = 50;

const MAX_RETRY_DELAY_MS = 60 * MINUTE_MS;
/** Time for which a delivery that fails is repeated. */
export const MAX_RETRY_AGE_MS = 3 * DAY_MS;

/**
 * No attempt is scheduled later than this from now. One that seems to be was scheduled before the clock was set back,
 * and is due.
 */
export const MAX_DUE_DELAY_MS = MAX_RETRY_DELAY_MS;

/**
 * The time at which waiting alerts become a digest: once no further alert arrived for the minimum delay, and at the
 * latest the maximum delay after the first. Times are in milliseconds since 1970, UTC.
 */
export function digestDueAt(
  waiting: { readonly first: number; readonly last: number },
  settings: Pick<ProjectSettings, 'digestsMinDelay' | 'digestsMaxDelay'>,
): number {
  return Math.min(waiting.last + settings.digestsMinDelay * 1000, waiting.first + settings.digestsMaxDelay * 1000);
}

/**
 * Returns true if waiting alerts become a digest now. They do, too, if an alert was created a minute or more after now:
 * the clock was set back since then, and the delays would begin that much later.
 */
export function isDigestDue(
  waiting: { readonly first: number; readonly last: number },
  settings: Pick<ProjectSettings, 'digestsMinDelay' | 'digestsMaxDelay'>,
  now: number,
): boolean {
  return digestDueAt(waiting, settings) <= now || waiting.last - now >= MINUTE_MS;
}

/**
 * The time of the next attempt of a failed delivery. The pause is one minute after the first attempt and doubles up to
 * an hour. It is as long as the receiver asked for, at most an hour.
 * @returns null if the delivery is three days old
 */
export function nextAttemptAt(
  delivery: Pick<Delivery, 'attempts' | 'dateCreated'>,
  now: number,
  retryAfterMs = 0,
): number | null {
  if (now - delivery.dateCreated >= MAX_RETRY_AGE_MS) return null;
  return now + Math.min(Math.max(MINUTE_MS * 2 ** (delivery.attempts - 1), retryAfterMs), MAX_RETRY_DELAY_MS);
}

/**
 * The results of a webhook's deliveries, and the state of its circuit breaker. Times are milliseconds since 1970, UTC.
 */
export interface WebhookHealth {
  /** Time of the last successful delivery. */
  readonly lastSent: number | null;
  /** Time of the first failure since the last success; null if the last delivery succeeded. */
  readonly failingSince: number | null;
  /** Error message of the last delivery; null if it succeeded. */
  readonly error: string | null;
  /** Number of failures since the last success. */
  readonly failures: number;
  /** The circuit is open: nothing is sent before this time, and then one delivery, the probe. Null if it is closed. */
  readonly resumeAt: number | null;
  /** Time at which members were told that the webhook is failing; null if they were not since the last success. */
  readonly notifiedAt: number | null;
}

/** The health of a webhook before its first delivery. */
export const NO_DELIVERIES: WebhookHealth = Object.freeze({
  lastSent: null,
  failingSince: null,
  error: null,
  failures: 0,
  resumeAt: null,
  notifiedAt: null,
});

/** The webhook of a project. */
export interface Webhook extends WebhookHealth {
  readonly url: string;
  /** Key of the signatures of its requests: `whsec_` and Base64. */
  readonly secret: string;
  readonly isEnabled: boolean;
}

/** A test alert that is to be sent. */
export interface WebhookTest {
  readonly webhook: Pick<Webhook, 'url' | 'secret'>;
  readonly organization: Organization;
  readonly project: Project;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** Result of a test of a webhook. */
export interface WebhookTestResult {
  /** The reason why the test alert was not confirmed; null if it was. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Failures in a row that open the circuit of a webhook. */
export const CIRCUIT_FAILURES = 5;
/** Duration of a webhook's failure before members are told. */
const OUTAGE_NOTICE_MS = DAY_MS;

/**
 * The health of a webhook after a delivery. The circuit opens for one minute, and for twice as long after each failed
 * probe, up to an hour.
 * @param error null if the delivery succeeded
 */
export function healthAfter(health: WebhookHealth, at: number, error: string | null): WebhookHealth {
  if (error === null) {
    return { lastSent: at, failingSince: null, error: null, failures: 0, resumeAt: null, notifiedAt: null };
  }
  // Another delivery of the same probe has failed already.
  if (health.resumeAt !== null && health.resumeAt > at) return { ...health, error };
  const failures = health.failures + 1;
  const pause = Math.min(MINUTE_MS * 2 ** (failures - CIRCUIT_FAILURES), MAX_RETRY_DELAY_MS);
  return {
    ...health,
    error,
    failures,
    failingSince: Math.min(health.failingSince ?? at, at),
    resumeAt: failures < CIRCUIT_FAILURES ? null : at + pause,
  };
}

/** Returns true if members are to be told that a webhook is failing: once in an outage, which has lasted for a day. */
export function isOutageNoticeDue({ failingSince, notifiedAt }: WebhookHealth, now: number): boolean {
  return failingSince !== null && notifiedAt === null && now - failingSince >= OUTAGE_NOTICE_MS;
}

/** The values of the variables of a subject template. */
export interface SubjectVariables {
  readonly title: string;
  readonly shortID: string;
  /** Slug of the project. */
  readonly projectID: string;
  /** Slug of the organization. */
  readonly orgID: string;
  /** Name of the project. */
  readonly project: string;
  /** Tags of the event that caused the alert. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

const VARIABLE = /\$(?:(title|shortID|projectID|orgID|project)(?![A-Za-z0-9_])|\{tag:([A-Za-z0-9_.:-]+)\})/g;

/**
 * Replaces the variables of a template by their values (openapi/DECISIONS.md D10); a tag that the event does not have
 * is empty.
 */
export function renderSubject(template: string, values: SubjectVariables): string {
  return template.replace(VARIABLE, (_, name: Exclude<keyof SubjectVariables, 'tags'> | undefined, key: string) =>
    name === undefined ? (values.tags.find((tag) => tag.key === key)?.value ?? '') : values[name],
  );
}
