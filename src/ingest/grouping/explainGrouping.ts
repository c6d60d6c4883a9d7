import type { Event, ExceptionValue, Frame, Stacktrace } from '../../domain/event';
import { truncate } from '../../domain/text';
import { RuleBudgets } from '../globTexts';
import { groupBy, type GroupingSettings, usesSecondaryGrouping } from '../processEvent';
import { compileUncached } from '../settingsCache';
import { mainTrace } from '../stacktrace';
import { fingerprintOf } from './groupEvent';
import type { WrittenRule } from './ruleSyntax';
import type { FrameDecisions, TraceDecisions } from './stackTraceRules';

/** Reason why a component does not count. */
type GroupingReason =
  | 'absent'
  | 'unusable'
  | 'builtInRule'
  | 'projectRule'
  | 'notInApp'
  | 'placeKnown'
  | 'libraryTrace'
  | 'stackCounts'
  | 'exceptionCounts'
  | 'generatedClass'
  | 'fingerprint';

/** A rule that decided about a component. */
interface GroupingRule {
  readonly source: 'builtIn' | 'groupingEnhancements' | 'fingerprintingRules';
  /** Number of its line in the setting; null for a built-in rule. */
  readonly line: number | null;
  readonly text: string;
}

type ComponentId =
  | ('default' | 'exception' | 'type' | 'value' | 'stacktrace' | 'frame' | 'place' | 'function' | 'line')
  | ('message' | 'platform' | 'fingerprint' | 'part');

/** A value that grouping looked at, or several of them. */
export interface GroupingComponent {
  id: ComponentId;
  /** The value that the event has, before it is normalized. */
  name: string | null;
  /** True if it is part of the hash. */
  contributes: boolean;
  reason: GroupingReason | null;
  hint: string | null;
  rule: GroupingRule | null;
  /** The value as it is compared; null if nothing of it remains. */
  value: string | null;
  values: GroupingComponent[];
}

/** One way of grouping an event. */
interface GroupingVariant {
  type: 'component' | 'custom-fingerprint';
  description: string;
  config: 'simple:1' | 'simple:2' | 'simple:3' | 'simple:4';
  /** Null if a fingerprint takes precedence. */
  hash: string | null;
  contributes: boolean;
  component: GroupingComponent;
}

/** The hash of an event by the settings of its project, and how it came about. */
interface GroupingExplanation {
  readonly hash: string;
  readonly variants: { default: GroupingVariant; fingerprint?: GroupingVariant; secondary?: GroupingVariant };
}

/**
 * Groups an event as ingestion does, and describes the values that were compared.
 * @param event a stored event, whose frames have the in-app marks of the rules when it was stored
 */
export function explainGrouping(event: Event, settings: GroupingSettings): GroupingExplanation {
  const config = settings.groupingConfig as GroupingVariant['config'];
  const former = settings.secondaryGroupingConfig as GroupingVariant['config'];
  const present = new ExplainedGrouping(event, settings, config);
  const fingerprint = present.fingerprint();
  const secondary = usesSecondaryGrouping(settings, event) ? new ExplainedGrouping(event, settings, former) : null;
  return {
    hash: present.hash,
    variants: {
      default: present.default(),
      ...(fingerprint !== null && { fingerprint }),
      ...(secondary !== null && { secondary: secondary.fingerprint() ?? secondary.default() }),
    },
  };
}

const HINTS: Readonly<Record<GroupingReason, string>> = {
  absent: 'The event has none.',
  unusable: 'Only a name that a compiler or a minifier chose, or a file of common code.',
  builtInRule: 'A built-in rule leaves it out.',
  projectRule: 'A rule of the project leaves it out.',
  notInApp: 'It is not marked as in-app.',
  placeKnown: 'Other frames say where the error happened.',
  libraryTrace: 'The stack trace has only frames of libraries, and another one says where the error happened.',
  stackCounts: 'The stack trace says where the error happened.',
  exceptionCounts: 'The event has an exception.',
  generatedClass: 'A generated class calls a method that is in the stack trace, too.',
  fingerprint: 'A fingerprint takes precedence.',
};

/** The values that an algorithm has hashed. */
interface CountedValues {
  readonly types: Set<string>;
  readonly texts: Set<string>;
  /** Frames as JSON. */
  readonly frames: Set<string>;
}

/** The grouping of one event by one algorithm. */
class ExplainedGrouping {
  readonly #decisions: TraceDecisions = new Map();
  readonly #grouped: ReturnType<typeof groupBy>;
  readonly #compared: ReturnType<ReturnType<typeof groupBy>['algorithm']['compare']>;
  readonly #kind: unknown;
  readonly #counted: CountedValues = { types: new Set(), texts: new Set(), frames: new Set() };
  readonly #parts: readonly string[] | null;

  constructor(
    event: Event,
    settings: GroupingSettings,
    private readonly config: GroupingVariant['config'],
  ) {
    this.#grouped = groupBy(config, event, settings, compileUncached, new RuleBudgets(), this.#decisions);
    const { algorithm, view, selectFrames, rule, event: groupedEvent } = this.#grouped;
    this.#compared = algorithm.compare(groupedEvent, selectFrames, view.shownFrames);
    const values = this.#compared.components();
    this.#kind = values[0];
    collectCounted(values, this.#counted);
    this.#parts = fingerprintOf(groupedEvent, rule?.parts);
  }

  get hash(): string {
    return this.#grouped.grouping.hash;
  }

  /** Describes the fingerprint that takes precedence; null if there is none. */
  fingerprint(): GroupingVariant | null {
    const { rule, grouping } = this.#grouped;
    if (this.#parts === null) return null;
    const values = this.#parts.map((part, at) =>
      component('part', { name: part, value: String(grouping.components[at + 1]) }),
    );
    return {
      type: 'custom-fingerprint',
      description: rule === undefined ? 'the fingerprint of the client' : 'the fingerprint of a rule of the project',
      config: this.config,
      hash: this.hash,
      contributes: true,
      component: component('fingerprint', { values, rule: rule ? ruleOf('fingerprintingRules', rule) : null }),
    };
  }

  /** Describes the default components. They do not count if a fingerprint takes precedence. */
  default(): GroupingVariant {
    const contributes = this.#parts === null;
    const root = component('default', { values: this.#components() });
    return {
      type: 'component',
      description: DESCRIPTIONS[String(this.#kind)] ?? 'the platform',
      config: this.config,
      hash: contributes ? this.hash : null,
      contributes,
      component: contributes ? root : { ...root, ...notCounting('fingerprint') },
    };
  }

  #components(): GroupingComponent[] {
    const { event } = this.#grouped;
    const { logentry, exceptions, platform } = event;
    const isTraced = exceptions.some(({ stacktrace }) => stacktrace !== null);
    const trace = isTraced ? null : mainTrace(event);
    const components = exceptions.toReversed().map((exception) => this.#exception(exception));
    if (trace !== null) components.push(this.#trace(trace));
    const text = this.#compared.template();
    if (logentry !== null) {
      const counts = text !== '' && this.#counted.texts.has(text);
      const reason = text === '' ? 'absent' : 'exceptionCounts';
      components.push(
        component('message', {
          name: shortened(logentry.message ?? logentry.formatted),
          value: text || null,
          ...(!counts && notCounting(reason)),
        }),
      );
    }
    if (this.#kind === 'none') components.push(component('platform', { value: platform }));
    return components;
  }

  #exception(exception: ExceptionValue): GroupingComponent {
    const { types, texts } = this.#counted;
    const type = this.#compared.typeOf(exception);
    const text = this.#compared.textOf(exception);
    const missing = (name: string | null) => notCounting(name === null ? 'absent' : 'unusable');
    const values = [
      component('type', {
        name: exception.type,
        value: type || null,
        ...(type === '' ? missing(exception.type) : !types.has(type) && notCounting('placeKnown')),
      }),
      component('value', {
        name: shortened(exception.value),
        value: text || null,
        ...(text === '' ? missing(exception.value) : !texts.has(text) && notCounting('stackCounts')),
      }),
      ...(exception.stacktrace === null ? [] : [this.#trace(exception.stacktrace)]),
    ];
    const counts = values.some(({ contributes }) => contributes);
    return component('exception', { values, ...(!counts && notCounting('placeKnown')) });
  }

  #trace(trace: Stacktrace): GroupingComponent {
    const selected = new Set(this.#grouped.selectFrames(trace));
    const values = trace.frames.map((frame, at) => this.#frame(trace, frame, at, selected));
    const counts = values.some(({ contributes }) => contributes);
    return component('stacktrace', { values, ...(!counts && notCounting(this.#reasonOfTrace(trace))) });
  }

  #reasonOfTrace({ frames }: Stacktrace): GroupingReason {
    if (frames.length === 0) return 'absent';
    return this.#counted.frames.size > 0 ? 'libraryTrace' : 'unusable';
  }

  #frame(trace: Stacktrace, frame: Frame, at: number, selected: ReadonlySet<Frame>): GroupingComponent {
    const part = this.#compared.partOf(frame);
    const sent = {
      place: frame.module ?? frame.filename ?? frame.absPath,
      function: frame.function,
      line: frame.contextLine,
    };
    const values = part.map((value, index) => {
      const id = (part.length === 2 ? SHORT_FRAME : LONG_FRAME)[index] ?? 'line';
      const isOfLibrary = id === 'line' && sent.line !== null && !frame.inApp;
      const reason = isOfLibrary ? 'notInApp' : sent[id] === null ? 'absent' : 'unusable';
      return component(id, {
        name: shortened(sent[id]),
        value: value || null,
        ...(value === '' && notCounting(reason)),
      });
    });
    const name = [sent.place, sent.function].filter((text) => text !== null);
    const outcome = this.#outcomeOf(trace, frame, at, selected.has(frame), part);
    const counted = outcome === null ? values : values.map((value) => ({ ...value, ...notCounting(outcome.reason) }));
    return component('frame', { name: name.join(' in ') || null, values: counted, ...outcome });
  }

  /** Returns why a frame does not count; null if it does. */
  #outcomeOf(trace: Stacktrace, frame: Frame, at: number, isSelected: boolean, part: readonly string[]) {
    const { algorithm, event, view } = this.#grouped;
    const decided: FrameDecisions = this.#decisions.get(trace)?.[at] ?? {};
    const ofProject = (rule: WrittenRule<object>) => notCounting('projectRule', ruleOf('groupingEnhancements', rule));
    if (isSelected) {
      if (this.#counted.frames.has(JSON.stringify(part))) return null;
      if (part.every((value) => value === '')) return notCounting('unusable');
      const isOfApp = trace.frames.some(({ inApp }) => inApp);
      return notCounting(isOfApp || this.#counted.frames.size === 0 ? 'placeKnown' : 'libraryTrace');
    }
    if (decided.group !== undefined) return ofProject(decided.group);
    // The algorithms that show the frames as sent have no rules that leave frames out.
    const hasRules = view.isWhole && view.shownFrames.remainingFrames(trace) !== trace.frames;
    const excluding = hasRules ? algorithm.rules.findRule('group', trace, at, event) : undefined;
    if (excluding !== undefined) return notCounting('builtInRule', ruleOf('builtIn', excluding));
    if (!frame.inApp && decided.app !== undefined) return ofProject(decided.app);
    const marking = frame.inApp ? undefined : algorithm.rules.findRule('app', trace, at, event);
    if (marking !== undefined) return notCounting('builtInRule', ruleOf('builtIn', marking));
    if (decided.limit !== undefined) return ofProject(decided.limit);
    const isLeftOut = hasRules && !view.shownFrames.remainingFrames(trace).includes(frame);
    return notCounting(isLeftOut ? 'generatedClass' : 'notInApp');
  }
}

const LONG_FRAME = ['place', 'function', 'line'] as const;
const SHORT_FRAME = ['place', 'line'] as const;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  stack: 'the exception and where it was thrown',
  chain: 'the exceptions and where they were thrown',
  exception: 'the exception',
  message: 'the message',
};

/** Adds the values of a hashed array to the sets, whichever algorithm made it. */
function collectCounted([kind, first, ...rest]: readonly unknown[], counted: CountedValues): void {
  const addAll = (set: Set<string>, values: readonly unknown[]) => {
    for (const value of values) if (typeof value === 'string') set.add(value);
  };
  const addFrames = (frames: readonly unknown[]) => {
    for (const frame of frames) counted.frames.add(JSON.stringify(frame));
  };
  if (kind === 'chain') {
    for (const stack of [first, ...rest]) if (Array.isArray(stack)) collectCounted(stack, counted);
  } else if (Array.isArray(first)) {
    const [texts, ...frames] = rest;
    addAll(counted.types, first);
    if (Array.isArray(texts)) addAll(counted.texts, texts);
    addFrames(frames);
  } else if (kind === 'exception') {
    addAll(counted.types, [first]);
    addAll(counted.texts, rest);
  } else {
    addAll(kind === 'message' ? counted.texts : counted.types, [first]);
    addFrames(rest);
  }
}

function component(id: GroupingComponent['id'], members: Partial<GroupingComponent>): GroupingComponent {
  return {
    id,
    name: null,
    contributes: true,
    reason: null,
    hint: null,
    rule: null,
    value: null,
    values: [],
    ...members,
  };
}

/** Maximum length of a text that is shown beside its normalized form. */
const MAX_NAME = 256;

function shortened(text: string | null): string | null {
  return text === null ? null : truncate(text, MAX_NAME);
}

/** Returns the members of a component that does not count. */
function notCounting(reason: GroupingReason, rule: GroupingRule | null = null) {
  return { contributes: false, reason, hint: HINTS[reason], rule };
}

function ruleOf(source: GroupingRule['source'], { line, text }: WrittenRule<object>): GroupingRule {
  return { source, line: source === 'builtIn' ? null : line, text };
}

/** A value that counts, with the kinds of the components around it: `exception.type`. */
interface CountedLeaf {
  component: string;
  value: string;
}

/** An event whose grouping was explained. */
export interface ExplainedEvent extends Pick<GroupingExplanation, 'variants'> {
  readonly issueId: string;
  /** The hash with which it was stored. */
  readonly hash: string;
  readonly currentHash: string;
}

const MAX_AGREEMENTS = 20;

/** The comparison of two events, which explains why they are in one issue or not. */
interface ComparedGroupings {
  relation: Relation;
  /** The first values in which they agree. */
  agreements: CountedLeaf[];
  /** The first values in which they differ; null if they agree in all. */
  difference: { event: CountedLeaf | null; other: CountedLeaf | null } | null;
  sentence: string;
}

type Relation = 'sameHash' | 'linked' | 'settingsChanged' | 'apart';

/** Compares the hashed values of two events. */
export function compareGroupings(event: ExplainedEvent, other: ExplainedEvent): ComparedGroupings {
  const [leaves, otherLeaves] = [event, other].map(({ variants }) =>
    leavesOf((variants.fingerprint ?? variants.default).component, []),
  ) as [CountedLeaf[], CountedLeaf[]];
  const isSame = (one: CountedLeaf | undefined, two: CountedLeaf | undefined) =>
    one?.component === two?.component && one?.value === two?.value;
  let at = 0;
  while (at < Math.max(leaves.length, otherLeaves.length) && isSame(leaves[at], otherLeaves[at])) at++;
  const agreements = leaves.slice(0, at);
  const isEqual = at === leaves.length && at === otherLeaves.length;
  const difference = isEqual ? null : { event: leaves[at] ?? null, other: otherLeaves[at] ?? null };
  const relation = relationOf(event, other);
  return {
    relation,
    agreements: agreements.slice(0, MAX_AGREEMENTS),
    difference,
    sentence: SENTENCES[relation](listAgreements(agreements), describeDifference(difference)),
  };
}

function relationOf(event: ExplainedEvent, other: ExplainedEvent): Relation {
  if (event.hash === other.hash) return 'sameHash';
  if (event.issueId === other.issueId) return 'linked';
  return event.currentHash === other.currentHash ? 'settingsChanged' : 'apart';
}

const SENTENCES: Readonly<Record<Relation, (agreements: string, difference: string) => string>> = {
  sameHash: (agreements) => `The events have the same hash, because they agree in ${agreements}.`,
  linked: (_agreements, difference) =>
    `The events are in one issue although they differ in ${difference}: issues were merged, or the issue got another hash when grouping or source maps changed.`,
  settingsChanged: () =>
    'The events are in different issues because the settings changed between them; by the present ones they have the same hash.',
  apart: (_agreements, difference) => `The events are in different issues, because they first differ in ${difference}.`,
};

const NOUNS: Readonly<Record<string, string>> = {
  type: 'the type of the exception',
  value: 'the text of the exception',
  place: 'the module or file',
  function: 'the function',
  line: 'the source line',
  message: 'the message',
  platform: 'the platform',
  part: 'the fingerprint',
};

const nounOf = ({ component: kinds }: CountedLeaf): string => NOUNS[kinds.split('.').at(-1) ?? ''] ?? kinds;

/** Number of values that a sentence names. */
const NAMED_VALUES = 3;

function listAgreements(agreements: readonly CountedLeaf[]): string {
  if (agreements.length === 0) return 'every value';
  const named = agreements.slice(0, NAMED_VALUES).map((leaf) => `${nounOf(leaf)} (${JSON.stringify(leaf.value)})`);
  const rest = agreements.length - named.length;
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function describeDifference(difference: ComparedGroupings['difference']): string {
  if (difference === null) return 'no value that counts now';
  const { event, other } = difference;
  const describe = (leaf: CountedLeaf | null) => (leaf === null ? 'nothing' : JSON.stringify(leaf.value));
  if (event !== null && other !== null && event.component !== other.component) {
    return `${nounOf(event)} (${describe(event)}), in place of which the other has ${nounOf(other)} (${describe(other)})`;
  }
  const [leaf] = [event ?? other].filter((one) => one !== null);
  return `${leaf === undefined ? 'a value' : nounOf(leaf)} (${describe(event)} and ${describe(other)})`;
}

/** Returns the values that count, in their order. */
function leavesOf({ id, contributes, value, values }: GroupingComponent, kinds: readonly string[]): CountedLeaf[] {
  if (!contributes) return [];
  const path = id === 'default' || id === 'fingerprint' ? kinds : [...kinds, id];
  const own = value === null ? [] : [{ component: path.join('.'), value }];
  return [...own, ...values.flatMap((one) => leavesOf(one, path))];
}
