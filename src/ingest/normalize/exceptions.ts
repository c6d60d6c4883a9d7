import {
  type DebugImage,
  type ExceptionValue,
  FRAME_FIELD_LIST,
  FRAME_FIELDS,
  type Frame,
  type FrameFieldKind,
  type FrameFieldName,
  type FrameFieldTypes,
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

const FRAME_FIELD_READERS: {
  readonly [Kind in FrameFieldKind]: (value: unknown, limit: number) => FrameFieldTypes[Kind];
} = {
  path: readText,
  name: readText,
  technical: readText,
  position: (value) => readInteger(value, 1),
  linesBefore: (value, limit) => readLines(value, limit).slice(-limit),
  line: readLine,
  linesAfter: (value, limit) => readLines(value, limit).slice(0, limit),
  flag: (value) => readBoolean(value) ?? false,
  data: copyObject,
};

/** Has all fields from the start, so that setting them does not change the shape of the object. */
const EMPTY_FRAME = Object.fromEntries(FRAME_FIELD_LIST.map(({ name }) => [name, null])) as Record<
  FrameFieldName,
  null
>;

function readFrame(sent: JsonObject): Frame {
  const fields: Record<FrameFieldName, unknown> = { ...EMPTY_FRAME };
  for (const { name, kind, payload, limit = 0 } of FRAME_FIELD_LIST) {
    fields[name] = FRAME_FIELD_READERS[kind](sent[payload], limit);
  }
  const frame = fields as Frame;
  const path = frame.absPath;
  frame.filename ??= path === null ? null : pathOf(path);
  frame.absPath ??= frame.filename;
  frame.inApp = readBoolean(sent[FRAME_FIELDS.inApp.payload]) ?? !isSystemFrame(frame.filename, path);
  return frame;
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

/** Returns source lines; of more than twice the limit, those at either end. */
function readLines(value: unknown, limit: number): string[] {
  if (!Array.isArray(value)) return [];
  const sent: unknown[] = value;
  const lines = sent.length > 2 * limit ? [...sent.slice(0, limit), ...sent.slice(-limit)] : sent;
  return lines.map((line) => readLine(line, FRAME_FIELDS.contextLine.limit) ?? '');
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
