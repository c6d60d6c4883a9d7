import { BodyTimeout } from './errors';

/** Interval of the checks of bodies that have not arrived completely. */
const WATCH_INTERVAL_MS = 1_000;
/** A body that takes longer than twice the timeout must arrive with at least this average speed. */
const MIN_BYTES_PER_SECOND = 500;

/** A body that is being read. */
interface WatchedBody {
  /** Bytes that have arrived. */
  received: number;
  /** True if the service waits for bytes of the client; false while it processes the received bytes. */
  isWaiting: boolean;
  /** Ends the watch. */
  end(): void;
}

interface WatchState {
  readonly body: WatchedBody;
  readonly fail: (error: Error) => void;
  seconds: number;
  idleSeconds: number;
  lastReceived: number;
}

/**
 * Ends bodies that make no progress. Time is counted in turns of one timer, so that a service that was busy does not
 * attribute its own delay to its clients.
 */
export class BodyWatch {
  readonly #bodies = new Set<WatchState>();
  #timer: NodeJS.Timeout | undefined;

  /** @param timeout seconds without a byte after which a body is ended */
  constructor(private readonly timeout: number) {}

  /** @param fail ends the reading of the body with an error */
  begin(fail: (error: Error) => void): WatchedBody {
    const body = { received: 0, isWaiting: true, end: () => void this.#bodies.delete(state) };
    const state: WatchState = { body, fail, seconds: 0, idleSeconds: 0, lastReceived: 0 };
    this.#bodies.add(state);
    this.#timer ??= setInterval(() => this.#checkAll(), WATCH_INTERVAL_MS).unref();
    return body;
  }

  #checkAll(): void {
    for (const state of this.#bodies) {
      const { body } = state;
      if (!body.isWaiting) continue;
      state.seconds += 1;
      state.idleSeconds = body.received === state.lastReceived ? state.idleSeconds + 1 : 0;
      state.lastReceived = body.received;
      if (state.idleSeconds >= this.timeout) this.#end(state, idleBodyError(this.timeout));
      else if (state.seconds > 2 * this.timeout && body.received < MIN_BYTES_PER_SECOND * state.seconds)
        this.#end(state, slowBodyError(`it arrives with less than ${MIN_BYTES_PER_SECOND} bytes per second`));
    }
    if (this.#bodies.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #end(state: WatchState, error: BodyTimeout): void {
    this.#bodies.delete(state);
    state.fail(error);
  }
}

/** Creates the error of a body of which nothing arrives. */
export function idleBodyError(seconds: number): BodyTimeout {
  return slowBodyError(`nothing arrived for ${seconds} seconds`);
}

function slowBodyError(reason: string): BodyTimeout {
  return new BodyTimeout(`The body was not received in time: ${reason}; send the request again.`);
}
