/**
 * Bodies that are announced, that stop or that arrive slowly, and bodies that fill the memory: the requests that these
 * may affect.
 */
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { RawConnection } from '../../support/rawConnection';
import { useOwnService } from '../../support/service';

const MEBIBYTE = 1024 * 1024;

const service = useOwnService({ BODY_TIMEOUT: '2', BODY_MEMORY: '8' }, { limits: { headTimeout: 1 } });
let loud: ProjectFixture;
let quiet: ProjectFixture;
let token: string;
const wires: RawConnection[] = [];
beforeAll(async () => {
  [loud, quiet] = [await service.fixtures.project(), await service.fixtures.project()];
  token = await service.fixtures.token(quiet.organization);
});
afterEach(() => wires.splice(0).forEach(({ socket }) => socket.destroy()));

const storePath = ({ id, publicKey }: ProjectFixture) => `/api/${id}/store/?sentry_key=${publicKey}`;

type Headers = Record<string, string | number>;

/** Sends the head of a request and the first bytes of its body. */
async function begin(path: string, headers: Headers, body: string | Buffer = '', method = 'POST') {
  const wire = await RawConnection.open(service.url);
  wires.push(wire);
  wire.sendHead(method, path, headers);
  wire.socket.write(body);
  return wire;
}

const send = (project: ProjectFixture) => service.client.post(storePath(project)).send({ message: 'x' });
const withoutReply = (some: readonly RawConnection[]) => some.filter(({ received }) => received === '');

const TOO_SLOW =
  /^HTTP\/1\.1 408 [^]*\r\nConnection: close\r\n[^]*\r\n\r\n\{"detail":"The body was not received in time: [^"]+; send the request again\."\}$/;

describe('bodies that are announced and not sent', () => {
  /** Twice the number that there is memory for. */
  const ANNOUNCED = 16;
  const STOPPED = [
    ['store', { 'Content-Length': 5000 }, '{"message":'],
    ['envelope', { 'Content-Length': 5000 }, '{}\n'],
    ['envelope', { 'Content-Length': 5000, 'Content-Encoding': 'gzip' }, ''],
    ['envelope', { 'Transfer-Encoding': 'chunked' }, '3\r\n{}\n\r\n'],
  ] as const;

  test('refuse nobody, and end with 408', async () => {
    const announced = await Promise.all(
      Array.from({ length: ANNOUNCED }, () => begin(storePath(loud), { 'Content-Length': MEBIBYTE })),
    );
    for (const project of [quiet, loud]) await send(project).expect(200);
    await service.client.put(quiet.path, token).send({ name: 'x' }).expect(200);
    const stopped = await Promise.all(
      STOPPED.map(([operation, headers, body]) => begin(storePath(loud).replace('store', operation), headers, body)),
    );
    const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const withToken = await begin(quiet.path, { 'Content-Length': 500, ...json }, '{"name":', 'PUT');
    for (const wire of [...announced, ...stopped, withToken]) {
      await wire.waitFor(TOO_SLOW);
      expect(wire.received).toContain('nothing arrived for 2 seconds');
      await wire.waitUntilClosed();
    }
    for (const { received } of stopped) expect(received).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/);
  });

  test('do not keep the connection of a request that was refused already', async () => {
    const wire = await begin(`/api/${loud.id}/store/?sentry_key=${'0'.repeat(32)}`, { 'Content-Length': 5000 });
    await wire.waitFor(/^HTTP\/1\.1 403 /);
    await wire.waitUntilClosed();
  });
});

describe('a body that arrives slowly', () => {
  /** Sends `bytes` bytes every tenth of a second until there is a reply. */
  async function trickle(bytes: number, length: number): Promise<RawConnection> {
    const body = Buffer.from(JSON.stringify({ message: 'x'.repeat(length - 14) }));
    const wire = await begin(storePath(loud), { 'Content-Length': body.length });
    let sent = 0;
    const timer = setInterval(() => {
      wire.socket.write(body.subarray(sent, sent + bytes));
      sent += bytes;
    }, 100);
    await poll(() => wire.received !== '').finally(() => clearInterval(timer));
    return wire;
  }

  test('is accepted as long as it has some hundred bytes a second, and ends with 408 if it has fewer', async () => {
    const [steady, slow] = await Promise.all([trickle(200, 10_000), trickle(10, 10_000)]);
    expect(steady.received).toMatch(/^HTTP\/1\.1 200 /);
    expect(slow.received).toMatch(TOO_SLOW);
    expect(slow.received).toContain('it arrives with less than 500 bytes per second');
    await slow.waitUntilClosed();
  });
});

describe('bodies that fill the memory', () => {
  const part = Buffer.alloc(900_000, 'x');
  const headers = { 'Content-Length': MEBIBYTE };

  /** Sends most of large bodies until one of them is refused. */
  async function fill(project: ProjectFixture, further: Headers = {}): Promise<RawConnection[]> {
    const begun: RawConnection[] = [];
    for (let count = 0; count < 30 && withoutReply(begun).length === begun.length; count += 1) {
      begun.push(await begin(storePath(project), { ...headers, ...further }, part));
      // A reply on another connection shows that the service has read the earlier bytes.
      await service.client.get('/healthz').expect(200);
    }
    return begun;
  }

  test('refuse those of their own project, and never those of another one', async () => {
    const begun = await fill(loud);
    expect(begun.length).toBeLessThan(30);
    const refused = begun.filter(({ received }) => received !== '');
    for (const { received } of refused)
      expect(received).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: [1-9][0-9]*\r\n[^]*\{"detail":"[^"]+\."\}$/);
    const other = await begin(storePath(quiet), headers, part);
    await send(quiet).expect(200);
    await service.client.put(quiet.path, token).send({ name: 'x' }).expect(200);
    const body = JSON.stringify({ message: 'x' });
    other.socket.write(Buffer.alloc(MEBIBYTE - part.length, ' '));
    await other.waitFor(/^HTTP\/1\.1 400 /);
    const whole = await begin(storePath(quiet), headers, body.padEnd(MEBIBYTE));
    await whole.waitFor(/^HTTP\/1\.1 200 /);
    begun.forEach(({ socket }) => socket.destroy());
    await poll(async () => (await send(loud)).status === 200);
  });

  test('refuse those of their own address first, as a trusted proxy names it', async () => {
    const begun = await fill(loud, { 'X-Forwarded-For': '203.0.113.1' });
    expect(begun.length).toBeLessThan(30);
    const other = await begin(storePath(loud), { ...headers, 'X-Forwarded-For': '203.0.113.2' }, part);
    other.socket.write('{"message":"x"}'.padEnd(MEBIBYTE - part.length));
    await other.waitFor(/^HTTP\/1\.1 400 /);
  });

  test('without a key they use the memory of their address, not that of the project in the path', async () => {
    const path = `/api/${quiet.id}/envelope/`;
    const begun = await Promise.all(Array.from({ length: 12 }, () => begin(path, headers, part)));
    await poll(() => withoutReply(begun).length < begun.length);
    const whole = await begin(storePath(quiet), headers, '{"message":"x"}'.padEnd(MEBIBYTE));
    await whole.waitFor(/^HTTP\/1\.1 200 /);
  });
});

describe('the head of a request', () => {
  test('that does not arrive in time is 408, without a body, as its method may be HEAD', async () => {
    const wire = await RawConnection.open(service.url);
    wires.push(wire);
    wire.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    await wire.waitFor(/^HTTP\/1\.1 408 [^]*\r\nConnection: close\r\n\r\n$/);
    await wire.waitUntilClosed();
  });

  test('leaves a connection open that was used before', async () => {
    const wire = await begin('/healthz', {}, '', 'GET');
    await wire.waitFor(/^HTTP\/1\.1 200 /);
    expect(wire.received).toMatch(/\r\nKeep-Alive: timeout=120\r\n/);
  });
});
