import type { Frame, Stacktrace } from '../domain/event';
import { cleanFilename, cleanFunction, isThirdParty, moduleOf, tidy } from './clean';
import { type Context, NO_CONTEXT } from './context';
import type { Original } from './map';

/** What a frame is rewritten from. */
export interface Mapped {
  readonly original: Original;
  /** The address of the map. */
  readonly url: string;
  readonly context: Context;
}

/** A trace as it is shown, beside the trace as the client sent it where the two differ. */
export interface Traces {
  readonly stacktrace: Stacktrace | null;
  readonly rawStacktrace?: Stacktrace | null;
}

/** Whether the frame was mapped, by us or by the client: either leaves the map's address with it. */
export function isMapped(frame: Frame): boolean {
  return frame.data !== null && 'sourcemap' in frame.data;
}

/** The frames to resolve: those the client sent. Null if there are none, or if the client sent two traces that do not correspond. */
export function rawFrames({ stacktrace, rawStacktrace }: Traces): readonly Frame[] | null {
  const raw = rawStacktrace ?? stacktrace;
  return raw === null || raw.frames.length !== stacktrace?.frames.length ? null : raw.frames;
}

/** The traces with the frames rewritten that are not mapped yet and now can be; the same if there are none. */
export function rewriteTrace<T extends Traces>(traces: T, mapped: ReadonlyMap<Frame, Mapped>): T {
  const { stacktrace } = traces;
  const raw = rawFrames(traces);
  if (stacktrace === null || raw === null) return traces;
  let isChanged = false;
  const frames = stacktrace.frames.map((shown, index) => {
    const frame = raw[index] ?? shown;
    const found = isMapped(shown) ? undefined : mapped.get(frame);
    if (found === undefined) return shown;
    isChanged = true;
    return rewriteFrame(frame, found, calledAs(raw[index - 1], mapped));
  });
  if (!isChanged) return traces;
  return { ...traces, stacktrace: { ...stacktrace, frames }, rawStacktrace: traces.rawStacktrace ?? stacktrace };
}

/** What the caller's code calls the function: the name at the place of the call, since maps name no scopes (reference/ingest.md §5 step 6). */
function calledAs(caller: Frame | undefined, mapped: ReadonlyMap<Frame, Mapped>): string | null {
  const original = caller === undefined ? undefined : mapped.get(caller)?.original;
  return cleanFunction(original?.name ?? null);
}

function rewriteFrame(frame: Frame, { original, url, context }: Mapped, name: string | null): Frame {
  const filename = cleanFilename(original.source);
  return {
    ...frame,
    ...(context.contextLine === null ? NO_CONTEXT : context),
    absPath: tidy(original.source),
    filename,
    module: moduleOf(filename),
    function: name ?? frame.function,
    lineno: original.line,
    colno: original.column,
    inApp: frame.inApp && !original.isIgnored && !isThirdParty(original.source),
    data: { ...frame.data, sourcemap: tidy(url) },
  };
}
