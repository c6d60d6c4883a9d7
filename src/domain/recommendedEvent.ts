import type { Event } from './event';

/**
 * Points of a stack trace, which is worth more than all that `OTHER_PARTS` counts together, and of lines of the
 * application's source.
 */
const STACK_TRACE = 10;
const SOURCE_LINES = 20;

/**
 * Scores how much an event helps to find the cause of an issue: a stack trace with lines of the application's source,
 * else a stack trace, then as many as possible of breadcrumbs, user, request and release.
 */
export function scoreContext(event: Event): number {
  const traced = [...event.exceptions, ...event.threads, event];
  const frames = traced.flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  const hasSource = frames.some(({ inApp, contextLine }) => inApp && contextLine !== null);
  const others = [event.breadcrumbs.length > 0, event.user !== null, event.request !== null, event.release !== null];
  return (
    (frames.length > 0 ? STACK_TRACE : 0) +
    (hasSource ? SOURCE_LINES : 0) +
    others.filter((isPresent) => isPresent).length
  );
}
