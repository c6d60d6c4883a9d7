import {
  type Event,
  type EventTag,
  type ExceptionValue,
  isObject,
  type JsonObject,
  type MadeEventType,
  type Thread,
} from '../../domain/event';
import { EVENT_FIELDS } from '../../domain/eventFields';
import { type DecideInApp, decideInAppByPath } from '../stacktrace';
import { readDebugImages, readExceptions, readThreads, readTrace, TraceCut } from './stacktraces';
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
  readPlatform,
  readRelease,
  readTags,
} from './fields';
import { collectRemarks } from './remarks';
import { readContexts, readRequest, readSdk, readUser, remoteAddress } from './request';
import { isAbsent, ProcessingErrors, ReadLog, readText } from './values';

/** Facts about an event outside its payload. */
export interface EventMetadata {
  /** 32 lower-case hexadecimal digits: the envelope's id, else the payload's, else a new one. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly received: number;
  /** Time at which the client sent the event, by its own clock: milliseconds since 1970, UTC. */
  readonly sentAt?: number | null;
  /** Address of the client, if known. */
  readonly ipAddress: string | null;
  /** Decides which frames of a long trace are kept. The frames are unchanged. */
  readonly decideInApp?: DecideInApp;
  /** The type of an event that the service made; null for the events of clients. */
  readonly madeType?: MadeEventType | null;
}

/** Names of members, each with its name in payloads of the oldest clients. */
const LEGACY_NAMES = [
  ['exception', 'sentry.interfaces.Exception'],
  ['logentry', 'sentry.interfaces.Message'],
  ['stacktrace', 'sentry.interfaces.Stacktrace'],
  ['user', 'sentry.interfaces.User'],
  ['request', 'sentry.interfaces.Http'],
  ['contexts', 'sentry.interfaces.Contexts'],
  ['breadcrumbs', 'sentry.interfaces.Breadcrumbs'],
] as const;

/** Members that must be objects. Other values are dropped and reported in `errors`. */
const OBJECT_FIELDS = ['user', 'request', 'contexts', 'sdk', 'debug_meta'] as const;

/**
 * Converts the payload of an event, of any client, to the form that the rest of the service uses. Never fails: drops
 * members that cannot be read and truncates long ones (openapi/DECISIONS.md, "Normalization").
 */
export function normalizeEvent(payload: JsonObject, metadata: EventMetadata): Event {
  const errors = new ProcessingErrors();
  const { eventId, received, sentAt = null, ipAddress, decideInApp = decideInAppByPath, madeType = null } = metadata;
  const sent = withCurrentNames(payload);
  errors.addClientErrors(sent['errors']);
  reportWrongTypes(sent, errors);
  const log = new ReadLog(errors, isObject(sent['_meta']));
  const platform = readPlatform(sent['platform'], errors);

  const cut = new TraceCut(platform, decideInApp, log);
  const { exceptions, exceptionsOmitted } = readExceptions(sent['exception'], cut);
  const threads = readThreads(sent['threads'], cut);
  const { timestamp, shift } = readEventTime(sent['timestamp'], { received, sentAt }, errors);
  const request = readRequest(sent['request'], ipAddress, log);
  const addresses = { client: ipAddress, request: remoteAddress(request) };
  const tags = readTags(sent['tags'], errors, log);
  const hasTrace = exceptions.some(hasStacktrace) || threads.some(hasStacktrace);
  const event: Event = {
    eventId,
    type: madeType ?? (exceptions.length > 0 ? 'error' : 'default'),
    timestamp,
    received,
    platform,
    level: readLevel(sent['level'], errors),
    logger: readText(sent['logger'], EVENT_FIELDS.logger.limit, log, 'logger'),
    transaction: readText(sent['transaction'], EVENT_FIELDS.transaction.limit, log, 'transaction'),
    serverName: readText(sent['server_name'], EVENT_FIELDS.serverName.limit, log, 'server_name'),
    release: readRelease(sent, errors),
    dist: readDist(sent, errors),
    environment: readEnvironment(sent, errors) ?? environmentTag(tags),
    logentry: readLogEntry(sent['logentry'], sent['message'], log),
    exceptions,
    threads,
    stacktrace: hasTrace ? null : readTrace(sent['stacktrace'], cut),
    breadcrumbs: readBreadcrumbs(sent['breadcrumbs'], { shift, received }, log),
    tags: tags.filter(({ key }) => key !== 'environment'),
    user: readUser(sent['user'], sent['sdk'], addresses, errors, log),
    request,
    contexts: readContexts(sent['contexts'], log),
    sdk: readSdk(sent['sdk']),
    debugImages: readDebugImages(sent['debug_meta'], log),
    fingerprint: readFingerprint(sent['fingerprint'], log),
    modules: readModules(sent['modules'], log),
    extra: readExtra(sent['extra'], errors, log),
    errors: errors.list,
  };
  if (exceptionsOmitted !== null) event.exceptionsOmitted = exceptionsOmitted;
  const remarks = collectRemarks(sent, event, log);
  if (remarks !== null) event.remarks = remarks;
  return event;
}

function withCurrentNames(payload: JsonObject): JsonObject {
  const legacyNames = LEGACY_NAMES.filter(([, legacy]) => legacy in payload);
  if (legacyNames.length === 0) return payload;
  const sent = { ...payload };
  for (const [name, legacy] of legacyNames) sent[name] ??= payload[legacy];
  return sent;
}

function reportWrongTypes(sent: JsonObject, errors: ProcessingErrors): void {
  for (const name of OBJECT_FIELDS) {
    const value = sent[name];
    if (!isAbsent(value) && !isObject(value)) errors.add('invalid_data', name);
  }
  const { extra } = sent;
  if (typeof extra !== 'object' && !isAbsent(extra)) errors.add('invalid_data', 'extra');
}

function hasStacktrace({ stacktrace }: ExceptionValue | Thread): boolean {
  return stacktrace !== null;
}

function environmentTag(tags: readonly EventTag[]): string | null {
  const tag = tags.find(({ key, value }) => key === 'environment' && isEnvironment(value));
  return tag?.value ?? null;
}
