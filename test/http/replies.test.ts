/** Tests limits of memory and time for clients that do not read their replies. */
import { randomBytes } from 'node:crypto';
import type { ProjectFixture } from '../support/fixtures';
import { poll } from '../support/process';
import { RawConnection } from '../support/rawConnection';
import { type Service, startService } from '../support/service';
import { Uploader } from '../support/upload';

const MEBIBYTE = 1024 * 1024;
const wires: RawConnection[] = [];
afterEach(() => wires.splice(0).forEach(({ socket }) => socket.destroy()));

/** Sends requests and reads nothing of their replies. */
async function ask(url: string, path: string, token: string, count: number): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let number = 0; number < count; number += 1) {
    const wire = await RawConnection.open(url);
    wire.socket.pause();
    wire.sendHead('GET', path, { Authorization: `Bearer ${token}` });
    connections.push(wire);
  }
  wires.push(...connections);
  return connections;
}

/** Returns the memory of this process, in which the service runs. */
const memory = () => process.memoryUsage().rss;

/** Gives the service time for its background work. */
async function settle(service: Service): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await service.client.get('/healthz').expect(200);
}

describe('a large file', () => {
  const size = 30 * MEBIBYTE;
  const bytes = randomBytes(size);
  let uploader: Uploader;
  let path: string;
  beforeAll(async () => {
    uploader = await Uploader.start({ WRITE_TIMEOUT: '3' });
    const { body } = await uploader.sendFile('v1', '~/large.js', bytes);
    path = `${uploader.filesPath('v1')}${(body as { id: string }).id}/?download=1`;
  });
  afterAll(() => uploader.close());

  test('is not in memory while clients do not read it, and they are disconnected', async () => {
    const { service, token } = uploader;
    const before = memory();
    const clients = await ask(service.url, path, token, 40);
    await settle(service);
    expect((memory() - before) / MEBIBYTE).toBeLessThan((40 * size) / MEBIBYTE / 3);
    await service.client.get('/healthz').expect(200);
    await poll(() => countConnections(service).then((open) => open < clients.length));
    // 40 times 30 MiB are read before anything is refused: on a slow machine with other work that takes its time.
  });

  test('reaches a client that reads it slowly, complete', async () => {
    const { service, token } = uploader;
    const [wire] = await ask(service.url, path, token, 1);
    if (wire === undefined) throw new Error('no connection');
    const parts: Buffer[] = [];
    wire.socket.on('data', (part: Buffer) => {
      parts.push(part);
      wire.socket.pause();
    });
    const timer = setInterval(() => wire.socket.resume(), 1);
    const length = () => parts.reduce((sum, part) => sum + part.length, 0);
    await poll(() => length() > size).finally(() => clearInterval(timer));
    await poll(() => Buffer.concat(parts).subarray(-MEBIBYTE).equals(bytes.subarray(-MEBIBYTE)));
  });

  test('has its length in the reply to HEAD, and no body', async () => {
    const { service, token } = uploader;
    const { headers } = await service.client.send('head', path, token).expect(200);
    expect(headers).toMatchObject({ 'content-length': String(size), 'content-type': 'application/octet-stream' });
  });
});

function countConnections({ app }: Service): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

describe('large lists', () => {
  let service: Service;
  let loud: ProjectFixture;
  let quiet: ProjectFixture;
  let tokens: { loud: string; quiet: string };
  beforeAll(async () => {
    service = await startService({ REPLY_MEMORY: '24', WRITE_TIMEOUT: '60' });
    [loud, quiet] = [await service.fixtures.project(), await service.fixtures.project()];
    tokens = {
      loud: await service.fixtures.token(loud.organization),
      quiet: await service.fixtures.token(quiet.organization),
    };
    const extra = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, 'x'.repeat(8_000)]));
    for (let number = 0; number < 24; number += 1) await service.fixtures.event(loud, { extra });
    await service.fixtures.event(quiet, { extra });
  });
  afterAll(() => service.close());

  test('that nobody reads refuse further ones of their tenant with 503, and none of others', async () => {
    const path = `${loud.path}events/?full=true`;
    await service.client.get(path, tokens.loud).expect(200);
    // One after another: of lists that are composed at the same time, none may find enough memory.
    for (let number = 0; number < 4; number += 1) {
      const [wire] = await ask(service.url, path, tokens.loud, 1);
      await poll(() => (wire?.socket.bytesRead ?? 0) > 0);
    }
    const { body, headers } = await service.client.get(path, tokens.loud).expect(503);
    expect(body).toEqual({ detail: 'Too many large replies are being sent at the moment; repeat the request later.' });
    expect(headers['retry-after']).toBe('1');
    await service.client.get(`${quiet.path}events/?full=true`, tokens.quiet).expect(200);
    await service.client.get(loud.path, tokens.loud).expect(200);
    wires.splice(0).forEach(({ socket }) => socket.destroy());
    await poll(async () => (await service.client.get(path, tokens.loud)).status === 200);
  });

  test('have the bodies of the events that fit, in their order, whole lists in pages', async () => {
    const ids: string[] = [];
    let path: string | null = `${loud.path}events/?full=true&per_page=9`;
    while (path !== null) {
      const { body, headers } = await service.client.get(path, tokens.loud).expect(200);
      ids.push(...(body as { eventID: string }[]).map(({ eventID }) => eventID));
      const next = /<https?:\/\/[^/]+([^>]+)>; rel="next"; results="true"/.exec(String(headers['link']));
      path = next?.[1] ?? null;
    }
    const { body } = await service.client.get(`${loud.path}events/`, tokens.loud).expect(200);
    expect(ids).toEqual((body as { eventID: string }[]).map(({ eventID }) => eventID));
  });
});
