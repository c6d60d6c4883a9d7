import type { Frame, SourceContext, Stacktrace } from '../../domain/event';
import { functionNameOf, isMinifiedName, showsReceivers } from './frameFunction';
import type { FunctionAt } from './functionRanges';
import type { OriginalPosition } from './sourceMap';
import { describeSource, moduleOf, sanitizeMapText, withoutMarks } from './sourcePaths';
import { EMPTY_CONTEXT } from './sourceText';

const MAX_NAME_LENGTH = 512;

/** Returns the name of a mapping, if it is a valid function name. */
export function cleanFunction(name: string | null): string | null {
  return name !== null && /^[\p{ID_Start}$_#][\p{ID_Continue}$.]*$/u.test(name)
    ? sanitizeMapText(name, MAX_NAME_LENGTH)
    : null;
}

/** The original of a position, as far as known. */
export interface DescribedPosition {
  readonly original: Pick<OriginalPosition, 'source' | 'line' | 'column' | 'name' | 'isIgnored'>;
  readonly context: SourceContext;
  /** The function around the position. Null if neither the sources nor the map nor the minified file tell. */
  readonly function: FunctionAt | null;
}

/** The original of a frame. */
export interface FrameMapping extends DescribedPosition {
  /** The URL of the map. */
  readonly url: string;
}

/** A stack trace as it is shown, and as the client sent it if the two differ. */
export interface StacktracePair {
  readonly stacktrace: Stacktrace | null;
  readonly rawStacktrace?: Stacktrace | null;
}

/**
 * Returns true if a frame was mapped, by this service or by the client. Both add the URL of the map to the frame's
 * data.
 */
export function isMapped(frame: Frame): boolean {
  return frame.data !== null && 'sourcemap' in frame.data;
}

/**
 * Returns the frames as the client sent them. Returns null if there are none, or if the client sent two traces that do
 * not correspond.
 */
export function rawFrames({ stacktrace, rawStacktrace }: StacktracePair): readonly Frame[] | null {
  const raw = rawStacktrace ?? stacktrace;
  return raw === null || raw.frames.length !== stacktrace?.frames.length ? null : raw.frames;
}

/** Rewrites the frames that are not mapped yet and have a mapping. Returns the same object if there are none. */
export function rewriteStacktraces<T extends StacktracePair>(traces: T, mappings: ReadonlyMap<Frame, FrameMapping>): T {
  const { stacktrace } = traces;
  const raw = rawFrames(traces);
  if (stacktrace === null || raw === null) return traces;
  const hasReceivers = showsReceivers(raw.map((frame) => frame.function));
  const functionName = (frame: Frame, mapping: FrameMapping, index: number): string | null => {
    if (mapping.function === null) return sentOrCalledName(frame, raw[index - 1], mappings);
    const name = functionNameOf(mapping.function, frame.function, hasReceivers, mapping.original.source);
    return sanitizeMapText(name, MAX_NAME_LENGTH);
  };
  const frames = stacktrace.frames.map((resolved, index) => {
    const frame = raw[index] ?? resolved;
    const mapping = isMapped(resolved) ? undefined : mappings.get(frame);
    return mapping === undefined ? resolved : rewriteFrame(frame, mapping, functionName(frame, mapping, index));
  });
  if (frames.every((frame, index) => frame === stacktrace.frames[index])) return traces;
  return { ...traces, stacktrace: { ...stacktrace, frames }, rawStacktrace: traces.rawStacktrace ?? stacktrace };
}

/**
 * Returns the sent name, unless it is minified: then the name at the place of the call in the caller, which is right
 * for most calls.
 */
function sentOrCalledName(
  frame: Frame,
  caller: Frame | undefined,
  mappings: ReadonlyMap<Frame, FrameMapping>,
): string | null {
  if (frame.function !== null && !isMinifiedName(frame.function)) return frame.function;
  const original = caller === undefined ? undefined : mappings.get(caller)?.original;
  return cleanFunction(original?.name ?? null) ?? frame.function;
}

function rewriteFrame(frame: Frame, { original, url, context }: FrameMapping, functionName: string | null): Frame {
  return {
    ...frame,
    ...(context.contextLine === null ? EMPTY_CONTEXT : context),
    ...placeOf(frame, original),
    function: functionName,
    lineno: original.line,
    colno: original.column,
    data: { ...frame.data, sourcemap: sanitizeMapText(url) },
  };
}

/**
 * Returns the paths of a frame, and if it belongs to the application. A frame of a source without a name keeps the
 * paths of the minified file.
 */
function placeOf(
  frame: Frame,
  { source, isIgnored }: DescribedPosition['original'],
): Pick<Frame, 'absPath' | 'filename' | 'module' | 'inApp'> {
  const { absPath, filename, module, inApp } = frame;
  if (source === '') return { absPath, filename, module, inApp: inApp && !isIgnored };
  const described = describeSource(source);
  return {
    absPath: sanitizeMapText(withoutMarks(source)),
    filename: described.filename,
    module: moduleOf(described.filename),
    inApp: inApp && !isIgnored && !described.isThirdParty,
  };
}
