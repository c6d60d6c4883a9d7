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
import { truncate } from '../../domain/text';
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
  copyValue,
  readBoolean,
  readId,
  readInteger,
  readObject,
  readObjects,
  type ReadLog,
  readText,
} from './values';

/** Number of exceptions of a chain that are kept: half of them the oldest, which are the causes, half the newest. */
const MAX_EXCEPTIONS = 100;
const MAX_THREADS = 250;
const MAX_EXCEPTION_VALUE = 8192;

/** The exceptions of an event, and the range of those that were left out. */
export interface ExceptionChain {
  readonly exceptions: ExceptionValue[];
  readonly exceptionsOmitted: OmittedRange | null;
}

/** Returns exceptions, oldest cause first, from a bare list, `{values: [...]}` or a single exception. The middle of a long chain is left out. */
export function readExceptions(value: unknown, cut: TraceCut): ExceptionChain {
  const sent = sentExceptions(value);
  const kept = keepEnds(sent.length, MAX_EXCEPTIONS);
  const omittedByClient = isObject(value) ? readRange(value['exc_omitted']) : null;
  const exceptions = (kept === null ? sent : pick(sent, kept)).map((one) => readException(one, cut)).filter(hasContent);
  if (kept !== null) cut.log.addContainer(exceptions, sent.length);
  return {
    exceptions,
    exceptionsOmitted: kept === null ? omittedByClient : spanOf(omittedRanges(kept, sent.length, omittedByClient)),
  };
}

function sentExceptions(value: unknown): JsonObject[] {
  const values = isObject(value) ? (value['values'] ?? value) : value;
  return isObject(values) ? [values] : readObjects(values);
}

function readException(sent: JsonObject, cut: TraceCut): ExceptionValue {
  const { log } = cut;
  const exception: ExceptionValue = log.record(sent, {
    type: readText(sent['type'], 128, log),
    value: readValue(sent['value'], log),
    module: readText(sent['module'], 256, log),
    threadId: readId(sent['thread_id']),
    mechanism: readMechanism(sent['mechanism'], log),
    stacktrace: null,
    rawStacktrace: null,
  });
  const frames = sentFrames(sent['stacktrace']);
  const rawFrames = sentFrames(sent['raw_stacktrace']);
  const kept = cut.select(frames, exception);
  exception.stacktrace = readStacktrace(sent['stacktrace'], frames, kept, log);
  // The two traces of an exception correspond frame by frame, if they have the same length.
  const keptOfRaw = rawFrames.length === frames.length ? kept : cut.select(rawFrames, exception);
  exception.rawStacktrace = readStacktrace(sent['raw_stacktrace'], rawFrames, keptOfRaw, log);
  return exception;
}

function hasContent({ type, value, module, stacktrace }: ExceptionValue): boolean {
  return type !== null || value !== null || module !== null || stacktrace !== null;
}

/** Returns the thrown value as text: some clients send the thrown object itself. */
function readValue(value: unknown, log: ReadLog): string | null {
  if (typeof value === 'string') return readText(value, MAX_EXCEPTION_VALUE, log);
  if (value === undefined || value === null) return null;
  return truncate(JSON.stringify(copyValue(value, { remaining: MAX_EXCEPTION_VALUE })), MAX_EXCEPTION_VALUE);
}

function readMechanism(value: unknown, log: ReadLog): Mechanism | null {
  const sent = typeof value === 'string' ? { type: value } : readObject(value);
  if (sent === null) return null;
  return {
    type: readText(sent['type'], 128),
    handled: readBoolean(sent['handled']),
    synthetic: readBoolean(sent['synthetic']),
    source: readText(sent['source'], 128),
    description: readText(sent['description'], 1024, log),
    helpLink: readText(sent['help_link'], 1024),
    isExceptionGroup: readBoolean(sent['is_exception_group']),
    exceptionId: readInteger(sent['exception_id']),
    parentId: readInteger(sent['parent_id']),
    data: copyObject(sent['data'], 4096, log),
    meta: copyObject(sent['meta'], 4096, log),
  };
}

/** Returns threads, from `{values: [...]}` or a bare list. */
export function readThreads(value: unknown, cut: TraceCut): Thread[] {
  const sent = readObjects(value);
  const threads = sent.slice(0, MAX_THREADS).map((one) => readThread(one, cut));
  if (threads.length < sent.length) cut.log.addContainer(threads, sent.length);
  return threads;
}

function readThread(sent: JsonObject, cut: TraceCut): Thread {
  return cut.log.record(sent, {
    id: readId(sent['id']),
    name: readText(sent['name'], 256, cut.log),
    state: readText(sent['state'], 128),
    crashed: sent['crashed'] === true,
    current: sent['current'] === true,
    main: sent['main'] === true,
    stacktrace: readTrace(sent['stacktrace'], cut),
  });
}

const MAX_IMAGES = 1000;

/** Returns the debug images: which debug id belongs to which file of the frames. */
export function readDebugImages(value: unknown): DebugImage[] {
  return isObject(value) ? readObjects(value['images']).slice(0, MAX_IMAGES).map(readImage) : [];
}

/** A `debug_id` of native code that is not a UUID remains in `rest`. */
function readImage(sent: JsonObject): DebugImage {
  const { type, code_file: codeFile, debug_id: debugId, ...others } = sent;
  const id = typeof debugId === 'string' ? parseDebugId(debugId) : null;
  const rest = id === null && debugId !== undefined ? { ...others, debug_id: debugId } : others;
  return {
    type: readText(type, 64) ?? 'unknown',
    codeFile: readText(codeFile, 2048),
    debugId: id,
    rest: copyObject(rest, 2048) ?? {},
  };
}
