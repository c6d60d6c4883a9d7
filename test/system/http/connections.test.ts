/** The times at which the service closes connections, and the signals of it to clients. */
import { setTimeout } from 'node:timers/promises';
import type { AppOverrides } from '../../../src/app';
import type { ProjectFixture } from '../../support/fixtures';
import { RawConnection } from '../../support/rawConnection';
import { type Service, startService } from '../../support/service';

const services: Service[] = [];
const wires: RawConnection[] = [];
afterEach(async () => {
  wires.splice(0).forEach(({ socket }) => socket.destroy());
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function start(environment: Record<string, string> = {}, overrides: AppOverrides = {}): Promise<Service> {
  const service = await startService(environment, overrides);
  services.push(service);
  return service;
}

async function connect({ url }: Service): Promise<RawConnection> {
  const wire = await RawConnection.open(url);
  wires.push(wire);
  return wire;
}

const OK = /HTTP\/1\.1 200 [^]*\r\n\r\n\{[^]*\}$/;

/** Sends a request for the health of the service and returns the reply. */
async function ask(wire: RawConnection): Promise<string> {
  wire.received = '';
  wire.sendHead('GET', '/healthz', {});
  await wire.waitFor(OK);
  return wire.received;
}

const storePath = ({ id, publicKey }: ProjectFixture) => `/api/${id}/store/?sentry_key=${publicKey}`;

describe('an idle connection', () => {
  test('is kept for longer than the five seconds of Node.js by default', async () => {
    const service = await start();
    expect(service.app.server.keepAliveTimeout).toBe(120_000);
    const wire = await connect(service);
    expect(await ask(wire)).toMatch(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=120\r\n/);
  });

  test('is served for longer than replies say, and closed after that', async () => {
    const wire = await connect(await start({ KEEP_ALIVE_TIMEOUT: '1' }, { limits: { keepAliveBuffer: 3 } }));
    expect(await ask(wire)).toMatch(/\r\nKeep-Alive: timeout=1\r\n/);
    // Node.js itself waits for a second longer.
    await setTimeout(3_000);
    await ask(wire);
    await wire.waitUntilClosed();
  });
});

describe('a connection whose request was refused before its body was read', () => {
  test.each([
    ['by its key', { 'Content-Length': 600_000 }, 403],
    ['by a wrong content encoding', { 'Content-Length': 600_000, 'Content-Encoding': 'zip' }, 415],
    ['after the first bytes', { 'Content-Length': 600_000, 'Content-Encoding': 'gzip' }, 400],
  ] as const)('%s, serves the next one', async (_, headers, status) => {
    const service = await start();
    const { id, publicKey } = await service.fixtures.project();
    const wire = await connect(service);
    const key = status === 403 ? '0'.repeat(32) : publicKey;
    wire.sendHead('POST', `/api/${id}/envelope/?sentry_key=${key}`, headers);
    wire.socket.write(Buffer.alloc(300_000, 'x'));
    await wire.waitFor(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(wire.received).not.toContain('Connection: close');
    wire.socket.write(Buffer.alloc(300_000, 'x'));
    await ask(wire);
  });
});

describe('when the service stops', () => {
  test('a request that arrives on an idle connection is served, and its reply closes the connection', async () => {
    const service = await startService();
    const idle = await connect(service);
    await ask(idle);
    const { app } = service;
    const closed = app.close();
    await setTimeout(50);
    expect(await ask(idle)).toContain('\r\nConnection: close\r\n');
    await idle.waitUntilClosed();
    await closed;
    await service.close();
  });

  test('the reply to a request in progress closes its connection', async () => {
    const service = await startService();
    const project = await service.fixtures.project();
    const wire = await connect(service);
    const body = '{"message":"x"}';
    wire.sendHead('POST', storePath(project), { 'Content-Length': body.length, Expect: '100-continue' });
    await wire.waitFor(/^HTTP\/1\.1 100 /);
    const closed = service.close();
    await setTimeout(400);
    wire.socket.write(body);
    await wire.waitFor(/HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
    await closed;
  });
});

describe('with as many connections as there may be', () => {
  /** Opens connections with a request whose body has not arrived. */
  async function occupy(service: Service, count: number): Promise<RawConnection[]> {
    const project = await service.fixtures.project();
    const busy: RawConnection[] = [];
    for (let number = 0; number < count; number += 1) {
      const wire = await connect(service);
      wire.sendHead('POST', storePath(project), { 'Content-Length': 15, Expect: '100-continue' });
      await wire.waitFor(/^HTTP\/1\.1 100 /);
      busy.push(wire);
    }
    return busy;
  }

  /** The fixtures of a service keep a connection of their own open. */
  const REFUSED =
    /^HTTP\/1\.1 503 [^]*\r\nRetry-After: 1\r\n[^]*\r\nConnection: close\r\n[^]*\{"detail":"Too many connections are open; try again later\."\}$/;

  test('a new one closes the one that has been idle for longest', async () => {
    const service = await start({ MAX_CONNECTIONS: '8' });
    const idle: RawConnection[] = [];
    for (let number = 0; number < 8; number += 1) {
      const wire = await connect(service);
      if (number < 4) expect(await ask(wire)).not.toContain('Connection: close');
      idle.push(wire);
    }
    const last = await connect(service);
    expect(await ask(last)).toContain('\r\nConnection: close\r\n');
    await idle[0]?.waitUntilClosed();
    expect(idle.filter(({ isClosed }) => isClosed)).toHaveLength(1);
  });

  test('requests on a new one are 503 if none is idle, and served once one is', async () => {
    const service = await start({ MAX_CONNECTIONS: '8', BODY_TIMEOUT: '600' });
    const busy = await occupy(service, 8);
    const refused = await connect(service);
    refused.sendHead('GET', '/healthz', {});
    await refused.waitFor(REFUSED);
    await refused.waitUntilClosed();
    const [first] = busy;
    first?.socket.write('{"message":"x"}');
    await first?.waitFor(/HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
    await first?.waitUntilClosed();
    await ask(await connect(service));
  });

  test('one address has a quarter of them, unless it is a proxy', async () => {
    const limits = { MAX_CONNECTIONS: '24', BODY_TIMEOUT: '600' };
    const [open, limited] = [await start(limits), await start({ ...limits, TRUSTED_PROXIES: '192.0.2.1' })];
    await occupy(open, 10);
    await ask(await connect(open));
    await occupy(limited, 6);
    const refused = await connect(limited);
    refused.sendHead('GET', '/healthz', {});
    await refused.waitFor(REFUSED);
  });
});
