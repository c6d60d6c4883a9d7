import {
  type Breadcrumb,
  type DebugImage,
  type Event,
  type EventRequest,
  type EventTag,
  type EventUser,
  type ExceptionValue,
  type Frame,
  frameFieldsOf,
  type JsonObject,
  type LogEntry,
  type Mechanism,
  type RemarkTree,
  type SourceContext,
  type Stacktrace,
  type Thread,
} from '../../domain/event';
import type {
  BREADCRUMB_FIELDS,
  DEBUG_IMAGE_FIELDS,
  EVENT_FIELDS,
  EXCEPTION_FIELDS,
  FieldTable,
  MECHANISM_FIELDS,
  REQUEST_FIELDS,
  STACKTRACE_FIELDS,
  THREAD_FIELDS,
  Unscrubbed,
  USER_FIELDS,
} from '../../domain/eventFields';
import { mapRemarkedFields, mergeRemarks, pruneRemarks, remarkedValue } from '../normalize/remarks';
import { type CompileSetting, compileUncached } from '../settingsCache';
import { applyPii } from './applyPii';
import { createIpAddressRules, removeIpAddress } from './piiDetectors';
import { PiiRemarks, redactionRemarks, remarksOfAddresses, remarksOfSecrets } from './piiRedactor';
import { compileScrubRules, type ScrubRules, type ScrubSettings } from './scrubRules';

/**
 * Returns the event without secrets and personal data, according to the project's settings. Titles, tags and hashes are
 * derived from the result, so that they contain none either. The PII configuration is applied first: its hashes are
 * computed from the original values (openapi/DECISIONS.md, "Scrubbing"). The given event is not changed.
 */
export function scrubEvent(
  sent: Event,
  settings: ScrubSettings,
  compileSetting: CompileSetting = compileUncached,
): Event {
  const { relayPiiConfig, scrubIPAddresses, dataScrubber } = settings;
  const remarks = new PiiRemarks();
  const event = relayPiiConfig === null ? sent : applyPii(sent, relayPiiConfig, compileSetting, remarks);
  const anonymous = scrubIPAddresses
    ? scrubFields({ ...event, user: removeIpAddress(event.user) }, compileSetting(createIpAddressRules, ''))
    : event;
  const scrubbed = dataScrubber ? scrubFields(anonymous, compileScrubRules(settings, compileSetting)) : anonymous;
  let tree = sent.remarks ?? null;
  tree = mergeRemarks(tree, redactionRemarks(sent, event, remarks.remarksOn));
  tree = mergeRemarks(tree, redactionRemarks(event, anonymous, remarksOfAddresses));
  tree = mergeRemarks(tree, redactionRemarks(anonymous, scrubbed, remarksOfSecrets));
  return withRemarks(scrubbed, tree);
}

/** Sets the remarks of the event, as far as their values still exist. */
function withRemarks(event: Event, tree: RemarkTree | null): Event {
  if (tree === null) return event;
  const remarks = mapRemarkedFields((field) => {
    const member = tree.members?.[field];
    return member === undefined ? null : pruneRemarks(member, remarkedValue(event, field));
  });
  if (remarks !== null) return { ...event, remarks };
  const copy = { ...event };
  delete copy.remarks;
  return copy;
}

/**
 * Scrubs every field that may contain free text. The other fields are numbers, flags, enumerations and ids of a fixed
 * format.
 */
function scrubFields(event: Event, rules: ScrubRules): Event {
  return {
    ...unscrubbed<Event, typeof EVENT_FIELDS>(event),
    platform: rules.text(event.platform),
    logger: scrubText(event.logger, rules),
    transaction: scrubText(event.transaction, rules),
    serverName: scrubText(event.serverName, rules),
    release: event.release === null ? null : rules.version(event.release),
    dist: event.dist === null ? null : rules.version(event.dist),
    environment: scrubText(event.environment, rules),
    logentry: event.logentry && scrubLogEntry(event.logentry, rules),
    exceptions: mapSame(event.exceptions, (exception) => scrubException(exception, rules)),
    threads: mapSame(event.threads, (thread) => scrubThread(thread, rules)),
    stacktrace: scrubStacktrace(event.stacktrace, rules),
    breadcrumbs: mapSame(event.breadcrumbs, (crumb) => scrubBreadcrumb(crumb, rules)),
    tags: mapSame(event.tags, (tag) => scrubTag(tag, rules)),
    user: scrubUser(event.user, rules),
    request: scrubRequest(event.request, rules),
    contexts: scrubContexts(event.contexts, rules),
    sdk: scrubOptional(event.sdk, rules),
    // Debug images are found by the file name of a frame, so both are scrubbed by the same rule.
    debugImages: event.debugImages.map((image) => ({
      ...unscrubbed<DebugImage, typeof DEBUG_IMAGE_FIELDS>(image),
      type: rules.text(image.type),
      codeFile: image.codeFile === null ? null : rules.path(image.codeFile),
      rest: scrubObject(image.rest, rules),
    })),
    fingerprint: event.fingerprint?.map((part) => rules.text(part)) ?? null,
    modules: scrubModules(event.modules, rules),
    extra: scrubObject(event.extra, rules),
    errors: event.errors.map((error) => ({
      type: rules.text(error.type),
      name: scrubText(error.name, rules),
      value: rules.value(error.value),
    })),
  };
}

/**
 * Returns the value itself, typed as if it had only the members that are not scrubbed: a copy of it does not compile
 * unless it names each scrubbed member.
 */
function unscrubbed<Type, Table extends FieldTable>(value: Type): Unscrubbed<Type, Table> {
  return value;
}

/** Returns the list itself if the function returns every item itself. */
function mapSame<T>(list: T[], map: (item: T) => T): T[] {
  let copy: T[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const before = list[index] as T;
    const after = map(before);
    if (after !== before) (copy ??= [...list])[index] = after;
  }
  return copy ?? list;
}

/*
 * Each function for a record returns the record itself if nothing in it is redacted. Members are compared by name: a
 * loop over names takes several times as long.
 */

function scrubBreadcrumb(crumb: Breadcrumb, rules: ScrubRules): Breadcrumb {
  const type = rules.text(crumb.type);
  const category = scrubText(crumb.category, rules);
  const message = scrubText(crumb.message, rules);
  const data = scrubOptional(crumb.data, rules);
  const eventId = scrubText(crumb.eventId, rules);
  const isSame =
    type === crumb.type &&
    category === crumb.category &&
    message === crumb.message &&
    data === crumb.data &&
    eventId === crumb.eventId;
  return isSame
    ? crumb
    : { ...unscrubbed<Breadcrumb, typeof BREADCRUMB_FIELDS>(crumb), type, category, message, data, eventId };
}

function scrubTag(tag: EventTag, rules: ScrubRules): EventTag {
  const key = rules.text(tag.key);
  const value = String(rules.entry(tag.key, tag.value));
  return key === tag.key && value === tag.value ? tag : { key, value };
}

function scrubLogEntry(logentry: LogEntry, rules: ScrubRules): LogEntry {
  const message = scrubText(logentry.message, rules);
  const formatted = scrubText(logentry.formatted, rules);
  const params = rules.value(logentry.params) as LogEntry['params'];
  return message === logentry.message && formatted === logentry.formatted && params === logentry.params
    ? logentry
    : { message, formatted, params };
}

function scrubException(exception: ExceptionValue, rules: ScrubRules): ExceptionValue {
  const { threadId: sentThreadId } = exception;
  const type = scrubText(exception.type, rules);
  const value = scrubText(exception.value, rules);
  const module = scrubIdentifier(exception.module, rules);
  const threadId = typeof sentThreadId === 'string' ? rules.text(sentThreadId) : sentThreadId;
  const mechanism = exception.mechanism && scrubMechanism(exception.mechanism, rules);
  const stacktrace = scrubStacktrace(exception.stacktrace, rules);
  const rawStacktrace = scrubStacktrace(exception.rawStacktrace, rules);
  const isSame =
    type === exception.type &&
    value === exception.value &&
    module === exception.module &&
    threadId === sentThreadId &&
    mechanism === exception.mechanism &&
    stacktrace === exception.stacktrace &&
    rawStacktrace === exception.rawStacktrace;
  if (isSame) return exception;
  return {
    ...unscrubbed<ExceptionValue, typeof EXCEPTION_FIELDS>(exception),
    type,
    value,
    module,
    threadId,
    mechanism,
    stacktrace,
    rawStacktrace,
  };
}

function scrubThread(thread: Thread, rules: ScrubRules): Thread {
  const id = typeof thread.id === 'string' ? rules.text(thread.id) : thread.id;
  const name = scrubText(thread.name, rules);
  const state = scrubText(thread.state, rules);
  const stacktrace = scrubStacktrace(thread.stacktrace, rules);
  const isSame = id === thread.id && name === thread.name && state === thread.state && stacktrace === thread.stacktrace;
  return isSame ? thread : { ...unscrubbed<Thread, typeof THREAD_FIELDS>(thread), id, name, state, stacktrace };
}

function scrubMechanism(mechanism: Mechanism, rules: ScrubRules): Mechanism {
  const type = scrubText(mechanism.type, rules);
  const source = scrubText(mechanism.source, rules);
  const description = scrubText(mechanism.description, rules);
  const helpLink = scrubText(mechanism.helpLink, rules);
  const data = scrubOptional(mechanism.data, rules);
  const meta = scrubOptional(mechanism.meta, rules);
  const isSame =
    type === mechanism.type &&
    source === mechanism.source &&
    description === mechanism.description &&
    helpLink === mechanism.helpLink &&
    data === mechanism.data &&
    meta === mechanism.meta;
  if (isSame) return mechanism;
  return {
    ...unscrubbed<Mechanism, typeof MECHANISM_FIELDS>(mechanism),
    type,
    source,
    description,
    helpLink,
    data,
    meta,
  };
}

function scrubStacktrace(stacktrace: Stacktrace | null, rules: ScrubRules): Stacktrace | null {
  if (stacktrace === null) return null;
  const frames = mapSame(stacktrace.frames, (frame) => scrubFrame(frame, rules));
  const registers = scrubOptional(stacktrace.registers, rules);
  return frames === stacktrace.frames && registers === stacktrace.registers
    ? stacktrace
    : { ...unscrubbed<Stacktrace, typeof STACKTRACE_FIELDS>(stacktrace), frames, registers };
}

const IDENTIFIER_FIELDS = frameFieldsOf('name', 'technical');
const DATA_FIELDS = frameFieldsOf('data');

/**
 * Returns the frame itself if nothing in it is redacted, as in most frames: copying all frames would take much of the
 * time of scrubbing.
 */
function scrubFrame(frame: Frame, rules: ScrubRules): Frame {
  const { filename, absPath } = frame;
  const path = filename === null ? null : rules.path(filename);
  const fullPath = absPath === filename || absPath === null ? absPath && path : rules.path(absPath);
  let copy: Frame | null = null;
  if (path !== filename || fullPath !== absPath) copy = { ...frame, filename: path, absPath: fullPath };
  const context = scrubSourceContext(frame, rules);
  if (context !== null) copy = { ...(copy ?? frame), ...context };
  for (const name of IDENTIFIER_FIELDS) {
    const value = scrubIdentifier(frame[name], rules);
    if (value !== frame[name]) (copy ??= { ...frame })[name] = value;
  }
  for (const name of DATA_FIELDS) {
    const value = scrubOptional(frame[name], rules);
    if (value !== frame[name]) (copy ??= { ...frame })[name] = value;
  }
  return copy ?? frame;
}

function scrubIdentifier(name: string | null, rules: ScrubRules): string | null {
  return name === null ? null : rules.identifier(name);
}

/** Scrubs the lines together, because a private key extends over several lines. Returns null if nothing is redacted. */
function scrubSourceContext({ preContext, contextLine, postContext }: Frame, rules: ScrubRules): SourceContext | null {
  const before = preContext.length;
  const middle = contextLine === null ? [] : [contextLine];
  const lines = before + postContext.length === 0 ? middle : [...preContext, ...middle, ...postContext];
  if (lines.length === 0) return null;
  const after = rules.source(lines);
  if (after === lines || after.every((line, index) => line === lines[index])) return null;
  const rest = before + middle.length;
  return {
    preContext: after.slice(0, before),
    contextLine: contextLine === null ? null : (after[before] ?? null),
    postContext: after.slice(rest),
  };
}

function scrubModules(modules: Event['modules'], rules: ScrubRules): Event['modules'] {
  const pairs = Object.entries(modules);
  const scrubbed = scrubEntries(pairs, rules, (version) => rules.version(version));
  return scrubbed === pairs ? modules : Object.fromEntries(scrubbed);
}

/** Scrubs all members except the IP address, which normalization has validated. */
function scrubUser(user: EventUser | null, rules: ScrubRules): EventUser | null {
  if (user === null) return null;
  const id = user.id === null ? null : rules.userId(user.id);
  const username = scrubText(user.username, rules);
  const email = scrubText(user.email, rules);
  const name = scrubText(user.name, rules);
  const geo = scrubOptional(user.geo, rules);
  const data = scrubOptional(user.data, rules);
  const isSame =
    id === user.id &&
    username === user.username &&
    email === user.email &&
    name === user.name &&
    geo === user.geo &&
    data === user.data;
  return isSame ? user : { ...unscrubbed<EventUser, typeof USER_FIELDS>(user), id, username, email, name, geo, data };
}

/** Scrubs all members except the method, which consists of letters. */
function scrubRequest(request: EventRequest | null, rules: ScrubRules): EventRequest | null {
  if (request === null) return null;
  const url = scrubText(request.url, rules);
  const fragment = scrubText(request.fragment, rules);
  const query = scrubEntries(request.query, rules);
  const headers = scrubEntries(request.headers, rules);
  const cookies = scrubEntries(request.cookies, rules, (value, name) => rules.cookie(name, value));
  const data = rules.value(request.data);
  const env = scrubOptional(request.env, rules);
  const inferredContentType = scrubText(request.inferredContentType, rules);
  const apiTarget = scrubText(request.apiTarget, rules);
  const isSame =
    url === request.url &&
    fragment === request.fragment &&
    query === request.query &&
    headers === request.headers &&
    cookies === request.cookies &&
    data === request.data &&
    env === request.env &&
    inferredContentType === request.inferredContentType &&
    apiTarget === request.apiTarget;
  if (isSame) return request;
  return {
    ...unscrubbed<EventRequest, typeof REQUEST_FIELDS>(request),
    url,
    fragment,
    query,
    headers,
    cookies,
    data,
    env,
    inferredContentType,
    apiTarget,
  };
}

function scrubText(text: string | null, rules: ScrubRules): string | null {
  return text === null ? null : rules.text(text);
}

/** Scrubs the members of an object. */
function scrubObject(value: JsonObject, rules: ScrubRules): JsonObject {
  return rules.value(value) as JsonObject;
}

function scrubOptional(value: JsonObject | null, rules: ScrubRules): JsonObject | null {
  return value === null ? null : scrubObject(value, rules);
}

function scrubContexts(contexts: Record<string, JsonObject>, rules: ScrubRules): Record<string, JsonObject> {
  const entries = Object.entries(contexts);
  const scrubbed = mapSame(entries, (entry): [string, JsonObject] => {
    const [alias, context] = entry;
    const [newAlias, newContext] = [rules.text(alias), scrubContext(alias, context, rules)];
    return newAlias === alias && newContext === context ? entry : [newAlias, newContext];
  });
  return scrubbed === entries ? contexts : Object.fromEntries(scrubbed);
}

/** Test value: scrubbing returns an object for it unless its key alone causes redaction. */
const EMPTY_OBJECT: JsonObject = {};

/**
 * Scrubs a context. If its alias is a secret key, every member except `type` is redacted, because a context remains an
 * object.
 */
function scrubContext(alias: string, context: JsonObject, rules: ScrubRules): JsonObject {
  const scrubbed = scrubObject(context, rules);
  if (typeof rules.entry(alias, EMPTY_OBJECT) === 'object') return scrubbed;
  const members = Object.entries(scrubbed).map(([name, value]) => [
    name,
    name === 'type' ? value : rules.entry(alias, value),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

function scrubEntries(
  pairs: [string, string][],
  rules: ScrubRules,
  scrub = (value: string, name: string) => String(rules.entry(name, value)),
): [string, string][] {
  return mapSame(pairs, (pair) => {
    const [name, value] = pair;
    const [newName, newValue] = [rules.text(name), scrub(value, name)];
    return newName === name && newValue === value ? pair : [newName, newValue];
  });
}
