import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WriteLock } from '../../store/writeLock';
import type { IngestPipeline, SaveRequest } from '../pipeline';
import type { IncomingEvent, IngestResult } from '../processEvent';

/** The configuration of a worker. */
export interface WorkerSettings {
  readonly databaseUrl: string;
  /** Whether the service can send mail to members about issues. */
  readonly sendsMail: boolean;
  /** Whether the service fetches JavaScript files for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
}

/** What a worker is started with. */
export interface WorkerData extends WorkerSettings {
  /** Memory of the lock for writing to an SQLite file. */
  readonly lock: SharedArrayBuffer;
}

/** Asks a worker to ingest an event. `'close'` instead asks it to finish its events and to end. */
export interface WorkerRequest {
  /** The number that the reply carries. */
  readonly number: number;
  readonly input: IncomingEvent | SaveRequest;
}

/** The result of a request; null if the worker could not ingest the event, for whatever reason. */
export interface WorkerReply {
  readonly number: number;
  readonly result: IngestResult | null;
}

/** The file that a worker runs. It exists once the service is built. */
const WORKER_FILE = path.join(__dirname, '../../ingestWorker.js');

/** Number of events that a worker may have queued; further events are processed on the service's own thread. */
const MAX_QUEUED_EVENTS = 6;

/**
 * Ingests events on a worker thread while the service's own thread serves requests. The worker starts once several events are in
 * progress at the same time. The service's own thread ingests an event if it is the only one, if the machine has one processor
 * core, until the worker is ready, and if the worker could not: so an error is the same wherever the event was processed.
 */
export class IngestWorkerPool {
  #worker: IngestWorker | undefined;
  #inProgress = 0;

  /** @param local ingests events on this thread */
  constructor(
    private readonly local: IngestPipeline,
    private readonly lock: WriteLock,
    private readonly settings: WorkerSettings,
    private readonly hasWorker = canUseWorker(settings.databaseUrl),
  ) {}

  /** Processes and saves an event. Settles once it is durable or dropped. @throws BadRequest, TooLarge or Unavailable */
  readonly ingest = async (event: IncomingEvent): Promise<IngestResult> => {
    this.#inProgress += 1;
    try {
      return await this.#ingest(event);
    } finally {
      this.#inProgress -= 1;
    }
  };

  /** Waits until the worker has finished its events. */
  async close(): Promise<void> {
    await this.#worker?.close();
  }

  /** Ends the worker at once. Another one is started when it is needed. */
  async interrupt(): Promise<void> {
    await this.#worker?.interrupt();
  }

  async #ingest(event: IncomingEvent): Promise<IngestResult> {
    const worker = this.#selectWorker();
    if (worker !== undefined && worker.queued < MAX_QUEUED_EVENTS) {
      const result = await worker.ingest(event);
      if (result !== null) return result;
    }
    const processed = await this.local.process(event);
    if (!('event' in processed)) return processed;
    return (await worker?.ingest(processed)) ?? this.local.save(processed);
  }

  #selectWorker(): IngestWorker | undefined {
    if (this.#inProgress === 1 || !this.hasWorker) return undefined;
    this.#worker ??= this.#startWorker();
    return this.#worker.isReady ? this.#worker : undefined;
  }

  #startWorker(): IngestWorker {
    return new IngestWorker({ ...this.settings, lock: this.lock.share() }, () => {
      this.#worker = undefined;
      void this.lock.releaseForEndedThread();
    });
  }
}

/** A database in memory belongs to one thread. When TypeScript is run directly, as in tests, there is no file to run. */
function canUseWorker(databaseUrl: string): boolean {
  return databaseUrl !== 'sqlite::memory:' && availableParallelism() > 1 && existsSync(WORKER_FILE);
}

/** A worker thread with the requests that it has not replied to. */
class IngestWorker {
  readonly #thread: Worker;
  readonly #pending = new Map<number, (result: IngestResult | null) => void>();
  readonly #ended: Promise<void>;
  #lastNumber = 0;
  /** Whether the worker has opened the database. */
  isReady = false;

  constructor(data: WorkerData, onEnd: () => void) {
    this.#thread = new Worker(WORKER_FILE, { workerData: data });
    this.#thread.on('message', (replies: WorkerReply[]) => this.#receive(replies));
    // An error ends the thread, and `exit` follows: nothing more is to be known.
    this.#thread.on('error', () => undefined);
    this.#ended = new Promise<void>((resolve) => this.#thread.once('exit', () => resolve())).then(() => {
      onEnd();
      this.#abandonPending();
    });
  }

  /** Number of events without a reply. */
  get queued(): number {
    return this.#pending.size;
  }

  /** Settles once the event is durable or dropped. Null if the worker could not ingest it, or ended before it could tell. */
  ingest(input: IncomingEvent | SaveRequest): Promise<IngestResult | null> {
    if (!this.isReady) return Promise.resolve(null);
    return new Promise((resolve) => {
      const number = (this.#lastNumber += 1);
      this.#pending.set(number, resolve);
      const [copy, bytes] = copyToTransfer(input);
      this.#thread.postMessage({ number, input: copy } satisfies WorkerRequest, [bytes]);
    });
  }

  async close(): Promise<void> {
    this.#thread.postMessage('close');
    await this.#ended;
  }

  async interrupt(): Promise<void> {
    await this.#thread.terminate();
    await this.#ended;
  }

  #receive(replies: readonly WorkerReply[]): void {
    this.isReady = true;
    for (const { number, result } of replies) {
      this.#pending.get(number)?.(result);
      this.#pending.delete(number);
    }
  }

  #abandonPending(): void {
    this.isReady = false;
    for (const resolve of this.#pending.values()) resolve(null);
    this.#pending.clear();
  }
}

/** Copies the bytes into memory of their own, which can be transferred to the thread without a second copy. */
function copyToTransfer(input: IncomingEvent | SaveRequest): [IncomingEvent | SaveRequest, ArrayBuffer] {
  if ('event' in input) {
    const body = new Uint8Array(input.event.body);
    return [{ ...input, event: { ...input.event, body } }, body.buffer];
  }
  const payload = new Uint8Array(input.payload);
  return [{ ...input, payload }, payload.buffer];
}
