import type { Frame, JsonObject, Stacktrace } from '../../domain/event';
import { isObject } from '../../domain/json';
import { copyObject } from './copy';
import { readFlag, readLine, readObjects, readText, readWhole } from './read';

/** Frames kept of one trace (reference/ingest.md §2.1). */
const MAX_FRAMES = 50;
/** Longer than any line an SDK sends whole, and long enough to tell minified source by. */
const MAX_LINE = 1024;
const MAX_CONTEXT_LINES = 20;
const MAX_VARS = 8 * 1024;
const MAX_PATH = 2048;

/** Code that is not the application's (reference/ingest.md §2.1). */
const SYSTEM_NAME =
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
  const [from, to] = [readWhole(value[0]), readWhole(value[1])];
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
    lineno: readWhole(sent['lineno'], 1),
    colno: readWhole(sent['colno'], 1),
    preContext: readLines(sent['pre_context']).slice(-MAX_CONTEXT_LINES),
    contextLine: readLine(sent['context_line'], MAX_LINE),
    postContext: readLines(sent['post_context']).slice(0, MAX_CONTEXT_LINES),
    inApp: readFlag(sent['in_app']) ?? !isSystem(filename, path),
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

function isSystem(filename: string | null, path: string | null): boolean {
  return (
    (filename !== null && SYSTEM_NAME.test(filename)) || (path !== null && path !== filename && SYSTEM_NAME.test(path))
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
