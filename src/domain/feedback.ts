import { parseSentEventId } from './event';

/** A message of a person about the application, and the error to which it belongs. */
export interface Feedback {
  /** Not empty. */
  readonly message: string;
  readonly name: string | null;
  /** An address as the person wrote it: nothing checks that it exists. */
  readonly email: string | null;
  /** The id of the error's event: 32 lower-case hexadecimal digits. */
  readonly errorId: string | null;
}

/** A report on an error, in the form of old clients: the message and the address belong to an event. */
export interface UserReport extends Feedback {
  readonly name: string;
  readonly email: string;
  readonly errorId: string;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** Limits of the parts of feedback, in characters. */
export const FEEDBACK_LIMITS = { message: 4096, name: 128, email: 75 } as const;

/** The time for which a report can be replaced by another one of the same error. */
export const REPORT_CHANGE_MS = 5 * 60_000;
/** The age of an error after which a first report on it is refused. */
export const REPORT_MAX_AGE_MS = 30 * 60_000;

/** Returns an event id in any form in which clients send it; null for none; undefined for anything else. */
export function readErrorId(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  return (typeof value === 'string' ? parseSentEventId(value) : null) ?? undefined;
}
