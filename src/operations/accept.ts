import { Forbidden } from '../domain/errors';
import type { Project, ProjectFlag } from '../domain/project';
import { storedSettings } from '../domain/settings';
import { DigestQueue } from '../ingest/digestQueue';
import type { Read, Write } from '../store/stores';
import type { Sender } from './operation';
import type { Prepare, RawEvent } from './prepareEvent';

/**
 * The project that a DSN opens. An unknown project, an unknown key and a disabled key read the same.
 * @throws Forbidden
 */
export async function findSender(read: Read, projectId: string, publicKey: string): Promise<Project> {
  const project = await read(({ projects }) => projects.findByKey(projectId, publicKey));
  if (project === undefined) throw new Forbidden('The project and the key of the DSN do not belong together, or the key is disabled.');
  return project;
}

/** An event on its way into the store. */
export interface Arrival extends Pick<RawEvent, 'payload' | 'form' | 'eventId'> {
  readonly project: Project;
  /** What came with it shows of the project. */
  readonly flags: readonly ProjectFlag[];
  readonly sender: Sender;
  readonly now: number;
}

/** Takes an event in; answers its id once it is durable. @throws BadRequest, TooLarge or Unavailable */
export type Accept = (arrival: Arrival) => Promise<string>;

/** Prepares events outside any transaction, then stores them together with those that come at the same time. */
export function createAccept(prepare: Prepare, write: Write): Accept {
  const queue = new DigestQueue(write);
  return async (arrival) => {
    const event = await prepare(rawEvent(arrival));
    await queue.digest(arrival.project, { ...event, flags: [...event.flags, ...arrival.flags] });
    return event.eventId;
  };
}

function rawEvent({ project, payload, form, eventId, sender, now }: Arrival): RawEvent {
  const { id, organizationId, settings } = project;
  return {
    project: { id, organizationId },
    settings: storedSettings(settings),
    payload,
    form,
    eventId,
    received: now,
    ipAddress: sender.ipAddress,
  };
}
