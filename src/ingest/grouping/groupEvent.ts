import { hash } from 'node:crypto';
import {
  changeStacktraces,
  type Event,
  type EventSummary,
  type Frame,
  type Grouping,
  type Stacktrace,
} from '../../domain/event';
import { lazily, remembering } from '../../domain/lazy';
import { isMapped } from '../../sourcemaps/resolve/rewriteFrames';
import { compileTrustedGlobs } from '../glob';
import { GlobBudget } from '../globTexts';
import { fillVariables, fingerprintVariables } from './fingerprintRules';
import {
  type DecideInApp,
  formerView,
  type FrameIdentity,
  type FrameLabel,
  FRAMES_AS_SENT,
  type ShownFrames,
} from '../stacktrace';
import { simple3Label, simple4Label } from './frameNames';
import { familyOf, type Matcher, type WrittenRule } from './ruleSyntax';
import { type ComparedValues, simple1, simple2 } from './simple1And2';
import { simple3, simple4 } from './simple3And4';
import { type BuiltInSection, type RuleVersion, SIMPLE_3_RULES, SIMPLE_4_RULES } from './simple3And4Rules';
import {
  type EnhancementRule,
  parseGroupingEnhancements,
  type RemainingFrames,
  type SelectFrames,
} from './stackTraceRules';

/** All built-in stack trace rules; they apply before the rules of the project. */
export const BUILT_IN_RULES: readonly BuiltInSection[] = [...SIMPLE_3_RULES, ...SIMPLE_4_RULES];

/** The members of a frame that rules test. */
type FrameNames = Pick<Frame, 'filename' | 'absPath' | 'module' | 'function' | 'package' | 'platform'>;

/** Returns true if one of several rules matches a frame. The result may depend on the frame that it calls. */
type FrameTest = (frame: FrameNames, callee?: FrameNames) => boolean;

const FIELD_OPTIONS = {
  'stack.module': { isPath: false, ignoresCase: false },
  'stack.function': { isPath: false, ignoresCase: false },
  'stack.package': { isPath: true, ignoresCase: true },
  'stack.abs_path': { isPath: true, ignoresCase: true },
};

type TestedField = keyof typeof FIELD_OPTIONS;

/** Compiles the rules of one platform. Rules with one matcher of a frame become one test for each field. */
function compileTest(rules: readonly EnhancementRule[]): FrameTest {
  const patterns = new Map<TestedField, string[]>();
  const others: FrameTest[] = [];
  for (const { matchers, callee } of rules) {
    const [matcher, ...more] = matchers.filter(({ kind }) => kind === 'frame');
    if (matcher === undefined) continue;
    const field = matcher.field as TestedField;
    if (more.length === 0 && callee.length === 0) {
      patterns.set(field, [...(patterns.get(field) ?? []), matcher.pattern]);
      continue;
    }
    const isMatch = testOfAll([matcher, ...more]);
    const isCalleeMatch = testOfAll(callee);
    others.push(
      (frame, called) => isMatch(frame) && (callee.length === 0 || (called !== undefined && isCalleeMatch(called))),
    );
  }
  const tests = [...Array.from(patterns, ([field, all]) => fieldTest(field, all)), ...others];
  return (frame, callee) => tests.some((test) => test(frame, callee));
}

function testOfAll(matchers: readonly Matcher[]): FrameTest {
  const tests = matchers.map(({ field, pattern }) => fieldTest(field as TestedField, [pattern]));
  return (frame) => tests.every((test) => test(frame));
}

function fieldTest(field: TestedField, patterns: readonly string[]): FrameTest {
  const expressions = compileTrustedGlobs(patterns, FIELD_OPTIONS[field]);
  // One call for all expressions: most frames match none.
  const expression = new RegExp(expressions.map(({ source }) => source).join('|'), expressions[0]?.flags);
  const test = remembering((text) => expression.test(text), REMEMBERED);
  const matches = (text: string | null) => text !== null && test(text);
  if (field === 'stack.module') return ({ module }) => matches(module);
  if (field === 'stack.function') return (frame) => matches(frame.function);
  if (field === 'stack.package') return (frame) => matches(frame.package);
  return ({ absPath, filename }) => matches(absPath) || (filename !== absPath && matches(filename));
}

/** Limits of a cache: a program has few distinct frames, and each of its events contains them. */
const REMEMBERED = { texts: 4096, length: 300 };

/** The built-in rules that can apply to frames of one platform. */
interface PlatformRules {
  /** The rules as they are written. */
  readonly written: readonly WrittenRule<EnhancementRule>[];
  /** Returns true if a frame that the client did not mark does not belong to the application. */
  readonly isOther: FrameTest;
  /** Returns true if a frame does not belong to the application even if the client marked it as the application's. */
  readonly isNeverApp: FrameTest;
  /** Returns true if a frame is left out of grouping. */
  readonly isExcluded: FrameTest;
  /** Returns true if the frames above are left out, too; null if no rule does that. */
  readonly excludesAbove: FrameTest | null;
}

const parseSections = lazily(() =>
  BUILT_IN_RULES.map(({ rules, ...section }) => ({ ...section, rules: parseGroupingEnhancements(rules).rules })),
);

function compilePlatform(version: RuleVersion, family: string, platform: string | null): PlatformRules {
  const applies = ({ matchers }: EnhancementRule) =>
    matchers.every(({ kind, field, test }) => {
      return kind === 'frame' || test(field === 'family' ? family : platform, new GlobBudget(1e6));
    });
  const rulesOf = (appliesTo: string) =>
    parseSections()
      .filter((section) => section.appliesTo === appliesTo && section.versions.includes(version))
      .flatMap(({ rules }) => rules.filter(applies));
  const always = rulesOf('all');
  const sets = (flag: string, range: string) =>
    always.filter(({ actions }) =>
      actions.some((action) => 'range' in action && action.sets === flag && action.range === range),
    );
  const above = sets('group', 'above');
  const written = [...rulesOf('unmarked'), ...always];
  return {
    written,
    isOther: compileTest(written),
    isNeverApp: compileTest(always),
    isExcluded: compileTest(sets('group', 'here')),
    excludesAbove: above.length === 0 ? null : compileTest(above),
  };
}

/** Platforms that rules mention by name. */
const NAMED_PLATFORMS: readonly string[] = 'python java csharp ruby node javascript go php dart elixir'.split(' ');

/** Classes that Java frameworks generate to run code before the methods of another class. */
const PROXY = /\$\$\w*CGLIB|_\$\$_|\$HibernateProxy|\$ByteBuddy|_(?:Subclass|ClientProxy)$/;

function isProxy({ module }: FrameNames): boolean {
  return module !== null && PROXY.test(module);
}

/** The built-in rules of one version. The rules of a platform are compiled for its first event: commands need none. */
export class BuiltInRules {
  readonly #named: ReadonlyMap<string, () => PlatformRules>;
  readonly #native: () => PlatformRules;
  readonly #other: () => PlatformRules;

  constructor(private readonly version: RuleVersion) {
    this.#named = new Map(
      NAMED_PLATFORMS.map((name) => [name, lazily(() => compilePlatform(version, familyOf(name), name))]),
    );
    this.#native = lazily(() => compilePlatform(version, 'native', null));
    this.#other = lazily(() => compilePlatform(version, 'other', null));
  }

  /** Decides which frames belong to the application while their trace is incomplete. */
  readonly decide: DecideInApp = (frames, { platform }) => {
    const rulesOf = this.#rulesFinder(platform);
    const isMarked = frames.some(({ inApp }) => inApp === true);
    const ignoresMarks = !isMarked && this.#areMarksMeaningless(frames, platform);
    const proxies = this.#redundantProxies(frames, platform);
    return frames.map((frame, at) => {
      if (proxies.has(at)) return false;
      if (frame.inApp === true) return !rulesOf(frame).isNeverApp(frame, frames[at + 1]);
      return (frame.inApp === null || ignoresMarks) && !isMarked && !rulesOf(frame).isOther(frame, frames[at + 1]);
    });
  };

  /** Decides for every frame whether it belongs to the application. */
  markFrames(event: Event): Event {
    return changeStacktraces(event, (trace) => this.#markTrace(trace, event.platform), withoutMarks);
  }

  /** Returns a function that returns the frames of a trace which the rules do not exclude from grouping. */
  remainingFrames({ platform }: Event): RemainingFrames {
    const rulesOf = this.#rulesFinder(platform);
    return (trace) => {
      const end = this.#endOfCause(trace, platform);
      const proxies = this.#redundantProxies(trace.frames, platform);
      return trace.frames.filter(
        (frame, at) => at < end && !proxies.has(at) && !rulesOf(frame).isExcluded(frame, trace.frames[at + 1]),
      );
    };
  }

  /**
   * Finds the rule that marks a frame as other code, or leaves it out of grouping; undefined if none does. It tests one
   * rule after the other, which is too slow for ingestion.
   */
  findRule(
    flag: 'app' | 'group',
    trace: Stacktrace,
    at: number,
    { platform }: Pick<Event, 'platform'>,
  ): WrittenRule<EnhancementRule> | undefined {
    const { frames } = trace;
    const frame = frames[at];
    if (frame === undefined) return undefined;
    const budget = new GlobBudget(1e6);
    const holds = ({ kind, field, test }: Matcher, index: number) => {
      const tested = frames[index];
      if (kind !== 'frame') return true;
      if (tested === undefined) return false;
      if (field === 'stack.module') return test(tested.module, budget);
      if (field === 'stack.function') return test(tested.function, budget);
      if (field === 'stack.package') return test(tested.package, budget);
      return test(tested.absPath, budget) || test(tested.filename, budget);
    };
    const matches = (rule: EnhancementRule, index: number) =>
      rule.matchers.every((matcher) => holds(matcher, index)) &&
      rule.callee.every((matcher) => holds(matcher, index + 1));
    const rules = this.#rulesFinder(platform)(frame).written;
    const sets = (rule: EnhancementRule, range: string) =>
      rule.actions.some((action) => 'range' in action && action.sets === flag && action.range === range);
    const direct = rules.find((rule) => sets(rule, 'here') && matches(rule, at));
    if (direct !== undefined) return direct;
    const end = this.#endOfCause(trace, platform);
    return at < end ? undefined : rules.find((rule) => sets(rule, 'above') && matches(rule, end));
  }

  /**
   * Returns the indexes of frames of generated classes whose written method is called later. Other frames of generated
   * classes tell which method was called, for example if its transaction cannot begin. Rules of `simple:3` leave out
   * all of them.
   */
  #redundantProxies(frames: readonly FrameNames[], platform: string): ReadonlySet<number> {
    const redundant = new Set<number>();
    if (this.version === 'simple:3' || !frames.some(isProxy)) return redundant;
    const written = new Set<string>();
    for (let at = frames.length - 1; at >= 0; at--) {
      const frame = frames[at] as FrameNames;
      const { module, function: name } = simple4Label(frame, platform);
      const method = `${module} ${name}`;
      if (!isProxy(frame)) written.add(method);
      else if (written.has(method)) redundant.add(at);
    }
    return redundant;
  }

  /**
   * Returns true if all frames are marked as other code because the client does not know the application. sentry-go
   * compares paths with a folder that is missing from them in programs built with `-trimpath`; sentry-elixir compares
   * with a list of modules that is empty by default.
   */
  #areMarksMeaningless(frames: readonly Pick<FrameIdentity, 'inApp'>[], platform: string): boolean {
    const isPossible = platform === 'go' || (platform === 'elixir' && this.version !== 'simple:3');
    return isPossible && frames.every(({ inApp }) => inApp === false);
  }

  #markTrace(trace: Stacktrace, platform: string): Stacktrace {
    const stored = withoutMarks(trace);
    const unmarked = trace.unmarked === undefined ? null : new Set(trace.unmarked);
    const sent =
      unmarked === null
        ? trace.frames
        : trace.frames.map((frame, at) => (unmarked.has(at) ? { ...frame, inApp: null } : frame));
    const decided = this.decide(sent, { platform });
    const end = this.#endOfCause(trace, platform);
    // A source map can show that a frame does not belong to the application.
    const isRejected = (frame: Frame, at: number) => !frame.inApp && unmarked?.has(at) === true && isMapped(frame);
    const inApp = trace.frames.map((frame, at) => decided[at] === true && at < end && !isRejected(frame, at));
    if (trace.frames.every((frame, at) => frame.inApp === inApp[at])) return stored;
    return { ...stored, frames: trace.frames.map((frame, at) => withInApp(frame, inApp[at] === true)) };
  }

  /**
   * Returns the index of the first frame that a rule excludes because it is above another one; the number of frames if
   * there is none.
   */
  #endOfCause({ frames }: Stacktrace, platform: string): number {
    const rulesOf = this.#rulesFinder(platform);
    const at = frames.findIndex((frame, index) => rulesOf(frame).excludesAbove?.(frame, frames[index + 1]) === true);
    return at < 0 ? frames.length : at;
  }

  /** Returns the rules of a platform, or of its family if no rule names it. */
  #rulesOfPlatform(platform: string): PlatformRules {
    const compile = this.#named.get(platform) ?? (familyOf(platform) === 'native' ? this.#native : this.#other);
    return compile();
  }

  /** Returns a function that finds the rules of a frame of an event. */
  #rulesFinder(eventPlatform: string): (frame: FrameNames) => PlatformRules {
    const rules = this.#rulesOfPlatform(eventPlatform);
    return ({ platform }) =>
      platform === null || platform === eventPlatform ? rules : this.#rulesOfPlatform(platform);
  }
}

/** Returns a trace as it is stored, without the marks of rules. */
function withoutMarks(trace: Stacktrace): Stacktrace {
  if (trace.unmarked === undefined) return trace;
  const { unmarked: _, ...stored } = trace;
  return stored;
}

function withInApp(frame: Frame, inApp: boolean): Frame {
  return frame.inApp === inApp ? frame : { ...frame, inApp };
}

/** The inputs of grouping an event. */
export interface GroupingOptions {
  readonly algorithm: Algorithm;
  /** The frames as the algorithm uses them. */
  readonly shownFrames: ShownFrames;
  readonly selectFrames: SelectFrames;
  /** The fingerprint of a project's rule; it replaces the client's. */
  readonly fingerprint?: readonly string[] | undefined;
}

/**
 * Computes the hash that identifies the issue of an event. A fingerprint of the project's rules or of the client takes
 * precedence over the default components, and may refer to their hash (openapi/DECISIONS.md, "Grouping").
 */
export function groupEvent(
  event: Event,
  summary: EventSummary,
  { algorithm, shownFrames, selectFrames, fingerprint }: GroupingOptions,
): Grouping {
  const defaultComponents = algorithm.compare(event, selectFrames, shownFrames).components();
  const defaultHash = hashOf(defaultComponents);
  const parts = fingerprintOf(event, fingerprint);
  if (parts === null) return { hash: defaultHash, components: defaultComponents };
  const values = fingerprintVariables(event, summary, defaultHash, shownFrames);
  const components = ['fingerprint', ...parts.map((part) => fillVariables(part, values))];
  return { hash: hashOf(components), components };
}

/** Returns the parts of the fingerprint that replaces the default components; null if none does. */
export function fingerprintOf(
  event: Pick<Event, 'fingerprint'>,
  fingerprint: readonly string[] | undefined,
): readonly string[] | null {
  const parts = fingerprint ?? event.fingerprint ?? [];
  const isDefault = parts.length === 0 || (parts.length === 1 && DEFAULT_VARIABLE.test(parts[0] ?? ''));
  return isDefault ? null : parts;
}

const DEFAULT_VARIABLE = /^\s*\{\{\s*default\s*\}\}\s*$/;

function hashOf(components: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(components)).slice(0, 32);
}

/** The algorithm of one value of the setting `groupingConfig`. */
export interface Algorithm {
  readonly view: (event: Event) => FrameView;
  /**
   * The built-in rules. They mark frames before the event is complete, so that long traces keep those of the
   * application.
   */
  readonly rules: BuiltInRules;
  readonly compare: (event: Event, selectFrames: SelectFrames, shownFrames: ShownFrames) => ComparedValues;
}

const [RULES_3, RULES_4] = [new BuiltInRules('simple:3'), new BuiltInRules('simple:4')];
const FORMER = { rules: RULES_3, view: viewAsSent };
const SIMPLE_1: Algorithm = { ...FORMER, compare: simple1 };
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ['simple:1', SIMPLE_1],
  ['simple:2', { ...FORMER, compare: simple2 }],
  [
    'simple:3',
    {
      rules: RULES_3,
      view: (event) => viewByRules(event, RULES_3, simple3Label),
      compare: simple3,
    },
  ],
  [
    'simple:4',
    {
      rules: RULES_4,
      view: (event) => viewByRules(event, RULES_4, simple4Label),
      compare: simple4,
    },
  ],
]);

/** Values of the settings `groupingConfig` and `secondaryGroupingConfig`, oldest first. */
export const GROUPING_CONFIGS: readonly string[] = [...ALGORITHMS.keys()];

/** Returns the algorithm of a name; `simple:1` for an unknown name. */
export function algorithmOf(config: string): Algorithm {
  return ALGORITHMS.get(config) ?? SIMPLE_1;
}

/** The stack traces of an event as an algorithm uses them. */
export interface FrameView {
  /** The event with the frames that the algorithm uses. */
  readonly event: Event;
  /** True if the view has all frames and exceptions of the event. */
  readonly isWhole: boolean;
  readonly shownFrames: ShownFrames;
}

/** Returns the view of `simple:3` and `simple:4`: all frames, marked by the built-in rules of the version. */
function viewByRules(
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
function remember<Argument, Result>(compute: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const cached = results.get(argument);
    if (cached !== undefined) return cached;
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}

/**
 * Returns the view of `simple:1` and `simple:2`: the frames and exceptions that former versions kept, marked by
 * normalization.
 */
function viewAsSent(sent: Event): FrameView {
  const former = formerView(sent);
  return { event: withAllFrames(former), isWhole: former === sent, shownFrames: FRAMES_AS_SENT };
}

/** Returns the event with all frames, marked by normalization. */
export function withAllFrames(sent: Event): Event {
  return changeStacktraces(sent, withoutMarks, withoutMarks);
}
