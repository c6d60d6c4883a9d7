import { Unavailable } from '../../domain/errors';
import { FairQueue, type QueuedItem } from '../fairQueue';
import type { IngestPipeline } from '../pipeline';
import type { IncomingEvent } from '../processEvent';
import type { RunningStep } from './runningStep';

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
