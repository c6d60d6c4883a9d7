import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Arrival, Prepared, Taken } from '../operations/accept';
import { type Answer, CLOSE, type Request, type ThreadData } from './messages';

/** What a thread runs, once it is built. */
export const ENTRY = path.join(__dirname, 'thread.js');

type Resolve = (taken: Taken | null) => void;

/** The thread, and what it was given to do. */
export class AcceptanceThread {
  readonly #worker: Worker;
  readonly #underway = new Map<number, Resolve>();
  readonly #ended: Promise<void>;
  #number = 0;
  /** Whether it has opened the database. */
  isReady = false;

  constructor(data: ThreadData, onEnd: () => void) {
    this.#worker = new Worker(ENTRY, { workerData: data });
    this.#worker.on('message', (answers: Answer[]) => this.#take(answers));
    // What goes wrong ends the thread, and that is enough to know.
    this.#worker.on('error', () => undefined);
    this.#ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve())).then(() => {
      onEnd();
      this.#leave();
    });
  }

  /** How many events it has not answered. */
  get ahead(): number {
    return this.#underway.size;
  }

  /** Answers once the event is durable or dropped; null if it could not be taken in, or nobody knows. */
  accept(input: Arrival | Prepared): Promise<Taken | null> {
    if (!this.isReady) return Promise.resolve(null);
    return new Promise((resolve) => {
      const number = (this.#number += 1);
      this.#underway.set(number, resolve);
      const [own, bytes] = withOwnBytes(input);
      this.#worker.postMessage({ number, input: own } satisfies Request, [bytes]);
    });
  }

  async close(): Promise<void> {
    this.#worker.postMessage(CLOSE);
    await this.#ended;
  }

  /** Ends at once, in whatever state. */
  async interrupt(): Promise<void> {
    await this.#worker.terminate();
    await this.#ended;
  }

  #take(answers: readonly Answer[]): void {
    this.isReady = true;
    for (const { number, taken } of answers) {
      this.#underway.get(number)?.(taken);
      this.#underway.delete(number);
    }
  }

  #leave(): void {
    this.isReady = false;
    for (const resolve of this.#underway.values()) resolve(null);
    this.#underway.clear();
  }
}

/** The same with its bytes in memory of their own, which is handed over and not copied once more. */
function withOwnBytes(input: Arrival | Prepared): [Arrival | Prepared, ArrayBuffer] {
  if ('event' in input) {
    const body = new Uint8Array(input.event.body);
    return [{ ...input, event: { ...input.event, body } }, body.buffer];
  }
  const payload = new Uint8Array(input.payload);
  return [{ ...input, payload }, payload.buffer];
}
