import {
  type DebugImage,
  type ExceptionValue,
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

/** Exceptions kept of a chain, and threads of a process; the main exception is the last. */
const MAX_EXCEPTIONS = 50;
const MAX_THREADS = 250;
const MAX_EXCEPTION_VALUE = 8192;

/** A bare list, `{values: [...]}` or a single exception; oldest cause first (reference/ingest.md §2.1). */
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

/** What was thrown, as text: some clients send the thrown object itself. */
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

/** `{values: [...]}` or a bare list. */
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

/** Frames kept of one trace (reference/ingest.md §2.1). */
const MAX_FRAMES = 50;
/** Longer than any line an SDK sends whole, and long enough to tell minified source by. */
const MAX_LINE = 1024;
const MAX_CONTEXT_LINES = 20;
const MAX_VARS = 8 * 1024;
const MAX_PATH = 2048;

/** Code that is not the application's (reference/ingest.md §2.1). */
const SYSTEM_PATH =
  /^(?:node:|internal\/|<anonymous>|(?:chrome|moz|safari|safari-web|ms-browser)(?:-extension)?:\/\/)|(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor)[\\/]/;

/** `{frames: [...]}` or a bare list; null without frames. Of a long trace the middle is left out. */
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

function readFrame(sent: JsonObject): Frame {
  const path = readText(sent['abs_path'], MAX_PATH);
  const filename = readText(sent['filename'], MAX_PATH) ?? (path === null ? null : pathOf(path));
  return {
    filename,
    absPath: path ?? filename,
    function: readText(sent['function'], 512),
    rawFunction: readText(sent['raw_function'], 512),
    module: readText(sent['module'], 512),
    package: readText(sent['package'], 512),
    platform: readText(sent['platform'], 64),
    lineno: readInteger(sent['lineno'], 1),
    colno: readInteger(sent['colno'], 1),
    preContext: readLines(sent['pre_context']).slice(-MAX_CONTEXT_LINES),
    contextLine: readLine(sent['context_line'], MAX_LINE),
    postContext: readLines(sent['post_context']).slice(0, MAX_CONTEXT_LINES),
    inApp: readBoolean(sent['in_app']) ?? !isSystemFrame(filename, path),
    vars: copyObject(sent['vars'], MAX_VARS),
    data: copyObject(sent['data'], 4096),
    instructionAddr: readText(sent['instruction_addr'], 64),
    symbolAddr: readText(sent['symbol_addr'], 64),
    addrMode: readText(sent['addr_mode'], 64),
    lock: copyObject(sent['lock'], 4096),
  };
}

/** The path part of a URL, or the text itself (reference/endpoints.md §6.4). */
function pathOf(path: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(path);
  return match?.[1] ?? path;
}

function isSystemFrame(filename: string | null, path: string | null): boolean {
  return (
    (filename !== null && SYSTEM_PATH.test(filename)) || (path !== null && path !== filename && SYSTEM_PATH.test(path))
  );
}

function readLines(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  // Only the lines next to the frame's own are kept; 40 leaves both ends whole.
  const near =
    value.length > 2 * MAX_CONTEXT_LINES
      ? [...value.slice(0, MAX_CONTEXT_LINES), ...value.slice(-MAX_CONTEXT_LINES)]
      : value;
  return near.map((line) => readLine(line, MAX_LINE) ?? '');
}

const MAX_IMAGES = 1000;

/** Which debug id belongs to which file of the stack (reference/ingest.md §2.1). */
export function readDebugImages(value: unknown): DebugImage[] {
  return isObject(value) ? readObjects(value['images']).slice(0, MAX_IMAGES).map(readImage) : [];
}

/** Native ids of another form are no uuid and stay with the rest. */
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
