import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WriteLock } from '../../store/writeLock';
import type { IncomingEvent, IngestEvent, IngestPipeline, IngestResult, SaveRequest } from '../pipeline';

/** What the thread needs to know. */
export interface WorkerSettings {
  readonly databaseUrl: string;
  /** Whether there is a way to tell members of new issues. */
  readonly sendsMail: boolean;
  /** Whether files are fetched for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
}

/** What the thread is started with. */
export interface WorkerData extends WorkerSettings {
  /** Of the lock on writing to an SQLite file. */
  readonly lock: SharedArrayBuffer;
}

/** An event, and the number its answer is to carry. */
export interface WorkerRequest {
  readonly number: number;
  readonly input: IncomingEvent | SaveRequest;
}

/** What became of an event; null of one that could not be taken in, for whatever reason. */
export interface WorkerReply {
  readonly number: number;
  readonly result: IngestResult | null;
}

/** Asks the thread to finish what it has and to end. */
export const CLOSE = 'close';

/** How many events the thread may have before it; further ones are prepared here meanwhile. */
const MAX_QUEUED_EVENTS = 6;

/**
 * Takes events in, on a processor core of their own while this thread serves: it starts once several are underway at the same
 * time. Until it is ready, where there is one core only, and where an event comes alone, they are taken in here. So is what the
 * thread cannot take in, and every fault is told in the same words.
 */
export class IngestWorkerPool {
  #thread: IngestWorker | undefined;
  #underway = 0;

  /** @param here takes events in on this thread */
  constructor(
    readonly here: IngestPipeline,
    readonly lock: WriteLock,
    readonly settings: WorkerSettings,
    readonly hasThread = canUseWorker(settings.databaseUrl),
  ) {}

  readonly ingest: IngestEvent = async (arrival) => {
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

  async #accept(arrival: IncomingEvent): Promise<IngestResult> {
    const thread = this.#choose();
    const isFree = thread !== undefined && thread.queued < MAX_QUEUED_EVENTS;
    return (isFree && (await thread.ingest(arrival))) || this.#acceptHere(arrival, thread);
  }

  async #acceptHere(arrival: IncomingEvent, thread: IngestWorker | undefined): Promise<IngestResult> {
    const prepared = await this.here.process(arrival);
    if (!('event' in prepared)) return prepared;
    return (await thread?.ingest(prepared)) ?? this.here.save(prepared);
  }

  #choose(): IngestWorker | undefined {
    if (this.#underway === 1 || !this.hasThread) return undefined;
    this.#thread ??= this.#start();
    return this.#thread.isReady ? this.#thread : undefined;
  }

  #start(): IngestWorker {
    return new IngestWorker({ ...this.settings, lock: this.lock.share() }, () => {
      this.#thread = undefined;
      void this.lock.releaseForEndedThread();
    });
  }
}

/** A database in memory belongs to one thread, and TypeScript is not run as it is written. */
function canUseWorker(databaseUrl: string): boolean {
  return databaseUrl !== 'sqlite::memory:' && availableParallelism() > 1 && existsSync(WORKER_ENTRY);
}

/** What a thread runs, once it is built. */
export const WORKER_ENTRY = path.join(__dirname, 'thread.js');

type ResolveResult = (taken: IngestResult | null) => void;

/** The thread, and what it was given to do. */
export class IngestWorker {
  readonly #worker: Worker;
  readonly #underway = new Map<number, ResolveResult>();
  readonly #ended: Promise<void>;
  #number = 0;
  /** Whether it has opened the database. */
  isReady = false;

  constructor(data: WorkerData, onEnd: () => void) {
    this.#worker = new Worker(WORKER_ENTRY, { workerData: data });
    this.#worker.on('message', (answers: WorkerReply[]) => this.#take(answers));
    // What goes wrong ends the thread, and that is enough to know.
    this.#worker.on('error', () => undefined);
    this.#ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve())).then(() => {
      onEnd();
      this.#leave();
    });
  }

  /** How many events it has not answered. */
  get queued(): number {
    return this.#underway.size;
  }

  /** Answers once the event is durable or dropped; null if it could not be taken in, or nobody knows. */
  ingest(input: IncomingEvent | SaveRequest): Promise<IngestResult | null> {
    if (!this.isReady) return Promise.resolve(null);
    return new Promise((resolve) => {
      const number = (this.#number += 1);
      this.#underway.set(number, resolve);
      const [own, bytes] = copyToTransfer(input);
      this.#worker.postMessage({ number, input: own } satisfies WorkerRequest, [bytes]);
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

  #take(answers: readonly WorkerReply[]): void {
    this.isReady = true;
    for (const { number, result: taken } of answers) {
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
function copyToTransfer(input: IncomingEvent | SaveRequest): [IncomingEvent | SaveRequest, ArrayBuffer] {
  if ('event' in input) {
    const body = new Uint8Array(input.event.body);
    return [{ ...input, event: { ...input.event, body } }, body.buffer];
  }
  const payload = new Uint8Array(input.payload);
  return [{ ...input, payload }, payload.buffer];
}
