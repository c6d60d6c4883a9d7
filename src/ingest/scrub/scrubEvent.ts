import {
  type Event,
  type EventRequest,
  type EventUser,
  type ExceptionValue,
  type Frame,
  frameFieldsOf,
  type JsonObject,
  type Mechanism,
  type SourceContext,
  type Stacktrace,
} from '../../domain/event';
import { type CompileSetting, compileUncached } from '../settingsCache';
import { applyPii } from './applyPii';
import { createIpAddressRules, removeIpAddress } from './ipAddresses';
import { compileScrubRules, type ScrubRules, type ScrubSettings } from './scrubRules';

/**
 * Returns the event without secrets and personal data, according to the project's settings. Titles, tags and hashes are derived from
 * the result, so that they contain none either. The PII configuration is applied first, so that its hashes are of the original values
 * (openapi/DECISIONS.md, "Scrubbing"). The given event is not changed.
 */
export function scrubEvent(
  sent: Event,
  settings: ScrubSettings,
  compileSetting: CompileSetting = compileUncached,
): Event {
  const event = settings.relayPiiConfig === null ? sent : applyPii(sent, settings.relayPiiConfig, compileSetting);
  const anonymous = settings.scrubIPAddresses
    ? scrubFields({ ...event, user: removeIpAddress(event.user) }, compileSetting(createIpAddressRules, ''))
    : event;
  return settings.dataScrubber ? scrubFields(anonymous, compileScrubRules(settings, compileSetting)) : anonymous;
}

/** Scrubs every field that may contain free text. The others are numbers, flags, enumerations and ids of a fixed format. */
function scrubFields(event: Event, rules: ScrubRules): Event {
  const text = (value: string | null) => scrubText(value, rules);
  const version = (value: string | null) => (value === null ? null : rules.version(value));
  return {
    ...event,
    platform: rules.text(event.platform),
    logger: text(event.logger),
    transaction: text(event.transaction),
    serverName: text(event.serverName),
    release: version(event.release),
    dist: version(event.dist),
    environment: text(event.environment),
    logentry: event.logentry && {
      message: text(event.logentry.message),
      formatted: text(event.logentry.formatted),
      params: rules.value(event.logentry.params) as unknown[] | JsonObject | null,
    },
    exceptions: scrubExceptions(event.exceptions, rules),
    threads: event.threads.map((thread) => ({
      ...thread,
      id: typeof thread.id === 'string' ? rules.text(thread.id) : thread.id,
      name: text(thread.name),
      state: text(thread.state),
      stacktrace: scrubStacktrace(thread.stacktrace, rules),
    })),
    stacktrace: scrubStacktrace(event.stacktrace, rules),
    breadcrumbs: event.breadcrumbs.map((crumb) => ({
      ...crumb,
      type: rules.text(crumb.type),
      category: text(crumb.category),
      message: text(crumb.message),
      data: scrubOptional(crumb.data, rules),
      eventId: text(crumb.eventId),
    })),
    tags: event.tags.map(({ key, value }) => ({ key: rules.text(key), value: String(rules.entry(key, value)) })),
    user: scrubUser(event.user, rules),
    request: scrubRequest(event.request, rules),
    contexts: scrubContexts(event.contexts, rules),
    sdk: scrubOptional(event.sdk, rules),
    // Debug images are found by the file name of a frame, so both are scrubbed by the same rule.
    debugImages: event.debugImages.map((image) => ({
      ...image,
      type: rules.text(image.type),
      codeFile: image.codeFile === null ? null : rules.path(image.codeFile),
      rest: scrubObject(image.rest, rules),
    })),
    fingerprint: event.fingerprint?.map((part) => rules.text(part)) ?? null,
    modules: Object.fromEntries(
      scrubEntries(Object.entries(event.modules), rules, (version) => rules.version(version)),
    ),
    extra: scrubObject(event.extra, rules),
    errors: event.errors.map((error) => ({
      type: rules.text(error.type),
      name: text(error.name),
      value: rules.value(error.value),
    })),
  };
}

function scrubExceptions(exceptions: readonly ExceptionValue[], rules: ScrubRules): ExceptionValue[] {
  return exceptions.map((exception) => ({
    ...exception,
    type: scrubText(exception.type, rules),
    value: scrubText(exception.value, rules),
    module: scrubIdentifier(exception.module, rules),
    threadId: typeof exception.threadId === 'string' ? rules.text(exception.threadId) : exception.threadId,
    mechanism: exception.mechanism === null ? null : scrubMechanism(exception.mechanism, rules),
    stacktrace: scrubStacktrace(exception.stacktrace, rules),
    rawStacktrace: scrubStacktrace(exception.rawStacktrace, rules),
  }));
}

function scrubMechanism(mechanism: Mechanism, rules: ScrubRules): Mechanism {
  return {
    ...mechanism,
    type: scrubText(mechanism.type, rules),
    source: scrubText(mechanism.source, rules),
    description: scrubText(mechanism.description, rules),
    helpLink: scrubText(mechanism.helpLink, rules),
    data: scrubOptional(mechanism.data, rules),
    meta: scrubOptional(mechanism.meta, rules),
  };
}

function scrubStacktrace(stacktrace: Stacktrace | null, rules: ScrubRules): Stacktrace | null {
  if (stacktrace === null) return null;
  const frames = stacktrace.frames.map((frame) => scrubFrame(frame, rules));
  return { ...stacktrace, frames, registers: scrubOptional(stacktrace.registers, rules) };
}

const IDENTIFIER_FIELDS = frameFieldsOf('name', 'technical');
const DATA_FIELDS = frameFieldsOf('data');

function scrubFrame(frame: Frame, rules: ScrubRules): Frame {
  const { filename, absPath } = frame;
  const path = filename === null ? null : rules.path(filename);
  const scrubbed: Frame = {
    ...frame,
    ...scrubSourceContext(frame, rules),
    filename: path,
    absPath: absPath === filename || absPath === null ? absPath && path : rules.path(absPath),
  };
  for (const name of IDENTIFIER_FIELDS) scrubbed[name] = scrubIdentifier(frame[name], rules);
  for (const name of DATA_FIELDS) scrubbed[name] = scrubOptional(frame[name], rules);
  return scrubbed;
}

function scrubIdentifier(name: string | null, rules: ScrubRules): string | null {
  return name === null ? null : rules.identifier(name);
}

/** Scrubs the lines together, because a private key has several. */
function scrubSourceContext({ preContext, contextLine, postContext }: Frame, rules: ScrubRules): SourceContext {
  const before = preContext.length;
  const middle = contextLine === null ? [] : [contextLine];
  const lines = [...preContext, ...middle, ...postContext];
  const after = rules.source(lines);
  if (after === lines) return { preContext, contextLine, postContext };
  const rest = before + middle.length;
  return {
    preContext: after.slice(0, before),
    contextLine: contextLine === null ? null : (after[before] ?? null),
    postContext: after.slice(rest),
  };
}

/** Scrubs everything but the IP address, which normalization has validated. */
function scrubUser(user: EventUser | null, rules: ScrubRules): EventUser | null {
  if (user === null) return null;
  return {
    ...user,
    id: scrubText(user.id, rules),
    username: scrubText(user.username, rules),
    email: scrubText(user.email, rules),
    name: scrubText(user.name, rules),
    geo: scrubOptional(user.geo, rules),
    data: scrubOptional(user.data, rules),
  };
}

/** Scrubs everything but the method, which consists of letters. */
function scrubRequest(request: EventRequest | null, rules: ScrubRules): EventRequest | null {
  if (request === null) return null;
  return {
    ...request,
    url: scrubText(request.url, rules),
    fragment: scrubText(request.fragment, rules),
    query: scrubEntries(request.query, rules),
    headers: scrubEntries(request.headers, rules),
    cookies: scrubEntries(request.cookies, rules, (value, name) => rules.cookie(name, value)),
    data: rules.value(request.data),
    env: scrubOptional(request.env, rules),
    inferredContentType: scrubText(request.inferredContentType, rules),
    apiTarget: scrubText(request.apiTarget, rules),
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
  return Object.fromEntries(
    Object.entries(contexts).map(([alias, context]) => [rules.text(alias), scrubContext(alias, context, rules)]),
  );
}

/** Shows what becomes of an object because of its key alone. */
const EMPTY_OBJECT: JsonObject = {};

/** Scrubs a context. If its alias is a secret key, every member but `type` is redacted, because a context remains an object. */
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
  pairs: readonly [string, string][],
  rules: ScrubRules,
  scrub = (value: string, name: string) => String(rules.entry(name, value)),
): [string, string][] {
  return pairs.map(([name, value]) => [rules.text(name), scrub(value, name)]);
}
