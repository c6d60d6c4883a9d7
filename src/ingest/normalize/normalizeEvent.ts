import { type Event, type EventTag, isObject, type JsonObject } from '../../domain/event';
import { readDebugImages, readExceptions, readStacktrace, readThreads } from './exceptions';
import {
  isEnvironment,
  readBreadcrumbs,
  readDist,
  readEnvironment,
  readEventTime,
  readExtra,
  readFingerprint,
  readLevel,
  readLogEntry,
  readModules,
  readRelease,
  readTags,
} from './fields';
import { readContexts, readRequest, readSdk, readUser } from './request';
import { ProcessingErrors, readText } from './values';

/** What the server knows of an event beside its payload. */
export interface EventMetadata {
  /** 32 lower-case hexadecimal digits: the envelope's, else the payload's, else a new one. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly received: number;
  /** Where the connection came from, if that is known. */
  readonly ipAddress: string | null;
}

/** Current name of a part → its name in payloads of the oldest clients (reference/ingest.md §2.1). */
const LEGACY_NAMES = {
  exception: 'sentry.interfaces.Exception',
  logentry: 'sentry.interfaces.Message',
  stacktrace: 'sentry.interfaces.Stacktrace',
  user: 'sentry.interfaces.User',
  request: 'sentry.interfaces.Http',
  contexts: 'sentry.interfaces.Contexts',
  breadcrumbs: 'sentry.interfaces.Breadcrumbs',
} as const;

/** Parts that must be an object, and parts that may also be a list: what else is sent is dropped with a note. */
const OBJECT_FIELDS = ['user', 'request', 'contexts', 'extra', 'sdk', 'modules', 'debug_meta'] as const;
const OBJECT_OR_LIST_FIELDS = ['exception', 'threads', 'breadcrumbs', 'stacktrace', 'tags'] as const;

/**
 * Reads the payload of an event, whichever client wrote it, into the one form the rest of the service knows. It never fails:
 * what cannot be read is dropped, what is too long is cut (reference/ingest.md §2.1).
 */
export function normalizeEvent(payload: JsonObject, arrival: EventMetadata): Event {
  const notes = new ProcessingErrors();
  const sent = withCurrentNames(payload);
  notes.addClientErrors(sent['errors']);
  reportWrongTypes(sent, notes);
  const exceptions = readExceptions(sent['exception']);
  const threads = readThreads(sent['threads']);
  const tags = readTags(sent['tags'], notes);
  const isTraced = [...exceptions, ...threads].some(({ stacktrace }) => stacktrace !== null);
  return {
    eventId: arrival.eventId,
    type: exceptions.length > 0 ? 'error' : 'default',
    timestamp: readEventTime(sent['timestamp'], arrival.received, notes),
    received: arrival.received,
    platform: readText(sent['platform'], 64) ?? 'other',
    level: readLevel(sent['level']),
    logger: readText(sent['logger'], 64),
    transaction: readText(sent['transaction'], 200),
    serverName: readText(sent['server_name'], 256),
    release: readRelease(sent, notes),
    dist: readDist(sent, notes),
    environment: readEnvironment(sent, notes) ?? environmentTag(tags),
    logentry: readLogEntry(sent['logentry'], sent['message']),
    exceptions,
    threads,
    stacktrace: isTraced ? null : readStacktrace(sent['stacktrace']),
    breadcrumbs: readBreadcrumbs(sent['breadcrumbs']),
    tags: tags.filter(({ key }) => key !== 'environment'),
    user: readUser(sent['user'], sent['sdk'], arrival.ipAddress, notes),
    request: readRequest(sent['request'], arrival.ipAddress),
    contexts: readContexts(sent['contexts']),
    sdk: readSdk(sent['sdk']),
    debugImages: readDebugImages(sent['debug_meta']),
    fingerprint: readFingerprint(sent['fingerprint']),
    modules: readModules(sent['modules']),
    extra: readExtra(sent['extra'], notes),
    errors: notes.errors,
  };
}

function withCurrentNames(payload: JsonObject): JsonObject {
  const sent = { ...payload };
  for (const [name, legacy] of Object.entries(LEGACY_NAMES)) sent[name] ??= payload[legacy];
  return sent;
}

function reportWrongTypes(sent: JsonObject, notes: ProcessingErrors): void {
  for (const name of OBJECT_FIELDS) {
    if (isPresent(sent[name]) && !isObject(sent[name])) notes.add('invalid_data', name);
  }
  for (const name of OBJECT_OR_LIST_FIELDS) {
    if (isPresent(sent[name]) && typeof sent[name] !== 'object') notes.add('invalid_data', name);
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function environmentTag(tags: readonly EventTag[]): string | null {
  const tag = tags.find(({ key, value }) => key === 'environment' && isEnvironment(value));
  return tag?.value ?? null;
}
