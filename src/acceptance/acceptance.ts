import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Accept, Acceptor, Arrival, Taken } from '../operations/accept';
import type { WriteLock } from '../store/writeLock';
import { AcceptanceThread, ENTRY } from './acceptanceThread';
import type { ThreadSettings } from './messages';

/** How many events the thread may have before it; further ones are prepared here meanwhile. */
const MOST_AHEAD = 6;

/**
 * Takes events in, on a processor core of their own while this thread serves: it starts once several are underway at the same
 * time. Until it is ready, where there is one core only, and where an event comes alone, they are taken in here. So is what the
 * thread cannot take in, and every fault is told in the same words.
 */
export class Acceptance {
  #thread: AcceptanceThread | undefined;
  #underway = 0;

  /** @param here takes events in on this thread */
  constructor(
    readonly here: Acceptor,
    readonly lock: WriteLock,
    readonly settings: ThreadSettings,
    readonly hasThread = canHaveThread(settings.databaseUrl),
  ) {}

  readonly accept: Accept = async (arrival) => {
    this.#underway += 1;
    try {
      return await this.#accept(arrival);
    } finally {
      this.#underway -= 1;
    }
  };

  /** Waits for what was accepted. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  /** Ends the thread where it stands; another takes its place when there is need. */
  async interrupt(): Promise<void> {
    await this.#thread?.interrupt();
  }

  async #accept(arrival: Arrival): Promise<Taken> {
    const thread = this.#choose();
    const isFree = thread !== undefined && thread.ahead < MOST_AHEAD;
    return (isFree && (await thread.accept(arrival))) || this.#acceptHere(arrival, thread);
  }

  async #acceptHere(arrival: Arrival, thread: AcceptanceThread | undefined): Promise<Taken> {
    const prepared = await this.here.prepare(arrival);
    if (!('event' in prepared)) return prepared;
    return (await thread?.accept(prepared)) ?? this.here.store(prepared);
  }

  #choose(): AcceptanceThread | undefined {
    if (this.#underway === 1 || !this.hasThread) return undefined;
    this.#thread ??= this.#start();
    return this.#thread.isReady ? this.#thread : undefined;
  }

  #start(): AcceptanceThread {
    return new AcceptanceThread({ ...this.settings, lock: this.lock.share() }, () => {
      this.#thread = undefined;
      void this.lock.bury();
    });
  }
}

/** A database in memory belongs to one thread, and TypeScript is not run as it is written. */
function canHaveThread(databaseUrl: string): boolean {
  return databaseUrl !== 'sqlite::memory:' && availableParallelism() > 1 && existsSync(ENTRY);
}
