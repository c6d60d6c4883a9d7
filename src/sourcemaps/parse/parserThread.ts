import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../domain/errors';
import type { QueueStatus } from '../../store/engine/sql';
import { buffersOf } from '../resolve/packedMap';
import type { Parse, ParseRequest, ParseResult, ParserKind, ParserWork } from './parse';

/**
 * Parses on this thread, where there is no other one. Loads the parsers for it: threads that never parse need no memory
 * for them.
 */
export const parseHere: Parse = async (kind, request) => (await import('./parseNow.js')).parseNow(kind, request);

/** Limits of time and memory for parsing. */
export interface ParserLimits {
  /** Heap of the thread. Buffers are not part of it. */
  readonly heapMb: number;
  /** Time of one request. */
  readonly requestMs: number;
  /** Compressed bytes of all requests that wait. */
  readonly waitingBytes: number;
  /** Time without a request after which the thread ends. */
  readonly idleMs: number;
}

/**
 * The heap has room for the largest file twice, as text and as parsed JSON, with two bytes for each character. It must
 * not be smaller: V8 ends the thread when many small objects fill its heap, but the whole process when one large text
 * does not fit.
 */
export const PARSER_LIMITS: ParserLimits = {
  heapMb: 768,
  requestMs: 30_000,
  waitingBytes: 128 * 1024 * 1024,
  idleMs: 60_000,
};

/** The file that the thread runs. It exists once the service is built. */
const PARSER_FILE = path.join(__dirname, '../../sourceMapParser.js');
const YOUNG_GENERATION_MB = 16;
const MS_PER_SECOND = 1_000;

/** The message of the thread in place of a result if the work throws: a defect of the service. */
export interface ParserError {
  readonly error: unknown;
}

/** A request that waits or is in progress. */
interface PendingRequest {
  readonly request: ParseRequest;
  readonly bytes: number;
  readonly since: number;
  readonly resolve: (result: ParseResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Parses source maps on one thread of the process, one after the other, for the service's own thread and for the
 * threads that process events. The thread starts when there is something to parse. A request that takes too long or too
 * much memory fails and ends the thread; the next one starts another.
 */
export class ParserThread {
  readonly #waiting: PendingRequest[] = [];
  #waitingBytes = 0;
  #current: PendingRequest | undefined;
  #thread: MapThread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param onError called with errors that no limit explains
   * @param onEnd called when the thread ends because it fails or exceeds a limit
   * @param file the program of the thread; null if maps are parsed on this thread
   */
  constructor(
    private readonly onError: (error: unknown) => void = () => undefined,
    private readonly onEnd: () => void = () => undefined,
    private readonly limits = PARSER_LIMITS,
    private readonly file = existsSync(PARSER_FILE) ? PARSER_FILE : null,
  ) {}

  /** Does work on the thread. @throws Unavailable if too much waits, or the service is being stopped */
  readonly parse: Parse = async <Kind extends ParserKind>(kind: Kind, request: ParserWork[Kind]['request']) => {
    if (this.file === null) return parseHere(kind, request);
    const bytes = buffersOf(request).reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (this.#waitingBytes > 0 && this.#waitingBytes + bytes > this.limits.waitingBytes) {
      throw new Unavailable('Too many source maps are waiting to be parsed.');
    }
    const result = await new Promise<ParseResult>((resolve, reject) => {
      const since = performance.now();
      this.#waiting.push({ request: { kind, request } as ParseRequest, bytes, since, resolve, reject });
      this.#waitingBytes += bytes;
      if (this.#current === undefined) void this.#parseWaiting();
    });
    return result;
  };

  /** Returns the requests without a result. */
  status(): QueueStatus {
    const oldest = this.#current ?? this.#waiting[0];
    const oldestSeconds = oldest === undefined ? 0 : (performance.now() - oldest.since) / MS_PER_SECOND;
    return { waiting: this.#waiting.length + (this.#current === undefined ? 0 : 1), oldestSeconds };
  }

  /** The memory of the waiting requests. */
  readonly budget = {
    name: 'source maps waiting to be parsed',
    limitBytes: PARSER_LIMITS.waitingBytes,
    usedBytes: () => this.#waitingBytes,
  };

  /** Ends the thread at once. Requests without a result are rejected, and so are later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    if (this.#current === undefined) void this.#parseWaiting();
    await this.#thread?.end('the service was stopped');
  }

  async #parseWaiting(): Promise<void> {
    clearTimeout(this.#idleTimer);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#current = next;
      this.#waitingBytes -= next.bytes;
      try {
        const result = this.#isClosed ? null : await this.#parseOnThread(next.request);
        if (this.#isClosed || result === null) next.reject(new Unavailable('The service is being stopped.'));
        else next.resolve(result);
      } catch (error) {
        next.reject(error);
      }
    }
    this.#current = undefined;
    if (!this.#isClosed) this.#idleTimer = setTimeout(() => void this.#endIdle(), this.limits.idleMs).unref();
  }

  async #parseOnThread(request: ParseRequest): Promise<ParseResult> {
    const thread = (this.#thread ??= new MapThread(this.file ?? '', this.limits, this.onError));
    const result = await thread.parse(request);
    if (!thread.hasEnded) return result;
    this.#thread = undefined;
    if (!this.#isClosed) this.onEnd();
    return result;
  }

  async #endIdle(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end('it was idle');
  }
}

/** One thread, which parses one map at a time. */
class MapThread {
  hasEnded = false;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #settle: ((result: ParseResult) => void) | undefined;
  /** The reason why the thread ends, if known. */
  #reason: string | undefined;

  constructor(
    file: string,
    private readonly limits: ParserLimits,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.on('message', (message: ParseResult | ParserError) => this.#receive(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        this.#reason ??= `parsing it takes more than ${limits.heapMb} MB of memory`;
      } else this.onError(error);
    });
    this.#exited = new Promise((resolve) =>
      this.#worker.once('exit', () => {
        this.hasEnded = true;
        this.#settle?.({ failure: this.#reason ?? 'it could not be parsed' });
        resolve();
      }),
    );
  }

  /** Does work on the thread. A thread without a request does not keep the process alive. */
  async parse(request: ParseRequest): Promise<ParseResult> {
    const { requestMs } = this.limits;
    const late = `parsing it takes longer than ${requestMs / MS_PER_SECOND} seconds`;
    const timer = setTimeout(() => void this.end(late), requestMs);
    this.#worker.ref();
    try {
      return await new Promise<ParseResult>((resolve) => {
        this.#settle = resolve;
        this.#worker.postMessage(request, buffersOf(request.request));
      });
    } finally {
      clearTimeout(timer);
      this.#settle = undefined;
      if (!this.hasEnded) this.#worker.unref();
    }
  }

  /** Settles once the thread has ended, its memory is free, and the request in progress has failed. */
  async end(reason: string): Promise<void> {
    this.#reason ??= reason;
    void this.#worker.terminate();
    await this.#exited;
  }

  #receive(message: ParseResult | ParserError): void {
    if ('error' in message) this.onError(message.error);
    this.#settle?.('error' in message ? { failure: 'it could not be parsed' } : message);
  }
}
