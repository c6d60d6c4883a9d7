import http, { type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';

export interface ConnectionOptions {
  /** Maximum number of open connections. Beyond it, idle ones are closed, and requests on new ones are refused. */
  readonly maxConnections: number;
  /** Seconds that an idle connection stays open. */
  readonly keepAliveTimeout: number;
  /** Seconds by which idle connections are closed later than replies say; 10 if it is omitted. */
  readonly keepAliveBuffer?: number;
  /** Returns true if a proxy, which connects for many clients, has the address. */
  readonly isTrustedProxy: (address: string) => boolean;
}

/** Interval at which Node.js checks for heads and requests that take too long. */
const TIMEOUT_CHECK_MS = 1_000;
/**
 * Seconds by which idle connections are closed later than replies say, because a client may use one in the last moment.
 */
const KEEP_ALIVE_BUFFER = 10;
/** Time after which idle connections are closed when the service ends: a request may be on its way. */
const LAST_REQUEST_MS = 250;
/** Above this part of the limit, replies announce that their connection is closed. */
const CROWDED_PART = 3 / 4;
/** The part of the connections that one address may have, unless it is a proxy. */
const ADDRESS_PART = 1 / 4;
/** Up to this multiple of the limit, connections are accepted to refuse their requests; others are closed at once. */
const REFUSED_PART = 5 / 4;

/**
 * Options of Node's server.
 * @param headTimeout seconds that the head of a request may take. The connection of a client that sends nothing ends
 * then too
 */
export const connectionServerOptions = (headTimeout = 20) => ({
  headersTimeout: headTimeout * 1000,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
});

interface ConnectionState {
  readonly address: string;
  /** True if the requests of the connection are refused, because there are too many connections. */
  readonly isSurplus: boolean;
  /** Requests in progress. */
  requests: number;
  /**
   * Time since which no request is in progress, in milliseconds of `performance.now()`, which no change of the clock
   * moves.
   */
  idleSince: number;
  /** True if the keep-alive time that replies name has passed. */
  hasExpired: boolean;
}

/**
 * The open connections of a server. A connection is closed only after a reply that says so, or when it was idle for
 * longer than replies promise; otherwise the next request of its client would be lost (RFC 9112, section 9.5).
 * Exceptions are too many connections, and a client that reads or sends nothing.
 */
export class Connections {
  readonly #states = new Map<Socket, ConnectionState>();
  readonly #countByAddress = new Map<string, number>();
  /** Time at which the service began to stop, in milliseconds of `performance.now()`. */
  #closingSince: number | undefined;

  constructor(
    server: Server,
    private readonly options: ConnectionOptions,
  ) {
    server.keepAliveTimeout = options.keepAliveTimeout * 1000;
    server.maxConnections = Math.ceil(options.maxConnections * REFUSED_PART);
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('timeout', (socket: Socket) => this.#expire(socket));
    // Called by `close`, and then again until no connection is left.
    server.closeIdleConnections = () => this.#closeIdle();
  }

  /** Counts a request. @returns false if it is to be refused, because there are too many connections */
  beginRequest(socket: Socket): boolean {
    const state = this.#states.get(socket);
    if (state === undefined) return true;
    state.requests += 1;
    state.hasExpired = false;
    return !state.isSurplus;
  }

  endRequest(socket: Socket): void {
    const state = this.#states.get(socket);
    if (state === undefined) return;
    state.requests -= 1;
    state.idleSince = performance.now();
  }

  /** Returns true if the connection must be closed after the reply. */
  isLastReply(socket: Socket): boolean {
    if (this.#closingSince !== undefined || this.#states.size > this.options.maxConnections * CROWDED_PART) return true;
    return this.#states.get(socket)?.isSurplus ?? false;
  }

  #add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const count = (this.#countByAddress.get(address) ?? 0) + 1;
    const isSurplus = !this.#hasRoom(address, count);
    this.#countByAddress.set(address, count);
    this.#states.set(socket, { address, isSurplus, requests: 0, idleSince: performance.now(), hasExpired: false });
    socket.once('close', () => this.#remove(socket));
  }

  #remove(socket: Socket): void {
    const state = this.#states.get(socket);
    if (state === undefined) return;
    this.#states.delete(socket);
    const count = (this.#countByAddress.get(state.address) ?? 0) - 1;
    if (count > 0) this.#countByAddress.set(state.address, count);
    else this.#countByAddress.delete(state.address);
  }

  /** Returns true if one more connection is possible. If there are too many, closes an idle one to make room. */
  #hasRoom(address: string, count: number): boolean {
    const { maxConnections, isTrustedProxy } = this.options;
    if (count > maxConnections * ADDRESS_PART && !isTrustedProxy(address)) return this.#closeLongestIdle(address);
    return this.#states.size < maxConnections || this.#closeLongestIdle();
  }

  /**
   * Closes the connection that is idle for the longest time. Returns false if none is idle.
   * @param address only connections from there; all, if it is omitted
   */
  #closeLongestIdle(address?: string): boolean {
    let [longest, since] = [undefined as Socket | undefined, Infinity];
    for (const [socket, state] of this.#states) {
      if (address !== undefined && state.address !== address) continue;
      if (isIdle(socket, state) && state.idleSince < since) [longest, since] = [socket, state.idleSince];
    }
    if (longest === undefined) return false;
    this.#remove(longest);
    longest.destroy();
    return true;
  }

  /** Ends a connection without progress, unless requests are in progress or the buffer of its idle time remains. */
  #expire(socket: Socket): void {
    const state = this.#states.get(socket);
    if (state === undefined || socket.writableLength > 0) socket.destroy();
    else if (state.requests > 0) socket.setTimeout(0);
    else if (state.hasExpired) socket.destroy();
    else {
      state.hasExpired = true;
      socket.setTimeout((this.options.keepAliveBuffer ?? KEEP_ALIVE_BUFFER) * 1000);
    }
  }

  #closeIdle(): void {
    const now = performance.now();
    this.#closingSince ??= now;
    for (const [socket, state] of this.#states) {
      if (isIdle(socket, state) && now - Math.max(state.idleSince, this.#closingSince) >= LAST_REQUEST_MS)
        socket.destroy();
    }
  }
}

function isIdle(socket: Socket, { requests }: ConnectionState): boolean {
  return requests === 0 && socket.writableLength === 0;
}

/** The request on whose behalf others are sent: its credentials and the address of its client. */
interface Origin {
  readonly headers: IncomingHttpHeaders;
  readonly ip?: string | undefined;
}

/** Sends a request to the service itself, with the credentials of another one. */
export type FetchHere = (request: Request, origin: Origin) => Promise<Response>;

/** Headers that authenticate the caller. */
const CREDENTIALS = ['authorization', 'cookie', 'x-csrf-token'] as const;

/**
 * Creates the function by which a handler calls operations. Its requests pass the same steps as requests of clients, on
 * a connection within the process.
 */
export function createFetchHere(server: Server): FetchHere {
  return async (request, { headers, ip }) => {
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const credentials = CREDENTIALS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = http.request({
        method: request.method,
        path: pathname + search,
        headers: {
          ...Object.fromEntries(request.headers),
          ...(Object.fromEntries(credentials) as Record<string, string>),
          host: headers.host,
          ...(body.length > 0 && { 'content-length': body.length }),
        },
        createConnection: () => connect(server, ip),
      });
      sent.once('response', resolve).once('error', reject);
      sent.end(body);
    });
    const pieces: Buffer[] = [];
    for await (const piece of reply) pieces.push(piece as Buffer);
    const replyHeaders = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const { statusCode: status = 500 } = reply;
    const replyBody = [204, 205, 304].includes(status) ? null : Buffer.concat(pieces);
    return new Response(replyBody, { status, headers: replyHeaders });
  };
}

/** Marks a stream by which the service sends requests to itself. */
const OWN_STREAM = Symbol('own stream');

/** Returns true if the service itself sends the requests of a connection, for a caller that it has authenticated. */
export function isFromHere(socket: object): boolean {
  return OWN_STREAM in socket;
}

/**
 * Connects to the server without the network: with a pair of streams, whose other end is a connection of the server.
 */
function connect(server: Server, remoteAddress: string | undefined): Duplex {
  const [near, far] = duplexPair();
  const returnFar = () => far;
  const socketMembers = { remoteAddress, setTimeout: returnFar, ref: returnFar, unref: returnFar };
  server.emit('connection', Object.assign(far, { ...socketMembers, [OWN_STREAM]: true }));
  return near;
}
