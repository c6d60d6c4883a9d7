import type { components } from '../../generated/api';
import type {
  Breadcrumb,
  Event,
  ExceptionValue,
  Frame,
  JsonObject,
  Mechanism,
  Request,
  Stacktrace,
  Thread,
} from '../domain/event';
import { presentTime } from './time';

type Entry = components['schemas']['EventEntry'];

/** The parts of an event body, weightiest first (reference/endpoints.md §4.4); a part without content is left out. */
export function presentEntries(event: Event): Entry[] {
  const parts: [string, JsonObject | null][] = [
    ['message', presentMessage(event)],
    ['exception', presentExceptions(event.exceptions)],
    ['stacktrace', event.stacktrace === null ? null : presentStacktrace(event.stacktrace, event.rawStacktrace)],
    ['threads', event.threads.length === 0 ? null : { values: event.threads.map(presentThread) }],
    ['breadcrumbs', event.breadcrumbs.length === 0 ? null : { values: event.breadcrumbs.map(presentBreadcrumb) }],
    ['request', event.request === null ? null : presentRequest(event.request)],
    ['debugmeta', event.debugImages.length === 0 ? null : { images: event.debugImages.map(presentImage) }],
  ];
  return parts.flatMap(([type, data]) => (data === null ? [] : [{ type, data }]));
}

/** Only the members that are set. */
function present(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}

function presentMessage({ logentry }: Event): JsonObject | null {
  if (logentry === null) return null;
  return present({ message: logentry.message, formatted: logentry.formatted, params: logentry.params });
}

function presentExceptions(exceptions: readonly ExceptionValue[]): JsonObject | null {
  if (exceptions.length === 0) return null;
  return {
    values: exceptions.map(presentException),
    hasSystemFrames: exceptions.some(({ stacktrace }) => stacktrace !== null && hasAppFrames(stacktrace)),
    excOmitted: null,
  };
}

function presentException(exception: ExceptionValue): JsonObject {
  return {
    type: exception.type,
    value: exception.value,
    mechanism: exception.mechanism === null ? null : presentMechanism(exception.mechanism),
    threadId: exception.threadId,
    module: exception.module,
    ...presentTraces(exception),
  };
}

function presentMechanism(mechanism: Mechanism): JsonObject {
  return present({
    type: mechanism.type,
    synthetic: mechanism.synthetic,
    description: mechanism.description,
    help_link: mechanism.helpLink,
    handled: mechanism.handled,
    data: mechanism.data,
    meta: mechanism.meta,
    source: mechanism.source,
    is_exception_group: mechanism.isExceptionGroup,
    exception_id: mechanism.exceptionId,
    parent_id: mechanism.parentId,
  });
}

/** The wire name `hasSystemFrames` says whether there is a frame of the application (reference/endpoints.md §4.4). */
function hasAppFrames(stacktrace: Stacktrace): boolean {
  return stacktrace.frames.some(({ inApp }) => inApp);
}

/** The trace as source maps made it, and as the client sent it where that differs. */
function presentTraces({ stacktrace, rawStacktrace }: Pick<Thread, 'stacktrace' | 'rawStacktrace'>): JsonObject {
  return {
    stacktrace: stacktrace === null ? null : presentStacktrace(stacktrace, rawStacktrace),
    rawStacktrace: rawStacktrace ? presentStacktrace(rawStacktrace) : null,
  };
}

function presentStacktrace(stacktrace: Stacktrace, raw?: Stacktrace | null): JsonObject {
  return {
    frames: stacktrace.frames.map((frame, index) => ({
      ...presentFrame(frame),
      ...presentMap(frame, raw?.frames[index]),
    })),
    framesOmitted: stacktrace.framesOmitted,
    registers: stacktrace.registers,
    hasSystemFrames: hasAppFrames(stacktrace),
  };
}

function presentFrame(frame: Frame): JsonObject {
  return {
    filename: frame.filename,
    absPath: frame.absPath,
    module: frame.module,
    package: frame.package,
    platform: frame.platform,
    instructionAddr: frame.instructionAddr,
    symbolAddr: frame.symbolAddr,
    ...(frame.addrMode === null ? {} : { addrMode: frame.addrMode }),
    function: frame.function,
    rawFunction: frame.rawFunction,
    symbol: null,
    context: presentContext(frame),
    lineNo: frame.lineno,
    colNo: frame.colno,
    inApp: frame.inApp,
    trust: null,
    errors: null,
    lock: frame.lock,
    sourceLink: null,
    vars: frame.vars,
  };
}

/** What a mapped frame was before; `?` where that is not known (reference/endpoints.md §4.4). */
function presentMap({ data }: Frame, raw: Frame | undefined): JsonObject {
  const url = data?.['sourcemap'];
  if (typeof url !== 'string') return {};
  return {
    map: url.slice(url.lastIndexOf('/') + 1),
    origFunction: raw?.function ?? '?',
    origAbsPath: raw?.absPath ?? '?',
    origFilename: raw?.filename ?? '?',
    origLineNo: raw?.lineno ?? '?',
    origColNo: raw?.colno ?? '?',
    ...(/^(?:https?|file):/i.test(url) ? { mapUrl: url } : {}),
  };
}

/** Source lines with their numbers; none without a line to count from. */
function presentContext(frame: Frame): [number, string][] {
  if (frame.lineno === null || frame.contextLine === null) return [];
  const first = frame.lineno - frame.preContext.length;
  const lines = [...frame.preContext, frame.contextLine, ...frame.postContext];
  return lines.map((text, index) => [first + index, text]);
}

function presentThread(thread: Thread): JsonObject {
  return {
    id: thread.id,
    name: thread.name,
    state: thread.state,
    current: thread.current,
    crashed: thread.crashed,
    heldLocks: null,
    ...presentTraces(thread),
  };
}

function presentBreadcrumb(crumb: Breadcrumb): JsonObject {
  return {
    type: crumb.type,
    timestamp: crumb.timestamp === null ? null : presentTime(crumb.timestamp),
    level: crumb.level,
    message: crumb.message,
    category: crumb.category,
    data: crumb.data,
    event_id: crumb.eventId,
  };
}

function presentRequest(request: Request): JsonObject {
  return {
    apiTarget: request.apiTarget,
    method: request.method,
    url: request.url,
    query: request.query,
    fragment: request.fragment,
    data: request.data ?? null,
    headers: request.headers,
    cookies: request.cookies,
    env: request.env,
    inferredContentType: request.inferredContentType,
  };
}

function presentImage(image: Event['debugImages'][number]): JsonObject {
  return { ...image.rest, ...present({ type: image.type, code_file: image.codeFile, debug_id: image.debugId }) };
}
