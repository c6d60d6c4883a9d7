import { hash } from 'node:crypto';
import type { Event, EventSummary, Grouping } from '../../domain/event';
import { fillVariables, fingerprintVariables } from './fingerprintRules';
import { type FrameView, viewAsSent, viewByRules } from './frameView';
import type { ShownFrames } from '../stacktrace';
import { simple1Components, simple2Components } from './simple1And2';
import { simple3Components } from './simple3';
import type { SelectFrames } from './stackTraceRules';

/** How an event is grouped. */
export interface GroupingOptions {
  /** The name of the algorithm. An unknown name means `simple:1`. */
  readonly config: string;
  /** What the algorithm sees of the frames. */
  readonly shown: ShownFrames;
  readonly selectFrames: SelectFrames;
  /** The fingerprint of a project's rule, which replaces the client's. */
  readonly fingerprint?: readonly string[] | undefined;
}

/**
 * Computes the hash that identifies the issue of an event. A fingerprint of the project's rules or of the client takes precedence over the
 * default components, and may refer to their hash (openapi/DECISIONS.md, "Grouping").
 */
export function groupEvent(
  event: Event,
  summary: EventSummary,
  { config, shown, selectFrames, fingerprint }: GroupingOptions,
): Grouping {
  const defaultComponents = algorithmOf(config).componentsOf(event, selectFrames, shown);
  const defaultHash = hashOf(defaultComponents);
  const parts = fingerprint ?? event.fingerprint ?? [];
  if (parts.length === 0 || (parts.length === 1 && DEFAULT_VARIABLE.test(parts[0] ?? ''))) {
    return { hash: defaultHash, components: defaultComponents };
  }
  const values = fingerprintVariables(event, summary, defaultHash, shown);
  const components = ['fingerprint', ...parts.map((part) => fillVariables(part, values))];
  return { hash: hashOf(components), components };
}

const DEFAULT_VARIABLE = /^\s*\{\{\s*default\s*\}\}\s*$/;

function hashOf(components: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(components)).slice(0, 32);
}

/** One value of the setting `groupingConfig`. */
interface Algorithm {
  readonly view: (event: Event) => FrameView;
  /** Returns the array that is hashed if no fingerprint takes precedence. */
  readonly componentsOf: (event: Event, selectFrames: SelectFrames, shown: ShownFrames) => unknown[];
}

const SIMPLE_1: Algorithm = { view: viewAsSent, componentsOf: simple1Components };
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ['simple:1', SIMPLE_1],
  ['simple:2', { view: viewAsSent, componentsOf: simple2Components }],
  ['simple:3', { view: viewByRules, componentsOf: simple3Components }],
]);

/** Values of the settings `groupingConfig` and `secondaryGroupingConfig`, oldest first. */
export const GROUPING_CONFIGS: readonly string[] = [...ALGORITHMS.keys()];

function algorithmOf(config: string): Algorithm {
  return ALGORITHMS.get(config) ?? SIMPLE_1;
}

/** Returns what an algorithm sees of an event. */
export function viewFrames(event: Event, config: string): FrameView {
  return algorithmOf(config).view(event);
}
