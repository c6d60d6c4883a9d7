import {
  FRAME_FIELD_LIST,
  FRAME_FIELDS,
  type Frame,
  isObject,
  type JsonObject,
  type OmittedRange,
  type Stacktrace,
} from '../../domain/event';
import { payloadNames, STACKTRACE_FIELDS } from '../../domain/eventFields';
import { type DecideInApp, type FrameIdentity, isSystemPath, type TraceOrigin } from '../stacktrace';
import {
  copyObject,
  isNumbered,
  isUnknown,
  readBoolean,
  readInteger,
  readLine,
  readList,
  type ReadLog,
  readObjects,
  readText,
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
export function keepEnds(length: number, limit: number): readonly number[] | null {
  if (length <= limit) return null;
  const half = limit / 2;
  return Array.from({ length: limit }, (_, at) => (at < half ? at : length - limit + at));
}

export function pick<T>(values: readonly T[], indexes: readonly number[]): T[] {
  return indexes.map((index) => values[index] as T);
}

/**
 * Returns the ranges that were left out of a list, by position in the complete list: items that the client left out,
 * and items that normalization did not keep.
 */
export function omittedRanges(
  kept: readonly number[],
  length: number,
  omittedByClient: OmittedRange | null,
): OmittedRange[] {
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
export function spanOf(ranges: readonly OmittedRange[]): OmittedRange | null {
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
export function sentFrames(value: unknown, log: ReadLog): JsonObject[] {
  if (!isObject(value) || isNumbered(value) || isFrame(value)) return readObjects(value, log, 'stacktrace');
  if (isUnknown(value, TRACE_MEMBERS)) log.addDropped('stacktrace');
  return readObjects(value['frames'], log, 'stacktrace');
}

function isFrame(sent: JsonObject): boolean {
  return !('frames' in sent) && FRAME_MEMBERS.some((name) => name in sent);
}

/**
 * Returns a trace; null without frames.
 * @param kept indexes of the frames to keep; null if all are kept
 */
export function readStacktrace(
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

export function readRange(value: unknown, log?: ReadLog, name?: string): OmittedRange | null {
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
  if (filename === null && isUnknown(sent, FRAME_MEMBERS)) log.addDropped('stacktrace');
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
  const list = Array.isArray(value) ? (value as unknown[]) : linesOf(value);
  if (list === null) log.addDropped(name);
  const lines = list?.slice(start, end) ?? [];
  return lines.map((line) => readLine(line, FRAME_FIELDS.contextLine.limit, log, name) ?? '');
}

function linesOf(value: unknown): readonly unknown[] | null {
  if (typeof value === 'string') return value === '' ? [] : value.split('\n');
  return isObject(value) && !isNumbered(value) ? null : readList(value);
}
