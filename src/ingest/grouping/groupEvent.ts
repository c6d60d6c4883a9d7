import { hash } from 'node:crypto';
import { type Event, type EventSummary, type Grouping, changeStacktraces, type Frame } from '../../domain/event';
import { fillVariables, fingerprintVariables } from './fingerprintRules';
import { type ShownFrames, formerView, type FrameLabel, FRAMES_AS_SENT } from '../stacktrace';
import { BuiltInRules, withoutMarks } from './builtInRules';
import { simple3Label, simple4Label } from './frameNames';
import { type ComparedValues, simple1, simple2 } from './simple1And2';
import { simple3, simple4 } from './simple3And4';
import type { SelectFrames } from './stackTraceRules';

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
function viewAsSent(sent: Event): FrameView {
  const former = formerView(sent);
  return { event: withAllFrames(former), isWhole: former === sent, shownFrames: FRAMES_AS_SENT };
}

/** Returns the event with all frames, marked by normalization. */
export function withAllFrames(sent: Event): Event {
  return changeStacktraces(sent, withoutMarks, withoutMarks);
}
