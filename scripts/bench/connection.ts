import { connect, type Socket } from 'node:net';

/** One connection, one request at a time. Speaks just enough HTTP to cost less than what it measures. */
export class Connection {
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

  /** Settles when the answer is there. @throws Error if its status is not 200 */
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
