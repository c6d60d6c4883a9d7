import { changeStacktraces, type Event, type Frame } from '../../domain/event';
import { formerView, type FrameLabel, FRAMES_AS_SENT, type ShownFrames } from '../stacktrace';
import { type BuiltInRules, withoutMarks } from './builtInRules';

/** How an algorithm sees the stack traces of an event. */
export interface FrameView {
  /** The event with the frames that the algorithm uses. */
  readonly event: Event;
  /** Whether it has all frames and exceptions of the event. */
  readonly isWhole: boolean;
  readonly shown: ShownFrames;
}

/** Returns what `simple:3` and `simple:4` see: all frames, marked by the built-in rules of the version. */
export function viewByRules(
  sent: Event,
  rules: BuiltInRules,
  labelOf: (frame: Frame, eventPlatform: string) => FrameLabel,
): FrameView {
  const event = rules.markFrames(sent);
  const shown = {
    remainingFrames: remember(rules.remainingFrames(event)),
    labelOf: remember((frame: Frame) => labelOf(frame, event.platform)),
  };
  return { event, isWhole: true, shown };
}

/** Returns the function with its results for each trace or frame: grouping and description ask for the same ones several times. */
function remember<Argument, Result>(ask: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known;
    const result = ask(argument);
    results.set(argument, result);
    return result;
  };
}

/** Returns what `simple:1` and `simple:2` see: the frames and exceptions that former versions kept, as normalization marks them. */
export function viewAsSent(sent: Event): FrameView {
  const former = formerView(sent);
  return { event: withAllFrames(former), isWhole: former === sent, shown: FRAMES_AS_SENT };
}

/** Returns the event with all frames, as normalization marks them. */
export function withAllFrames(sent: Event): Event {
  return changeStacktraces(sent, withoutMarks, withoutMarks);
}
