import {
  FRAME_FIELD_LIST,
  FRAME_FIELDS,
  type Frame,
  isObject,
  type JsonObject,
  type OmittedRange,
  type Stacktrace,
  type DebugImage,
  type ExceptionValue,
  type Mechanism,
  parseDebugId,
  type Thread,
} from '../../domain/event';
import {
  payloadNames,
  STACKTRACE_FIELDS,
  DEBUG_IMAGE_FIELDS,
  EVENT_FIELDS,
  EXCEPTION_FIELDS,
  MECHANISM_FIELDS,
  THREAD_FIELDS,
} from '../../domain/eventFields';
import { type DecideInApp, type FrameIdentity, isSystemPath, type TraceOrigin } from '../stacktrace';
import {
  copyObject,
  isNumbered,
  hasOnlyUnknownMembers,
  readBoolean,
  readInteger,
  readLine,
  readList,
  type ReadLog,
  readObjects,
  readText,
  isEmpty,
  readAny,
  readId,
} from './values';

/** Maximum number of frames of one trace that are kept. */
const MAX_FRAMES = STACKTRACE_FIELDS.frames.limit;
/**
 * Number of frames at either end of a trace that are always kept: `simple:1` and `simple:2` group long traces by them.
 */
const MAX_END_FRAMES = 25;
/** Number of frames at either end of a trace that are searched for frames of the application. */
const MAX_SEARCHED_FRAMES = 1000;

/**
 * Selects the frames of long traces to keep: both ends, then the frames of the application, then their neighbors, then
 * the frames closest to the crash (openapi/DECISIONS.md, "Normalization").
 */
export class TraceCut {
  /** @param platform the platform of the event */
  constructor(
    private readonly platform: string,
    private readonly decideInApp: DecideInApp,
    readonly log: ReadLog,
  ) {}

  /** Returns the indexes of the frames to keep, in their order; null if all are kept. */
  select(frames: readonly JsonObject[], exception?: TraceOrigin['exception']): readonly number[] | null {
    const { length } = frames;
    if (length <= MAX_FRAMES) return null;
    const ends = keepEnds(length, 2 * MAX_END_FRAMES) ?? [];
    const searched = keepEnds(length, 2 * MAX_SEARCHED_FRAMES) ?? [...frames.keys()];
    const inApp = this.decideInApp(pick(frames, searched).map(readIdentity), { platform: this.platform, exception });
    const appFrames = searched.filter((_, at) => inApp[at]).reverse();
    const neighbors = appFrames.flatMap((index) => [index + 1, index - 1]);
    const kept = new Set(ends);
    // The ends are kept, so that neighbors are never outside of the trace.
    for (const index of [...appFrames, ...neighbors]) {
      if (kept.size === MAX_FRAMES) break;
      if (index >= 0 && index < length) kept.add(index);
    }
    for (let index = length - 1; kept.size < MAX_FRAMES; index--) kept.add(index);
    return [...kept].sort((a, b) => a - b);
  }
}

/** Reads the members of a frame that decide whether it belongs to the application. */
function readIdentity(sent: JsonObject): FrameIdentity {
  const path = readText(sent['abs_path'], FRAME_FIELDS.absPath.limit);
  const filename = readText(sent['filename'], FRAME_FIELDS.filename.limit) ?? (path === null ? null : pathOf(path));
  return {
    filename,
    absPath: path ?? filename,
    function: readText(sent['function'], FRAME_FIELDS.function.limit),
    module: readText(sent['module'], FRAME_FIELDS.module.limit),
    package: readText(sent['package'], FRAME_FIELDS.package.limit),
    platform: readText(sent['platform'], FRAME_FIELDS.platform.limit),
    inApp: readBoolean(sent['in_app']),
  };
}

/** Returns the indexes of a list without its middle; null if the list is not longer than the limit. */
function keepEnds(length: number, limit: number): readonly number[] | null {
  if (length <= limit) return null;
  const half = limit / 2;
  return Array.from({ length: limit }, (_, at) => (at < half ? at : length - limit + at));
}

function pick<T>(values: readonly T[], indexes: readonly number[]): T[] {
  return indexes.map((index) => values[index] as T);
}

/**
 * Returns the ranges that were left out of a list, by position in the complete list: items that the client left out,
 * and items that normalization did not keep.
 */
function omittedRanges(kept: readonly number[], length: number, omittedByClient: OmittedRange | null): OmittedRange[] {
  const [from, to] = omittedByClient !== null && omittedByClient[0] <= length ? omittedByClient : [0, 0];
  const ranges: OmittedRange[] = [];
  let next = 0;
  const omitUntil = (position: number) => {
    if (position > next) ranges.push([next, position]);
  };
  for (const index of kept) {
    const position = index < from ? index : index + to - from;
    omitUntil(position);
    next = position + 1;
  }
  omitUntil(length + to - from);
  return ranges;
}

/** Returns the smallest range that contains all ranges; null if there are none. */
function spanOf(ranges: readonly OmittedRange[]): OmittedRange | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first === undefined || last === undefined ? null : [first[0], last[1]];
}

/** Returns a trace, from `{frames: [...]}` or a bare list; null without frames. */
export function readTrace(value: unknown, cut: TraceCut): Stacktrace | null {
  const frames = sentFrames(value, cut.log);
  return readStacktrace(value, frames, cut.select(frames), cut.log);
}

const FRAME_MEMBERS: readonly string[] = FRAME_FIELD_LIST.map(({ payload }) => payload);
const TRACE_MEMBERS = [...payloadNames(STACKTRACE_FIELDS), 'lang', 'snapshot'];

/** Returns the frames of `{frames: [...]}`, of a bare list, or of a single frame. */
function sentFrames(value: unknown, log: ReadLog): JsonObject[] {
  if (!isObject(value) || isNumbered(value) || isFrame(value)) return readObjects(value, log, 'stacktrace');
  if (hasOnlyUnknownMembers(value, TRACE_MEMBERS)) log.addDropped('stacktrace');
  return readObjects(value['frames'], log, 'stacktrace');
}

function isFrame(sent: JsonObject): boolean {
  return !('frames' in sent) && FRAME_MEMBERS.some((name) => name in sent);
}

/**
 * Returns a trace; null without frames.
 * @param kept indexes of the frames to keep; null if all are kept
 */
function readStacktrace(
  value: unknown,
  frames: readonly JsonObject[],
  kept: readonly number[] | null,
  log: ReadLog,
): Stacktrace | null {
  if (frames.length === 0) return null;
  const sent = isObject(value) ? value : {};
  const keptFrames = kept === null ? frames : pick(frames, kept);
  const trace: Stacktrace = {
    frames: keptFrames.map((frame) => log.record(frame, readFrame(frame, log))),
    framesOmitted: readRange(sent['frames_omitted'], log, 'stacktrace.frames_omitted'),
    registers: copyObject(sent['registers'], STACKTRACE_FIELDS.registers.limit, log, 'stacktrace.registers'),
  };
  const unmarked = unmarkedFrames(keptFrames);
  if (unmarked !== null) trace.unmarked = unmarked;
  if (kept === null) return trace;
  log.addContainer(trace.frames, frames.length);
  const ranges = omittedRanges(kept, frames.length, trace.framesOmitted);
  return { ...trace, framesOmitted: spanOf(ranges), ...(ranges.length > 1 && { omittedRanges: ranges }) };
}

/** Returns the indexes of the frames that the client did not mark; null if there are none. */
function unmarkedFrames(sent: readonly JsonObject[]): number[] | null {
  let unmarked: number[] | null = null;
  for (let at = 0; at < sent.length; at++) {
    if (readBoolean(sent[at]?.['in_app']) === null) (unmarked ??= []).push(at);
  }
  return unmarked;
}

function readRange(value: unknown, log?: ReadLog, name?: string): OmittedRange | null {
  const list = readList(value);
  const [from, to] = list?.length === 2 ? [readInteger(list[0]), readInteger(list[1])] : [null, null];
  if (from !== null && to !== null && from <= to) return [from, to];
  if (list?.length !== 0) log?.addDropped(name);
  return null;
}

/**
 * Reads a frame. It names each field instead of iterating over `FRAME_FIELDS`: src/DECISIONS.md, "Fields of frames".
 */
function readFrame(sent: JsonObject, log: ReadLog): Frame {
  const path = readText(sent['abs_path'], FRAME_FIELDS.absPath.limit, log, 'frames.abs_path');
  const filename =
    readText(sent['filename'], FRAME_FIELDS.filename.limit, log, 'frames.filename') ??
    (path === null ? null : pathOf(path));
  if (filename === null && hasOnlyUnknownMembers(sent, FRAME_MEMBERS)) log.addDropped('stacktrace');
  return {
    filename,
    absPath: path ?? filename,
    function: readText(sent['function'], FRAME_FIELDS.function.limit, log, 'frames.function'),
    rawFunction: readText(sent['raw_function'], FRAME_FIELDS.rawFunction.limit, log, 'frames.raw_function'),
    module: readText(sent['module'], FRAME_FIELDS.module.limit, log, 'frames.module'),
    package: readText(sent['package'], FRAME_FIELDS.package.limit, log, 'frames.package'),
    platform: readText(sent['platform'], FRAME_FIELDS.platform.limit, log, 'frames.platform'),
    lineno: readInteger(sent['lineno'], 1, log, 'frames.lineno'),
    colno: readInteger(sent['colno'], 1, log, 'frames.colno'),
    preContext: readLines(sent['pre_context'], -FRAME_FIELDS.preContext.limit, undefined, log, 'frames.pre_context'),
    contextLine: readLine(sent['context_line'], FRAME_FIELDS.contextLine.limit, log, 'frames.context_line'),
    postContext: readLines(sent['post_context'], 0, FRAME_FIELDS.postContext.limit, log, 'frames.post_context'),
    inApp: readBoolean(sent['in_app'], log, 'frames.in_app') ?? !isSystemPath(filename, path),
    vars: copyObject(sent['vars'], FRAME_FIELDS.vars.limit, log, 'frames.vars'),
    data: copyObject(sent['data'], FRAME_FIELDS.data.limit, log, 'frames.data'),
    instructionAddr: readText(
      sent['instruction_addr'],
      FRAME_FIELDS.instructionAddr.limit,
      log,
      'frames.instruction_addr',
    ),
    symbolAddr: readText(sent['symbol_addr'], FRAME_FIELDS.symbolAddr.limit, log, 'frames.symbol_addr'),
    addrMode: readText(sent['addr_mode'], FRAME_FIELDS.addrMode.limit, log, 'frames.addr_mode'),
    lock: copyObject(sent['lock'], FRAME_FIELDS.lock.limit, log, 'frames.lock'),
  };
}

/** Returns the path of a URL; other text unchanged. */
function pathOf(path: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(path);
  return match?.[1] ?? path;
}

/** Returns a slice of the source lines before or after the frame's line, from a list or from text. */
function readLines(value: unknown, start: number, end: number | undefined, log: ReadLog, name: string): string[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? (value as unknown[]) : linesOf(value);
  if (list === null) log.addDropped(name);
  const lines = list?.slice(start, end) ?? [];
  return lines.map((line) => readLine(line, FRAME_FIELDS.contextLine.limit, log, name) ?? '');
}

function linesOf(value: unknown): readonly unknown[] | null {
  if (typeof value === 'string') return value === '' ? [] : value.split('\n');
  return isObject(value) && !isNumbered(value) ? null : readList(value);
}

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
  if (hasOnlyUnknownMembers(sent, MECHANISM_MEMBERS)) log.addDropped('mechanism');
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
  if (hasOnlyUnknownMembers(sent, THREAD_MEMBERS)) log.addDropped('threads');
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
  if (hasOnlyUnknownMembers(value, ['images', 'sdk_info'])) log.addDropped('debug_meta');
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
