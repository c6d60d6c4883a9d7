import type { DsnClient } from '../api/operation';
import { Forbidden, RateLimited } from '../domain/errors';
import type { DsnProject } from '../domain/project';
import type { Read } from '../store/stores';
import { isAllowedOrigin } from './filters/allowedOrigins';
import { isFilteredAddress } from './filters/filterEvent';
import { findProjectByKey, type IncomingEvent, incomingEventOf, type IngestEvent } from './pipeline';
import { readPayloadEventId } from './processEvent';
import type { EventQuota } from './quota';

/** What a DSN says about where an event goes. */
export interface Dsn {
  readonly publicKey: string;
  /** A positive integer in decimal text. */
  readonly projectId: string;
}

const DSN = /^https?:\/\/([A-Za-z0-9_-]{1,100})(?::[^@/\s]*)?@[^@/?#\s]+(?:\/[^/?#\s]+)*\/([1-9][0-9]{0,18})\/?$/i;

/**
 * Reads `{scheme}://{public_key}[:{secret}]@{host}[/{path}]/{project_id}`; null for other text.
 * The secret, the host and the path are for the client (reference/ingest.md §1.1).
 */
export function readDsn(text: string): Dsn | null {
  if (text.length > 1000) return null;
  const [, publicKey, projectId] = DSN.exec(text.trim()) ?? [];
  return publicKey === undefined || projectId === undefined ? null : { publicKey, projectId };
}

/** What an operation that takes events is asked with. */
interface IngestRequest {
  readonly read: Read;
  readonly sender: DsnClient;
  readonly now: number;
  readonly traffic: EventQuota;
}

/** A project that is open to the sender. */
export interface DsnAuthorization {
  readonly project: DsnProject;
  /** Whether all events from the sender's address are dropped. */
  readonly isFiltered: boolean;
}

/**
 * The project that a DSN opens to this sender, found out before the body is read. Whoever is turned away here is counted as one
 * event.
 * @throws Forbidden, RateLimited
 */
export async function authorizeDsn(
  { read, sender, now, traffic }: IngestRequest,
  projectId: string,
  publicKey: string,
): Promise<DsnAuthorization> {
  const project = await findProjectByKey(read, projectId, publicKey);
  const { id, settings } = project;
  if (!isAllowedOrigin(sender.origin, settings.allowedDomains)) {
    traffic.count(id, 'cors', now);
    throw new Forbidden(
      `Pages of ${sender.origin?.slice(0, 300)} may not send events: allowedDomains of the project does not include that origin.`,
    );
  }
  if (isFilteredAddress(sender.ipAddress, settings)) return { project, isFiltered: true };
  const pause = settings.spikeProtectionDisabled ? 0 : traffic.retryAfter(id, now);
  if (pause > 0) {
    traffic.count(id, 'spike-protection', now);
    throw new RateLimited(
      'The project sends far more events than before; spike protection rejects them for now.',
      pause,
      'error:project:spike_protection',
    );
  }
  return { project, isFiltered: false };
}

/** Takes in what comes through an entrance and counts what becomes of it; answers the event's id. @throws as `Accept` does */
export async function ingestEvent(
  ask: IngestRequest & { readonly accept: IngestEvent },
  { project, isFiltered }: DsnAuthorization,
  event: Pick<IncomingEvent, 'payload' | 'format' | 'eventId' | 'flags'>,
): Promise<string> {
  const { id, dropped } = isFiltered
    ? { id: readPayloadEventId(event), dropped: 'ip-address' as const }
    : await ask.accept({ ...incomingEventOf(project, ask.sender, ask.now), ...event });
  ask.traffic.count(project.id, dropped, ask.now);
  return id;
}
