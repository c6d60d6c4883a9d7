/** One project floods the service; another one sends an event at a time. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { components } from '../../../generated/api';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { Fixtures, type ProjectFixture } from '../../support/fixtures';
import { endProcesses, ensureBuilt, ServiceProcess } from '../../support/process';

type Issue = components['schemas']['Issue'];

let place: TemporaryPlace;
let service: ServiceProcess;
let flooding: ProjectFixture;
let small: ProjectFixture;
let token: string;
beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeMigratedPlace();
  await Fixtures.fill(place.url, async (fixtures) => {
    const { slug: organization } = await fixtures.organization();
    flooding = await fixtures.project({ organization });
    small = await fixtures.project({ organization });
    token = await fixtures.token(organization);
  });
  service = await ServiceProcess.start({ DATABASE_URL: place.url, BOOTSTRAP: 'off', NODE_ENV: 'production' });
});
afterEach(async () => {
  endProcesses();
  await place.dispose();
});

interface Reply {
  readonly status: number;
  readonly head: string;
}

/** A connection that sends one request at a time. */
class Sender {
  #received = '';
  #onReply: (reply: Reply) => void = () => {};

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (part: string) => this.#receive(part));
  }

  static open(): Promise<Sender> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => resolve(new Sender(socket)));
      socket.once('error', reject);
    });
  }

  send(request: Buffer): Promise<Reply> {
    return new Promise((resolve) => {
      this.#onReply = resolve;
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #receive(part: string): void {
    this.#received += part;
    const end = this.#received.indexOf('\r\n\r\n');
    const head = this.#received.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (end === -1 || this.#received.length < end + 4 + length) return;
    this.#received = '';
    this.#onReply({ status: Number(head.slice('HTTP/1.1 '.length, 12)), head });
  }
}

function requestOf({ id, publicKey }: ProjectFixture, bytes: number): Buffer {
  const frame = { function: 'checkout', module: 'shop/cart', filename: 'cart.js', lineno: 7, in_app: true };
  const values = [{ type: 'OutOfStock', value: 'none left', stacktrace: { frames: [frame] } }];
  // Values of extra data are stored up to 16 KB each.
  const extra = Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 10_000) }, (_, number) => [
      `part${number}`,
      'x'.repeat(Math.min(bytes, 10_000)),
    ]),
  );
  const body = Buffer.from(JSON.stringify({ exception: { values }, extra }));
  const lines = [
    `POST /api/${id}/store/?sentry_key=${publicKey} HTTP/1.1`,
    'Host: x',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

/** A flood: a number of connections send without a pause until it is stopped. */
class Flood {
  readonly replies: Reply[] = [];
  #isStopped = false;
  #sending: Promise<unknown> = Promise.resolve();

  static async start(connections: number, bytes: number): Promise<Flood> {
    const flood = new Flood();
    const request = requestOf(flooding, bytes);
    const senders = await Promise.all(Array.from({ length: connections }, () => Sender.open()));
    flood.#sending = Promise.all(senders.map((sender) => flood.#sendUntilStopped(sender, request)));
    return flood;
  }

  /** Settles once no event is on its way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sending;
  }

  count(status: number): number {
    return this.replies.filter((reply) => reply.status === status).length;
  }

  async #sendUntilStopped(sender: Sender, request: Buffer): Promise<void> {
    while (!this.#isStopped) this.replies.push(await sender.send(request));
    sender.close();
  }
}

/** The events of a small project during a flood. */
interface SmallEvents {
  /** Of all of its events. */
  readonly statuses: readonly number[];
  /** Number of events of the flood that were stored while each of the last events waited. */
  readonly overtaking: readonly number[];
}

/**
 * Starts a flood and sends events of the small project, one after another, until the flood is at its height, and then
 * `count` more. The connection is older than the flood's: a process accepts one connection in each turn of its event
 * loop.
 */
async function sendDuring(
  startFlood: () => Promise<Flood>,
  isAtItsHeight: (flood: Flood) => boolean,
  count: number,
): Promise<SmallEvents & { flood: Flood }> {
  const sender = await Sender.open();
  const request = requestOf(small, 100);
  const statuses = [(await sender.send(request)).status];
  const flood = await startFlood();
  const overtaking: number[] = [];
  while (overtaking.length < count) {
    const isMeasured = isAtItsHeight(flood);
    const before = flood.count(200);
    statuses.push((await sender.send(request)).status);
    if (isMeasured) overtaking.push(flood.count(200) - before);
  }
  sender.close();
  await flood.stop();
  return { flood, statuses, overtaking };
}

async function eventsOf({ path }: ProjectFixture): Promise<number> {
  const { body } = await service.client.get(`${path}issues/?query=`, token).expect(200);
  return (body as Issue[]).reduce((sum, { count }) => sum + Number(count), 0);
}

const MEBIBYTE = 1024 * 1024;
/** Enough for the bodies that are read, the bodies that wait for a thread, and the service. */
const MAX_MEMORY = 900 * MEBIBYTE;

/** Returns the largest amount of memory that the service has used. Only Linux tells it; 0 elsewhere. */
function peakMemory(): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${service.running.child.pid ?? 0}/status`, 'utf8');
  return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
}

test('an event of a small project passes most events of a flood that wait', async () => {
  const connections = 200;
  const isAtItsHeight = (flood: Flood) => flood.replies.length > 2 * connections;
  const { flood, statuses, overtaking } = await sendDuring(() => Flood.start(connections, 3_000), isAtItsHeight, 20);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  // First come, first served would be all of them, every time. If this process has to wait, replies to the flood are
  // read first.
  expect(overtaking.filter((count) => count < 0.7 * connections).length).toBeGreaterThanOrEqual(overtaking.length / 4);
  expect(flood.count(200)).toBe(flood.replies.length);
  expect(await eventsOf(flooding)).toBe(flood.replies.length);
  expect(await eventsOf(small)).toBe(statuses.length);
});

test('of a flood of large events those that exceed the memory are refused, and no event of a small project', async () => {
  const connections = 120;
  const isAtItsHeight = (flood: Flood) => flood.count(503) > connections;
  const { flood, statuses, overtaking } = await sendDuring(() => Flood.start(connections, 900_000), isAtItsHeight, 4);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(Math.max(...overtaking)).toBeLessThan(0.7 * connections);
  const others = flood.replies.filter(({ status }) => status !== 200);
  expect(others.filter(({ status, head }) => status !== 503 || !/^retry-after: [1-9]/im.test(head))).toEqual([]);
  expect(await eventsOf(flooding)).toBe(flood.count(200));
  expect(await eventsOf(small)).toBe(statuses.length);
  expect(peakMemory()).toBeLessThan(MAX_MEMORY);
});
