import type { MessagePort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { Unavailable } from '../../domain/errors';
import { atMost } from '../../domain/lazy';
import type { ForwardingParser, ParsedMessage } from '../../sourcemaps/parse/parse';
import { FairQueue, type QueuedItem } from '../fairQueue';
import type { EventBatcher } from '../eventBatcher';
import type { IngestPipeline } from '../pipeline';
import type { IncomingEvent } from '../processEvent';
import { CLOSE, READY, type WithdrawnMessage } from './ingestThreads';
import { RunningStep } from './runningStep';
import {
  ChargeSender,
  type EventMessage,
  EventReceiver,
  EventSender,
  type NumberedIncomingEvent,
  ReplySender,
} from './messages';

/** Result of processing an event. */
type Processed = Awaited<ReturnType<IngestPipeline['process']>>;

/** An event that waits for its turn. */
interface WaitingEvent extends QueuedItem {
  readonly event: IncomingEvent;
  readonly number: number;
  readonly resolve: (processed: Processed | PromiseLike<Processed>) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum size of the events that wait on one thread. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/**
 * Maximum number of events whose processing begins in one turn of the event loop: they pass through the steps together.
 */
const EVENTS_PER_TURN = 16;
/**
 * Expected time after which no further event begins in a turn: the thread has other work, too. Time is wall-clock time:
 * on a loaded machine, sixteen small events seem to take 30 ms; they must still begin together.
 */
const TURN_MS = 50;

/** Measures the processor time of one event whose steps alternate with the steps of other events. */
class ProcessingTime {
  /** Time of the steps that have ended. */
  milliseconds = 0;
  #since = performance.now();

  constructor(
    private readonly number: number,
    private readonly running: RunningStep | undefined,
  ) {}

  /** Starts measuring; called before each step, and after `pause`. */
  resume(): void {
    this.#since = performance.now();
    this.running?.begin(this.number, this.milliseconds);
  }

  /** Stops measuring; called after each step. */
  pause(): void {
    this.running?.end();
    this.milliseconds += performance.now() - this.#since;
  }
}

/**
 * Processes events on one thread. Projects take turns by the time that their events take, so that a project whose
 * events are expensive delays its own (src/DECISIONS.md, "Fairness").
 */
export class FairProcessing {
  readonly #waiting = new FairQueue<WaitingEvent>(MAX_WAITING_BYTES, ({ reject }) =>
    reject(new Unavailable('Too many events are waiting to be processed.')),
  );
  #isBusy = false;

  /**
   * @param onCharge called with the time of each event
   * @param running receives the event whose step runs
   */
  constructor(
    private readonly process: IngestPipeline['process'],
    private readonly onCharge?: (projectId: string, milliseconds: number) => void,
    private readonly running?: RunningStep,
  ) {}

  /**
   * Processes an event in its turn.
   * @param number the number by which the running step names the event
   * @throws errors of processing, and Unavailable if too many bytes wait
   */
  run(event: IncomingEvent, number = 0): Promise<Processed> {
    return new Promise((resolve, reject) => {
      const bytes = event.payload.byteLength;
      this.#waiting.push({ projectId: event.project.id, bytes, event, number, resolve, reject });
      if (this.#isBusy) return;
      this.#isBusy = true;
      // Events that arrive together are all queued before the first one begins.
      queueMicrotask(() => this.#takeTurn());
    });
  }

  #takeTurn(): void {
    let expected = 0;
    for (let count = 0; count < EVENTS_PER_TURN && expected < TURN_MS; count += 1) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      expected += this.#waiting.expectedOf(next.projectId);
      void this.#processOne(next);
    }
    setImmediate(() => {
      if (this.#waiting.isEmpty) this.#isBusy = false;
      else this.#takeTurn();
    });
  }

  async #processOne({ projectId, event, number, resolve, reject }: WaitingEvent): Promise<void> {
    const time = new ProcessingTime(number, this.running);
    try {
      resolve(await this.process(event, time));
    } catch (error) {
      reject(error);
    } finally {
      this.#waiting.charge(projectId, time.milliseconds);
      this.onCharge?.(projectId, time.milliseconds);
    }
  }
}

/*
 * The message handlers of the threads of `IngestThreads`. `service` is the port to the thread that serves requests;
 * `close` releases the resources of the thread.
 */

/** The dependencies of a processing thread. */
export interface ProcessingThread {
  readonly service: MessagePort;
  /** The port to the writing thread. */
  readonly writer: MessagePort;
  readonly process: IngestPipeline['process'];
  /** Shared memory that names the running step of the thread. */
  readonly running: SharedArrayBuffer;
  /** Receives the source maps that the service parsed for this thread. */
  readonly parser: Pick<ForwardingParser, 'receive'>;
  readonly close: () => Promise<void>;
}

/**
 * Processes the events that the service sends. Replies to events that are dropped or fail, and sends the others to the
 * writing thread.
 */
export function serveProcessing({ service, writer, process, running, parser, close }: ProcessingThread): void {
  const receiver = new EventReceiver();
  const sender = new EventSender(writer);
  const replies = new ReplySender(service);
  const charges = new ChargeSender(service);
  const processing = new FairProcessing(
    process,
    (projectId, milliseconds) => charges.add(projectId, milliseconds),
    new RunningStep(running),
  );

  const processOne = async ({ number, event }: NumberedIncomingEvent): Promise<void> => {
    try {
      const processed = await processing.run(event, number);
      if (!('event' in processed)) {
        replies.addResult(number, processed);
        return;
      }
      sender.addProcessed({ number, project: event.project, event: processed.event });
      // Events of the next turn are sent along with them: larger transactions cost less.
      if (sender.count === 1) setImmediate(() => sender.send());
    } catch (error) {
      replies.addError(number, error);
    }
  };

  service.on('message', (message: EventMessage | ParsedMessage | typeof CLOSE) => {
    if (message === CLOSE) void closePorts([service, writer], close);
    else if ('parsed' in message) parser.receive(message);
    else for (const event of receiver.readIncoming(message)) void processOne(event);
  });
  service.postMessage(READY);
}

/**
 * Number of withdrawn events that are remembered until they arrive: more than the threads receive before an event takes
 * too long.
 */
const MAX_WITHDRAWN = 65_536;

/**
 * Saves the events that the processing threads send, and replies once they are durable. A withdrawn event is not saved:
 * the service has ingested it, and its issue may have been removed since.
 */
export function serveWriting(
  service: MessagePort,
  processors: readonly MessagePort[],
  batcher: EventBatcher,
  close: () => Promise<void>,
): void {
  const replies = new ReplySender(service);
  const withdrawn = new LRUCache<number, true>(atMost(MAX_WITHDRAWN));
  for (const port of processors) {
    const receiver = new EventReceiver();
    port.on('message', (message: EventMessage) => {
      for (const { number, project, event } of receiver.readProcessed(message)) {
        batcher
          .save(project, event, () => withdrawn.delete(number))
          .then(
            (isNew) => replies.addResult(number, { eventId: event.eventId, dropped: isNew ? null : 'repeated' }),
            (error: unknown) => replies.addError(number, error),
          );
      }
    });
  }
  service.on('message', (message: WithdrawnMessage | typeof CLOSE) => {
    if (message === CLOSE) void closePorts([service, ...processors], close);
    else for (const number of message.withdrawn) withdrawn.set(number, true);
  });
  service.postMessage(READY);
}

/** Closes the ports. The thread ends once no port is open. */
async function closePorts(ports: readonly MessagePort[], close: () => Promise<void>): Promise<void> {
  await close();
  for (const port of ports) port.close();
}
