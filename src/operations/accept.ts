import type { JsonObject } from '../domain/event';
import { packBody } from '../domain/eventBody';
import { Forbidden } from '../domain/errors';
import { newEventId, readEventId } from '../domain/eventId';
import type { Project, ProjectFlag } from '../domain/project';
import { digest, missingFlags } from '../ingest/digest';
import { deriveFrom, readEvent } from '../ingest/prepare';
import { resolveEvent } from '../sourcemaps/resolve';
import type { Read, Write } from '../store/stores';
import { presentRecord } from '../views/event';
import type { Conform, Sender } from './operation';
import { shelf } from './shelf';

/**
 * The project that a DSN opens. An unknown project, an unknown key and a disabled key read the same.
 * @throws Forbidden
 */
export async function findSender(read: Read, projectId: string, publicKey: string): Promise<Project> {
  const project = await read(async ({ keys, projects }) => {
    const key = await keys.find(projectId, publicKey);
    return key?.isActive ? projects.find(key.projectId) : undefined;
  });
  if (project === undefined) throw new Forbidden('The project and the key of the DSN do not belong together, or the key is disabled.');
  return project;
}

/** The id that an event carries, or a new one. */
export function eventIdOf(payload: JsonObject): string {
  const { event_id: id } = payload;
  return (typeof id === 'string' ? readEventId(id) : null) ?? newEventId();
}

/** An event on its way into the store. */
export interface Arrival {
  readonly project: Project;
  readonly payload: JsonObject;
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  readonly flags: readonly ProjectFlag[];
  readonly sender: Sender;
  readonly now: number;
}

/** What it takes to take an event in. */
export interface Means {
  readonly read: Read;
  readonly write: Write;
  readonly conform: Conform;
}

/**
 * Normalises, scrubs, resolves and groups outside any transaction, then stores: when the promise settles, the event is durable.
 * Frames are resolved before grouping, so that issues are told apart by original source.
 */
export async function acceptEvent(arrival: Arrival, { read, write, conform }: Means): Promise<void> {
  const { project, eventId, sender, now } = arrival;
  const sent = readEvent(arrival.payload, { eventId, received: now, ipAddress: sender.ipAddress }, project.settings);
  const event = await resolveEvent(sent, project, { read, shelf });
  const { summary, grouping, isMinified } = deriveFrom(event, project.settings);
  const record = presentRecord(project.id, event, summary);
  conform('Event', { groupID: '1', ...record });
  const flags = missingFlags(project, isMinified ? [...arrival.flags, 'hasMinifiedStackTrace'] : arrival.flags);
  const body = packBody({ event, summary, grouping });
  await write((stores) =>
    digest(stores, { project, event, summary, grouping, flags, record: JSON.stringify(record), body }),
  );
}
