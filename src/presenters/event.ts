import type { components } from '../../generated/api';
import type { Attachment } from '../domain/attachment';
import {
  type Breadcrumb,
  type Event,
  type EventBody,
  type EventRequest,
  type ExceptionValue,
  type Frame,
  FRAME_FIELD_LIST,
  type JsonObject,
  type Mechanism,
  type OmittedRange,
  type Stacktrace,
  type Thread,
} from '../domain/event';
import type {
  BREADCRUMB_FIELDS,
  DEBUG_IMAGE_FIELDS,
  EXCEPTION_FIELDS,
  LOG_ENTRY_FIELDS,
  MECHANISM_FIELDS,
  Presented,
  REQUEST_FIELDS,
  THREAD_FIELDS,
} from '../domain/eventFields';
import { type EventRecord, presentEvent, type RecordRow } from './eventRecord';
import { presentMeta } from './eventMeta';
import { presentTime } from './format';

type EventEntry = components['schemas']['EventEntry'];

/** Returns the address of the source of a frame, or null. */
export type LinkFrame = (frame: Frame) => string | null;

const NO_LINKS: LinkFrame = () => null;

/** Presents the parts of an event body, the most important first. A part without content is left out. */
export function presentEntries(event: Event, link: LinkFrame = NO_LINKS): EventEntry[] {
  const parts: [string, JsonObject | null][] = [
    ['csp', presentReport(event)],
    ['message', presentMessage(event)],
    ['exception', presentExceptions(event, link)],
    ['stacktrace', event.stacktrace === null ? null : presentStacktrace(event.stacktrace, link, event.rawStacktrace)],
    [
      'threads',
      event.threads.length === 0 ? null : { values: event.threads.map((thread) => presentThread(thread, link)) },
    ],
    ['breadcrumbs', event.breadcrumbs.length === 0 ? null : { values: event.breadcrumbs.map(presentBreadcrumb) }],
    ['request', event.request === null ? null : presentRequest(event.request)],
    ['debugmeta', event.debugImages.length === 0 ? null : { images: event.debugImages.map(presentImage) }],
  ];
  return parts.flatMap(([type, data]) => (data === null ? [] : [{ type, data }]));
}

/** Returns the members that are set. */
function withoutNulls(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}

/** Presents the report of a browser, which is stored as a context. */
function presentReport({ type, contexts }: Event): JsonObject | null {
  const { type: _, ...fields } = contexts['csp'] ?? {};
  return type === 'csp' ? fields : null;
}

function withoutReport({ type, contexts }: Event): Event['contexts'] {
  return type === 'csp' ? Object.fromEntries(Object.entries(contexts).filter(([name]) => name !== 'csp')) : contexts;
}

function presentMessage({ logentry }: Event): JsonObject | null {
  if (logentry === null) return null;
  const { message, formatted, params } = logentry;
  return withoutNulls({ message, formatted, params } satisfies Presented<typeof LOG_ENTRY_FIELDS>);
}

function presentExceptions({ exceptions, exceptionsOmitted }: Event, link: LinkFrame): JsonObject | null {
  if (exceptions.length === 0) return null;
  return {
    values: exceptions.map((exception) => presentException(exception, link)),
    hasSystemFrames: exceptions.some(({ stacktrace }) => stacktrace !== null && hasAppFrames(stacktrace)),
    excOmitted: exceptionsOmitted ?? null,
  };
}

function presentException(exception: ExceptionValue, link: LinkFrame): JsonObject {
  return {
    type: exception.type,
    value: exception.value,
    mechanism: exception.mechanism === null ? null : presentMechanism(exception.mechanism),
    threadId: exception.threadId,
    module: exception.module,
    ...presentTraces(exception, link),
  } satisfies Presented<typeof EXCEPTION_FIELDS>;
}

function presentMechanism(mechanism: Mechanism): JsonObject {
  return withoutNulls({
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
  } satisfies Presented<typeof MECHANISM_FIELDS>);
}

/** Returns the value of `hasSystemFrames`: in spite of its name, true if a frame belongs to the application. */
function hasAppFrames(stacktrace: Stacktrace): boolean {
  return stacktrace.frames.some(({ inApp }) => inApp);
}

/** Presents the stack trace as source maps resolve it, and as the client sent it if that differs. */
function presentTraces(
  { stacktrace, rawStacktrace }: Pick<Thread, 'stacktrace' | 'rawStacktrace'>,
  link: LinkFrame,
): Record<'stacktrace' | 'rawStacktrace', JsonObject | null> {
  return {
    stacktrace: stacktrace === null ? null : presentStacktrace(stacktrace, link, rawStacktrace),
    rawStacktrace: rawStacktrace ? presentStacktrace(rawStacktrace, NO_LINKS) : null,
  };
}

function presentStacktrace(stacktrace: Stacktrace, link: LinkFrame, raw?: Stacktrace | null): JsonObject {
  return {
    frames: stacktrace.frames.map((frame, index) => ({
      ...presentFrame(frame, link),
      ...presentSourceMap(frame, raw?.frames[index]),
    })),
    framesOmitted: stacktrace.framesOmitted,
    framesOmittedRanges: presentOmittedRanges(stacktrace),
    registers: stacktrace.registers,
    hasSystemFrames: hasAppFrames(stacktrace),
  };
}

function presentOmittedRanges({ framesOmitted, omittedRanges }: Stacktrace): OmittedRange[] | null {
  return omittedRanges ?? (framesOmitted === null ? null : [framesOmitted]);
}

const PRESENTED_FRAME_FIELDS = FRAME_FIELD_LIST.flatMap(({ name, presented, isOptional = false }) =>
  presented === undefined ? [] : [{ name, presented, isOptional }],
);

/** Has all members from the start, so that setting them does not change the shape of the object. */
const EMPTY_FRAME: JsonObject = {
  ...Object.fromEntries(
    PRESENTED_FRAME_FIELDS.filter(({ isOptional }) => !isOptional).map(({ presented }) => [presented, null]),
  ),
  symbol: null,
  context: [],
  trust: null,
  errors: null,
  sourceLink: null,
};

function presentFrame(frame: Frame, link: LinkFrame): JsonObject {
  const members = { ...EMPTY_FRAME, context: presentContext(frame), sourceLink: link(frame) };
  for (const { name, presented, isOptional } of PRESENTED_FRAME_FIELDS) {
    if (!isOptional || frame[name] !== null) (members as JsonObject)[presented] = frame[name];
  }
  return members;
}

/** Presents the values of a mapped frame before it was mapped; `?` if a value is unknown. */
function presentSourceMap({ data }: Frame, raw: Frame | undefined): JsonObject {
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

/** Returns the source lines with their numbers; none if the line of the frame is unknown. */
function presentContext(frame: Frame): [number, string][] {
  if (frame.lineno === null || frame.contextLine === null) return [];
  const first = frame.lineno - frame.preContext.length;
  const lines = [...frame.preContext, frame.contextLine, ...frame.postContext];
  return lines.map((text, index) => [first + index, text]);
}

function presentThread(thread: Thread, link: LinkFrame): JsonObject {
  return {
    id: thread.id,
    name: thread.name,
    state: thread.state,
    current: thread.current,
    crashed: thread.crashed,
    heldLocks: null,
    ...presentTraces(thread, link),
  } satisfies Presented<typeof THREAD_FIELDS> & { readonly heldLocks: null };
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
  } satisfies Presented<typeof BREADCRUMB_FIELDS>;
}

function presentRequest(request: EventRequest): JsonObject {
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
  } satisfies Presented<typeof REQUEST_FIELDS>;
}

function presentImage({ type, codeFile, debugId, rest }: Event['debugImages'][number]): JsonObject {
  const members = { type, code_file: codeFile, debug_id: debugId } satisfies Presented<typeof DEBUG_IMAGE_FIELDS>;
  return { ...rest, ...withoutNulls(members) };
}

export type EventDetail = components['schemas']['EventDetail'];

/**
 * Presents an event with its whole body: the record of a list and more, so that a client reads both alike
 * (openapi/DECISIONS.md D14).
 * @param size length of the stored body in bytes
 * @param link returns the address of the source of a frame
 */
export function presentEventDetail(
  projectId: string,
  row: RecordRow,
  { event, grouping }: EventBody,
  size: number,
  link?: LinkFrame,
): EventDetail {
  const record = JSON.parse(presentEvent(projectId, row)) as EventRecord;
  const entries = presentEntries(event, link);
  return {
    ...record,
    type: record['event.type'],
    entries,
    contexts: withoutReport(event),
    sdk: presentSdk(event.sdk),
    packages: event.modules,
    context: event.extra,
    dist: event.dist,
    release: event.release,
    fingerprints: [grouping.hash],
    errors: event.errors.map(({ type, name, value }) => ({
      type,
      message: `${name ?? 'event'}: ${type}`,
      data: { name, value },
    })),
    size,
    dateReceived: presentTime(event.received),
    _meta: presentMeta(event, entries, record.tags),
  };
}

/** Presents the client library of an event. */
export function presentSdk(sdk: JsonObject | null): EventDetail['sdk'] {
  if (sdk === null) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { name: text(sdk['name']), version: text(sdk['version']) };
}

type EventAttachment = components['schemas']['EventAttachment'];

/** Presents an attachment. */
export function presentAttachment(attachment: Attachment): EventAttachment {
  const { id, eventId, type, name, size, sha1, isScrubbed, dateCreated } = attachment;
  const mimetype = attachment.contentType ?? 'application/octet-stream';
  return {
    id,
    event_id: eventId,
    type,
    name,
    mimetype,
    size,
    sha1,
    dateCreated: presentTime(dateCreated),
    headers: { 'Content-Type': mimetype },
    scrubbed: isScrubbed,
  };
}
