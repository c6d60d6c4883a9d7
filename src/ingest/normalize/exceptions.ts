import {
  type DebugImage,
  type ExceptionValue,
  isObject,
  type JsonObject,
  type Mechanism,
  type OmittedRange,
  parseDebugId,
  type Thread,
} from '../../domain/event';
import {
  DEBUG_IMAGE_FIELDS,
  EVENT_FIELDS,
  EXCEPTION_FIELDS,
  MECHANISM_FIELDS,
  payloadNames,
  THREAD_FIELDS,
} from '../../domain/eventFields';
import {
  keepEnds,
  omittedRanges,
  pick,
  readRange,
  readStacktrace,
  readTrace,
  sentFrames,
  spanOf,
  type TraceCut,
} from './stacktraces';
import {
  copyObject,
  isEmpty,
  isUnknown,
  readAny,
  readBoolean,
  readId,
  readInteger,
  type ReadLog,
  readObjects,
  readText,
} from './values';

/** The exceptions of an event, and the range of the exceptions that were left out. */
export interface ExceptionChain {
  readonly exceptions: ExceptionValue[];
  readonly exceptionsOmitted: OmittedRange | null;
}

/**
 * Returns exceptions, oldest cause first, from a bare list, `{values: [...]}` or a single exception. The middle of a
 * long chain is left out.
 */
export function readExceptions(value: unknown, cut: TraceCut): ExceptionChain {
  const sent = readObjects(value, cut.log, 'exception');
  const kept = keepEnds(sent.length, EVENT_FIELDS.exceptions.limit);
  const omittedByClient = isObject(value) ? readRange(value['exc_omitted'], cut.log, 'exception.exc_omitted') : null;
  const exceptions = (kept === null ? sent : pick(sent, kept)).flatMap((one) => readException(one, cut) ?? []);
  if (kept !== null) cut.log.addContainer(exceptions, sent.length);
  return {
    exceptions,
    exceptionsOmitted: kept === null ? omittedByClient : spanOf(omittedRanges(kept, sent.length, omittedByClient)),
  };
}

/** Returns an exception; null if it has no content. */
function readException(sent: JsonObject, cut: TraceCut): ExceptionValue | null {
  const { log } = cut;
  const exception: ExceptionValue = log.record(sent, {
    type: readText(sent['type'], EXCEPTION_FIELDS.type.limit, log, 'exception.type'),
    // Some clients send the thrown object itself.
    value: readAny(sent['value'], EXCEPTION_FIELDS.value.limit, log),
    module: readText(sent['module'], EXCEPTION_FIELDS.module.limit, log, 'exception.module'),
    threadId: readId(sent['thread_id'], EXCEPTION_FIELDS.threadId.limit, log, 'exception.thread_id'),
    mechanism: readMechanism(sent['mechanism'], log),
    stacktrace: null,
    rawStacktrace: null,
  });
  const frames = sentFrames(sent['stacktrace'], log);
  const rawFrames = sentFrames(sent['raw_stacktrace'], log);
  const kept = cut.select(frames, exception);
  exception.stacktrace = readStacktrace(sent['stacktrace'], frames, kept, log);
  // The two traces of an exception correspond frame by frame, if they have the same length.
  const keptOfRaw = rawFrames.length === frames.length ? kept : cut.select(rawFrames, exception);
  exception.rawStacktrace = readStacktrace(sent['raw_stacktrace'], rawFrames, keptOfRaw, log);
  if (hasContent(exception)) return exception;
  if (Object.values(sent).some((member) => !isEmpty(member))) log.addDropped('exception');
  return null;
}

function hasContent({ type, value, module, stacktrace }: ExceptionValue): boolean {
  return type !== null || value !== null || module !== null || stacktrace !== null;
}

const MECHANISM_MEMBERS = payloadNames(MECHANISM_FIELDS);

function readMechanism(value: unknown, log: ReadLog): Mechanism | null {
  const sent = typeof value === 'string' ? { type: value } : value;
  if (!isObject(sent)) {
    if (!isEmpty(sent)) log.addDropped('mechanism');
    return null;
  }
  if (isUnknown(sent, MECHANISM_MEMBERS)) log.addDropped('mechanism');
  return {
    type: readText(sent['type'], MECHANISM_FIELDS.type.limit, log, 'mechanism.type'),
    handled: readBoolean(sent['handled'], log, 'mechanism.handled'),
    synthetic: readBoolean(sent['synthetic'], log, 'mechanism.synthetic'),
    source: readText(sent['source'], MECHANISM_FIELDS.source.limit, log, 'mechanism.source'),
    description: readText(sent['description'], MECHANISM_FIELDS.description.limit, log, 'mechanism.description'),
    helpLink: readText(sent['help_link'], MECHANISM_FIELDS.helpLink.limit, log, 'mechanism.help_link'),
    isExceptionGroup: readBoolean(sent['is_exception_group'], log, 'mechanism.is_exception_group'),
    exceptionId: readInteger(sent['exception_id'], 0, log, 'mechanism.exception_id'),
    parentId: readInteger(sent['parent_id'], 0, log, 'mechanism.parent_id'),
    data: copyObject(sent['data'], MECHANISM_FIELDS.data.limit, log, 'mechanism.data'),
    meta: copyObject(sent['meta'], MECHANISM_FIELDS.meta.limit, log, 'mechanism.meta'),
  };
}

/** Returns threads, from `{values: [...]}` or a bare list. */
export function readThreads(value: unknown, cut: TraceCut): Thread[] {
  const sent = readObjects(value, cut.log, 'threads');
  const threads = sent.slice(0, EVENT_FIELDS.threads.limit).map((one) => readThread(one, cut));
  if (threads.length < sent.length) cut.log.addContainer(threads, sent.length);
  return threads;
}

const THREAD_MEMBERS = payloadNames(THREAD_FIELDS);

function readThread(sent: JsonObject, cut: TraceCut): Thread {
  const { log } = cut;
  if (isUnknown(sent, THREAD_MEMBERS)) log.addDropped('threads');
  return log.record(sent, {
    id: readId(sent['id'], THREAD_FIELDS.id.limit, log, 'threads.id'),
    name: readText(sent['name'], THREAD_FIELDS.name.limit, log, 'threads.name'),
    state: readText(sent['state'], THREAD_FIELDS.state.limit, log, 'threads.state'),
    crashed: readBoolean(sent['crashed'], log, 'threads.crashed') ?? false,
    current: readBoolean(sent['current'], log, 'threads.current') ?? false,
    main: readBoolean(sent['main'], log, 'threads.main') ?? false,
    stacktrace: readTrace(sent['stacktrace'], cut),
  });
}

/** Returns the debug images, which map debug ids to the files of frames. */
export function readDebugImages(value: unknown, log: ReadLog): DebugImage[] {
  if (!isObject(value)) return [];
  if (isUnknown(value, ['images', 'sdk_info'])) log.addDropped('debug_meta');
  const images = readObjects(value['images'], log, 'debug_meta.images');
  return images.slice(0, EVENT_FIELDS.debugImages.limit).map((image) => readImage(image, log));
}

/** Returns a debug image. A `debug_id` of native code that is not a UUID stays in `rest`. */
function readImage(sent: JsonObject, log: ReadLog): DebugImage {
  const { type, code_file: codeFile, debug_id: debugId, ...others } = sent;
  const id = typeof debugId === 'string' ? parseDebugId(debugId) : null;
  const rest = id === null && debugId !== undefined ? { ...others, debug_id: debugId } : others;
  return {
    type: readText(type, DEBUG_IMAGE_FIELDS.type.limit, log, 'debug_meta.images.type') ?? 'unknown',
    codeFile: readText(codeFile, DEBUG_IMAGE_FIELDS.codeFile.limit, log, 'debug_meta.images.code_file'),
    debugId: id,
    rest: copyObject(rest, DEBUG_IMAGE_FIELDS.rest.limit) ?? {},
  };
}
