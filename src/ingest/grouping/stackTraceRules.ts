import { changeStacktraces, type Event, type Frame, type Stacktrace } from '../../domain/event';
import { type CompileSetting, compileUncached } from '../settingsCache';
import { GlobBudget, RuleBudgets } from '../globTexts';
import { appFrames, type DecideInApp, type FrameIdentity, type TraceOrigin } from '../stacktrace';
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
  type WrittenRule,
} from './ruleSyntax';

/**
 * The frames on which a flag is set: the matching frames, the frames above them (towards the crash), or the frames
 * below.
 */
type FlagRange = 'here' | 'above' | 'below';

/** An action of a rule on matching frames or on their stack trace. */
type EnhancementAction =
  | FlagAction
  | { readonly sets: 'category'; readonly to: string }
  | { readonly sets: 'max-frames'; readonly to: number }
  | { readonly sets: 'min-frames'; readonly to: number };

/** Sets whether frames belong to the application, or whether they are part of the grouping. */
interface FlagAction {
  readonly sets: 'app' | 'group';
  readonly to: boolean;
  readonly range: FlagRange;
}

/** A rule of the setting `groupingEnhancements`. It applies to matching frames whose neighbors match, too. */
export interface EnhancementRule {
  readonly matchers: readonly Matcher[];
  /** Matchers of the calling frame; empty for any frame. */
  readonly caller: readonly Matcher[];
  /** Matchers of the called frame; empty for any frame. */
  readonly callee: readonly Matcher[];
  readonly actions: readonly EnhancementAction[];
}

const ENHANCEMENT_FIELDS: readonly MatcherFieldName[] = [
  'family',
  'platform',
  'stack.abs_path',
  'stack.module',
  'stack.function',
  'stack.package',
  'app',
  'category',
  'error.type',
  'error.value',
  'error.mechanism',
];

/** Parses the text of the setting `groupingEnhancements`. */
export function parseGroupingEnhancements(text: string): ParsedRules<EnhancementRule> {
  return parseRules(text, parseEnhancementRule);
}

/**
 * Returns the errors of stack trace rules: sentences that begin with the line, as in `line 3: …`. A rule has the form
 * `matcher:pattern … -app ^-group max-frames=3`, optionally with `[ matchers of the caller ] |` before its matchers and
 * `| [ matchers of the callee ]` after them.
 */
export function checkGroupingEnhancements(text: string): string[] {
  return [...parseGroupingEnhancements(text).errors];
}

function parseEnhancementRule(line: LineReader, before: readonly EnhancementRule[]): EnhancementRule {
  const caller = parseNeighbor(line);
  if (caller.length > 0 && !line.skip('|')) {
    throw new RuleSyntaxError('There is no `|` after the caller; write `[ matchers ] | matchers actions`.');
  }
  const matchers = parseMatchers(line);
  const callee = line.skip('|') ? parseNeighbor(line) : [];
  if (matchers.length === 0) throw new RuleSyntaxError('The rule has no matcher; write `matcher:pattern -app`.');
  const actions = parseActions(line);
  for (const matcher of [...caller, ...matchers, ...callee]) checkCategory(matcher, before);
  return { matchers, caller, callee, actions };
}

function parseNeighbor(line: LineReader): Matcher[] {
  if (!line.skip('[')) return [];
  const matchers: Matcher[] = [];
  while (!line.skip(']')) {
    const matcher = line.isAtEnd ? null : parseMatcher(line, ENHANCEMENT_FIELDS, false);
    if (matcher === null) {
      throw new RuleSyntaxError(
        '`[` has no `]`; write `[ matcher:pattern ]`, with a space before the closing bracket.',
      );
    }
    matchers.push(matcher);
  }
  if (matchers.length === 0) throw new RuleSyntaxError('There is no matcher between `[` and `]`.');
  return matchers;
}

const FLAG_ACTION = /[\^v]?[+-][\w-]+(?=\s|$)/y;
const VARIABLE_ACTION = /[A-Za-z-]+=\S*/y;

function parseMatchers(line: LineReader): Matcher[] {
  const matchers: Matcher[] = [];
  while (!line.isAtEnd && !isAction(line) && !line.rest.startsWith('|')) {
    const matcher = parseMatcher(line, ENHANCEMENT_FIELDS, false);
    if (matcher === null) throw unknownWordError(line);
    matchers.push(matcher);
  }
  return matchers;
}

function isAction({ rest }: LineReader): boolean {
  return /^(?:[\^v]?[+-]|[A-Za-z-]+=)/.test(rest);
}

function unknownWordError({ rest }: LineReader): RuleSyntaxError {
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
    else if (actions.length > 0 && line.rest.includes(':')) {
      throw new RuleSyntaxError(`\`${firstWord(line.rest)}\` follows an action; matchers come first.`);
    } else throw unknownWordError(line);
  }
  if (actions.length === 0) {
    throw new RuleSyntaxError(
      'The rule has no action; write one of +app, -app, +group, -group, max-frames=3 after the matchers.',
    );
  }
  return actions;
}

function parseFlagAction(text: string): EnhancementAction {
  const [, prefix = '', sign = '', flag = ''] = /^([\^v]?)([+-])(.*)$/.exec(text) ?? [];
  if (flag !== 'app' && flag !== 'group') {
    throw new RuleSyntaxError(`Unknown flag \`${flag}\` in \`${text}\`; there are app and group.`);
  }
  return { sets: flag, to: sign === '+', range: prefix === '^' ? 'above' : prefix === 'v' ? 'below' : 'here' };
}

function parseVariableAction(text: string): EnhancementAction {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (name === 'category') {
    if (!/^[\w.-]{1,64}$/.test(value)) {
      throw new RuleSyntaxError('A category is 1 to 64 letters, digits, `_`, `.` or `-`.');
    }
    return { sets: name, to: value };
  }
  if (name !== 'max-frames' && name !== 'min-frames') {
    throw new RuleSyntaxError(`Unknown variable \`${name}\`; there are max-frames, min-frames and category.`);
  }
  if (!/^\d{1,3}$/.test(value)) {
    throw new RuleSyntaxError(`\`${name}\` is a whole number from 0 to 999, as in \`${name}=3\`.`);
  }
  return { sets: name, to: Number(value) };
}

/** Rejects a category that no earlier rule sets, because its matcher could never hold. */
function checkCategory({ field, test, isNegated }: Matcher, before: readonly EnhancementRule[]): void {
  if (field !== 'category' || isNegated) return;
  const actions = before.flatMap((rule) => rule.actions).filter((action) => action.sets === 'category');
  if (!actions.some(({ to }) => test(to, new GlobBudget(1e6)))) {
    throw new RuleSyntaxError(
      'No rule above sets this category; write one with `category=NAME`. There are no built-in categories.',
    );
  }
}

/** Returns the frames of a stack trace that grouping uses; none if it does not use the trace. */
export type SelectFrames = (trace: Stacktrace) => readonly Frame[];

/** An event after the stack trace rules were applied. */
export interface EnhancedEvent {
  readonly event: Event;
  readonly selectFrames: SelectFrames;
}

/** Returns the frames of a trace that built-in rules do not exclude from grouping. */
export type RemainingFrames = (trace: Stacktrace) => readonly Frame[];

/** The last rules of the project that decided about a frame. */
export interface FrameDecisions {
  /** The rule that marked it as the application's or as other code. */
  app?: WrittenRule<EnhancementRule>;
  /** The rule that included it in grouping or left it out. */
  group?: WrittenRule<EnhancementRule>;
  /** The rule that limits the number of frames. */
  limit?: WrittenRule<EnhancementRule>;
}

/** Stack trace → the decisions of rules about each of its frames. */
export type TraceDecisions = Map<Stacktrace, readonly FrameDecisions[]>;

/**
 * Applies stack trace rules, from top to bottom, to every stack trace of an event. Without rules, returns the event
 * itself.
 * @param remainingFrames returns the frames that are not excluded by the rules before the text
 * @param decisions receives which rules decided about the frames
 */
export function applyEnhancements(
  event: Event,
  text: string,
  compileSetting: CompileSetting = compileUncached,
  remainingFrames: RemainingFrames = ({ frames }) => frames,
  budgets = new RuleBudgets(),
  decisions?: TraceDecisions,
): EnhancedEvent {
  const selectWithoutRules = (trace: Stacktrace) => appFrames(trace, remainingFrames);
  const rules = text === '' ? [] : compileSetting(parseGroupingEnhancements, text).rules;
  if (rules.length === 0) return { event, selectFrames: selectWithoutRules };
  const selectedFrames = new Map<Stacktrace, readonly Frame[]>();
  const budget = budgets.of('groupingEnhancements');
  const enhancedEvent = changeStacktraces(event, (trace, exception) => {
    const decided = decisions && trace.frames.map((): FrameDecisions => ({}));
    const enhancer = new TraceEnhancer(event, trace.frames, exception, new Set(remainingFrames(trace)), decided);
    for (const rule of rules) enhancer.apply(rule, budget);
    const frames = enhancer.markedFrames();
    const enhanced = frames === trace.frames ? trace : { ...trace, frames };
    selectedFrames.set(enhanced, enhancer.selectFrames(frames));
    if (decided !== undefined) decisions?.set(enhanced, decided);
    return enhanced;
  });
  return { event: enhancedEvent, selectFrames: (trace) => selectedFrames.get(trace) ?? selectWithoutRules(trace) };
}

/**
 * Returns a function that decides which frames belong to the application before the event is complete: by `decide`,
 * then by stack trace rules.
 */
export function createInAppDecision(
  decide: DecideInApp,
  text: string,
  compileSetting: CompileSetting = compileUncached,
  budgets = new RuleBudgets(),
): DecideInApp {
  const rules = text === '' ? [] : compileSetting(parseGroupingEnhancements, text).rules;
  if (rules.length === 0) return decide;
  const budget = budgets.of('groupingEnhancements');
  return (frames, origin) => {
    const decisions = decide(frames, origin);
    const marked = frames.map((frame, at) => ({ ...frame, inApp: decisions[at] === true }));
    const enhancer = new TraceEnhancer(origin, marked, origin.exception, null);
    for (const rule of rules) enhancer.apply(rule, budget);
    return enhancer.inApp;
  };
}

/** The members of a frame that rules read. */
interface RuleFrame extends FrameIdentity {
  readonly inApp: boolean;
}

/** Applies rules to the frames of one stack trace. */
class TraceEnhancer<FrameType extends RuleFrame> {
  /** For each frame, true if it belongs to the application. Frames are copied when all rules have been applied. */
  readonly inApp: boolean[];
  /** For each frame, true or false if rules include or exclude it; null if none does, and `inApp` decides. */
  readonly #groups: (boolean | null)[];
  readonly #categories: (string | null)[];
  /** Maximum number of frames; 0 for no limit. */
  #maxFrames = 0;
  #minFrames = 0;

  constructor(
    private readonly event: Pick<Event, 'platform'>,
    private readonly frames: FrameType[],
    private readonly exception: TraceOrigin['exception'],
    remaining: ReadonlySet<FrameType> | null,
    private readonly decisions?: readonly FrameDecisions[],
  ) {
    this.inApp = frames.map(({ inApp }) => inApp);
    this.#groups = frames.map((frame) => (remaining?.has(frame) === false ? false : null));
    this.#categories = frames.map(() => null);
  }

  /** Applies a rule. Matches all frames before it changes any, and does nothing if no steps are left. */
  apply(rule: WrittenRule<EnhancementRule>, budget: GlobBudget): void {
    const { matchers, caller, callee, actions } = rule;
    budget.remaining -= 1;
    if (budget.remaining < 0) return;
    const matched: number[] = [];
    for (let at = 0; at < this.frames.length && budget.remaining >= 0; at++) {
      const isMatch =
        this.#matches(matchers, at, budget) &&
        (caller.length === 0 || this.#matches(caller, at - 1, budget)) &&
        (callee.length === 0 || this.#matches(callee, at + 1, budget));
      if (isMatch) matched.push(at);
    }
    budget.remaining -= matched.length * this.#costOf(actions);
    if (budget.remaining < 0) return;
    for (const at of matched) for (const action of actions) this.#perform(action, at);
    if (this.decisions !== undefined && matched.length > 0) this.#record(rule, matched, this.decisions);
  }

  /** Records the rule for each frame on which one of its actions has an effect. */
  #record(rule: WrittenRule<EnhancementRule>, matched: readonly number[], decisions: readonly FrameDecisions[]): void {
    for (const action of rule.actions) {
      if (action.sets === 'category') continue;
      const kind = action.sets === 'app' || action.sets === 'group' ? action.sets : 'limit';
      const range = 'range' in action ? action.range : 'all';
      const [first = 0, last = 0] = [matched[0], matched.at(-1)];
      decisions.forEach((decision, at) => {
        const isInRange =
          range === 'all' ||
          (range === 'above' && at > first) ||
          (range === 'below' && at < last) ||
          (range === 'here' && matched.includes(at));
        if (isInRange) decision[kind] = rule;
      });
    }
  }

  /** Returns the frames with the marks that rules set; the list itself if they set none. */
  markedFrames(): FrameType[] {
    const isSame = this.frames.every(({ inApp }, at) => inApp === this.inApp[at]);
    if (isSame) return this.frames;
    return this.frames.map((frame, at) => {
      const inApp = this.inApp[at] ?? frame.inApp;
      return inApp === frame.inApp ? frame : Object.assign({}, frame, { inApp });
    });
  }

  /**
   * Returns the frames for grouping: frames that rules include, and frames of the application that rules do not
   * exclude.
   * @param frames the frames with their marks
   */
  selectFrames(frames: readonly FrameType[]): readonly FrameType[] {
    const included = frames.filter(({ inApp }, at) => this.#groups[at] ?? inApp);
    const notExcluded = frames.filter((_, at) => this.#groups[at] !== false);
    const selected = included.length > 0 ? included : notExcluded;
    if (selected.length < this.#minFrames) return [];
    return this.#maxFrames === 0 ? selected : selected.slice(-this.#maxFrames);
  }

  #matches(matchers: readonly Matcher[], at: number, budget: GlobBudget): boolean {
    for (const matcher of matchers) if (!this.#holds(matcher, at, budget)) return false;
    return true;
  }

  #holds(matcher: Matcher, at: number, budget: GlobBudget): boolean {
    const frame = this.frames[at];
    if (frame === undefined) return false;
    // A pattern may match either path.
    if (matcher.field === 'stack.abs_path') {
      return (matcher.test(frame.absPath, budget) || matcher.test(frame.filename, budget)) !== matcher.isNegated;
    }
    return matcherHolds(matcher, this.#valueOf(matcher.field, frame, at), budget);
  }

  #valueOf(field: string, frame: FrameType, at: number): string | null | undefined {
    switch (field) {
      case 'stack.module':
        return frame.module;
      case 'stack.function':
        return frame.function;
      case 'stack.package':
        return frame.package;
      case 'family':
        return familyOf(frame.platform ?? this.event.platform);
      case 'platform':
        return frame.platform ?? this.event.platform;
      case 'app':
        return this.inApp[at] === true ? 'yes' : 'no';
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

  /** Returns the number of steps that the actions take for one frame. */
  #costOf(actions: readonly EnhancementAction[]): number {
    return actions.reduce(
      (sum, action) => sum + ('range' in action && action.range !== 'here' ? this.frames.length : 1),
      0,
    );
  }

  #perform(action: EnhancementAction, at: number): void {
    if (action.sets === 'max-frames') this.#maxFrames = action.to;
    else if (action.sets === 'min-frames') this.#minFrames = action.to;
    else if (action.sets === 'category') this.#categories[at] = action.to;
    else this.#setFlags(action, at);
  }

  /** Sets a flag. Frames are ordered from the oldest to the newest; frames above come later. */
  #setFlags({ sets, to, range }: FlagAction, at: number): void {
    const flags: (boolean | null)[] = sets === 'group' ? this.#groups : this.inApp;
    if (range === 'here') flags[at] = to;
    else if (range === 'above') flags.fill(to, at + 1);
    else flags.fill(to, 0, at);
  }
}
