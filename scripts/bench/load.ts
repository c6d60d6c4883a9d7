import { connect } from 'node:net';
import { percentile } from './stats';

/** What one stretch of load has measured. */
export interface Sample {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly count: number;
  readonly seconds: number;
  /** How much of one processor this process has used, from 0 to 1: near 1 it would measure itself. */
  readonly generator: number;
}

/** Makes a connection's next request, which is sent once the last answer has come. */
export type Requests = () => Buffer;

/** Says at each turn of a connection whether it is the last, so many milliseconds after the start. */
export type Ending = (elapsed: number) => boolean;

export const after =
  (seconds: number): Ending =>
  (elapsed) =>
    elapsed >= seconds * 1000;

/** Ends after so many requests of all connections together. */
export function afterCount(count: number): Ending {
  let left = count;
  return () => left-- <= 0;
}

export function either(one: Ending, other: Ending): Ending {
  return (elapsed) => one(elapsed) || other(elapsed);
}

/**
 * Asks on each connection again and again until the ending, then waits for the answers that are due. Speaks just enough HTTP
 * to cost less than what it measures. An answer other than 200 is an error.
 */
export async function load(port: number, connections: readonly Requests[], isOver: Ending): Promise<Sample> {
  const latencies: number[] = [];
  const before = process.cpuUsage();
  const began = performance.now();
  await Promise.all(connections.map((next) => ask(port, next, () => isOver(performance.now() - began), latencies)));
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const [p50 = NaN, p95 = NaN, p99 = NaN] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share));
  const generator = (user + system) / 1e6 / seconds;
  return { perSecond: latencies.length / seconds, p50, p95, p99, count: latencies.length, seconds, generator };
}

/** One socket, one request at a time. */
function ask(port: number, next: Requests, isOver: () => boolean, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    let chunks: Buffer[] = [];
    let missing: number | undefined;
    const proceed = (): void => {
      if (isOver()) return void socket.end();
      sent = performance.now();
      socket.write(next());
    };
    socket.on('connect', proceed);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      if (missing === undefined) {
        chunks.push(chunk);
        const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const end = all.indexOf('\r\n\r\n');
        if (end === -1) return;
        const head = all.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(all.toString()));
        chunks = [];
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (all.length - end - 4);
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      missing = undefined;
      latencies.push(performance.now() - sent);
      proceed();
    });
  });
}
