import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
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

/* The unread rest of a body, if the service replies before the whole body has arrived. */

/** Returns true if the headers announce a body. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Unread bodies up to this length are read and dropped after the response, so that the connection can be used again.
 */
const KEEP_ALIVE_DRAIN_BYTES = 1024 * 1024;
/** Maximum number of bytes read of longer bodies: many clients send the whole body before they read the response. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
/** Maximum time for which longer bodies are read. */
const DRAIN_TIMEOUT_MS = 5_000;

/** Returns true if the unread part of a rejected request's body is too long to keep the connection open. */
export function mustCloseConnection(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false;
  const announced = Number(request.headers['content-length'] ?? Infinity);
  return announced > KEEP_ALIVE_DRAIN_BYTES || request.headers.expect !== undefined;
}

/**
 * Writes the response, reads the rest of the body and then closes the connection. If it were closed with unread bytes,
 * it would be reset, and the client could lose the response.
 */
export function drainAndClose(request: IncomingMessage, response: ServerResponse, data: string | Uint8Array): void {
  let left = MAX_DRAIN_BYTES;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, DRAIN_TIMEOUT_MS).unref();
  response.flushHeaders();
  response.write(data);
  // A listener left over from reading the body piece by piece would keep it from flowing.
  request.removeAllListeners('readable').on('data', count).on('end', end).on('close', end).resume();
}

/**
 * Reads and drops the rest of a body, so that the connection can be used again; closes it if the body does not arrive.
 */
export function dropBody(request: Request, watch: BodyWatch): void {
  const watched = watch.begin(() => request.socket.destroy());
  const count = (chunk: Buffer): void => {
    watched.received += chunk.length;
  };
  const end = (): void => {
    watched.end();
    request.off('data', count).off('end', end).off('close', end);
  };
  request.removeAllListeners('readable').on('data', count).on('end', end).on('close', end).resume();
}
