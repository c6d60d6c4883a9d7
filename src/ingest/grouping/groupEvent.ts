import { hash } from 'node:crypto';
import type { Event, EventSummary, Grouping } from '../../domain/event';
import { fillVariables, fingerprintVariables } from './fingerprintRules';
import type { DecideInApp, ShownFrames } from '../stacktrace';
import { BuiltInRules } from './builtInRules';
import { type FrameView, viewAsSent, viewByRules } from './frameView';
import { simple3Label, simple4Label } from './frameNames';
import { simple1Components, simple2Components } from './simple1And2';
import { simple3Components, simple4Components } from './simple3And4';
import type { SelectFrames } from './stackTraceRules';

/** The inputs of grouping an event. */
export interface GroupingOptions {
  /** The name of the algorithm. An unknown name means `simple:1`. */
  readonly config: string;
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
  { config, shownFrames, selectFrames, fingerprint }: GroupingOptions,
): Grouping {
  const defaultComponents = algorithmOf(config).componentsOf(event, selectFrames, shownFrames);
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

function algorithmOf(config: string): Algorithm {
  return ALGORITHMS.get(config) ?? SIMPLE_1;
}

/** Returns the function with which an algorithm decides which frames belong to the application. */
export function inAppDecisionOf(config: string): DecideInApp {
  return algorithmOf(config).decideInApp;
}

/** Returns the view of an algorithm on an event. */
export function viewFrames(event: Event, config: string): FrameView {
  return algorithmOf(config).view(event);
}
