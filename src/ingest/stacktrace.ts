import type { Event, ExceptionValue, Frame, Stacktrace } from '../domain/event';

/** The exception that an event is about: the last, as causes come first. */
export function mainException(event: Event): ExceptionValue | undefined {
  return event.exceptions.at(-1);
}

/**
 * The trace that tells where an event happened: that of the main exception, else of the nearest cause that has one, else of
 * the thread that crashed or was running, else the one beside them (reference/ingest.md §2.1).
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

/** Frames of the application; all, if none is known to be (reference/ingest.md §2.1). */
export function appFrames({ frames }: Stacktrace): readonly Frame[] {
  const own = frames.filter(({ inApp }) => inApp);
  return own.length === 0 ? frames : own;
}

/** The name of a frame's function, unless it only says that there is none. */
export function functionName(frame: Frame): string | null {
  const name = frame.function;
  return name === null || /^(?:Object\.)?(?:\?|<anonymous>|<unknown>|\[unknown\])$/.test(name) ? null : name;
}

/** The newest frame of the application whose function has a name, else the newest frame (reference/ingest.md §2.2). */
export function crashFrame(event: Event): Frame | undefined {
  const frames = mainTrace(event)?.frames ?? [];
  return frames.findLast((frame) => frame.inApp && functionName(frame) !== null) ?? frames.at(-1);
}

const JAVASCRIPT_PLATFORMS = new Set(['javascript', 'node']);

/** No person writes lines of this length. */
const MINIFIED_LINE_LENGTH = 500;

/**
 * Whether a frame shows minified JavaScript: its source line is longer than 500 characters or was cut with `{snip}`, its
 * file is named `*.min.js` (or `.mjs`, `.cjs`), or a function of one or two letters stands beyond column 500
 * (reference/ingest.md §2.4).
 */
export function isMinifiedFrame(frame: Frame): boolean {
  const { contextLine, filename, colno } = frame;
  if (contextLine !== null && (contextLine.length > MINIFIED_LINE_LENGTH || contextLine.includes('{snip}')))
    return true;
  if (filename !== null && /\.min\.[cm]?js(?:$|[?#])/i.test(filename)) return true;
  return colno !== null && colno > MINIFIED_LINE_LENGTH && hasShortName(frame);
}

/** Whether the function has one or two letters, as minifiers name them; `Object.t` and `new e` count by their last part. */
export function hasShortName(frame: Frame): boolean {
  return frame.function !== null && /(?:^|[.\s])[A-Za-z_$][\w$]?$/.test(frame.function);
}

/** Whether some stored frame of a JavaScript platform is minified: the project could do with source maps. */
export function isMinified(event: Event): boolean {
  const traces: (Stacktrace | null)[] = [event.stacktrace];
  for (const { stacktrace } of [...event.exceptions, ...event.threads]) traces.push(stacktrace);
  return traces.some((trace) =>
    trace?.frames.some((frame) => JAVASCRIPT_PLATFORMS.has(frame.platform ?? event.platform) && isMinifiedFrame(frame)),
  );
}
