import type { Breadcrumb, Event, ExceptionValue, Frame, JsonObject, LogEntry, Mechanism, Request, Stacktrace, User } from '../domain/event';
import { scrubAddresses } from './scrub/addresses';
import { compileRules, type Rules, type ScrubSettings } from './scrub/rules';

/**
 * The event without secrets, as the project's settings say; everything derived from it is derived afterwards, so that nothing
 * taken out here comes back elsewhere. The event handed in stays as it is (reference/ingest.md §2.3, decisions.md §4).
 */
export function scrubEvent(event: Event, settings: ScrubSettings): Event {
  const anonymous = settings.scrubIPAddresses ? scrubAddresses(event) : event;
  return settings.dataScrubber ? scrubSecrets(anonymous, compileRules(settings)) : anonymous;
}

function scrubSecrets(event: Event, rules: Rules): Event {
  return {
    ...event,
    transaction: scrubText(event.transaction, rules),
    logentry: event.logentry === null ? null : scrubLogEntry(event.logentry, rules),
    exceptions: event.exceptions.map((exception) => scrubException(exception, rules)),
    threads: event.threads.map((thread) => ({ ...thread, stacktrace: scrubStacktrace(thread.stacktrace, rules) })),
    stacktrace: scrubStacktrace(event.stacktrace, rules),
    breadcrumbs: event.breadcrumbs.map((crumb) => scrubBreadcrumb(crumb, rules)),
    tags: event.tags.map(({ key, value }) => ({ key, value: String(rules.member(key, value)) })),
    user: event.user === null ? null : scrubUser(event.user, rules),
    request: event.request === null ? null : scrubRequest(event.request, rules),
    contexts: scrubContexts(event.contexts, rules),
    // Images are found by the file name of a frame, so both are scrubbed alike.
    debugImages: event.debugImages.map((image) => ({ ...image, codeFile: scrubPath(image.codeFile, rules) })),
    fingerprint: event.fingerprint?.map((part) => rules.text(part)) ?? null,
    extra: scrubObject(event.extra, rules),
    errors: event.errors.map((error) => ({ ...error, value: rules.value(error.value) })),
  };
}

function scrubText(text: string | null, rules: Rules): string | null {
  return text === null ? null : rules.text(text);
}

/** An object stays an object, whatever stands in it. */
function scrubObject(value: JsonObject, rules: Rules): JsonObject {
  return rules.value(value) as JsonObject;
}

function scrubOptional(value: JsonObject | null, rules: Rules): JsonObject | null {
  return value === null ? null : scrubObject(value, rules);
}

function scrubLogEntry({ message, formatted, params }: LogEntry, rules: Rules): LogEntry {
  return {
    message: scrubText(message, rules),
    formatted: scrubText(formatted, rules),
    params: rules.value(params) as LogEntry['params'],
  };
}

function scrubException(exception: ExceptionValue, rules: Rules): ExceptionValue {
  return {
    ...exception,
    value: scrubText(exception.value, rules),
    mechanism: exception.mechanism === null ? null : scrubMechanism(exception.mechanism, rules),
    stacktrace: scrubStacktrace(exception.stacktrace, rules),
    rawStacktrace: scrubStacktrace(exception.rawStacktrace, rules),
  };
}

function scrubMechanism(mechanism: Mechanism, rules: Rules): Mechanism {
  return {
    ...mechanism,
    description: scrubText(mechanism.description, rules),
    data: scrubOptional(mechanism.data, rules),
    meta: scrubOptional(mechanism.meta, rules),
  };
}

function scrubStacktrace(stacktrace: Stacktrace | null, rules: Rules): Stacktrace | null {
  return stacktrace === null ? null : { ...stacktrace, frames: stacktrace.frames.map((frame) => scrubFrame(frame, rules)) };
}

function scrubFrame(frame: Frame, rules: Rules): Frame {
  return {
    ...frame,
    filename: scrubPath(frame.filename, rules),
    absPath: scrubPath(frame.absPath, rules),
    preContext: frame.preContext.map(rules.source),
    contextLine: frame.contextLine === null ? null : rules.source(frame.contextLine),
    postContext: frame.postContext.map(rules.source),
    vars: scrubOptional(frame.vars, rules),
    data: scrubOptional(frame.data, rules),
    lock: scrubOptional(frame.lock, rules),
  };
}

/** The file of an inline script is the page's address, with all that its query carries. */
function scrubPath(path: string | null, rules: Rules): string | null {
  return path !== null && /[?@]/.test(path) ? rules.text(path) : path;
}

function scrubBreadcrumb(crumb: Breadcrumb, rules: Rules): Breadcrumb {
  return { ...crumb, message: scrubText(crumb.message, rules), data: scrubOptional(crumb.data, rules) };
}

function scrubUser(user: User, rules: Rules): User {
  return {
    ...user,
    id: scrubText(user.id, rules),
    username: scrubText(user.username, rules),
    name: scrubText(user.name, rules),
    geo: scrubOptional(user.geo, rules),
    data: scrubOptional(user.data, rules),
  };
}

function scrubRequest(request: Request, rules: Rules): Request {
  return {
    ...request,
    url: scrubText(request.url, rules),
    fragment: scrubText(request.fragment, rules),
    query: scrubPairs(request.query, rules),
    headers: scrubPairs(request.headers, rules),
    cookies: scrubPairs(request.cookies, rules),
    data: rules.value(request.data),
    env: scrubOptional(request.env, rules),
  };
}

function scrubPairs(pairs: readonly [string, string][], rules: Rules): [string, string][] {
  return pairs.map(([name, value]) => [name, String(rules.member(name, value))]);
}

/** Each is an object of its own, also one whose alias names a secret: then all of it but its type goes. */
function scrubContexts(contexts: Record<string, JsonObject>, rules: Rules): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(contexts).map(([alias, context]) => [alias, scrubContext(alias, context, rules)]));
}

function scrubContext(alias: string, context: JsonObject, rules: Rules): JsonObject {
  const scrubbed = scrubObject(context, rules);
  if (typeof rules.member(alias, scrubbed) === 'object') return scrubbed;
  const members = Object.entries(scrubbed).map(([name, value]) => [name, name === 'type' ? value : rules.member(alias, value)]);
  return Object.fromEntries(members) as JsonObject;
}
