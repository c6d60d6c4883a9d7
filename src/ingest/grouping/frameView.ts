import type { Event, Frame } from '../../domain/event';
import { changeStacktraces, formerView, FRAMES_AS_SENT, type ShownFrames } from '../stacktrace';
import { markFrames, remainingFrames, withoutMarks } from './builtInRules';
import { labelOf } from './frameNames';

/** How an algorithm sees the stack traces of an event. */
export interface FrameView {
  /** The event with the frames that the algorithm uses. */
  readonly event: Event;
  /** Whether it has all frames and exceptions of the event. */
  readonly isWhole: boolean;
  readonly shown: ShownFrames;
}

/** Returns what `simple:3` sees: all frames, marked by the built-in rules. */
export function viewByRules(sent: Event): FrameView {
  const event = markFrames(sent);
  const shown = { remainingFrames: remainingFrames(event), labelOf: (frame: Frame) => labelOf(frame, event.platform) };
  return { event, isWhole: true, shown };
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
