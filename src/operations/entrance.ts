import { Forbidden, RateLimited } from '../domain/errors';
import type { KeyedProject } from '../domain/project';
import { isFilteredAddress } from '../ingest/inbound/filter';
import { isAllowedOrigin } from '../ingest/inbound/origins';
import type { Read } from '../store/stores';
import { arrivalOf, findSender, type Accept, type Arrival } from './accept';
import type { Sender } from './operation';
import { readId } from './prepareEvent';
import type { Traffic } from './traffic';

/** What an operation that takes events is asked with. */
interface Asked {
  readonly read: Read;
  readonly sender: Sender;
  readonly now: number;
  readonly traffic: Traffic;
}

/** A project that is open to the sender. */
export interface Entrance {
  readonly project: KeyedProject;
  /** Whether all events from the sender's address are dropped. */
  readonly isFiltered: boolean;
}

/**
 * The project that a DSN opens to this sender, found out before the body is read. Whoever is turned away here is counted as one
 * event.
 * @throws Forbidden, RateLimited
 */
export async function enter(
  { read, sender, now, traffic }: Asked,
  projectId: string,
  publicKey: string,
): Promise<Entrance> {
  const project = await findSender(read, projectId, publicKey);
  const { id, settings } = project;
  if (!isAllowedOrigin(sender.origin, settings.allowedDomains)) {
    traffic.count(id, 'cors', now);
    throw new Forbidden(
      `Pages of ${sender.origin?.slice(0, 300)} may not send events: the project's allowedDomains does not have their origin.`,
    );
  }
  if (isFilteredAddress(sender.ipAddress, settings)) return { project, isFiltered: true };
  const pause = settings.spikeProtectionDisabled ? 0 : traffic.pause(id, now);
  if (pause > 0) {
    traffic.count(id, 'spike-protection', now);
    throw new RateLimited(
      'The project sends far more events than it used to; they are refused for now to protect it.',
      pause,
      'error:project:spike_protection',
    );
  }
  return { project, isFiltered: false };
}

/** Takes in what comes through an entrance and counts what becomes of it; answers the event's id. @throws as `Accept` does */
export async function takeIn(
  ask: Asked & { readonly accept: Accept },
  { project, isFiltered }: Entrance,
  event: Pick<Arrival, 'payload' | 'form' | 'eventId' | 'flags'>,
): Promise<string> {
  const { id, dropped } = isFiltered
    ? { id: readId(event), dropped: 'ip-address' as const }
    : await ask.accept({ ...arrivalOf(project, ask.sender, ask.now), ...event });
  ask.traffic.count(project.id, dropped, ask.now);
  return id;
}
