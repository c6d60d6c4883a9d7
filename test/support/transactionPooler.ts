import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const HEADER_BYTES = 5;
/** Types of messages: the replies that follow Query and Sync end with ReadyForQuery, whose last byte is the status. */
const [QUERY, SYNC, READY] = ['Q', 'S', 'Z'];
const IDLE = 'I';

/** AuthenticationOk, a BackendKeyData that no server has, and ReadyForQuery. */
const GREETING = Buffer.from('R\0\0\0\x08\0\0\0\0K\0\0\0\x0c\x7f\0\0\x01\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** Calls `receive` for each whole message. @param isStarted false if the first message has no type */
function onMessages(socket: Socket, isStarted: boolean, receive: (message: Buffer, type: string) => void): void {
  let rest = Buffer.alloc(0);
  let typeBytes = isStarted ? 1 : 0;
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32BE(typeBytes) + typeBytes) {
      const length = rest.readInt32BE(typeBytes) + typeBytes;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      receive(message, typeBytes === 0 ? '' : message.toString('latin1', 0, 1));
      typeBytes = 1;
    }
  });
}

/** A pooler in transaction mode with one session of a server, for a user without a password. */
export class TransactionPooler {
  /** The client whose transaction runs, and how many replies it waits for. */
  private current: { client: Socket; pending: number } | undefined;
  private readonly waiting: { client: Socket; message: Buffer; type: string }[] = [];
  private readonly sockets: Socket[] = [];
  private isStarted = false;

  private constructor(
    private readonly server: Server,
    private readonly session: Socket,
  ) {
    onMessages(session, true, (message, type) => this.reply(message, type));
    server.on('connection', (client: Socket) => {
      this.sockets.push(client);
      client.on('error', () => undefined);
      onMessages(client, false, (message, type) => {
        if (type === '') client.write(GREETING);
        else {
          this.waiting.push({ client, message, type });
          this.forward();
        }
      });
    });
  }

  static async start(target: string): Promise<TransactionPooler> {
    const { hostname, port, username, pathname } = new URL(target);
    const server = createServer().listen(0, '127.0.0.1');
    const session = connect({ host: hostname, port: Number(port) });
    await Promise.all([once(server, 'listening'), once(session, 'connect')]);
    const parameters = Buffer.from(`\0\x03\0\0user\0${username}\0database\0${pathname.slice(1)}\0\0`, 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(parameters.length + 4);
    session.write(Buffer.concat([length, parameters]));
    return new TransactionPooler(server, session);
  }

  url(database: string): string {
    return `postgres://culprit@127.0.0.1:${(this.server.address() as AddressInfo).port}/${database}`;
  }

  close(): void {
    for (const socket of [this.session, ...this.sockets]) socket.destroy();
    this.server.close();
  }

  /** Sends the messages of the client whose transaction runs, or of the one that waits for longest. */
  private forward(): void {
    if (!this.isStarted) return;
    this.current ??= this.waiting[0] && { client: this.waiting[0].client, pending: 0 };
    const { current } = this;
    for (const entry of this.waiting.filter(({ client }) => client === current?.client)) {
      this.waiting.splice(this.waiting.indexOf(entry), 1);
      if (current !== undefined && (entry.type === QUERY || entry.type === SYNC)) current.pending += 1;
      if (entry.type !== 'X') this.session.write(entry.message);
    }
  }

  private reply(message: Buffer, type: string): void {
    const { current } = this;
    if (current === undefined) {
      this.isStarted ||= type === READY;
      return this.forward();
    }
    current.client.write(message);
    if (type !== READY) return;
    current.pending -= 1;
    if (current.pending > 0 || message.toString('latin1', HEADER_BYTES) !== IDLE) return;
    this.current = undefined;
    this.forward();
  }
}
