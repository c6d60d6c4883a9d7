import type { JsonObject, Level } from '../../domain/event';
import { harmless } from '../../domain/text';
import type { Notes } from './notes';
import { readScalar } from './read';

const LEVELS: ReadonlyMap<string, Level> = new Map([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['info', 'info'],
  ['log', 'info'],
  ['debug', 'debug'],
]);

/** The level; `error` where the client names none or one that is not known (reference/ingest.md §2.1). */
export function readLevel(value: unknown): Level {
  return knownLevel(value) ?? 'error';
}

/** The level of a breadcrumb, where `log` is a level of its own. */
export function readCrumbLevel(value: unknown): Level | 'log' | null {
  return value === 'log' ? value : knownLevel(value);
}

function knownLevel(value: unknown): Level | null {
  return typeof value === 'string' ? (LEVELS.get(value.trim().toLowerCase()) ?? null) : null;
}

/** Characters and words that would make a name useless in a path or a query (reference/ingest.md §2.1). */
const UNUSABLE = /[/\r\n\t\f]/;
const RESERVED_RELEASES = ['.', '..', 'latest'];
const RESERVED_ENVIRONMENTS = ['.', '..', 'none'];

export function readRelease(payload: JsonObject, notes: Notes): string | null {
  return readName(
    payload,
    'release',
    200,
    notes,
    (text) => !UNUSABLE.test(text) && !RESERVED_RELEASES.includes(text.toLowerCase()),
  );
}

export function readDist(payload: JsonObject, notes: Notes): string | null {
  return readName(payload, 'dist', 64, notes, (text) => /^[A-Za-z0-9_.-]+$/.test(text));
}

export function readEnvironment(payload: JsonObject, notes: Notes): string | null {
  return readName(payload, 'environment', 64, notes, isEnvironment);
}

/** Whether the text can name an environment. */
export function isEnvironment(text: string): boolean {
  return text.length <= 64 && !UNUSABLE.test(text) && !RESERVED_ENVIRONMENTS.includes(text.toLowerCase());
}

/** A name that is dropped, with a note, rather than cut: half a release is another release. */
function readName(
  payload: JsonObject,
  member: string,
  limit: number,
  notes: Notes,
  isUsable: (text: string) => boolean,
): string | null {
  const value = payload[member];
  const text = readScalar(value, limit + 1);
  if (text !== null && text.length <= limit && isUsable(text)) return text;
  if (value !== undefined && value !== null && value !== '') {
    notes.add('invalid_data', member, typeof value === 'string' ? harmless(value.slice(0, limit)) : null);
  }
  return null;
}
