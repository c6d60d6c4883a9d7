import type { ProjectSettings } from './settings';

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
export const SHOWN_ALERTS = 50;

const MINUTE = 60_000;
const LONGEST_PAUSE = 60 * MINUTE;
const GIVE_UP_AFTER = 3 * 24 * 60 * MINUTE;

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
  if (now - delivery.dateCreated >= GIVE_UP_AFTER) return null;
  return now + Math.min(MINUTE * 2 ** (delivery.attempts - 1), LONGEST_PAUSE);
}
