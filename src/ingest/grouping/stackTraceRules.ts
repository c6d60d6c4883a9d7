import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { type CompileSetting, compileUncached } from '../settingsCache';
import type { GlobBudget } from '../glob';
import { appFrames } from '../stacktrace';
import {
  familyOf,
  firstWord,
  type LineReader,
  type Matcher,
  type MatcherFieldName,
  matcherHolds,
  type ParsedRules,
  parseMatcher,
  parseRules,
  RuleSyntaxError,
} from './ruleSyntax';

/** Which frames a flag is set on: those that match, those above them (towards the crash), or those below. */
export type FlagRange = 'here' | 'above' | 'below';

/** What a rule does to the frames it matches, or to the trace they are part of. */
export type EnhancementAction =
  | FlagAction
  | { readonly sets: 'category'; readonly to: string }
  | { readonly sets: 'max-frames'; readonly to: number }
  | { readonly sets: 'min-frames'; readonly to: number };

/** Whether frames are the application's, or take part in grouping. */
export interface FlagAction {
  readonly sets: 'app' | 'group';
  readonly to: boolean;
  readonly range: FlagRange;
}

/** A rule of the setting `groupingEnhancements`, for frames whose neighbours fit too. */
export interface EnhancementRule {
  readonly matchers: readonly Matcher[];
  /** Of the frame that called this one; empty if any will do. */
  readonly caller: readonly Matcher[];
  /** Of the frame that this one called; empty if any will do. */
  readonly callee: readonly Matcher[];
  readonly actions: readonly EnhancementAction[];
}

const ENHANCEMENT_FIELDS: readonly MatcherFieldName[] = [
  ...(['family', 'stack.abs_path', 'stack.module', 'stack.function', 'stack.package', 'app', 'category'] as const),
  ...(['error.type', 'error.value', 'error.mechanism'] as const),
];

/** The rules of a text. */
export function parseGroupingEnhancements(text: string): ParsedRules<EnhancementRule> {
  return parseRules(text, parseEnhancementRule);
}

/**
 * What is wrong with a text of stack trace rules: sentences that begin with the line, as in `line 3: …`; none if all is well.
 * A rule reads `matcher:pattern … -app ^-group max-frames=3`, perhaps with `[ matchers of the caller ] |` before its matchers and
 * `| [ matchers of the callee ]` behind them.
 */
export function checkGroupingEnhancements(text: string): string[] {
  return [...parseGroupingEnhancements(text).errors];
}

function parseEnhancementRule(line: LineReader, before: readonly EnhancementRule[]): EnhancementRule {
  const caller = parseNeighbor(line);
  if (caller.length > 0 && !line.take('|'))
    throw new RuleSyntaxError('Behind the caller there is no `|`; write `[ matchers ] | matchers actions`.');
  const matchers = parseMatchers(line);
  const callee = line.take('|') ? parseNeighbor(line) : [];
  if (matchers.length === 0) throw new RuleSyntaxError('The rule has no matcher; write `matcher:pattern -app`.');
  const actions = parseActions(line);
  for (const matcher of [...caller, ...matchers, ...callee]) checkCategory(matcher, before);
  return { matchers, caller, callee, actions };
}

function parseNeighbor(line: LineReader): Matcher[] {
  if (!line.take('[')) return [];
  const matchers: Matcher[] = [];
  while (!line.take(']')) {
    const matcher = line.isAtEnd ? null : parseMatcher(line, ENHANCEMENT_FIELDS, false);
    if (matcher === null)
      throw new RuleSyntaxError(
        '`[` has no `]`; write `[ matcher:pattern ]`, with a space before the bracket that closes.',
      );
    matchers.push(matcher);
  }
  if (matchers.length === 0) throw new RuleSyntaxError('Between `[` and `]` there is no matcher.');
  return matchers;
}

const FLAG_ACTION = /[\^v]?[+-][\w-]+(?=\s|$)/y;
const VARIABLE_ACTION = /[A-Za-z-]+=\S*/y;

function parseMatchers(line: LineReader): Matcher[] {
  const matchers: Matcher[] = [];
  while (!line.isAtEnd && !isAction(line) && !line.rest.startsWith('|')) {
    const matcher = parseMatcher(line, ENHANCEMENT_FIELDS, false);
    if (matcher === null) throw unreadableError(line);
    matchers.push(matcher);
  }
  return matchers;
}

function isAction({ rest }: LineReader): boolean {
  return /^(?:[\^v]?[+-]|[A-Za-z-]+=)/.test(rest);
}

function unreadableError({ rest }: LineReader): RuleSyntaxError {
  return new RuleSyntaxError(
    `\`${firstWord(rest)}\` is neither a matcher nor an action; write \`name:pattern\`, \`-app\` or \`max-frames=3\`.`,
  );
}

function parseActions(line: LineReader): EnhancementAction[] {
  const actions: EnhancementAction[] = [];
  while (!line.isAtEnd) {
    const flag = line.match(FLAG_ACTION);
    const variable = flag === null ? line.match(VARIABLE_ACTION) : null;
    if (flag !== null) actions.push(parseFlagAction(flag));
    else if (variable !== null) actions.push(parseVariableAction(variable));
    else if (actions.length > 0 && line.rest.includes(':'))
      throw new RuleSyntaxError(`\`${firstWord(line.rest)}\` stands behind an action; matchers come first.`);
    else throw unreadableError(line);
  }
  if (actions.length === 0)
    throw new RuleSyntaxError(
      'The rule has no action; write one of +app, -app, +group, -group, max-frames=3 behind the matchers.',
    );
  return actions;
}

function parseFlagAction(text: string): EnhancementAction {
  const [, prefix = '', sign = '', flag = ''] = /^([\^v]?)([+-])(.*)$/.exec(text) ?? [];
  if (flag !== 'app' && flag !== 'group')
    throw new RuleSyntaxError(`Unknown flag \`${flag}\` in \`${text}\`; there are app and group.`);
  return { sets: flag, to: sign === '+', range: prefix === '^' ? 'above' : prefix === 'v' ? 'below' : 'here' };
}

function parseVariableAction(text: string): EnhancementAction {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (name === 'category') {
    if (!/^[\w.-]{1,64}$/.test(value))
      throw new RuleSyntaxError('A category is 1 to 64 letters, digits, `_`, `.` or `-`.');
    return { sets: name, to: value };
  }
  if (name !== 'max-frames' && name !== 'min-frames')
    throw new RuleSyntaxError(`Unknown variable \`${name}\`; there are max-frames, min-frames and category.`);
  if (!/^\d{1,3}$/.test(value))
    throw new RuleSyntaxError(`\`${name}\` is a whole number from 0 to 999, as in \`${name}=3\`.`);
  return { sets: name, to: Number(value) };
}

/** There are no categories but those that rules above set, so that one of another name could never match. */
function checkCategory({ field, test: fits, isNegated }: Matcher, before: readonly EnhancementRule[]): void {
  if (field !== 'category' || isNegated) return;
  const set = before.flatMap(({ actions }) => actions).filter((action) => action.sets === 'category');
  if (!set.some(({ to }) => fits(String(to), { remaining: 1e6 }))) {
    throw new RuleSyntaxError(
      'No rule above sets this category; write one with `category=NAME`. There are no built-in categories.',
    );
  }
}

/** Of one event, for all rules together. */
const ENHANCEMENT_STEPS = 2_000_000;

/** The frames of a trace that tell its issue; none if the trace has no part in it. */
export type SelectFrames = (trace: Stacktrace) => readonly Frame[];

/** An event whose frames are marked as the stack trace rules say. */
export interface EnhancedEvent {
  readonly event: Event;
  readonly selectFrames: SelectFrames;
}

/** Applies a text of stack trace rules, from top to bottom, to every trace of the event. Without rules the event is the same. */
export function applyEnhancements(
  event: Event,
  text: string,
  compileSetting: CompileSetting = compileUncached,
): EnhancedEvent {
  const rules = text === '' ? [] : compileSetting(parseGroupingEnhancements, text).rules;
  if (rules.length === 0) return { event, selectFrames: appFrames };
  const chosen = new Map<Stacktrace, readonly Frame[]>();
  const work: GlobBudget = { remaining: ENHANCEMENT_STEPS };
  const mark = (trace: Stacktrace | null, exception?: ExceptionValue) => {
    if (trace === null) return null;
    const marks = new TraceEnhancer(event, trace.frames, exception);
    for (const rule of rules) marks.apply(rule, work);
    const marked = marks.hasChanged ? { ...trace, frames: marks.frames } : trace;
    chosen.set(marked, marks.selectFrames());
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
  return { event: marked, selectFrames: (trace) => chosen.get(trace) ?? appFrames(trace) };
}

/** What rules have said of the frames of one trace so far. */
class TraceEnhancer {
  readonly frames: Frame[];
  /** Whether a frame has come into the application or left it. */
  hasChanged = false;
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
  apply({ matchers, caller, callee, actions }: EnhancementRule, work: GlobBudget): void {
    if (work.remaining < 0) return;
    const fits = (at: number, all: readonly Matcher[]) => all.every((matcher) => this.#holds(matcher, at, work));
    const matched = this.frames.flatMap((_, at) => {
      const isMatch =
        fits(at, matchers) &&
        (caller.length === 0 || fits(at - 1, caller)) &&
        (callee.length === 0 || fits(at + 1, callee));
      return isMatch ? [at] : [];
    });
    work.remaining -= matched.length * this.#costOf(actions);
    if (work.remaining < 0) return;
    for (const at of matched) for (const action of actions) this.#act(action, at);
  }

  /** The frames that tell the issue: those of the application, where rules do not say otherwise; the newest of them. */
  selectFrames(): readonly Frame[] {
    const left = this.frames.filter((_, at) => this.#groups[at] !== false);
    const own = this.frames.filter(({ inApp }, at) => this.#groups[at] ?? inApp);
    const chosen = own.length > 0 ? own : left;
    if (chosen.length < this.#min) return [];
    return this.#max === 0 ? chosen : chosen.slice(-this.#max);
  }

  #holds(matcher: Matcher, at: number, work: GlobBudget): boolean {
    const frame = this.frames[at];
    if (frame === undefined) return false;
    // A pattern may fit either path.
    if (matcher.field === 'stack.abs_path')
      return (matcher.test(frame.absPath, work) || matcher.test(frame.filename, work)) !== matcher.isNegated;
    return matcherHolds(matcher, this.#valueOf(matcher.field, frame, at), work);
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
  #costOf(actions: readonly EnhancementAction[]): number {
    return actions.reduce(
      (sum, action) => sum + ('range' in action && action.range !== 'here' ? this.frames.length : 1),
      0,
    );
  }

  #act(action: EnhancementAction, at: number): void {
    if (action.sets === 'max-frames') this.#max = action.to;
    else if (action.sets === 'min-frames') this.#min = action.to;
    else if (action.sets === 'category') this.#categories[at] = action.to;
    else for (const each of this.#reached(action.range, at)) this.#set(action, each);
  }

  /** Frames go from the oldest to the newest, so that those above come later. */
  #reached(reach: FlagRange, at: number): readonly number[] {
    const all = [...this.frames.keys()];
    if (reach === 'here') return [at];
    return reach === 'above' ? all.slice(at + 1) : all.slice(0, at);
  }

  #set({ sets, to }: FlagAction, at: number): void {
    const frame = this.frames[at];
    if (sets === 'group') this.#groups[at] = to;
    else if (frame !== undefined && frame.inApp !== to) {
      this.frames[at] = { ...frame, inApp: to };
      this.hasChanged = true;
    }
  }
}
