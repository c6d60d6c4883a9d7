import type { Arrival, Prepared, Taken } from '../operations/accept';

/** What the thread needs to know. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  /** Whether there is a way to tell members of new issues. */
  readonly tellsMembers: boolean;
  /** Whether files are fetched for which nothing is uploaded. */
  readonly scrapes: boolean;
}

/** What the thread is started with. */
export interface ThreadData extends ThreadSettings {
  /** Of the lock on writing to an SQLite file. */
  readonly lock: SharedArrayBuffer;
}

/** An event, and the number its answer is to carry. */
export interface Request {
  readonly number: number;
  readonly input: Arrival | Prepared;
}

/** What became of an event; null of one that could not be taken in, for whatever reason. */
export interface Answer {
  readonly number: number;
  readonly taken: Taken | null;
}

/** Asks the thread to finish what it has and to end. */
export const CLOSE = 'close';
