import type { Frame, SourceContext, Stacktrace } from '../../domain/event';
import { sanitizeText, truncate } from '../../domain/text';
import type { OriginalPosition } from './sourceMap';
import { EMPTY_CONTEXT } from './sourceText';

const MAX_PATH = 2048;
const MAX_NAME = 512;

/** Bundlers invent schemes, with the name of the package in place of a host. */
const BUNDLER_SCHEME = /^(?!https?:|file:|app:)[a-z][a-z0-9+.-]*:\/\/(?:@[^/]+\/)?[^/]*\//i;
const SERVED_ORIGIN = /^(?:https?|file|app):\/\/[^/]*/i;

/** A source of a map as the path of an original file: `webpack://shop/./src/pay.ts?3f2a` is `src/pay.ts` (reference/ingest.md §5 step 6). */
export function cleanFilename(source: string): string {
  const path = source.replace(SERVED_ORIGIN, '').replace(BUNDLER_SCHEME, '').replace(/\?.*$/, '');
  return sanitizeMapText(path.replace(/^(?:\.{1,2}\/)+/, ''), MAX_PATH);
}

/** The path without its extension; in a package, from the package's name on. */
export function moduleOf(filename: string): string | null {
  const path = filename.replace(/^.*(?<=^|\/)node_modules\//, '').replace(/^\/+/, '');
  const module = path.replace(/\.[cm]?[jt]sx?$|\.(?:vue|svelte|coffee)$/i, '');
  return module === '' ? null : sanitizeMapText(module, MAX_NAME);
}

/** Whether the path is that of a package or of what a bundler adds, not of the application (reference/ingest.md §5 step 6). */
export function isThirdParty(source: string): boolean {
  return /(?:^|\/)(?:node_modules|~)\/|(?:^|\/)\(?webpack\)?\/(?:bootstrap|runtime|buildin)|^[^/]*:\/\/[^/]*\/external /.test(
    source,
  );
}

/** The name of a token, if a function can have it. */
export function cleanFunction(name: string | null): string | null {
  return name !== null && /^[\p{ID_Start}$_#][\p{ID_Continue}$.]*$/u.test(name)
    ? sanitizeMapText(name, MAX_NAME)
    : null;
}

/** Text of a source map as it may be stored. */
export function sanitizeMapText(text: string, limit = MAX_PATH): string {
  return sanitizeText(truncate(text, limit));
}

/** What a frame is rewritten from. */
export interface FrameMapping {
  readonly original: OriginalPosition;
  /** The address of the map. */
  readonly url: string;
  readonly context: SourceContext;
}

/** A trace as it is shown, beside the trace as the client sent it where the two differ. */
export interface StacktracePair {
  readonly stacktrace: Stacktrace | null;
  readonly rawStacktrace?: Stacktrace | null;
}

/** Whether the frame was mapped, by us or by the client: either leaves the map's address with it. */
export function isMapped(frame: Frame): boolean {
  return frame.data !== null && 'sourcemap' in frame.data;
}

/** The frames to resolve: those the client sent. Null if there are none, or if the client sent two traces that do not correspond. */
export function rawFrames({ stacktrace, rawStacktrace }: StacktracePair): readonly Frame[] | null {
  const raw = rawStacktrace ?? stacktrace;
  return raw === null || raw.frames.length !== stacktrace?.frames.length ? null : raw.frames;
}

/** The traces with the frames rewritten that are not mapped yet and now can be; the same if there are none. */
export function rewriteStacktraces<T extends StacktracePair>(traces: T, mapped: ReadonlyMap<Frame, FrameMapping>): T {
  const { stacktrace } = traces;
  const raw = rawFrames(traces);
  if (stacktrace === null || raw === null) return traces;
  let isChanged = false;
  const frames = stacktrace.frames.map((shown, index) => {
    const frame = raw[index] ?? shown;
    const found = isMapped(shown) ? undefined : mapped.get(frame);
    if (found === undefined) return shown;
    isChanged = true;
    return rewriteFrame(frame, found, functionNameAtCall(raw[index - 1], mapped));
  });
  if (!isChanged) return traces;
  return { ...traces, stacktrace: { ...stacktrace, frames }, rawStacktrace: traces.rawStacktrace ?? stacktrace };
}

/** What the caller's code calls the function: the name at the place of the call, since maps name no scopes (reference/ingest.md §5 step 6). */
function functionNameAtCall(caller: Frame | undefined, mapped: ReadonlyMap<Frame, FrameMapping>): string | null {
  const original = caller === undefined ? undefined : mapped.get(caller)?.original;
  return cleanFunction(original?.name ?? null);
}

function rewriteFrame(frame: Frame, { original, url, context }: FrameMapping, name: string | null): Frame {
  const filename = cleanFilename(original.source);
  return {
    ...frame,
    ...(context.contextLine === null ? EMPTY_CONTEXT : context),
    absPath: sanitizeMapText(original.source),
    filename,
    module: moduleOf(filename),
    function: name ?? frame.function,
    lineno: original.line,
    colno: original.column,
    inApp: frame.inApp && !original.isIgnored && !isThirdParty(original.source),
    data: { ...frame.data, sourcemap: sanitizeMapText(url) },
  };
}
