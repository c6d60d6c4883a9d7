import type { Event, EventSummary, JsonObject } from '../domain/event';
import { packBody } from '../domain/eventBody';
import { newEventId, readEventId } from '../domain/eventId';
import type { DropReason } from '../domain/outcome';
import type { Project } from '../domain/project';
import { scrapableUrl } from '../domain/scraping';
import { completeSettings, type ProjectSettings } from '../domain/settings';
import type { PreparedEvent } from '../ingest/digest';
import { filterEvent } from '../ingest/inbound/filter';
import { normalizeEvent } from '../ingest/normalize';
import { parsePayload } from '../ingest/payload';
import { cleanEvent, deriveFrom } from '../ingest/prepare';
import { parseStoreBody } from '../ingest/storeBody';
import { resolveFrames } from '../sourcemaps/resolve';
import { ScrapingMemory } from '../sourcemaps/scrapingMemory';
import type { Read } from '../store/stores';
import { presentRecord } from '../views/event';
import type { Conform } from './operation';
import { shelf } from './shelf';
import { findScrapings } from './sources';

/** An event as it came in, with what is known beside. Plain data, which can be handed to another thread. */
export interface RawEvent {
  readonly project: Pick<Project, 'id' | 'organizationId'>;
  /** Whether the project has anything that frames could be resolved by. */
  readonly hasArtifacts: boolean;
  /** Those that differ from the defaults. */
  readonly settings: Partial<ProjectSettings>;
  /** The event of an envelope, or the body of the store endpoint. */
  readonly payload: Uint8Array;
  readonly form: 'item' | 'store';
  /** 32 lower-case hexadecimal digits; null leaves it to the payload, or else to chance. */
  readonly eventId: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly received: number;
  /** Where the connection came from, if that is known. */
  readonly ipAddress: string | null;
}

/** An event that the project's filters keep out. */
export interface DroppedEvent {
  readonly eventId: string;
  readonly dropped: DropReason;
}

/** @throws BadRequest or TooLarge, if the payload is no event */
export type Prepare = (raw: RawEvent) => Promise<PreparedEvent | DroppedEvent>;

/** Files that one event asks for. */
const MAX_REQUESTED = 20;

const PARSERS: Record<RawEvent['form'], (bytes: Uint8Array) => JsonObject> = {
  item: parsePayload,
  store: parseStoreBody,
};

/**
 * All that is done to an event before it is stored: it is parsed, normalised, scrubbed, resolved and grouped. Frames are resolved
 * before grouping, so that issues are told apart by original source.
 * @param scrapes whether files are fetched for which nothing is uploaded: later, which the event does not wait for
 */
export function createPrepare(read: Read, conform: Conform, scrapes: boolean): Prepare {
  const memory = new ScrapingMemory(findScrapings(read));
  return async ({ project, hasArtifacts, payload, form, received, ipAddress, ...raw }) => {
    const settings = completeSettings(raw.settings);
    const sent = PARSERS[form](payload);
    const eventId = raw.eventId ?? eventIdOf(sent);
    const normalized = normalizeEvent(sent, { eventId, received, ipAddress });
    // Before scrubbing, since what a filter looks for may be a secret.
    const dropped = filterEvent(normalized, settings);
    if (dropped !== null) return { eventId, dropped };
    const sources = {
      read,
      shelf,
      hasUploads: hasArtifacts,
      scrapings: scrapes && settings.scrapeJavaScript ? memory.find : undefined,
    };
    const { event: resolved, notUploaded } = await resolveFrames(cleanEvent(normalized, settings), project, sources);
    const requestedFiles = memory.request(project.id, withoutPage(notUploaded, resolved), received);
    const { event, summary, grouping, isMinified, secondaryHash } = deriveFrom(resolved, settings);
    const record = presentRecord(project.id, event, summary);
    conform('Event', { groupID: '1', ...record });
    const flags = isMinified ? (['hasMinifiedStackTrace'] as const) : [];
    const { hash } = grouping;
    const keys = { hash, secondaryHash, flags, ...(requestedFiles.length > 0 && { requestedFiles }) };
    return {
      ...columnsOf(event, summary),
      ...keys,
      record: JSON.stringify(record),
      body: packBody({ event, grouping: { hash } }),
    };
  };
}

/** The id of an event of which nothing else counts. @throws BadRequest or TooLarge, if the payload is no event */
export function readId({ payload, form, eventId }: Pick<RawEvent, 'payload' | 'form' | 'eventId'>): string {
  return eventId ?? eventIdOf(PARSERS[form](payload));
}

/** The page itself, to which inline scripts point, is no file of JavaScript; its query is kept apart in the event. */
function withoutPage(urls: readonly string[], { request }: Event): readonly string[] {
  const page = urls.length === 0 ? undefined : withoutQuery(scrapableUrl(request?.url ?? null) ?? '');
  return urls.filter((url) => withoutQuery(url) !== page).slice(0, MAX_REQUESTED);
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** The id that an event carries, or a new one. */
function eventIdOf({ event_id: id }: JsonObject): string {
  return (typeof id === 'string' ? readEventId(id) : null) ?? newEventId();
}

function columnsOf(
  event: Event,
  { title, culprit, tags }: EventSummary,
): Omit<PreparedEvent, 'hash' | 'secondaryHash' | 'flags' | 'requestedFiles' | 'record' | 'body'> {
  const { eventId, timestamp, received, type, level, platform, environment, release } = event;
  return { eventId, timestamp, received, type, level, platform, environment, release, title, culprit, tags };
}
