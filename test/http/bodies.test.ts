import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { ProjectFixture } from '../support/fixtures';
import { RawConnection } from '../support/rawConnection';
import { useService } from '../support/service';

const MEBIBYTE = 1024 * 1024;
const WIRE_LIMIT = 200 * MEBIBYTE;

const service = useService();
let project: ProjectFixture;
const wires: RawConnection[] = [];
beforeAll(async () => {
  project = await service.fixtures.project();
});
afterEach(() => wires.splice(0).forEach(({ socket }) => socket.destroy()));

const pathOf = (operation: string) => `/api/${project.id}/${operation}/?sentry_key=${project.publicKey}`;

async function open(): Promise<RawConnection> {
  const wire = await RawConnection.open(service.url);
  wires.push(wire);
  return wire;
}

/** Sends the head of a request, whose body follows later. */
async function begin(path: string, headers: Record<string, string | number>, method = 'POST'): Promise<RawConnection> {
  const wire = await open();
  wire.sendHead(method, path, headers);
  return wire;
}

/** Sends bytes until the connection is closed or `most` are sent. Returns the number of sent bytes. */
async function pour({ socket }: RawConnection, most: number, frame = (piece: Buffer) => piece): Promise<number> {
  const piece = frame(Buffer.alloc(256 * 1024, 'x'));
  let poured = 0;
  while (poured < most && !socket.destroyed) {
    poured += piece.length;
    if (!socket.write(piece)) await drained(socket);
  }
  return poured;
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      socket.off('drain', settle).off('close', settle);
      resolve();
    };
    if (socket.destroyed) resolve();
    else socket.on('drain', settle).on('close', settle);
  });
}

const chunk = (piece: Buffer) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

describe('a body that is too large', () => {
  test.each([
    ['envelope', WIRE_LIMIT + 1],
    ['envelope', 1e15],
    ['store', MEBIBYTE + 1],
  ])('is rejected by its announced length: %s of %d bytes', async (operation, length) => {
    const wire = await begin(pathOf(operation), { 'Content-Length': length });
    await wire.waitFor(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*\{"detail":"[^"]+"\}$/);
  });

  test('is rejected without 100 Continue', async () => {
    const wire = await begin(pathOf('store'), { 'Content-Length': MEBIBYTE + 1, Expect: '100-continue' });
    await wire.waitFor(/\{"detail":"[^"]+"\}$/);
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is rejected also if it is compressed to less than the limit', async () => {
    const wire = await begin(pathOf('envelope'), { 'Content-Length': WIRE_LIMIT + 1, 'Content-Encoding': 'gzip' });
    await wire.waitFor(/^HTTP\/1\.1 413 /);
  });

  test('without an announced length is rejected while it is read, and not read to its end', async () => {
    const wire = await begin(pathOf('envelope'), { 'Transfer-Encoding': 'chunked' });
    const most = 1024 * MEBIBYTE;
    expect(await pour(wire, most, chunk)).toBeLessThan(most / 2);
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*\{"detail":"[^"]+"\}$/);
    await wire.waitUntilClosed();
  });

  test('receives a response also if the client sends all of it first', async () => {
    const wire = await begin(pathOf('store'), { 'Content-Length': 20 * MEBIBYTE });
    expect(await pour(wire, 20 * MEBIBYTE)).toBe(20 * MEBIBYTE);
    await wire.waitFor(/^HTTP\/1\.1 413 [^]*\{"detail":"[^"]+"\}$/);
    await wire.waitUntilClosed();
  });

  test('is not read to its end by an operation without a body', async () => {
    const wire = await begin('/healthz', { 'Content-Length': 1e12 }, 'GET');
    const most = 1024 * MEBIBYTE;
    expect(await pour(wire, most)).toBeLessThan(most / 2);
    expect(wire.received).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
    await wire.waitUntilClosed();
  });

  test('does not disturb other requests', async () => {
    await service.client.get('/healthz').expect(200);
  });
});

describe('a body of the largest size', () => {
  test('is accepted as it is and compressed', async () => {
    const item = (length: number) => Buffer.from(`{}\n{"type":"replay_video","length":${length}}\n`);
    const fill = (size: number) => Buffer.concat([item(size), Buffer.alloc(size)]);
    const plain = fill(WIRE_LIMIT - item(WIRE_LIMIT).length);
    expect(plain).toHaveLength(WIRE_LIMIT);
    const post = service.client.post(pathOf('envelope')).serialize((body: unknown) => body as string);
    await post.send(plain).expect(200, {});
    const files = Buffer.concat([item(99 * MEBIBYTE), randomBytes(MEBIBYTE), Buffer.alloc(98 * MEBIBYTE)]);
    const packed = gzipSync(files, { level: 1 });
    const again = service.client.post(pathOf('envelope')).serialize((body: unknown) => body as string);
    await again.set('Content-Encoding', 'gzip').send(packed).expect(200, {});
  });
});

describe('a rejected request with a small body', () => {
  test('leaves its connection open for the next request', async () => {
    const wire = await begin(`/api/${project.id}/store/?sentry_key=${'0'.repeat(32)}`, { 'Content-Length': 2000 });
    await wire.waitFor(/^HTTP\/1\.1 403 /);
    expect(wire.received).not.toMatch(/Connection: close/);
    wire.socket.write(Buffer.alloc(2000, 'x'));
    wire.sendHead('GET', '/healthz', {});
    await wire.waitFor(/HTTP\/1\.1 200 /);
  });
});

describe('100 Continue', () => {
  test('is sent once the client is authorized, and never to others', async () => {
    const body = '{"message":"x"}';
    const allowed = await begin(pathOf('store'), { 'Content-Length': body.length, Expect: '100-continue' });
    await allowed.waitFor(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    allowed.socket.write(body);
    await allowed.waitFor(/HTTP\/1\.1 200 /);
    const refused = await begin(`/api/${project.id}/store/`, { 'Content-Length': body.length, Expect: '100-continue' });
    await refused.waitFor(/^HTTP\/1\.1 401 /);
  });
});

test('a body that does not match its content encoding is 400 at any length', async () => {
  const large = deflateRawSync(Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7919) % 251)), {
    level: 1,
  });
  for (const body of [Buffer.alloc(200_000, 'x'), large, Buffer.from('x')]) {
    const post = service.client.post(pathOf('envelope')).serialize((bytes: unknown) => bytes as string);
    await post.set('Content-Encoding', 'gzip').send(body).expect(400);
  }
});
