import { connect, type Socket } from 'node:net';
import { percentile } from '../support/statistics';

/**
 * A connection that sends one request at a time. It parses only the HTTP that it needs, so that it takes less time than
 * the server.
 */
class Connection {
  #chunks: Buffer[] = [];
  #missing: number | undefined;
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the connection was closed without an answer')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  /** Resolves when the response is complete. @throws Error if its status is not 200 */
  send(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.socket.end();
  }

  #read(chunk: Buffer): void {
    if (this.#missing === undefined) {
      this.#chunks.push(chunk);
      const all = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
      const end = all.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = all.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 200')) return void this.socket.destroy(new Error(all.toString()));
      this.#chunks = [];
      this.#missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (all.length - end - 4);
    } else {
      this.#missing -= chunk.length;
    }
    if (this.#missing > 0) return;
    this.#missing = undefined;
    this.#settle?.resolve();
  }
}

/** The measurement of the load in one round. */
export interface Sample {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly count: number;
  readonly seconds: number;
  /** The share of one processor that this process used, from 0 to 1. Near 1, the generator limits the result. */
  readonly generator: number;
}

/** Returns the next request of a connection, which is sent after the response to the last one. */
export type Requests = () => Buffer;

/** Returns whether the load ends, from the milliseconds since its start. Called before each request. */
export type Ending = (elapsed: number) => boolean;

export const after =
  (seconds: number): Ending =>
  (elapsed) =>
    elapsed >= seconds * 1000;

/** Ends after this number of requests of all connections together. */
export function afterCount(count: number): Ending {
  let left = count;
  return () => left-- <= 0;
}

/**
 * Sends requests on each connection until the load ends, then waits for the outstanding responses. The ports take
 * turns.
 */
export async function load(
  ports: readonly number[],
  connections: readonly Requests[],
  isOver: Ending,
): Promise<Sample> {
  const latencies: number[] = [];
  const opened = await Promise.all(
    connections.map(async (next, index) => ({
      next,
      connection: await Connection.open(ports[index % ports.length] as number),
    })),
  );
  const before = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    opened.map(async ({ next, connection }) => {
      while (!isOver(performance.now() - began)) {
        const request = next();
        const sent = performance.now();
        await connection.send(request);
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  opened.forEach(({ connection }) => connection.close());
  const [p50 = NaN, p95 = NaN, p99 = NaN] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share));
  const generator = (user + system) / 1e6 / seconds;
  return { perSecond: latencies.length / seconds, p50, p95, p99, count: latencies.length, seconds, generator };
}
