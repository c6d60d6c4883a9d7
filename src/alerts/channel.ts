import { randomBytes } from 'node:crypto';
import type { AlertChannel, AlertReason, Delivery } from '../domain/alert';
import type { EventTag } from '../domain/event';
import { formatShortId, type Issue } from '../domain/issue';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { truncate } from '../domain/text';
import { readRecordTags } from '../presenters/eventRecord';
import type { AlertRow, AlertWriter, DeliverySlots, PendingAlerts } from '../store/alerts';
import type { Read, Writers } from '../store/stores';

/** One alert, as mails and webhooks describe it. */
export interface AlertDetails {
  readonly reason: AlertReason;
  readonly issue: Issue;
  readonly shortId: string;
  readonly url: string;
  readonly eventId: string;
  /** Tags of the event that opened or reopened the issue. */
  readonly tags: readonly EventTag[];
}

/** The content of a mail or of a webhook's request. */
export interface AlertContent {
  readonly organization: Organization;
  readonly project: Project;
  readonly alerts: readonly [AlertDetails, ...AlertDetails[]];
  /** Number of alerts that are counted only. */
  readonly more: number;
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Builds the content of a digest. Undefined if its issues were removed. */
export function buildAlertContent(
  rows: readonly AlertRow[],
  digest: {
    readonly organization: Organization;
    readonly project: Project;
    readonly more: number;
    readonly publicUrl: string;
  },
): AlertContent | undefined {
  const [first, ...others] = rows.map((row) => describeAlert(row, digest));
  return first && { ...digest, alerts: [first, ...others] };
}

function describeAlert(
  { reason, issue, eventId, record }: AlertRow,
  { organization, project, publicUrl }: Pick<AlertContent, 'organization' | 'project' | 'publicUrl'>,
): AlertDetails {
  const url = issueUrl(publicUrl, organization, issue);
  return {
    reason,
    issue,
    eventId,
    tags: readRecordTags(record),
    url,
    shortId: formatShortId(project.slug, issue.number),
  };
}

/** The URL of the operation `getIssue`. */
function issueUrl(publicUrl: string, organization: Organization, { id }: Issue): string {
  return `${publicUrl}/api/0/organizations/${organization.slug}/issues/${id}/`;
}

/** A way to deliver alerts. */
export interface DeliveryChannel {
  readonly name: AlertChannel;
  /** How many deliveries may be in progress: a slow receiver of one project does not delay those of others. */
  readonly slots: DeliverySlots;
  /** Whether the pending alerts of a project are to be delivered now. */
  readonly isDue: (pending: PendingAlerts, now: number) => boolean;
  /** Turns the pending alerts of a project into deliveries, inside of a transaction. */
  readonly createDeliveries: (stores: Writers, pending: PendingAlerts, now: number) => Promise<void>;
  /** Delivers. Returns false if there is no content or no recipient any more. @throws Error if the delivery fails */
  readonly deliver: (delivery: Delivery, now: number, signal: AbortSignal) => Promise<boolean>;
  /** Stores the result of an attempt for the receiver, in the transaction that stores it for the delivery. */
  readonly recordResult?: (stores: Writers, delivery: Delivery, now: number, error: string | null) => Promise<void>;
  readonly close: () => void;
}

/** A random id for a digest. */
export function newDigestId(): string {
  return randomBytes(16).toString('hex');
}

/** A delivery that was not attempted yet. It is due now by default. */
export function newDelivery(
  { id: projectId, organizationId }: Pick<Project, 'id' | 'organizationId'>,
  given: Pick<Delivery, 'digest' | 'channel' | 'recipient' | 'alertCount'> & Partial<Pick<Delivery, 'kind' | 'dueAt'>>,
  now: number,
): Delivery {
  const initial = { state: 'waiting', attempts: 0, dateCreated: now, dateSettled: null, error: null } as const;
  return { projectId, organizationId, kind: 'alerts', dueAt: now, ...given, ...initial };
}

/** Alerts beyond those of a digest that one transaction counts and deletes. */
export const MAX_COUNTED_ALERTS = 10_000;

/** Assigns the oldest pending alerts to a digest, and deletes the others. Returns how many there were. */
export async function assignToDigest(
  alerts: AlertWriter,
  projectId: string,
  channel: AlertChannel,
  { digest, limit }: { digest: string; limit: number },
): Promise<number> {
  const listed = await alerts.findOldestPending(projectId, channel, limit);
  await alerts.assignDigests(
    projectId,
    channel,
    listed.map((eventId) => ({ eventId, digest })),
  );
  return listed.length + (await alerts.deletePending(projectId, channel, MAX_COUNTED_ALERTS));
}

/**
 * Reads the content of a delivery. Undefined if its project or its issues were removed.
 * @param listed the number of alerts that a delivery of the channel lists; it counts the others
 */
export async function readAlertContent(
  read: Read,
  delivery: Delivery,
  { publicUrl, listed }: { publicUrl: string; listed: number },
): Promise<AlertContent | undefined> {
  const { projectId, organizationId, digest, alertCount } = delivery;
  return read(async ({ alerts, organizations, projects }) => {
    const organization = await organizations.find(organizationId);
    const project = await projects.findById(organizationId, projectId);
    if (organization === undefined || project === undefined) return undefined;
    const rows = await alerts.listByDigest(projectId, digest);
    return buildAlertContent(rows, { organization, project, more: Math.max(0, alertCount - listed), publicUrl });
  });
}

const MAX_ERROR_LENGTH = 300;

/** The message of an error on one line. */
export function errorMessageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: String(error) };
  return truncate(message.replace(/[\p{Cc}\s]+/gu, ' ').trim() || 'Unknown error.', MAX_ERROR_LENGTH);
}
