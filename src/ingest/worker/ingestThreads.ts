import { availableParallelism } from 'node:os';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { answerForwarded, type ParseMessage, type Parse } from '../../sourcemaps/parse/parse';
import type { IncomingEvent } from '../processEvent';
import { type ChargeMessage, EventSender, readReplies, type IngestReply, type ReplyMessage } from './messages';
import { longMsOf, RunningStep, StepWatch, TIME_LIMITS } from './runningStep';

/** The configuration of the threads. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  /** True if the service can send mail to members about issues. */
  readonly sendsMail: boolean;
  /** True if the service fetches JavaScript files for which nothing is uploaded. */
  readonly fetchesJavaScript: boolean;
  /** The part of the contract against which the records of events are checked. */
  readonly eventSchemas: object;
  /** True if the writing thread reports the duration of its transactions. */
  readonly reportsTransactions?: boolean;
  /** Memory of the position behind the last commit; undefined without a standby. */
  readonly commitPosition?: SharedArrayBuffer | undefined;
}

/** Report of the writing thread, sent once a second: the duration of each transaction in seconds. */
export interface TransactionReport {
  readonly transactions: readonly number[];
}

/**
 * Tells the writing thread which events were withdrawn, by number: the service ingests them itself, so the thread must
 * not save them any more.
 */
export interface WithdrawnMessage {
  readonly withdrawn: readonly number[];
}

/** Initial data of a processing thread. */
export interface ProcessingThreadData extends ThreadSettings {
  /** The port to the writing thread. */
  readonly writer: MessagePort;
  /** Shared memory that names the running step of the thread. */
  readonly running: SharedArrayBuffer;
}

/** Initial data of the writing thread. */
export interface WritingThreadData extends ThreadSettings {
  /** A port to each processing thread. */
  readonly processors: readonly MessagePort[];
  /** Memory of the lock for writing to an SQLite file. */
  readonly lock: SharedArrayBuffer;
}

/** Messages from the threads. */
type ThreadMessage = ReplyMessage | ChargeMessage | TransactionReport | ParseMessage | typeof READY;

/** The first message of a thread. */
export const READY = 'ready';
/** Message that asks a thread to end. The thread has no events in progress then. */
export const CLOSE = 'close';

/** The files that the threads run. They exist once the service is built. */
const PROCESSING_FILE = path.join(__dirname, '../../ingestProcessor.js');
const WRITING_FILE = path.join(__dirname, '../../ingestWriter.js');

/**
 * Maximum number of events in progress on a processing thread; the rest waits, so that projects take turns. It is
 * enough for processing one batch while another one is written.
 */
const MAX_EVENTS = 128;
const MAX_BYTES = 4 * 1024 * 1024;
/**
 * Maximum expected processor time of the events in progress on a processing thread. Events of 3 KB reach `MAX_EVENTS`
 * first.
 */
const MAX_EXPECTED_MS = 400;
/**
 * Once the long-running events in progress on a processing thread may take this time together, no other one is added
 * to it.
 */
const MAX_LONG_MS = 50;
/**
 * Number of events that are sent at once. Otherwise events are sent at the end of a turn of the event loop: the other
 * thread can begin earlier.
 */
const EVENTS_PER_MESSAGE = 16;

/**
 * Size of the young generation. Events leave a thread soon; with the 48 MB that Node.js permits, a thread uses more
 * memory and no less time.
 */
const YOUNG_GENERATION_MB = 12;

/** Maximum number of processing threads: more have nothing to do, because one thread serves all requests. */
const MAX_PROCESSORS = 4;

/**
 * Returns the number of processing threads: the number of cores minus two, for the thread that serves requests and the
 * one that writes, but at least one. Returns 0, for no threads, with one core; for a database in memory, which belongs
 * to one thread; and if TypeScript is run directly, as in tests, because there is no file to run.
 */
export function countProcessors(databaseUrl: string): number {
  const cores = availableParallelism();
  if (databaseUrl === 'sqlite::memory:' || cores === 1 || !existsSync(WRITING_FILE)) return 0;
  return Math.max(1, Math.min(MAX_PROCESSORS, cores - 2));
}

/** A processing thread, and the size of its events in progress. */
interface Processor {
  readonly sender: EventSender;
  readonly watch: StepWatch;
  events: number;
  /** Time that its long-running events may take, in total. It is limited, so that small events wait for few of them. */
  longMs: number;
  bytes: number;
  expectedMs: number;
}

/** An event in progress on the threads. */
interface EventInProgress {
  readonly processor: Processor;
  readonly projectId: string;
  /**
   * Time that a long-running event may take; 0 for a small event, which is processed elsewhere while the thread is busy
   * with another one.
   */
  readonly longMs: number;
  readonly bytes: number;
  readonly expectedMs: number;
  readonly settle: (reply: IngestReply) => void;
}

/** The reason why the threads ended: they were closed, an event took too long, or another one. */
export interface ThreadsEnd {
  readonly reason: 'closed' | 'overdue' | 'failed';
  readonly hasStarted: boolean;
}

/** Notifications from the threads to their owner. */
export interface ThreadCallbacks {
  /** Called when replies have arrived: there is room for other events. */
  readonly onReplies: () => void;
  /** Called with the processor time of a project's events. */
  readonly onCharge: (projectId: string, milliseconds: number, events: number) => void;
  /**
   * Called when all threads have ended. The events in progress are settled afterwards, with null.
   * @param end why they ended, and whether they had started
   */
  readonly onEnd: (end: ThreadsEnd) => void;
  /** Called when a thread failed. It ends. */
  readonly onError: (error: unknown) => void;
  /** Called with the durations of the writing thread's transactions, in seconds. */
  readonly onTransactions: (seconds: readonly number[]) => void;
  /** Parses source maps for processing threads. */
  readonly parse: Parse;
}

/**
 * The threads that process events, and the thread that writes them. If one of them ends, for any reason, the others are
 * ended too, and the owner ingests the events in progress again. Events that were already written are recognized by
 * their ids.
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
  /** Number of the event that took too long. */
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

  /** True if the threads have started and none has ended. */
  get isReady(): boolean {
    return this.#ready.size === this.#threads.length;
  }

  /** True if a processing thread may have another event in progress. */
  get hasRoom(): boolean {
    return hasRoom(this.#leastBusy());
  }

  /** True if a processing thread may have another event in progress that may take long. */
  get hasRoomForLong(): boolean {
    const processor = this.#leastBusy(hasRoomForLong);
    return hasRoomForLong(processor) && hasRoom(processor);
  }

  /**
   * Adds an event to the next message for a thread. Calls `settle` with its outcome.
   * @param expectedMs expected processing time
   */
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

  /** Sends the added events. */
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

  /** Runs a thread and settles when it has ended. */
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
      // Otherwise its event would wait forever.
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
   * Checks the running steps of the processing threads. If an event takes too long, it is settled as `overdue` and the
   * threads are ended: nothing else stops running code. Before that, small events that wait behind it are withdrawn.
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
      const waitingEvents = [...this.#inProgress].filter(([number, event]) => {
        return event.processor === processor && event.longMs === 0 && number !== running.event;
      });
      if (waitingEvents.length === 0) continue;
      const withdrawn = waitingEvents.map(([number]) => number);
      this.#threads[0]?.postMessage({ withdrawn } satisfies WithdrawnMessage);
      for (const number of withdrawn) this.#settle(number, null);
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

  /** Returns the least busy thread. @param isPreferred selects threads that are chosen first */
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

/** Returns the load of a thread: large events weigh as much as expensive ones. */
function loadOf({ bytes, expectedMs }: Processor): number {
  return bytes / MAX_BYTES + expectedMs / MAX_EXPECTED_MS;
}
