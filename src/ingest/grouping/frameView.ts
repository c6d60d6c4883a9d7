import { changeStacktraces, type Event, type Frame } from '../../domain/event';
import { formerView, type FrameLabel, FRAMES_AS_SENT, type ShownFrames } from '../stacktrace';
import { type BuiltInRules, withoutMarks } from './builtInRules';

/** The stack traces of an event as an algorithm uses them. */
export interface FrameView {
  /** The event with the frames that the algorithm uses. */
  readonly event: Event;
  /** True if the view has all frames and exceptions of the event. */
  readonly isWhole: boolean;
  readonly shownFrames: ShownFrames;
}

/** Returns the view of `simple:3` and `simple:4`: all frames, marked by the built-in rules of the version. */
export function viewByRules(
  sent: Event,
  rules: BuiltInRules,
  labelOf: (frame: Frame, eventPlatform: string) => FrameLabel,
): FrameView {
  const event = rules.markFrames(sent);
  const shownFrames = {
    remainingFrames: remember(rules.remainingFrames(event)),
    labelOf: remember((frame: Frame) => labelOf(frame, event.platform)),
  };
  return { event, isWhole: true, shownFrames };
}

/**
 * Returns a function that caches the results for each trace or frame: grouping and description need the same results
 * several times.
 */
function remember<Argument, Result>(ask: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const cached = results.get(argument);
    if (cached !== undefined) return cached;
    const result = ask(argument);
    results.set(argument, result);
    return result;
  };
}

/**
 * Returns the view of `simple:1` and `simple:2`: the frames and exceptions that former versions kept, marked by
 * normalization.
 */
export function viewAsSent(sent: Event): FrameView {
  const former = formerView(sent);
  return { event: withAllFrames(former), isWhole: former === sent, shownFrames: FRAMES_AS_SENT };
}

/** Returns the event with all frames, marked by normalization. */
export function withAllFrames(sent: Event): Event {
  return changeStacktraces(sent, withoutMarks, withoutMarks);
}
