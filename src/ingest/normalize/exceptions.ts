import {
  type DebugImage,
  type ExceptionValue,
  FRAME_FIELDS,
  type Frame,
  isObject,
  type JsonObject,
  type Mechanism,
  parseDebugId,
  type Stacktrace,
  type Thread,
} from '../../domain/event';
import { truncate } from '../../domain/text';
import {
  copyObject,
  copyValue,
  readBoolean,
  readId,
  readInteger,
  readLine,
  readObject,
  readObjects,
  readText,
} from './values';

/** The last exceptions of a chain are kept: the last is the main one. */
const MAX_EXCEPTIONS = 50;
const MAX_THREADS = 250;
const MAX_EXCEPTION_VALUE = 8192;

/** Returns exceptions, oldest cause first, from a bare list, `{values: [...]}` or a single exception. */
export function readExceptions(value: unknown): ExceptionValue[] {
  return sentExceptions(value).slice(-MAX_EXCEPTIONS).map(readException).filter(hasContent);
}

function sentExceptions(value: unknown): JsonObject[] {
  const values = isObject(value) ? (value['values'] ?? value) : value;
  return isObject(values) ? [values] : readObjects(values);
}

function readException(sent: JsonObject): ExceptionValue {
  return {
    type: readText(sent['type'], 128),
    value: readValue(sent['value']),
    module: readText(sent['module'], 256),
    threadId: readId(sent['thread_id']),
    mechanism: readMechanism(sent['mechanism']),
    stacktrace: readStacktrace(sent['stacktrace']),
    rawStacktrace: readStacktrace(sent['raw_stacktrace']),
  };
}

function hasContent({ type, value, module, stacktrace }: ExceptionValue): boolean {
  return type !== null || value !== null || module !== null || stacktrace !== null;
}

/** Returns the thrown value as text: some clients send the thrown object itself. */
function readValue(value: unknown): string | null {
  if (typeof value === 'string') return readText(value, MAX_EXCEPTION_VALUE);
  if (value === undefined || value === null) return null;
  return truncate(JSON.stringify(copyValue(value, { remaining: MAX_EXCEPTION_VALUE })), MAX_EXCEPTION_VALUE);
}

function readMechanism(value: unknown): Mechanism | null {
  const sent = typeof value === 'string' ? { type: value } : readObject(value);
  if (sent === null) return null;
  return {
    type: readText(sent['type'], 128),
    handled: readBoolean(sent['handled']),
    synthetic: readBoolean(sent['synthetic']),
    source: readText(sent['source'], 128),
    description: readText(sent['description'], 1024),
    helpLink: readText(sent['help_link'], 1024),
    isExceptionGroup: readBoolean(sent['is_exception_group']),
    exceptionId: readInteger(sent['exception_id']),
    parentId: readInteger(sent['parent_id']),
    data: copyObject(sent['data'], 4096),
    meta: copyObject(sent['meta'], 4096),
  };
}

/** Returns threads, from `{values: [...]}` or a bare list. */
export function readThreads(value: unknown): Thread[] {
  return readObjects(value).slice(0, MAX_THREADS).map(readThread);
}

function readThread(sent: JsonObject): Thread {
  return {
    id: readId(sent['id']),
    name: readText(sent['name'], 256),
    state: readText(sent['state'], 128),
    crashed: sent['crashed'] === true,
    current: sent['current'] === true,
    main: sent['main'] === true,
    stacktrace: readStacktrace(sent['stacktrace']),
  };
}

/** Maximum number of frames of one trace. */
const MAX_FRAMES = 50;

/** Paths of code that is not the application's: of the runtime, of browser extensions and of installed packages. */
const SYSTEM_PATH =
  /^(?:node:|internal\/|<anonymous>|(?:chrome|moz|safari|safari-web|ms-browser)(?:-extension)?:\/\/)|(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor)[\\/]/;

/** Returns a trace, from `{frames: [...]}` or a bare list; null without frames. The middle of a long trace is left out. */
export function readStacktrace(value: unknown): Stacktrace | null {
  const sent = isObject(value) ? value : {};
  const frames = readObjects(Array.isArray(value) ? value : sent['frames']);
  if (frames.length === 0) return null;
  const registers = copyObject(sent['registers'], 4096);
  if (frames.length <= MAX_FRAMES)
    return { frames: frames.map(readFrame), framesOmitted: readRange(sent['frames_omitted']), registers };
  const half = MAX_FRAMES / 2;
  const kept = [...frames.slice(0, half), ...frames.slice(-half)];
  return { frames: kept.map(readFrame), framesOmitted: [half, frames.length - half], registers };
}

function readRange(value: unknown): [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [from, to] = [readInteger(value[0]), readInteger(value[1])];
  return from === null || to === null || from > to ? null : [from, to];
}

/** Names each field, rather than going through `FRAME_FIELDS`: src/DECISIONS.md, "Fields of frames". */
function readFrame(sent: JsonObject): Frame {
  const path = readText(sent['abs_path'], FRAME_FIELDS.absPath.limit);
  const filename = readText(sent['filename'], FRAME_FIELDS.filename.limit) ?? (path === null ? null : pathOf(path));
  return {
    filename,
    absPath: path ?? filename,
    function: readText(sent['function'], FRAME_FIELDS.function.limit),
    rawFunction: readText(sent['raw_function'], FRAME_FIELDS.rawFunction.limit),
    module: readText(sent['module'], FRAME_FIELDS.module.limit),
    package: readText(sent['package'], FRAME_FIELDS.package.limit),
    platform: readText(sent['platform'], FRAME_FIELDS.platform.limit),
    lineno: readInteger(sent['lineno'], 1),
    colno: readInteger(sent['colno'], 1),
    preContext: readLines(sent['pre_context'], -FRAME_FIELDS.preContext.limit),
    contextLine: readLine(sent['context_line'], FRAME_FIELDS.contextLine.limit),
    postContext: readLines(sent['post_context'], 0, FRAME_FIELDS.postContext.limit),
    inApp: readBoolean(sent['in_app']) ?? !isSystemFrame(filename, path),
    vars: copyObject(sent['vars'], FRAME_FIELDS.vars.limit),
    data: copyObject(sent['data'], FRAME_FIELDS.data.limit),
    instructionAddr: readText(sent['instruction_addr'], FRAME_FIELDS.instructionAddr.limit),
    symbolAddr: readText(sent['symbol_addr'], FRAME_FIELDS.symbolAddr.limit),
    addrMode: readText(sent['addr_mode'], FRAME_FIELDS.addrMode.limit),
    lock: copyObject(sent['lock'], FRAME_FIELDS.lock.limit),
  };
}

/** Returns the path of a URL; other text as it is. */
function pathOf(path: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(path);
  return match?.[1] ?? path;
}

function isSystemFrame(filename: string | null, path: string | null): boolean {
  return (
    (filename !== null && SYSTEM_PATH.test(filename)) || (path !== null && path !== filename && SYSTEM_PATH.test(path))
  );
}

/** Returns a slice of the source lines before or behind that of the frame. */
function readLines(value: unknown, start: number, end?: number): string[] {
  return Array.isArray(value) ? value.slice(start, end).map(readNeighborLine) : [];
}

function readNeighborLine(line: unknown): string {
  return readLine(line, FRAME_FIELDS.contextLine.limit) ?? '';
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
