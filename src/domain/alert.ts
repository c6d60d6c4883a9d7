import type { ProjectSettings } from './project';

/** How members or machines are told: mails are bundled into digests, a webhook is called for each alert. */
export type AlertChannel = 'mail' | 'webhook';

/** What is told of an issue: it is new, or it was resolved and came back. */
export type AlertReason = 'new' | 'regression';

/** Something to tell, because of one event. */
export interface Alert {
  /** Of the event that opened or reopened the issue. */
  readonly eventId: string;
  readonly issueId: string;
  readonly reason: AlertReason;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/**
 * How a delivery stands: `waiting` for its (next) attempt, `sent`, `abandoned` after days of failures, or `dropped` because there
 * was nothing left to tell or nobody who wants to know.
 */
export type DeliveryState = 'waiting' | 'sent' | 'abandoned' | 'dropped';

/** Alerts of one project on their way to one recipient. */
export interface Delivery {
  readonly projectId: string;
  readonly organizationId: string;
  /** 32 lower-case hexadecimal digits; the same for all recipients, and at each attempt. */
  readonly digest: string;
  readonly channel: AlertChannel;
  /** Id of a member; 0 for the project's webhook. */
  readonly recipient: string;
  readonly state: DeliveryState;
  /** Of the digest, also those that are too many to be shown. */
  readonly alertCount: number;
  readonly attempts: number;
  /** Milliseconds since 1970, UTC: when the next attempt is due. */
  readonly dueAt: number;
  readonly dateCreated: number;
  readonly dateSettled: number | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

/** The recipient that is no member. */
export const WEBHOOK_RECIPIENT = '0';

/** How many alerts of a digest are kept to be shown; further ones are only counted. */
export const MAX_LISTED_ALERTS = 50;

const MINUTE_MS = 60_000;
const MAX_RETRY_DELAY_MS = 60 * MINUTE_MS;
const MAX_RETRY_AGE_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * When alerts that wait become a digest: as soon as none came for the minimum delay, and no later than the maximum delay after
 * the first. Times in milliseconds since 1970, UTC.
 */
export function digestDueAt(
  waiting: { readonly first: number; readonly last: number },
  settings: Pick<ProjectSettings, 'digestsMinDelay' | 'digestsMaxDelay'>,
): number {
  return Math.min(waiting.last + settings.digestsMinDelay * 1000, waiting.first + settings.digestsMaxDelay * 1000);
}

/**
 * When a delivery that has failed so many times is tried again: after a minute, then after twice as long each time, up to an hour.
 * Null if it has been tried for three days.
 */
export function nextAttemptAt(delivery: Pick<Delivery, 'attempts' | 'dateCreated'>, now: number): number | null {
  if (now - delivery.dateCreated >= MAX_RETRY_AGE_MS) return null;
  return now + Math.min(MINUTE_MS * 2 ** (delivery.attempts - 1), MAX_RETRY_DELAY_MS);
}

/** Where a project's alerts are posted, and how that goes. */
export interface Webhook {
  readonly url: string;
  /** What requests are signed with: `whsec_` and Base64. */
  readonly secret: string;
  readonly isEnabled: boolean;
  /** Milliseconds since 1970, UTC: the last delivery that was taken. */
  readonly lastSent: number | null;
  /** When the first of the failures began that no success has followed; null where all is well. */
  readonly failingSince: number | null;
  /** Why the last attempt failed; null where all is well. */
  readonly error: string | null;
}

/** What the variables of a subject template stand for. */
export interface SubjectVariables {
  readonly title: string;
  readonly shortID: string;
  /** Slugs of the project and its organization. */
  readonly projectID: string;
  readonly orgID: string;
  /** Name of the project. */
  readonly project: string;
  /** Of the event that the alert is about. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

const VARIABLE = /\$(?:(title|shortID|projectID|orgID|project)(?![A-Za-z0-9_])|\{tag:([A-Za-z0-9_.:-]+)\})/g;

/** Puts values in place of the variables (decisions.md D10); of a tag that the event does not have, nothing is left. */
export function renderSubject(template: string, values: SubjectVariables): string {
  return template.replace(VARIABLE, (_, name: Exclude<keyof SubjectVariables, 'tags'> | undefined, key: string) =>
    name === undefined ? (values.tags.find((tag) => tag.key === key)?.value ?? '') : values[name],
  );
}
