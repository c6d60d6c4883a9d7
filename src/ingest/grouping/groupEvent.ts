import { hash } from 'node:crypto';
import { type Event, type EventSummary, type Grouping, changeStacktraces, type Frame } from '../../domain/event';
import { fillVariables, fingerprintVariables } from './fingerprintRules';
import { type DecideInApp, type ShownFrames, formerView, type FrameLabel, FRAMES_AS_SENT } from '../stacktrace';
import { BuiltInRules, withoutMarks } from './builtInRules';
import { simple3Label, simple4Label } from './frameNames';
import { simple1Components, simple2Components } from './simple1And2';
import { simple3Components, simple4Components } from './simple3And4';
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
  const defaultComponents = algorithm.componentsOf(event, selectFrames, shownFrames);
  const defaultHash = hashOf(defaultComponents);
  const parts = fingerprint ?? event.fingerprint ?? [];
  if (parts.length === 0 || (parts.length === 1 && DEFAULT_VARIABLE.test(parts[0] ?? ''))) {
    return { hash: defaultHash, components: defaultComponents };
  }
  const values = fingerprintVariables(event, summary, defaultHash, shownFrames);
  const components = ['fingerprint', ...parts.map((part) => fillVariables(part, values))];
  return { hash: hashOf(components), components };
}

const DEFAULT_VARIABLE = /^\s*\{\{\s*default\s*\}\}\s*$/;

function hashOf(components: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(components)).slice(0, 32);
}

/** The algorithm of one value of the setting `groupingConfig`. */
interface Algorithm {
  /** Decides which frames belong to the application before the event is complete; long traces keep these. */
  readonly decideInApp: DecideInApp;
  readonly view: (event: Event) => FrameView;
  /** Returns the array to hash if no fingerprint takes precedence. */
  readonly componentsOf: (event: Event, selectFrames: SelectFrames, shownFrames: ShownFrames) => unknown[];
}

const [RULES_3, RULES_4] = [new BuiltInRules('simple:3'), new BuiltInRules('simple:4')];
const FORMER = { decideInApp: RULES_3.decide, view: viewAsSent };
const SIMPLE_1: Algorithm = { ...FORMER, componentsOf: simple1Components };
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ['simple:1', SIMPLE_1],
  ['simple:2', { ...FORMER, componentsOf: simple2Components }],
  [
    'simple:3',
    {
      decideInApp: RULES_3.decide,
      view: (event) => viewByRules(event, RULES_3, simple3Label),
      componentsOf: simple3Components,
    },
  ],
  [
    'simple:4',
    {
      decideInApp: RULES_4.decide,
      view: (event) => viewByRules(event, RULES_4, simple4Label),
      componentsOf: simple4Components,
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
