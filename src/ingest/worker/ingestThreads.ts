import { availableParallelism } from 'node:os';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { answerForwarded, type ParseMessage } from '../../sourcemaps/parse/forwardParsing';
import type { Parse } from '../../sourcemaps/parse/parse';
import type { IncomingEvent } from '../processEvent';
import { type ChargeMessage, EventSender, readReplies, type IngestReply, type ReplyMessage } from './messages';
import { longMsOf, RunningStep, StepWatch, TIME_LIMITS } from './runningStep';

/** The configuration of the threads. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  /** Whether the service can send mail to members about issues. */
  readonly sendsMail: boolean;
  /** Whether the service fetches JavaScript files for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
  /** Whether the writing thread reports how long its transactions take. */
  readonly reportsTransactions?: boolean;
}

/** What the writing thread reports once a second: the seconds that transactions took. */
export interface TransactionReport {
  readonly transactions: readonly number[];
}

/** What the writing thread is told: events that are ingested elsewhere, by their numbers. It does not save them any more. */
export interface GivenBackMessage {
  readonly givenBack: readonly number[];
}

/** What a processing thread is started with. */
export interface ProcessingThreadData extends ThreadSettings {
  /** The port to the writing thread. */
  readonly writer: MessagePort;
  /** The memory of the step that the thread is at. */
  readonly running: SharedArrayBuffer;
}

/** What the writing thread is started with. */
export interface WritingThreadData extends ThreadSettings {
  /** A port to each processing thread. */
  readonly processors: readonly MessagePort[];
  /** Memory of the lock for writing to an SQLite file. */
  readonly lock: SharedArrayBuffer;
}

/** What the threads send. */
type ThreadMessage = ReplyMessage | ChargeMessage | TransactionReport | ParseMessage | typeof READY;

/** The first message of a thread. */
export const READY = 'ready';
/** Requests a thread to end. It has no events then. */
export const CLOSE = 'close';

/** The files that the threads run. They exist once the service is built. */
const PROCESSING_FILE = path.join(__dirname, '../../ingestProcessor.js');
const WRITING_FILE = path.join(__dirname, '../../ingestWriter.js');

/**
 * What a processing thread may have in progress; the rest waits, so that projects take turns. It is enough for one batch to be
 * processed while another one is written.
 */
const MAX_EVENTS = 128;
const MAX_BYTES = 4 * 1024 * 1024;
/** Expected processor time of what a processing thread has in progress. Events of 3 KB reach the number of events first. */
const MAX_EXPECTED_MS = 400;
/** What events in progress on a processing thread may take that may take long; one more may be added below it. */
const MAX_LONG_MS = 50;
/** Events are sent at the end of a turn of the event loop, and earlier if there are so many: the other thread can begin. */
const EVENTS_PER_MESSAGE = 16;

/** Events leave a thread soon. With the 48 MB that Node.js permits, a thread uses more memory and no less time. */
const YOUNG_GENERATION_MB = 12;

/** More processing threads than this have nothing to do: one thread serves all requests. */
const MAX_PROCESSORS = 4;

/**
 * Returns the number of processing threads: as many as there are cores beside two, for the thread that serves requests and the one
 * that writes, but at least one. 0 means that there are no threads: with one core; for a database in memory, which belongs to one
 * thread; and when TypeScript is run directly, as in tests, because there is no file to run.
 */
export function countProcessors(databaseUrl: string): number {
  const cores = availableParallelism();
  if (databaseUrl === 'sqlite::memory:' || cores === 1 || !existsSync(WRITING_FILE)) return 0;
  return Math.max(1, Math.min(MAX_PROCESSORS, cores - 2));
}

/** A processing thread, with the size of what it has in progress. */
interface Processor {
  readonly sender: EventSender;
  readonly watch: StepWatch;
  events: number;
  /** What those may take that may take long, so that small ones do not wait behind many of them. */
  longMs: number;
  bytes: number;
  expectedMs: number;
}

/** An event in progress on the threads. */
interface EventInProgress {
  readonly processor: Processor;
  readonly projectId: string;
  /** What it may take, if that is long; a small event has 0, and is processed elsewhere while the thread is busy with another one. */
  readonly longMs: number;
  readonly bytes: number;
  readonly expectedMs: number;
  readonly settle: (reply: IngestReply) => void;
}

/** Why the threads ended: they were closed, an event took too long, or anything else. */
export interface ThreadsEnd {
  readonly reason: 'closed' | 'overdue' | 'failed';
  readonly hasStarted: boolean;
}

/** What the threads tell their owner. */
export interface ThreadCallbacks {
  /** Replies have arrived: there is room for other events. */
  readonly onReplies: () => void;
  /** Events of a project took processor time. */
  readonly onCharge: (projectId: string, milliseconds: number, events: number) => void;
  /**
   * All threads have ended. The events that were in progress are settled afterwards, with null.
   * @param end why they ended, and whether they had started
   */
  readonly onEnd: (end: ThreadsEnd) => void;
  /** A thread failed. It ends. */
  readonly onError: (error: unknown) => void;
  /** Transactions of the writing thread took so many seconds. */
  readonly onTransactions: (seconds: readonly number[]) => void;
  /** Parses source maps for processing threads. */
  readonly parse: Parse;
}

/**
 * The threads that process events, and the one that writes them. They exist together: if one ends, for whatever reason, the others
 * are ended too, and the owner ingests again what was in progress. Events that were written before are recognized by their ids.
 */
export class IngestThreads {
  readonly #processors: readonly Processor[];
  /** The writing thread first. */
  readonly #threads: readonly Worker[];
  readonly #inProgress = new Map<number, EventInProgress>();
  readonly #ended: Promise<void>;
  #lastNumber = 0;
  readonly #ready = new Set<Worker>();
  #hasStarted = false;
  #endReason: ThreadsEnd['reason'] = 'failed';
  #watchTimer: NodeJS.Timeout | undefined;
  /** The event that took too long. */
  #overdue: number | undefined;

  /**
   * @param processors number of processing threads
   * @param lock memory of the lock for writing to an SQLite file
   */
  constructor(
    processors: number,
    settings: ThreadSettings,
    lock: SharedArrayBuffer,
    private readonly callbacks: ThreadCallbacks,
    private readonly limits = TIME_LIMITS,
  ) {
    const steps = Array.from({ length: processors }, () => new RunningStep());
    const channels = Array.from({ length: processors }, () => new MessageChannel());
    const ports = channels.map(({ port1 }) => port1);
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
    const writing = new Worker(WRITING_FILE, {
      resourceLimits,
      workerData: { ...settings, processors: ports, lock } satisfies WritingThreadData,
      transferList: ports,
    });
    const processing = channels.map(
      ({ port2 }, index) =>
        new Worker(PROCESSING_FILE, {
          resourceLimits,
          workerData: {
            ...settings,
            writer: port2,
            running: steps[index]?.memory ?? new SharedArrayBuffer(0),
          } satisfies ProcessingThreadData,
          transferList: [port2],
        }),
    );
    this.#processors = processing.map((thread, index) => ({
      sender: new EventSender(thread),
      watch: new StepWatch(steps[index] ?? new RunningStep(), limits),
      events: 0,
      longMs: 0,
      bytes: 0,
      expectedMs: 0,
    }));
    this.#threads = [writing, ...processing];
    this.#ended = Promise.all(this.#threads.map((thread) => this.#run(thread))).then(() => this.#end());
  }

  /** Whether the threads have started, and none has ended. */
  get isReady(): boolean {
    return this.#ready.size === this.#threads.length;
  }

  /** Whether a processing thread may have another event in progress. */
  get hasRoom(): boolean {
    return hasRoom(this.#leastBusy());
  }

  /** Whether a processing thread may have another event in progress that may take long. */
  get hasRoomForLong(): boolean {
    const processor = this.#leastBusy(hasRoomForLong);
    return hasRoomForLong(processor) && hasRoom(processor);
  }

  /** Adds an event to the next message for a thread. `settle` is called with its outcome. @param expectedMs what it is expected to take */
  add(event: IncomingEvent, expectedMs: number, settle: (reply: IngestReply) => void): void {
    this.#watchTimer ??= setInterval(() => this.#watch(), this.limits.intervalMs).unref();
    const longMs = longMsOf(event);
    const processor = longMs === 0 ? this.#leastBusy() : this.#leastBusy(hasRoomForLong);
    const number = (this.#lastNumber += 1);
    const bytes = event.payload.byteLength;
    this.#inProgress.set(number, { processor, projectId: event.project.id, longMs, bytes, expectedMs, settle });
    processor.events += 1;
    processor.longMs += longMs;
    processor.bytes += bytes;
    processor.expectedMs += expectedMs;
    processor.sender.addIncoming({ number, event });
    if (processor.sender.count === EVENTS_PER_MESSAGE) processor.sender.send();
  }

  /** Sends the events that were added. */
  send(): void {
    for (const { sender } of this.#processors) sender.send();
  }

  /** Ends the threads, which must have no events in progress. */
  async close(): Promise<void> {
    this.#endReason = 'closed';
    for (const thread of this.#threads) thread.postMessage(CLOSE);
    await this.#ended;
  }

  /** Ends the threads at once. */
  async interrupt(): Promise<void> {
    for (const thread of this.#threads) void thread.terminate();
    await this.#ended;
  }

  /** Settles when the thread has ended. */
  #run(thread: Worker): Promise<void> {
    thread.on('message', (message: ThreadMessage) => {
      if (message === READY) this.#addReady(thread);
      else if ('charges' in message) for (const charge of message.charges) this.callbacks.onCharge(...charge);
      else if ('transactions' in message) this.callbacks.onTransactions(message.transactions);
      else if ('parse' in message) void this.#parse(message, thread);
      else this.#receive(message);
    });
    thread.on('error', (error) => this.callbacks.onError(error));
    return new Promise((resolve) =>
      thread.once('exit', () => {
        this.#ready.delete(thread);
        if (this.#endReason !== 'closed') void this.interrupt();
        resolve();
      }),
    );
  }

  async #parse(message: ParseMessage, thread: Worker): Promise<void> {
    try {
      await answerForwarded(message, this.callbacks.parse, thread);
    } catch (error) {
      this.callbacks.onError(error);
      // Its event would wait forever.
      void thread.terminate();
    }
  }

  #receive(message: ReplyMessage): void {
    readReplies(message, (number, reply) => this.#settle(number, reply));
    this.callbacks.onReplies();
  }

  #addReady(thread: Worker): void {
    this.#ready.add(thread);
    this.#hasStarted ||= this.isReady;
  }

  #settle(number: number, reply: IngestReply): void {
    const event = this.#inProgress.get(number);
    if (event === undefined) return;
    this.#inProgress.delete(number);
    event.processor.events -= 1;
    event.processor.longMs -= event.longMs;
    event.processor.bytes -= event.bytes;
    event.processor.expectedMs -= event.expectedMs;
    if (this.#inProgress.size === 0) this.#stopWatching();
    event.settle(reply);
  }

  /**
   * Looks at what the processing threads do. An event that takes too long is given back, and the threads are ended: nothing else stops what runs. Before
   * that, small events that wait behind it are given back.
   */
  #watch(): void {
    const now = performance.now();
    for (const processor of this.#processors) {
      const running = processor.watch.look(now);
      if (running === undefined || running.eventMs < this.limits.waitMs) continue;
      if (running.eventMs >= this.limits.eventMs) {
        this.#endOverdue(running.event, running.eventMs);
        return;
      }
      const behind = [...this.#inProgress].filter(([number, event]) => {
        return event.processor === processor && event.longMs === 0 && number !== running.event;
      });
      if (behind.length === 0) continue;
      const givenBack = behind.map(([number]) => number);
      this.#threads[0]?.postMessage({ givenBack } satisfies GivenBackMessage);
      for (const number of givenBack) this.#settle(number, null);
    }
  }

  #endOverdue(number: number, milliseconds: number): void {
    this.#stopWatching();
    this.#endReason = 'overdue';
    const projectId = this.#inProgress.get(number)?.projectId;
    if (projectId !== undefined) this.callbacks.onCharge(projectId, milliseconds, 1);
    this.#overdue = number;
    void this.interrupt();
  }

  #stopWatching(): void {
    clearInterval(this.#watchTimer);
    this.#watchTimer = undefined;
  }

  #end(): void {
    this.#stopWatching();
    this.callbacks.onEnd({ reason: this.#endReason, hasStarted: this.#hasStarted });
    if (this.#overdue !== undefined) this.#settle(this.#overdue, 'overdue');
    for (const { settle } of this.#inProgress.values()) settle(null);
    this.#inProgress.clear();
  }

  /** @param isPreferred which threads are chosen if there are any */
  #leastBusy(isPreferred: (processor: Processor) => boolean = () => true): Processor {
    const preferred = this.#processors.filter(isPreferred);
    const choice = preferred.length > 0 ? preferred : this.#processors;
    return choice.reduce((one, other) => (loadOf(other) < loadOf(one) ? other : one));
  }
}

function hasRoomForLong({ longMs }: Processor): boolean {
  return longMs < MAX_LONG_MS;
}

function hasRoom({ events, bytes, expectedMs }: Processor): boolean {
  return events < MAX_EVENTS && bytes < MAX_BYTES && expectedMs < MAX_EXPECTED_MS;
}

/** How busy a thread is: large events take as long as expensive ones. */
function loadOf({ bytes, expectedMs }: Processor): number {
  return bytes / MAX_BYTES + expectedMs / MAX_EXPECTED_MS;
}
