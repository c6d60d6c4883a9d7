import { createHash } from 'node:crypto';
import type { Event, EventSummary, Grouping } from '../domain/event';
import type { FramesOf } from './grouping/enhance';
import { SIMPLE_1, type SimpleRules, simpleComponents } from './grouping/simple';
import { SIMPLE_2 } from './grouping/simple2';
import { fillVariables, variablesOf } from './grouping/variables';
import { appFrames } from './trace';

/** By the value of the project's setting `groupingConfig`. An algorithm never changes once events were grouped by it. */
const ALGORITHMS: ReadonlyMap<string, SimpleRules> = new Map([
  ['simple:1', SIMPLE_1],
  ['simple:2', SIMPLE_2],
]);

/** The values that the settings `groupingConfig` and `secondaryGroupingConfig` can have, oldest first. */
export const GROUPING_CONFIGS: readonly string[] = [...ALGORITHMS.keys()];

/** How an event is to be grouped. */
export interface GroupingWay {
  /** The name of the algorithm; an unknown one reads as `simple:1`. */
  readonly config: string;
  readonly framesOf?: FramesOf;
  /** The parts of a fingerprint that take the place of the client's. */
  readonly parts?: readonly string[] | undefined;
}

/**
 * Which issue an event belongs to. A fingerprint of the project's rules or the client's own comes before the default key, and may
 * contain it (reference/ingest.md §2.4 A).
 */
export function groupEvent(
  event: Event,
  summary: EventSummary,
  { config, framesOf = appFrames, parts: given }: GroupingWay,
): Grouping {
  const base = simpleComponents(event, ALGORITHMS.get(config) ?? SIMPLE_1, framesOf);
  const parts = given ?? event.fingerprint ?? [];
  if (parts.length === 0 || (parts.length === 1 && DEFAULT.test(parts[0] ?? '')))
    return { hash: hashOf(base), components: base };
  const values = variablesOf(event, summary, hashOf(base));
  const components = ['fingerprint', ...parts.map((part) => fillVariables(part, values))];
  return { hash: hashOf(components), components };
}

const DEFAULT = /^\s*\{\{\s*default\s*\}\}\s*$/;

function hashOf(components: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32);
}
