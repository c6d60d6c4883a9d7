import type { CheckSchema } from '../api/operation';
import { compressEventBody } from '../compression/eventBody';
import {
  type Event,
  type EventSummary,
  type Grouping,
  type JsonObject,
  newEventId,
  parseEventId,
} from '../domain/event';
import { fetchableUrl } from '../domain/fetchAttempt';
import type { DropReason } from '../domain/outcome';
import { type Project, type ProjectSettings, withDefaultSettings } from '../domain/project';
import { presentRecord } from '../presenters/event';
import { FetchAttemptCache } from '../sourcemaps/fetch/fetchAttemptCache';
import { findFetchedFiles, sourceMapCache } from '../sourcemaps/mapSources';
import { resolveFrames } from '../sourcemaps/resolve/resolveEvent';
import type { Read } from '../store/stores';
import { describeEvent } from './describeEvent';
import { filterEvent } from './filters/filterEvent';
import { fillVariables, findFingerprintRule, fingerprintVariables } from './grouping/fingerprintRules';
import { groupEvent, GROUPING_CONFIGS, type GroupingOptions } from './grouping/groupEvent';
import { applyEnhancements } from './grouping/stackTraceRules';
import { normalizeEvent } from './normalize/normalizeEvent';
import { parsePayload, parseStoreBody } from './payload';
import type { ProcessedEvent } from './saveEvents';
import { scrubEvent } from './scrub/scrubEvent';
import { isMinified } from './stacktrace';
import { contextsFromRequest } from './userAgent';

/** An event as it came in, with what is known beside. Plain data, which can be handed to another thread. */
export interface EventPayload {
  readonly project: Pick<Project, 'id' | 'organizationId'>;
  /** Whether the project has anything that frames could be resolved by. */
  readonly hasArtifacts: boolean;
  /** Those that differ from the defaults. */
  readonly settings: Partial<ProjectSettings>;
  /** The event of an envelope, or the body of the store endpoint. */
  readonly payload: Uint8Array;
  readonly format: 'item' | 'store';
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
export type ProcessEvent = (raw: EventPayload) => Promise<ProcessedEvent | DroppedEvent>;

/** Files that one event asks for. */
const MAX_FILES_TO_FETCH = 20;

const PARSERS: Record<EventPayload['format'], (bytes: Uint8Array) => JsonObject> = {
  item: parsePayload,
  store: parseStoreBody,
};

/**
 * All that is done to an event before it is stored: it is parsed, normalised, scrubbed, resolved and grouped. Frames are resolved
 * before grouping, so that issues are told apart by original source.
 * @param fetchesJavaScript whether files are fetched for which nothing is uploaded: later, which the event does not wait for
 */
export function createEventProcessor(read: Read, conform: CheckSchema, fetchesJavaScript: boolean): ProcessEvent {
  const memory = new FetchAttemptCache(findFetchedFiles(read));
  return async ({ project, hasArtifacts, payload, format, received, ipAddress, ...raw }) => {
    const settings = withDefaultSettings(raw.settings);
    const sent = PARSERS[format](payload);
    const eventId = raw.eventId ?? readOrCreateEventId(sent);
    const normalized = normalizeEvent(sent, { eventId, received, ipAddress });
    // Before scrubbing, since what a filter looks for may be a secret.
    const dropped = filterEvent(normalized, settings);
    if (dropped !== null) return { eventId, dropped };
    const sources = {
      read,
      mapCache: sourceMapCache,
      hasUploads: hasArtifacts,
      findFetchAttempts: fetchesJavaScript && settings.scrapeJavaScript ? memory.find : undefined,
    };
    const { event: resolved, fetchCandidates: notUploaded } = await resolveFrames(
      scrubNormalizedEvent(normalized, settings),
      project,
      sources,
    );
    const requestedFiles = memory.request(project.id, withoutPage(notUploaded, resolved), received);
    const { event, summary, grouping, isMinified, secondaryHash } = groupAndDescribe(resolved, settings);
    const record = presentRecord(project.id, event, summary);
    conform('Event', { groupID: '1', ...record });
    const flags = isMinified ? (['hasMinifiedStackTrace'] as const) : [];
    const { hash } = grouping;
    const keys = { hash, secondaryHash, flags, ...(requestedFiles.length > 0 && { requestedFiles }) };
    return {
      ...listColumnsOf(event, summary),
      ...keys,
      record: JSON.stringify(record),
      body: compressEventBody({ event, grouping: { hash } }),
    };
  };
}

/** The id of an event of which nothing else counts. @throws BadRequest or TooLarge, if the payload is no event */
export function readPayloadEventId({
  payload,
  format,
  eventId,
}: Pick<EventPayload, 'payload' | 'format' | 'eventId'>): string {
  return eventId ?? readOrCreateEventId(PARSERS[format](payload));
}

/** The page itself, to which inline scripts point, is no file of JavaScript; its query is kept apart in the event. */
function withoutPage(urls: readonly string[], { request }: Event): readonly string[] {
  const page = urls.length === 0 ? undefined : withoutQuery(fetchableUrl(request?.url ?? null) ?? '');
  return urls.filter((url) => withoutQuery(url) !== page).slice(0, MAX_FILES_TO_FETCH);
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** The id that an event carries, or a new one. */
function readOrCreateEventId({ event_id: id }: JsonObject): string {
  return (typeof id === 'string' ? parseEventId(id) : null) ?? newEventId();
}

function listColumnsOf(
  event: Event,
  { title, culprit, tags }: EventSummary,
): Omit<ProcessedEvent, 'hash' | 'secondaryHash' | 'flags' | 'requestedFiles' | 'record' | 'body'> {
  const { eventId, timestamp, received, type, level, platform, environment, release } = event;
  return { eventId, timestamp, received, type, level, platform, environment, release, title, culprit, tags };
}

/** What an event's own content tells, by the rules of its project. */
export interface GroupedEvent {
  /** The event, its frames marked as the project's stack trace rules say. */
  readonly event: Event;
  readonly summary: EventSummary;
  readonly grouping: Grouping;
  /** By the algorithm that grouped earlier events, while the project remembers it and it says otherwise; else null. */
  readonly secondaryHash: string | null;
  readonly isMinified: boolean;
}

/** The settings that decide which issue an event belongs to. */
export type GroupingSettings = Pick<
  ProjectSettings,
  | 'groupingConfig'
  | 'groupingEnhancements'
  | 'fingerprintingRules'
  | 'secondaryGroupingConfig'
  | 'secondaryGroupingExpiry'
>;

/** The first half of preparing an event, once it is normalised: complete, and without secrets (decisions.md §4). Source maps are applied to this. */
export function scrubNormalizedEvent(event: Event, settings: ProjectSettings): Event {
  const environment = event.environment ?? (settings.defaultEnvironment || null);
  return scrubEvent({ ...event, environment, contexts: contextsFromRequest(event) }, settings);
}

/**
 * The second half: what lists and issues need of it, from the frames as they are by then. A rule of the project that fits takes the
 * place of the client's fingerprint, and may name the event.
 */
export function groupAndDescribe(resolved: Event, settings: GroupingSettings): GroupedEvent {
  const { event, selectFrames: framesOf } = applyEnhancements(resolved, settings.groupingEnhancements);
  const described = describeEvent(event);
  const rule = findFingerprintRule(event, described, settings.fingerprintingRules);
  const way: GroupingOptions = { config: settings.groupingConfig, selectFrames: framesOf, fingerprint: rule?.parts };
  const grouping = groupEvent(event, described, way);
  return {
    event,
    summary: rule === undefined || rule.title === null ? described : replaceTitle(event, described, rule.title),
    grouping,
    secondaryHash: usesSecondaryGrouping(settings, event)
      ? differentHash(grouping, groupEvent(event, described, { ...way, config: settings.secondaryGroupingConfig }))
      : null,
    isMinified: isMinified(event),
  };
}

const MAX_TITLE = 256;

/** Variables stand for themselves, but for the default key, which would be no title. */
function replaceTitle(event: Event, summary: EventSummary, text: string): EventSummary {
  const title = fillVariables(text, fingerprintVariables(event, summary, ''))
    .trim()
    .slice(0, MAX_TITLE);
  return title === '' ? summary : { ...summary, title, metadata: { ...summary.metadata, title } };
}

function usesSecondaryGrouping(
  { groupingConfig, secondaryGroupingConfig, secondaryGroupingExpiry }: GroupingSettings,
  { received }: Event,
): boolean {
  return (
    secondaryGroupingConfig !== groupingConfig &&
    GROUPING_CONFIGS.includes(secondaryGroupingConfig) &&
    received < 1000 * secondaryGroupingExpiry
  );
}

function differentHash({ hash }: Grouping, secondary: Grouping): string | null {
  return secondary.hash === hash ? null : secondary.hash;
}
