import type { Parse } from '../../sourcemaps/parse/parse';
import { parseHere } from '../../sourcemaps/parse/parserThread';
import type { QueueStatus } from '../../store/engine/sql';
import type { WriteLock } from '../../store/engine/writeQueue';
import { FairQueue, type QueuedItem } from '../fairQueue';
import type { IngestPipeline } from '../pipeline';
import { type IncomingEvent, type IngestResult, newEventId } from '../processEvent';
import { Unavailable } from '../../domain/errors';
import { FairProcessing } from './serveThread';
import { countProcessors, IngestThreads, type ThreadsEnd, type ThreadSettings } from './ingestThreads';
import type { IngestReply } from './messages';
import { mayTakeLong, TIME_LIMITS } from './runningStep';

/** Maximum size of the events that wait for a thread: of small events, and of long-running ones. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * Number of successive events without overlap after which the next ones are ingested on the service's own thread: no
 * message delays them there.
 */
const MIN_LONE_EVENTS = 3;

/** Minimum number of milliseconds before failed threads are started again. */
const RESTART_DELAY_MS = 1000;

/**
 * Number of times that the threads may end while a long-running event is in progress. Then the event is reduced: it may
 * be the cause.
 */
const MAX_ENDS = 3;

const MS_PER_SECOND = 1_000;

/** Notifications of the pool, and requests to its owner. */
export interface PoolCallbacks {
  /**
   * Called with the number of events in progress when the other threads have ended by themselves; these events are
   * ingested on the service's own thread.
   */
  readonly onEnd?: (inProgress: number) => void;
  /** Called with the durations of the writing thread's transactions, in seconds. */
  readonly onTransactions?: (seconds: readonly number[]) => void;
  /** Parses source maps for the threads; on this thread by default. */
  readonly parse?: Parse;
}

/** An event that waits for a thread. */
interface QueuedEvent extends QueuedItem {
  readonly event: IncomingEvent;
  /** Called with the reply; null means that the event must be ingested on this thread. */
  readonly settle: (reply: IngestReply) => void;
}

function secondsSince(arrival: { readonly at: number } | undefined): number {
  return arrival === undefined ? 0 : (performance.now() - arrival.at) / MS_PER_SECOND;
}

function refuse({ settle }: QueuedEvent): void {
  settle(new Unavailable('Too many events are waiting to be processed.'));
}

/**
 * Ingests events on other threads while the service's own thread serves requests: some threads process events, one
 * writes them. They start once several events are in progress at the same time, or one that may take long. The
 * service's own thread ingests an event if it is the only one, or if the other threads are not ready. It ingests all
 * events if the machine has one processor core, or if the threads cannot start.
 *
 * An event that takes too long ends its thread; it is then reduced (`reducePayload`) and ingested again.
 */
export class IngestWorkerPool {
  #threads: IngestThreads | undefined;
  /** Time from which threads may be started again. */
  #restartAt = 0;
  /** The events in progress, in the order of their arrival. */
  readonly #inProgress = new Set<{ readonly at: number; readonly event: IncomingEvent }>();
  #loneEvents = 0;
  #onIdle: (() => void) | undefined;
  #isSending = false;
  /** True if the threads started when they were last needed. */
  #canStart = true;
  /** Small events, which do not wait for long-running ones. */
  readonly #waiting = new FairQueue<QueuedEvent>(MAX_WAITING_BYTES, refuse);
  /** Events that may take long. Each thread has few of them in progress. */
  readonly #waitingLong = new FairQueue<QueuedEvent>(MAX_WAITING_BYTES, refuse);

  readonly #localProcessing: FairProcessing;

  /**
   * @param local ingests events on this thread
   * @param onError called if another thread fails
   * @param processors number of processing threads; 0 for no other threads
   */
  constructor(
    private readonly local: IngestPipeline,
    private readonly lock: WriteLock,
    private readonly settings: ThreadSettings,
    private readonly onError: (error: unknown) => void,
    private readonly processors = countProcessors(settings.databaseUrl),
    private readonly callbacks: PoolCallbacks = {},
    private readonly limits = TIME_LIMITS,
  ) {
    this.#localProcessing = new FairProcessing(local.process);
  }

  /**
   * Processes and saves an event. Settles once it is durable or dropped.
   * @throws BadRequest, TooLarge or Unavailable
   */
  readonly ingest = async (event: IncomingEvent): Promise<IngestResult> => {
    this.#loneEvents = this.#inProgress.size === 0 ? this.#loneEvents + 1 : 0;
    const arrival = { at: performance.now(), event };
    this.#inProgress.add(arrival);
    try {
      return await (this.#usesThreads(event) ? this.#ingestOnThreads(event) : this.#ingestHere(event));
    } finally {
      this.#inProgress.delete(arrival);
      if (this.#inProgress.size === 0) this.#onIdle?.();
    }
  };

  /** Returns the number and age of the events that are not durable yet. */
  status(): QueueStatus {
    const [oldest] = this.#inProgress.values();
    return { waiting: this.#inProgress.size, oldestSeconds: secondsSince(oldest) };
  }

  /**
   * Returns the age of the oldest event that is not durable yet. Leaves out events that may take long: these wait for
   * their own content, and not for the rest of the service.
   */
  backlogSeconds(): number {
    for (const arrival of this.#inProgress) if (!mayTakeLong(arrival.event)) return secondsSince(arrival);
    return 0;
  }

  /** The memory of the events that wait for a thread. */
  readonly budget = {
    name: 'events waiting for a thread',
    limitBytes: 2 * MAX_WAITING_BYTES,
    usedBytes: () => this.#waiting.bytes + this.#waitingLong.bytes,
  };

  /** Waits for the events in progress, and ends the threads. */
  async close(): Promise<void> {
    if (this.#inProgress.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.#threads?.close();
    this.#restartAt = Infinity;
  }

  /** Ends the threads at once. Others are started when they are needed. */
  async interrupt(): Promise<void> {
    await this.#threads?.interrupt();
  }

  async #ingestHere(event: IncomingEvent): Promise<IngestResult> {
    const processed = await this.#localProcessing.run(event);
    return 'event' in processed ? this.local.save(processed) : processed;
  }

  async #ingestOnThreads(incoming: IncomingEvent): Promise<IngestResult> {
    // An event that is ingested again because the threads ended keeps its id.
    let event = incoming.eventId === null ? { ...incoming, fallbackEventId: newEventId() } : incoming;
    for (let ends = 0; event.reduction !== 'emptied';) {
      const reply = await new Promise<IngestReply>((settle) => {
        const queue = mayTakeLong(event) ? this.#waitingLong : this.#waiting;
        queue.push({ projectId: event.project.id, bytes: event.payload.byteLength, event, settle });
        this.#sendSoon();
      });
      if (reply instanceof Error) throw reply;
      if (reply !== null && reply !== 'overdue') return reply;
      if (reply === null && !(await this.#waitForThreads(event))) break;
      ends += 1;
      if (reply === 'overdue' || ends === MAX_ENDS) {
        event = { ...event, reduction: event.reduction === undefined ? 'shortened' : 'emptied' };
        ends = 0;
      }
      this.#tryStart();
    }
    return this.#ingestHere(event);
  }

  /** Returns true if an event is ingested on the threads. A long-running event waits until they are ready. */
  #usesThreads(event: IncomingEvent): boolean {
    if (this.processors === 0) return false;
    this.#canStart ||= this.#threads?.isReady === true;
    const waits = this.#canStart && mayTakeLong(event);
    if (waits || this.#inProgress.size > 1) this.#tryStart();
    if (this.#threads === undefined) return false;
    return waits || (this.#threads.isReady && this.#loneEvents < MIN_LONE_EVENTS);
  }

  /** Waits until the ended threads can be started again, if an event may take long. Returns true if they can. */
  async #waitForThreads(event: IncomingEvent): Promise<boolean> {
    if (!mayTakeLong(event)) return false;
    const milliseconds = this.#restartAt - performance.now();
    if (this.#canStart && milliseconds > 0 && milliseconds < Infinity) {
      await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    }
    return this.#canStart && this.#tryStart() !== undefined;
  }

  #tryStart(): IngestThreads | undefined {
    if (performance.now() >= this.#restartAt) this.#threads ??= this.#startThreads();
    return this.#threads;
  }

  #startThreads(): IngestThreads {
    const callbacks = {
      onReplies: () => this.#sendWaiting(),
      onCharge: (projectId: string, milliseconds: number, events: number) => {
        for (const queue of [this.#waiting, this.#waitingLong]) queue.charge(projectId, milliseconds, events);
      },
      onEnd: (end: ThreadsEnd) => this.#abandonThreads(end),
      onError: this.onError,
      onTransactions: this.callbacks.onTransactions ?? (() => undefined),
      parse: this.callbacks.parse ?? parseHere,
    };
    return new IngestThreads(this.processors, this.settings, this.lock.share(), callbacks, this.limits);
  }

  /** Sends the events that arrive in one turn of the event loop together. */
  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      this.#sendWaiting();
    });
  }

  /**
   * Sends as many waiting events as the threads have room for. Long-running events come first: few of them are in
   * progress at a time. Without threads, settles all events with null.
   */
  #sendWaiting(): void {
    const threads = this.#threads;
    const sendFrom = (queue: FairQueue<QueuedEvent>, hasRoom: () => boolean) => {
      while (!queue.isEmpty && hasRoom()) {
        const next = queue.shift();
        if (next === undefined) break;
        if (threads === undefined) next.settle(null);
        else threads.add(next.event, queue.expectedOf(next.projectId), next.settle);
      }
    };
    sendFrom(this.#waitingLong, () => threads?.hasRoomForLong !== false);
    sendFrom(this.#waiting, () => threads?.hasRoom !== false);
    threads?.send();
  }

  /**
   * Ingests the waiting events on this thread, and also the events in progress on the threads unless they may take
   * long.
   */
  #abandonThreads({ reason, hasStarted }: ThreadsEnd): void {
    if (reason !== 'closed') this.callbacks.onEnd?.(this.#inProgress.size);
    this.#threads = undefined;
    this.#canStart = hasStarted;
    this.#restartAt = performance.now() + (reason === 'overdue' ? 0 : RESTART_DELAY_MS);
    void this.lock.releaseForEndedThread();
    this.#sendWaiting();
    for (const queue of [this.#waiting, this.#waitingLong]) queue.forgetRunning();
  }
}
