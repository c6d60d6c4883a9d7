import { createSocket, type Socket } from 'node:dgram';

/** Types of questions (RFC 1035, RFC 3596). */
const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);
const NO_SUCH_NAME = 3;

/** A name server on 127.0.0.1. It replies with NXDOMAIN for names that it does not have, and never for silent names. */
export class NameServer {
  /** IPv4 addresses by name. */
  readonly addresses = new Map<string, string[]>();
  readonly silent = new Set<string>();
  /** The questions, as `A name`. */
  readonly questions: string[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, { port }) => {
      const reply = this.#reply(query);
      if (reply !== null) socket.send(reply, port, '127.0.0.1');
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NameServer(socket);
  }

  /** `ADDRESS:PORT`. */
  get address(): string {
    const { address, port } = this.socket.address();
    return `${address}:${port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }

  /** Returns the reply to a query with one question; null for none. */
  #reply(query: Buffer): Buffer | null {
    const labels: string[] = [];
    let at = 12;
    for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
      labels.push(query.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = TYPES.get(query.readUInt16BE(at + 1)) ?? '';
    const name = labels.join('.').toLowerCase();
    this.questions.push(`${type} ${name}`);
    if (this.silent.has(name)) return null;
    const addresses = this.addresses.get(name);
    const answers = type === 'A' ? (addresses ?? []) : [];
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (addresses === undefined ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    const records = answers.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([header, query.subarray(12, at + 5), ...records]);
  }
}
