import { connect } from 'node:net';

/** What one stretch of load has measured. */
export interface Sample {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

/** Makes a connection's next request, which is sent once the last answer has come; undefined if there is none. */
export type Requests = () => Buffer | undefined;

/**
 * Asks on each connection again and again until the time is up, then waits for the answers that are due. Speaks just enough HTTP
 * to cost less than what it measures. An answer other than 200 is an error.
 */
export async function load(port: number, connections: readonly Requests[], seconds: number): Promise<Sample> {
  const latencies: number[] = [];
  const began = performance.now();
  const deadline = began + seconds * 1000;
  await Promise.all(connections.map((next) => ask(port, next, deadline, latencies)));
  const elapsed = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99), count: latencies.length };
}

/** One request by itself; answers the body. */
export function fetchOnce(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let isSent = false;
    converse(port, (body) => {
      if (isSent) resolve(body.toString());
      const next = isSent ? undefined : request;
      isSent = true;
      return next;
    }).catch(reject);
  });
}

function ask(port: number, next: Requests, deadline: number, latencies: number[]): Promise<void> {
  let sent: number | undefined;
  return converse(port, () => {
    const now = performance.now();
    if (sent !== undefined) latencies.push(now - sent);
    if (now >= deadline) return undefined;
    sent = now;
    return next();
  });
}

/** Calls `turn` at the start and with the body of each answer; what it gives is sent, and nothing ends the conversation. */
function converse(port: number, turn: (body: Buffer) => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const proceed = (body: Buffer): void => {
      const request = turn(body);
      if (request !== undefined) socket.write(request);
      else socket.end();
    };
    let chunks: Buffer[] = [];
    let missing: number | undefined;
    socket.on('connect', () => proceed(Buffer.alloc(0)));
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (missing === undefined) {
        const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const end = all.indexOf('\r\n\r\n');
        if (end === -1) return;
        const head = all.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200')) {
          socket.destroy();
          return reject(new Error(all.toString()));
        }
        chunks = [all.subarray(end + 4)];
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (all.length - end - 4);
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      const body = Buffer.concat(chunks);
      chunks = [];
      missing = undefined;
      proceed(body);
    });
  });
}
