import { createHash } from 'node:crypto';
import type { Event, EventSummary, Grouping } from '../domain/event';
import { simpleComponents } from './grouping/simple';
import { crashFrame, mainException } from './trace';

/** Makes the default key of an event. */
type Algorithm = (event: Event) => unknown[];

const SIMPLE = 'simple:1';

/** By the value of the project's setting `groupingConfig`. An algorithm never changes once events were grouped by it. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([[SIMPLE, simpleComponents]]);

/**
 * Which issue an event belongs to. A fingerprint of the client's own comes before the default key, and may contain it
 * (reference/ingest.md §2.4 A). An unknown configuration reads as `simple:1`.
 */
export function groupEvent(event: Event, summary: EventSummary, config: string): Grouping {
  const algorithm = ALGORITHMS.get(config) ?? simpleComponents;
  const base = algorithm(event);
  const parts = event.fingerprint ?? [];
  if (parts.length === 0 || (parts.length === 1 && DEFAULT.test(parts[0] ?? ''))) return { hash: hashOf(base), components: base };
  const values = new Map([...fieldsOf(event, summary), ['default', hashOf(base)] as const]);
  const components = ['fingerprint', ...parts.map((part) => fill(part, values))];
  return { hash: hashOf(components), components };
}

const DEFAULT = /^\s*\{\{\s*default\s*\}\}\s*$/;
const VARIABLE = /\{\{\s*([\w.:-]{1,200})\s*\}\}/g;

function hashOf(components: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 32);
}

/** More than this of a part tells no events apart, and variables could make it longer than the event. */
const MAX_PART = 1024;

/** An unknown variable stays as it is written. */
function fill(part: string, values: ReadonlyMap<string, string>): string {
  let length = 0;
  const filled = part.replace(VARIABLE, (text: string, name: string) => {
    const value = length > MAX_PART ? '' : (values.get(name) ?? text);
    length += value.length;
    return value;
  });
  return filled.slice(0, MAX_PART);
}

/** The variables that a fingerprint may use. One without a value is empty text; an unknown tag stays literal. */
function* fieldsOf(event: Event, summary: EventSummary): Generator<[string, string]> {
  const exception = mainException(event);
  const frame = crashFrame(event);
  yield* named(['transaction'], event.transaction);
  yield* named(['error.type', 'type'], exception?.type);
  yield* named(['error.value', 'value'], exception?.value);
  yield* named(['stack.function', 'function'], frame?.function);
  yield* named(['stack.abs_path', 'path'], frame?.absPath);
  yield* named(['stack.filename'], frame?.filename);
  yield* named(['stack.module', 'module'], frame?.module);
  yield* named(['stack.package', 'package'], frame?.package);
  yield* named(['logger'], event.logger);
  yield* named(['level'], event.level);
  yield* named(['message'], summary.message === '' ? exception?.value : summary.message);
  for (const { key, value } of summary.tags) yield ['tags.' + key, value];
}

function* named(names: readonly string[], value: string | null | undefined): Generator<[string, string]> {
  for (const name of names) yield [name, value ?? ''];
}
