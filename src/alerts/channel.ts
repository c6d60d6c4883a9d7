import { randomBytes } from 'node:crypto';
import { type AlertChannel, type AlertReason, type Delivery, MAX_LISTED_ALERTS } from '../domain/alert';
import type { EventTag } from '../domain/event';
import { formatShortId, type Issue } from '../domain/issue';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import type { AlertRow, AlertWriter, PendingAlerts } from '../store/alerts';
import type { Read, Writers } from '../store/stores';

/** One alert as it is told. */
export interface AlertDetails {
  readonly reason: AlertReason;
  readonly issue: Issue;
  readonly shortId: string;
  readonly url: string;
  readonly eventId: string;
  /** Of the event that opened or reopened the issue. */
  readonly tags: readonly EventTag[];
}

/** What a digest tells. */
export interface AlertContent {
  readonly organization: Organization;
  readonly project: Project;
  /** At least one. */
  readonly alerts: readonly [AlertDetails, ...AlertDetails[]];
  /** How many more there are that are not told one by one. */
  readonly more: number;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
}

/** What the rows of a digest tell; undefined if its issues are gone. */
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
  const { tags } = JSON.parse(record) as { tags?: EventTag[] };
  const url = issueUrl(publicUrl, organization, issue);
  return { reason, issue, eventId, tags: tags ?? [], url, shortId: formatShortId(project.slug, issue.number) };
}

/** Where the contract has an issue. */
function issueUrl(publicUrl: string, organization: Organization, { id }: Issue): string {
  return `${publicUrl}/api/0/organizations/${organization.slug}/issues/${id}/`;
}

/** One way of telling alerts. */
export interface DeliveryChannel {
  readonly name: AlertChannel;
  /** Whether what waits in a project has waited long enough. */
  isDue(waiting: PendingAlerts, now: number): boolean;
  /** Turns what waits in a project into deliveries, inside one transaction. */
  createDeliveries(stores: Writers, waiting: PendingAlerts, now: number): Promise<void>;
  /** Delivers; answers false if there is nothing left to tell, or nobody to be told. @throws Error if it fails */
  deliver(delivery: Delivery, now: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** A name for a digest that nothing else has. */
export function newDigestId(): string {
  return randomBytes(16).toString('hex');
}

/** A delivery that is due at once. */
export function newDelivery(
  { project: { id: projectId, organizationId } }: PendingAlerts,
  given: Pick<Delivery, 'digest' | 'channel' | 'recipient' | 'alertCount'>,
  now: number,
): Delivery {
  const made = { state: 'waiting', attempts: 0, dueAt: now, dateCreated: now, dateSettled: null, error: null } as const;
  return { projectId, organizationId, ...given, ...made };
}

/** Puts the oldest alerts that wait into one digest; answers how many there are with those that are only counted. */
export async function assignToDigest(
  alerts: AlertWriter,
  projectId: string,
  channel: AlertChannel,
  into: { digest: string; limit: number },
): Promise<number> {
  const shown = await alerts.findOldestPending(projectId, channel, into.limit);
  await alerts.assignDigests(
    projectId,
    channel,
    shown.map((eventId) => ({ eventId, digest: into.digest })),
  );
  return shown.length + (await alerts.deletePending(projectId, channel));
}

/** What a delivery tells; undefined if there is nothing left to tell. */
export async function readAlertContent(
  read: Read,
  delivery: Delivery,
  publicUrl: string,
): Promise<AlertContent | undefined> {
  const { projectId, organizationId, digest, alertCount } = delivery;
  return read(async ({ alerts, organizations, projects }) => {
    const [organization, project] = [
      await organizations.find(organizationId),
      await projects.findById(organizationId, projectId),
    ];
    if (organization === undefined || project === undefined) return undefined;
    const rows = await alerts.listByDigest(projectId, digest);
    return buildAlertContent(rows, {
      organization,
      project,
      more: Math.max(0, alertCount - MAX_LISTED_ALERTS),
      publicUrl,
    });
  });
}
