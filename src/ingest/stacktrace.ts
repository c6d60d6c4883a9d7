import { type Event, type ExceptionValue, type Frame, isJavaScript, type Stacktrace } from '../domain/event';
import { isMapped } from '../sourcemaps/resolve/rewriteFrames';

/** The members of a frame that decide whether it belongs to the application. */
export interface FrameIdentity extends Pick<
  Frame,
  'filename' | 'absPath' | 'function' | 'module' | 'package' | 'platform'
> {
  /** The mark that the client sent; null if it sent none. */
  readonly inApp: boolean | null;
}

/** The event and the exception of a trace, as far as rules read them. */
export interface TraceOrigin {
  readonly platform: string;
  readonly exception?: Pick<ExceptionValue, 'type' | 'value' | 'mechanism'> | undefined;
}

/** Decides for each frame of a trace whether it belongs to the application. */
export type DecideInApp = (frames: readonly FrameIdentity[], origin: TraceOrigin) => readonly boolean[];

/** Paths of code that does not belong to the application: the runtime, browser extensions and installed packages. */
const SYSTEM_PATH =
  /^(?:node:|internal\/|<anonymous>|(?:chrome|moz|safari|safari-web|ms-browser)(?:-extension)?:\/\/)|(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor)[\\/]/;

/** Returns true if a frame belongs to the runtime or to a package, by its paths. */
export function isSystemPath(filename: string | null, path: string | null): boolean {
  return (
    (filename !== null && SYSTEM_PATH.test(filename)) || (path !== null && path !== filename && SYSTEM_PATH.test(path))
  );
}

/**
 * Returns the marks that the client sent. If it marked some frames of a trace as the application's, the unmarked ones
 * are not.
 */
export const decideInAppByPath: DecideInApp = (frames) => {
  const isMarked = frames.some(({ inApp }) => inApp === true);
  return frames.map(({ inApp, filename, absPath }) => inApp ?? (!isMarked && !isSystemPath(filename, absPath)));
};

/** Maximum numbers of frames of a trace and of exceptions that `simple:1` and `simple:2` group by. */
const FORMER_MAX_FRAMES = 50;
const FORMER_MAX_EXCEPTIONS = 50;

/**
 * Returns an event as former versions kept it: with both ends of long traces and the newest exceptions of long chains.
 * Returns the event itself if it has no long trace and no long chain. The ends are unchanged by normalization, which
 * always keeps them.
 */
export function formerView(event: Event): Event {
  const { exceptions, threads, stacktrace } = event;
  const isLong = (trace: Stacktrace | null) => trace !== null && trace.frames.length > FORMER_MAX_FRAMES;
  if (
    exceptions.length <= FORMER_MAX_EXCEPTIONS &&
    !isLong(stacktrace) &&
    !exceptions.some((exception) => isLong(exception.stacktrace)) &&
    !threads.some((thread) => isLong(thread.stacktrace))
  ) {
    return event;
  }
  return {
    ...event,
    exceptions: exceptions
      .slice(-FORMER_MAX_EXCEPTIONS)
      .map((exception) => ({ ...exception, stacktrace: endsOf(exception.stacktrace) })),
    threads: threads.map((thread) => ({ ...thread, stacktrace: endsOf(thread.stacktrace) })),
    stacktrace: endsOf(stacktrace),
  };
}

function endsOf(trace: Stacktrace | null): Stacktrace | null {
  if (trace === null || trace.frames.length <= FORMER_MAX_FRAMES) return trace;
  const half = FORMER_MAX_FRAMES / 2;
  return { ...trace, frames: [...trace.frames.slice(0, half), ...trace.frames.slice(-half)] };
}

/** Returns the main exception of an event: the last one, because causes come first. */
export function mainException(event: Event): ExceptionValue | undefined {
  return event.exceptions.at(-1);
}

/**
 * Returns the trace that shows where an event happened: the trace of the main exception, else of the nearest cause with
 * a trace, else of the thread that crashed, was current or is the main one, else of the first thread, else the event's
 * own trace.
 */
export function mainTrace(event: Event): Stacktrace | null {
  const exception = event.exceptions.findLast(({ stacktrace }) => stacktrace !== null);
  if (exception !== undefined) return exception.stacktrace;
  const threads = event.threads.filter(({ stacktrace }) => stacktrace !== null);
  const thread =
    threads.find(({ crashed }) => crashed) ??
    threads.find(({ current }) => current) ??
    threads.find(({ main }) => main) ??
    threads[0];
  return thread?.stacktrace ?? event.stacktrace;
}

/** Returns the frames of the application; if there are none, the others. */
export function appFrames(
  trace: Stacktrace,
  otherFrames: (trace: Stacktrace) => readonly Frame[] = ({ frames }) => frames,
): readonly Frame[] {
  const inAppFrames = trace.frames.filter(({ inApp }) => inApp);
  return inAppFrames.length === 0 ? otherFrames(trace) : inAppFrames;
}

/** Returns the name of a frame's function; null for a placeholder of an anonymous function. */
export function functionName({ function: name }: Pick<Frame, 'function'>): string | null {
  return name === null || /^(?:Object\.)?(?:\?|<anonymous>|<unknown>|\[unknown\])$/.test(name) ? null : name;
}

/** The frames that describe an event, and the names that are shown for them. */
export interface ShownFrames {
  /**
   * Returns the frames of a trace that built-in rules do not exclude. If no frame belongs to the application, the
   * newest of them is shown.
   */
  readonly remainingFrames: (trace: Stacktrace) => readonly Frame[];
  readonly labelOf: (frame: Frame) => FrameLabel;
}

/** The names of a frame. */
export type FrameLabel = Pick<Frame, 'module' | 'function'>;

export const FRAMES_AS_SENT: ShownFrames = { remainingFrames: ({ frames }) => frames, labelOf: (frame) => frame };

/** Returns the newest frame of the application whose function has a name, else the newest other frame. */
export function crashFrame(
  event: Event,
  { remainingFrames, labelOf }: ShownFrames = FRAMES_AS_SENT,
): Frame | undefined {
  const trace = mainTrace(event);
  if (trace === null) return undefined;
  return (
    trace.frames.findLast((frame) => frame.inApp && functionName(labelOf(frame)) !== null) ??
    remainingFrames(trace).at(-1) ??
    trace.frames.at(-1)
  );
}

/** Minimum length of a minified line: people write shorter lines. */
const MINIFIED_LINE_LENGTH = 500;

/**
 * Returns true if a frame shows minified JavaScript. One of these must hold: its source line is longer than 500
 * characters; the line is truncated with `{snip}`, and no source map resolved the frame; its file is named `*.min.js`
 * (or `.mjs`, `.cjs`); it is beyond column 500 in a function with a name of one or two letters.
 */
export function isMinifiedFrame(frame: Frame): boolean {
  const { contextLine, filename, colno } = frame;
  if (contextLine !== null && contextLine.length > MINIFIED_LINE_LENGTH) return true;
  if (contextLine?.includes('{snip}') === true && !isMapped(frame)) return true;
  if (filename !== null && /\.min\.[cm]?js(?:$|[?#])/i.test(filename)) return true;
  return colno !== null && colno > MINIFIED_LINE_LENGTH && hasShortName(frame);
}

/**
 * Returns true if the function's name has one or two letters, as minifiers choose them. Only the last part of
 * `Object.t` and `new e` is considered.
 */
export function hasShortName(frame: Frame): boolean {
  return frame.function !== null && /(?:^|[.\s])[A-Za-z_$][\w$]?$/.test(frame.function);
}

/** Returns true if a JavaScript frame is minified, so that source maps would help. */
export function isMinified(event: Event): boolean {
  const traces: (Stacktrace | null)[] = [event.stacktrace];
  for (const { stacktrace } of [...event.exceptions, ...event.threads]) traces.push(stacktrace);
  return traces.some((trace) =>
    trace?.frames.some((frame) => isJavaScript(frame.platform ?? event.platform) && isMinifiedFrame(frame)),
  );
}
