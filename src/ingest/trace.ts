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
