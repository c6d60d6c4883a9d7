import type { ProjectSettings } from './project';

/** How alerts are delivered: mails carry a digest of several alerts, a webhook is called once per alert. */
export type AlertChannel = 'mail' | 'webhook';

/** What happened to an issue: it is new, or it was resolved and occurred again. */
export type AlertReason = 'new' | 'regression';

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

/** The delivery of one project's alerts to one recipient. */
export interface Delivery {
  readonly projectId: string;
  readonly organizationId: string;
  /** Id of the digest, 32 lower-case hexadecimal digits: the same for all recipients and at each attempt. */
  readonly digest: string;
  readonly channel: AlertChannel;
  /** Id of a member, or `WEBHOOK_RECIPIENT`. */
  readonly recipient: string;
  readonly state: DeliveryState;
  /** Number of alerts in the digest, including those beyond `MAX_LISTED_ALERTS`. */
  readonly alertCount: number;
  readonly attempts: number;
  /** Time of the next attempt, in milliseconds since 1970, UTC. */
  readonly dueAt: number;
  readonly dateCreated: number;
  readonly dateSettled: number | null;
  /** Error message of the last attempt if it failed. */
  readonly error: string | null;
}

/** The recipient id of a project's webhook; members have ids from 1. */
export const WEBHOOK_RECIPIENT = '0';

/** Number of alerts that a digest stores and lists; further ones are only counted. */
export const MAX_LISTED_ALERTS = 50;

const MINUTE_MS = 60_000;
const MAX_RETRY_DELAY_MS = 60 * MINUTE_MS;
const MAX_RETRY_AGE_MS = 3 * 24 * 60 * MINUTE_MS;

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
 * The time of the next attempt of a failed delivery. The pause is one minute after the first attempt and doubles up to
 * an hour.
 * @returns null if the delivery is three days old
 */
export function nextAttemptAt(delivery: Pick<Delivery, 'attempts' | 'dateCreated'>, now: number): number | null {
  if (now - delivery.dateCreated >= MAX_RETRY_AGE_MS) return null;
  return now + Math.min(MINUTE_MS * 2 ** (delivery.attempts - 1), MAX_RETRY_DELAY_MS);
}

/** The webhook of a project, with the result of its last deliveries. */
export interface Webhook {
  readonly url: string;
  /** Key of the signatures of its requests: `whsec_` and Base64. */
  readonly secret: string;
  readonly isEnabled: boolean;
  /** Time of the last successful delivery, in milliseconds since 1970, UTC. */
  readonly lastSent: number | null;
  /** Time of the first failure since the last success; null if the last delivery succeeded. */
  readonly failingSince: number | null;
  /** Error message of the last delivery; null if it succeeded. */
  readonly error: string | null;
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
