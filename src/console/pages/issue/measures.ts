import { membersOf } from './eventParts';

/** What a number or text of an event measures. Times are in milliseconds since 1970, UTC, and spans in milliseconds. */
export interface Measure {
  readonly kind: 'bytes' | 'span' | 'time';
  readonly value: number;
}

/** Returns what the member of an object measures; null if the protocol of SDKs gives it no unit. */
export type MeasureOf = (name: string, value: unknown) => Measure | null;

type Unit = 'byte' | 'megabyte' | 'millisecond' | 'time';

/** Units of the members of contexts, by the type of the context: only graphics processors count in megabytes. */
const OF_CONTEXTS: Readonly<Record<string, Readonly<Record<string, Unit>>>> = {
  device: {
    memory_size: 'byte',
    free_memory: 'byte',
    usable_memory: 'byte',
    storage_size: 'byte',
    free_storage: 'byte',
    external_storage_size: 'byte',
    external_free_storage: 'byte',
    boot_time: 'time',
  },
  app: { app_memory: 'byte', free_memory: 'byte', app_start_time: 'time' },
  gpu: { memory_size: 'megabyte' },
  response: { body_size: 'byte' },
  trace: { exclusive_time: 'millisecond' },
};

const OF_CRUMBS: Readonly<Record<string, Unit>> = { request_body_size: 'byte', response_body_size: 'byte' };

function measureIn(units: Readonly<Record<string, Unit>>, name: string, value: unknown): Measure | null {
  // Names that end with a unit have it in each object.
  const named = name.endsWith('_bytes') ? 'byte' : name.endsWith('_ms') ? 'millisecond' : null;
  const unit = Object.hasOwn(units, name) ? units[name] : named;
  if (unit === 'time') {
    const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(time) ? null : { kind: 'time', value: time };
  }
  if (typeof value !== 'number' || value < 0) return null;
  if (unit === 'millisecond') return { kind: 'span', value };
  if (unit === 'byte') return { kind: 'bytes', value };
  return unit === 'megabyte' ? { kind: 'bytes', value: value * 1e6 } : null;
}

/** Returns the function that measures the members of a context. Its type is its name, unless it says another. */
export function contextMeasures(name: string, context: unknown): MeasureOf {
  const type = membersOf(context)?.['type'];
  const known = typeof type === 'string' ? type : name;
  const units = Object.hasOwn(OF_CONTEXTS, known) ? OF_CONTEXTS[known] : {};
  return (member, value) => measureIn(units ?? {}, member, value);
}

/** Measures the data of breadcrumbs. */
export const crumbMeasure: MeasureOf = (name, value) => measureIn(OF_CRUMBS, name, value);
