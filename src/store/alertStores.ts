import type { Alert, AlertChannel, Delivery, DeliveryState } from '../domain/alert';
import type { Issue } from '../domain/issue';
import type { Project } from '../domain/project';
import type { Webhook } from '../domain/webhook';

/** Alerts of a project that are in no digest yet, and when the first and the last of them came. */
export interface WaitingAlerts {
  readonly project: Project;
  /** Milliseconds since 1970, UTC. */
  readonly first: number;
  readonly last: number;
}

/** An alert with what there is to tell. */
export interface AlertRow extends Alert {
  readonly issue: Issue;
  /** The event's list record as JSON text. */
  readonly record: string;
}

/** Which delivery. */
export type DeliveryKey = Pick<Delivery, 'projectId' | 'digest' | 'recipient'>;

/** A delivery with the names of those concerned; `email` is null for a webhook. */
export interface ListedDelivery extends Delivery {
  readonly project: string;
  readonly email: string | null;
}

export interface AlertReader {
  /** Projects with alerts of a channel that are in no digest, in a time that does not grow with the alerts. */
  waiting(channel: AlertChannel): Promise<WaitingAlerts[]>;
  isDeliveryDue(channel: AlertChannel, now: number): Promise<boolean>;
  /** The shown alerts of a digest whose issues there still are, in the order they came. */
  ofDigest(projectId: string, digest: string): Promise<AlertRow[]>;
  /** Members of the project's teams who want its mails. */
  recipients(project: Pick<Project, 'id' | 'organizationId'>): Promise<{ id: string; email: string }[]>;
  isMuted(projectId: string, memberId: string): Promise<boolean>;
  /** The newest deliveries of an organization, or of one project of it. */
  list(organizationId: string, projectId: string | null, limit: number): Promise<ListedDelivery[]>;
  /** The newest delivery to a recipient that was tried or sent. */
  findLast(projectId: string, recipient: string): Promise<Delivery | undefined>;
}

export interface AlertWriter extends AlertReader {
  /** Queues alerts for each of the channels. */
  insert(projectId: string, channels: readonly AlertChannel[], alerts: readonly Alert[]): Promise<void>;
  /** The oldest alerts that are in no digest, by event id; at most `limit`. */
  oldestWaiting(projectId: string, channel: AlertChannel, limit: number): Promise<string[]>;
  /** Puts alerts into digests. */
  bundle(
    projectId: string,
    channel: AlertChannel,
    bundles: readonly { eventId: string; digest: string }[],
  ): Promise<void>;
  /** Forgets the alerts that are in no digest; answers how many they were. */
  forgetWaiting(projectId: string, channel: AlertChannel): Promise<number>;
  insertDeliveries(deliveries: readonly Delivery[]): Promise<void>;
  /** Takes deliveries that are due, of each project in turn, which then are not due before `until`: each counts as one more attempt. */
  claim(channel: AlertChannel, now: number, until: number, limit: number): Promise<Delivery[]>;
  /** Ends a delivery; the alerts of its digest go with the last one. */
  settle(key: DeliveryKey, state: Exclude<DeliveryState, 'waiting'>, at: number, error: string | null): Promise<void>;
  /** Notes why an attempt failed, and when the next one is due. */
  postpone(key: DeliveryKey, dueAt: number, error: string): Promise<void>;
  /** Forgets deliveries that ended, of those made before `before`; at most `limit`. */
  prune(before: number, limit: number): Promise<number>;
  /** Ends or resumes the mails of a project to a member; doing so again is fine. */
  mute(choice: { organizationId: string; projectId: string; memberId: string; isMuted: boolean }): Promise<void>;
  /** The same for every project that the organization has now. */
  muteAll(choice: { organizationId: string; memberId: string; isMuted: boolean }): Promise<void>;
}

export interface WebhookReader {
  find(projectId: string): Promise<Webhook | undefined>;
}

export interface WebhookWriter extends WebhookReader {
  /** Makes the project's webhook, or changes it; what was noted of deliveries stays only where the address does. */
  put(
    project: Pick<Project, 'id' | 'organizationId'>,
    webhook: Pick<Webhook, 'url' | 'secret' | 'isEnabled'>,
  ): Promise<Webhook>;
  /** Notes how a delivery went: `error` is null if it was taken. */
  note(projectId: string, at: number, error: string | null): Promise<void>;
}
