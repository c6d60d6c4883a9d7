import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An error in place of a statement. */
export interface Failure {
  /** Counts from the request on. Jobs of the service run statements too: which one fails is not exact. */
  readonly statement: number;
  /** The error that the server reports before it closes the connection; null if it only closes it. */
  readonly code: string | null;
}

/** The types of messages that run statements: Execute, and Query. */
const RUN = ['E', 'Q'];
const HEADER_BYTES = 5;

/**
 * Forwards connections to a server; fails in place of one statement, on all connections at once, or not at all any
 * more.
 */
export class FailingServer {
  private readonly sockets = new Set<Socket>();
  private left = Infinity;
  private isFrozen = false;
  private code: string | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client: Socket) => this.forward(client));
  }

  static async start(target: string): Promise<FailingServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FailingServer(server, new URL(target));
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Fails once, in place of a statement that counts from now on. */
  failAt({ statement, code }: Failure): void {
    this.left = statement;
    this.code = code;
  }

  /** Stops to answer, without closing connections, as a network that is cut off. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  thaw(): void {
    this.isFrozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private forward(client: Socket): void {
    const server = connect({ host: this.target.hostname, port: Number(this.target.port) });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      // Short messages would wait for the acknowledgement of those before, 40 ms each.
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    if (this.isFrozen) client.pause();
    server.on('data', (bytes) => client.write(bytes));
    let rest = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        // The first message has no type.
        const typeBytes = isStarted ? 1 : 0;
        if (rest.length < HEADER_BYTES) return;
        const length = rest.readInt32BE(typeBytes) + typeBytes;
        if (rest.length < length) return;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        if (isStarted && RUN.includes(String.fromCharCode(message[0] ?? 0))) this.left -= 1;
        if (this.left === 0) {
          this.fail(client);
          return;
        }
        isStarted = true;
        server.write(message);
      }
    });
  }

  private fail(client: Socket): void {
    const { code } = this;
    this.left = Infinity;
    for (const socket of this.sockets) if (socket !== client || code === null) socket.destroy();
    if (code === null) return;
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mas the test says\0\0`);
    const header = Buffer.alloc(HEADER_BYTES, 'E');
    header.writeInt32BE(fields.length + 4, 1);
    client.end(Buffer.concat([header, fields]));
  }
}
