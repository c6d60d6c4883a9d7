import { Forbidden } from '../domain/errors';
import type { DropReason } from '../domain/outcome';
import type { KeyedProject, ProjectFlag } from '../domain/project';
import { storedSettings } from '../domain/settings';
import type { DigestedProject, PreparedEvent } from '../ingest/digest';
import { DigestQueue } from '../ingest/digestQueue';
import type { Read, Write } from '../store/stores';
import type { Sender } from './operation';
import type { Prepare, RawEvent } from './prepareEvent';

/**
 * The project that a DSN opens. An unknown project, an unknown key and a disabled key read the same.
 * @throws Forbidden
 */
export async function findSender(read: Read, projectId: string, publicKey: string): Promise<KeyedProject> {
  const project = await read(({ projects }) => projects.findByKey(projectId, publicKey));
  if (project === undefined)
    throw new Forbidden('The project and the key of the DSN do not belong together, or the key is disabled.');
  return project;
}

/** An event on its way into the store. Plain data, which can be handed to another thread. */
export interface Arrival extends RawEvent {
  readonly project: DigestedProject;
  /** What came with it shows of the project. */
  readonly flags: readonly ProjectFlag[];
}

/** What became of an event: its id, and why it was dropped if it was. */
export interface Taken {
  readonly id: string;
  readonly dropped: DropReason | null;
}

/** Takes an event in; answers once it is durable or dropped. @throws BadRequest, TooLarge or Unavailable */
export type Accept = (arrival: Arrival) => Promise<Taken>;

/** An event that is prepared, with the project it belongs to. Plain data, too. */
export interface Prepared {
  readonly project: DigestedProject;
  readonly event: PreparedEvent;
}

/** The two halves of taking an event in. */
export interface Acceptor {
  /** An event that the project does without goes no further. */
  prepare(arrival: Arrival): Promise<Prepared | Taken>;
  /** Settles once the event is durable; those that come at the same time are stored together. */
  store(prepared: Prepared): Promise<Taken>;
}

/**
 * Prepares events outside any transaction.
 * @param tellsMembers whether there is a way to tell members of new issues
 */
export function createAcceptor(prepare: Prepare, write: Write, tellsMembers: boolean): Acceptor {
  const queue = new DigestQueue(write, tellsMembers);
  return {
    async prepare({ project, flags, ...raw }) {
      const event = await prepare({ project, ...raw });
      if ('dropped' in event) return { id: event.eventId, dropped: event.dropped };
      return { project, event: { ...event, flags: [...event.flags, ...flags] } };
    },
    async store({ project, event }) {
      await queue.digest(project, event);
      return { id: event.eventId, dropped: null };
    },
  };
}

/** What the service knows of every event that a request carries. */
export function arrivalOf(
  { id, organizationId, firstEvent, flags, hasWebhook, hasArtifacts, settings }: KeyedProject,
  sender: Sender,
  now: number,
) {
  return {
    project: { id, organizationId, firstEvent, flags, hasWebhook },
    hasArtifacts,
    settings: storedSettings(settings),
    ipAddress: sender.ipAddress,
    received: now,
  };
}
