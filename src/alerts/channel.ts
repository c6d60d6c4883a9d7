import { randomBytes } from 'node:crypto';
import { SHOWN_ALERTS, type AlertChannel, type Delivery } from '../domain/alert';
import type { AlertWriter, WaitingAlerts } from '../store/alertStores';
import type { Read, Writers } from '../store/stores';
import { type AlertContent, contentOf } from './content';

/** One way of telling alerts. */
export interface Channel {
  readonly name: AlertChannel;
  /** Whether what waits in a project has waited long enough. */
  isDue(waiting: WaitingAlerts, now: number): boolean;
  /** Turns what waits in a project into deliveries, inside one transaction. */
  bundle(stores: Writers, waiting: WaitingAlerts, now: number): Promise<void>;
  /** Delivers; answers false if there is nothing left to tell, or nobody to be told. @throws Error if it fails */
  deliver(delivery: Delivery, now: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** A name for a digest that nothing else has. */
export function newDigest(): string {
  return randomBytes(16).toString('hex');
}

/** A delivery that is due at once. */
export function deliveryOf(
  { project: { id: projectId, organizationId } }: WaitingAlerts,
  given: Pick<Delivery, 'digest' | 'channel' | 'recipient' | 'alertCount'>,
  now: number,
): Delivery {
  const made = { state: 'waiting', attempts: 0, dueAt: now, dateCreated: now, dateSettled: null, error: null } as const;
  return { projectId, organizationId, ...given, ...made };
}

/** Puts the oldest alerts that wait into one digest; answers how many there are with those that are only counted. */
export async function bundleAll(
  alerts: AlertWriter,
  projectId: string,
  channel: AlertChannel,
  into: { digest: string; limit: number },
): Promise<number> {
  const shown = await alerts.oldestWaiting(projectId, channel, into.limit);
  await alerts.bundle(
    projectId,
    channel,
    shown.map((eventId) => ({ eventId, digest: into.digest })),
  );
  return shown.length + (await alerts.forgetWaiting(projectId, channel));
}

/** What a delivery tells; undefined if there is nothing left to tell. */
export async function readContent(
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
    const rows = await alerts.ofDigest(projectId, digest);
    return contentOf(rows, { organization, project, more: Math.max(0, alertCount - SHOWN_ALERTS), publicUrl });
  });
}
