import type { DsnClient } from '../api/operation';
import { Forbidden } from '../domain/errors';
import type { DropReason } from '../domain/outcome';
import { type DsnProject, type ProjectFlag, sparseSettings } from '../domain/project';
import type { Read, Write } from '../store/stores';
import { EventBatcher } from './eventBatcher';
import type { EventPayload, ProcessEvent } from './processEvent';
import type { IngestProject, ProcessedEvent } from './saveEvents';

/**
 * The project that a DSN opens. An unknown project, an unknown key and a disabled key read the same.
 * @throws Forbidden
 */
export async function findProjectByKey(read: Read, projectId: string, publicKey: string): Promise<DsnProject> {
  const project = await read(({ projects }) => projects.findByKey(projectId, publicKey));
  if (project === undefined)
    throw new Forbidden('The project and the key of the DSN do not belong together, or the key is disabled.');
  return project;
}

/** An event on its way into the store. Plain data, which can be handed to another thread. */
export interface IncomingEvent extends EventPayload {
  readonly project: IngestProject;
  /** What came with it shows of the project. */
  readonly flags: readonly ProjectFlag[];
}

/** What became of an event: its id, and why it was dropped if it was. */
export interface IngestResult {
  readonly id: string;
  readonly dropped: DropReason | null;
}

/** Takes an event in; answers once it is durable or dropped. @throws BadRequest, TooLarge or Unavailable */
export type IngestEvent = (arrival: IncomingEvent) => Promise<IngestResult>;

/** An event that is prepared, with the project it belongs to. Plain data, too. */
export interface SaveRequest {
  readonly project: IngestProject;
  readonly event: ProcessedEvent;
}

/** The two halves of taking an event in. */
export interface IngestPipeline {
  /** An event that the project does without goes no further. */
  process(arrival: IncomingEvent): Promise<SaveRequest | IngestResult>;
  /** Settles once the event is durable; those that come at the same time are stored together. */
  save(prepared: SaveRequest): Promise<IngestResult>;
}

/**
 * Prepares events outside any transaction.
 * @param sendsMail whether there is a way to tell members of new issues
 */
export function createIngestPipeline(prepare: ProcessEvent, write: Write, sendsMail: boolean): IngestPipeline {
  const queue = new EventBatcher(write, sendsMail);
  return {
    async process({ project, flags, ...raw }) {
      const event = await prepare({ project, ...raw });
      if ('dropped' in event) return { id: event.eventId, dropped: event.dropped };
      return { project, event: { ...event, flags: [...event.flags, ...flags] } };
    },
    async save({ project, event }) {
      await queue.save(project, event);
      return { id: event.eventId, dropped: null };
    },
  };
}

/** What the service knows of every event that a request carries. */
export function incomingEventOf(
  { id, organizationId, firstEvent, flags, hasWebhook, hasArtifacts, settings }: DsnProject,
  sender: DsnClient,
  now: number,
) {
  return {
    project: { id, organizationId, firstEvent, flags, hasWebhook },
    hasArtifacts,
    settings: sparseSettings(settings),
    ipAddress: sender.ipAddress,
    received: now,
  };
}
