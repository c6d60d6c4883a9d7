import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { appFrames } from '../trace';
import {
  type Action,
  type EnhancementRule,
  type FlagAction,
  type Reach,
  readGroupingEnhancements,
} from './enhancements';
import type { Work } from './glob';
import { familyOf, holds, type Matcher } from './matchers';

/** Of one event, for all rules together. */
const STEPS = 2_000_000;

/** The frames of a trace that tell its issue; none if the trace has no part in it. */
export type FramesOf = (trace: Stacktrace) => readonly Frame[];

/** An event whose frames are marked as the stack trace rules say. */
export interface Marked {
  readonly event: Event;
  readonly framesOf: FramesOf;
}

/** Applies a text of stack trace rules, from top to bottom, to every trace of the event. Without rules the event is the same. */
export function markFrames(event: Event, text: string): Marked {
  const rules = text === '' ? [] : readGroupingEnhancements(text).rules;
  if (rules.length === 0) return { event, framesOf: appFrames };
  const chosen = new Map<Stacktrace, readonly Frame[]>();
  const work: Work = { left: STEPS };
  const mark = (trace: Stacktrace | null, exception?: ExceptionValue) => {
    if (trace === null) return null;
    const marks = new TraceMarks(event, trace.frames, exception);
    for (const rule of rules) marks.apply(rule, work);
    const marked = marks.hasMoved ? { ...trace, frames: marks.frames } : trace;
    chosen.set(marked, marks.choose());
    return marked;
  };
  const marked: Event = {
    ...event,
    exceptions: event.exceptions.map((exception) => ({
      ...exception,
      stacktrace: mark(exception.stacktrace, exception),
    })),
    threads: event.threads.map((thread) => ({ ...thread, stacktrace: mark(thread.stacktrace) })),
    stacktrace: mark(event.stacktrace),
  };
  return { event: marked, framesOf: (trace) => chosen.get(trace) ?? appFrames(trace) };
}

/** What rules have said of the frames of one trace so far. */
class TraceMarks {
  readonly frames: Frame[];
  /** Whether a frame has come into the application or left it. */
  hasMoved = false;
  /** True and false were said by a rule; without one, a frame takes part if it is the application's. */
  readonly #groups: (boolean | null)[];
  readonly #categories: (string | null)[];
  #max = 0;
  #min = 0;

  constructor(
    private readonly event: Event,
    frames: readonly Frame[],
    private readonly exception: ExceptionValue | undefined,
  ) {
    this.frames = [...frames];
    this.#groups = frames.map(() => null);
    this.#categories = frames.map(() => null);
  }

  /** Which frames a rule matches is decided before it changes any. A rule for which no steps are left does nothing. */
  apply({ matchers, caller, callee, actions }: EnhancementRule, work: Work): void {
    if (work.left < 0) return;
    const fits = (at: number, all: readonly Matcher[]) => all.every((matcher) => this.#holds(matcher, at, work));
    const matched = this.frames.flatMap((_, at) => {
      const isMatch =
        fits(at, matchers) &&
        (caller.length === 0 || fits(at - 1, caller)) &&
        (callee.length === 0 || fits(at + 1, callee));
      return isMatch ? [at] : [];
    });
    work.left -= matched.length * this.#costOf(actions);
    if (work.left < 0) return;
    for (const at of matched) for (const action of actions) this.#act(action, at);
  }

  /** The frames that tell the issue: those of the application, where rules do not say otherwise; the newest of them. */
  choose(): readonly Frame[] {
    const left = this.frames.filter((_, at) => this.#groups[at] !== false);
    const own = this.frames.filter(({ inApp }, at) => this.#groups[at] ?? inApp);
    const chosen = own.length > 0 ? own : left;
    if (chosen.length < this.#min) return [];
    return this.#max === 0 ? chosen : chosen.slice(-this.#max);
  }

  #holds(matcher: Matcher, at: number, work: Work): boolean {
    const frame = this.frames[at];
    if (frame === undefined) return false;
    // A pattern may fit either path.
    if (matcher.field === 'stack.abs_path')
      return (matcher.fits(frame.absPath, work) || matcher.fits(frame.filename, work)) !== matcher.isNegated;
    return holds(matcher, this.#valueOf(matcher.field, frame, at), work);
  }

  #valueOf(field: string, frame: Frame, at: number): string | null | undefined {
    switch (field) {
      case 'stack.module':
        return frame.module;
      case 'stack.function':
        return frame.function;
      case 'stack.package':
        return frame.package;
      case 'family':
        return familyOf(frame.platform ?? this.event.platform);
      case 'app':
        return frame.inApp ? 'yes' : 'no';
      case 'category':
        return this.#categories[at];
      case 'error.type':
        return this.exception?.type;
      case 'error.value':
        return this.exception?.value;
      default:
        return this.exception?.mechanism?.type;
    }
  }

  /** Steps that the actions take for one frame. */
  #costOf(actions: readonly Action[]): number {
    return actions.reduce(
      (sum, action) => sum + ('reach' in action && action.reach !== 'here' ? this.frames.length : 1),
      0,
    );
  }

  #act(action: Action, at: number): void {
    if (action.sets === 'max-frames') this.#max = action.to;
    else if (action.sets === 'min-frames') this.#min = action.to;
    else if (action.sets === 'category') this.#categories[at] = action.to;
    else for (const each of this.#reached(action.reach, at)) this.#set(action, each);
  }

  /** Frames go from the oldest to the newest, so that those above come later. */
  #reached(reach: Reach, at: number): readonly number[] {
    const all = [...this.frames.keys()];
    if (reach === 'here') return [at];
    return reach === 'above' ? all.slice(at + 1) : all.slice(0, at);
  }

  #set({ sets, to }: FlagAction, at: number): void {
    const frame = this.frames[at];
    if (sets === 'group') this.#groups[at] = to;
    else if (frame !== undefined && frame.inApp !== to) {
      this.frames[at] = { ...frame, inApp: to };
      this.hasMoved = true;
    }
  }
}
