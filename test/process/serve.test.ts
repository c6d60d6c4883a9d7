import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/open';
import { readEvents } from '../sdk/events';
import {
  makeEmptyPlace,
  makeTemporaryDirectory,
  type TemporaryDirectory,
  type TemporaryPlace,
} from '../support/database';
import { culprit, endProcesses, ensureBuilt, execute, poll, ServiceProcess } from '../support/process';

const SHOP = '/api/0/projects/acme/shop/';

let directory: TemporaryDirectory;
let place: TemporaryPlace;
beforeAll(ensureBuilt, 120_000);
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  place = await makeEmptyPlace();
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
  await place.dispose();
});

function serve(env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.start({ DATABASE_URL: place.url, ...env });
}

/** What the first start prints once. */
interface Welcome {
  readonly dsn: string;
  readonly token: string;
  /** Where the DSN's events go, on whichever port the service listens. */
  readonly storePath: string;
  readonly commands: readonly string[];
}

function readWelcome({ stdout }: ServiceProcess): Welcome {
  const [, dsn = ''] = /^ +DSN +(\S+)$/m.exec(stdout) ?? [];
  const [, token = ''] = /^ +token +(\S+)$/m.exec(stdout) ?? [];
  const { username, pathname } = new URL(dsn);
  const commands = [...stdout.matchAll(/^ +(curl .+)$/gm)].map(([, command = '']) => command);
  return { dsn, token, storePath: `/api${pathname}/store/?sentry_key=${username}`, commands };
}

/** Runs a printed command as a person would, or does the same where there is no curl. Answers what it prints or writes to a file. */
async function runCurl(command: string): Promise<string> {
  const [, file] = / -o (\S+)/.exec(command) ?? [];
  const isThere = await execute('curl', ['--version']).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (isThere) {
    const { code, stdout } = await execute(
      '/bin/sh',
      ['-c', command.replace('curl ', 'curl --silent --fail ')],
      { NO_PROXY: '127.0.0.1' },
      directory.path,
    );
    expect({ command, code }).toEqual({ command, code: 0 });
    return file === undefined ? stdout : readFile(join(directory.path, file), 'utf8');
  }
  const [, target = ''] = /"(http[^"]+)"/.exec(command) ?? [];
  const [, name = 'Accept', value = '*/*'] = /-H "([^:]+): ([^"]+)"/.exec(command) ?? [];
  const [, body] = /-d '([^']+)'/.exec(command) ?? [];
  const response = await fetch(target, {
    headers: { [name]: value },
    ...(body !== undefined && { method: 'POST', body }),
  });
  expect({ command, status: response.status }).toEqual({ command, status: 200 });
  return response.text();
}

function failure(id: string): object {
  return { event_id: id, exception: { values: [{ type: `Failure${id[0]}`, value: id }] } };
}

function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/** Sends one event and answers its id. */
async function send(service: ServiceProcess, { storePath }: Welcome): Promise<string> {
  const id = newId();
  await service.client.post(storePath).send(failure(id)).expect(200, { id });
  return id;
}

async function idsOf(service: ServiceProcess, { token }: Welcome): Promise<string[]> {
  const events = await readEvents(service.client, SHOP, token, false);
  return events.map(({ eventID }) => eventID);
}

describe('the first start', () => {
  it('fills the empty database and tells it once', async () => {
    const first = await serve();
    const { dsn, token, commands } = readWelcome(first);
    expect(dsn).toMatch(new RegExp(`^http://[0-9a-f]{32}@${new URL(first.url).host}/[1-9][0-9]*$`));
    expect(commands).toHaveLength(3);
    expect(first.stdout.match(/DSN/g)).toHaveLength(1);
    expect(first.stdout.match(/listening on http:\/\/127\.0\.0\.1:[0-9]+\n$/)).not.toBeNull();
    const { body } = await first.client.put(SHOP, token).expect(200);
    expect(body).toMatchObject({
      slug: 'shop',
      platform: 'node',
      team: { slug: 'backend' },
      organization: { slug: 'acme' },
      isMember: true,
    });
    expect((body as { access: string[] }).access).toHaveLength(15);
    await first.stop();

    const second = await serve();
    expect(second.stdout).toMatch(/^[^\n]*listening on http:\/\/127\.0\.0\.1:[0-9]+\n$/);
    await second.client.put(SHOP, token).expect(200);
  });

  it('prints commands that work', async () => {
    const service = await serve();
    const [sendError = '', listEvents = '', openDocs = ''] = readWelcome(service).commands;
    const { id } = JSON.parse(await runCurl(sendError)) as { id: string };
    expect(JSON.parse(await runCurl(listEvents))).toMatchObject([{ eventID: id, title: 'Error: Hello, Culprit' }]);
    expect(await runCurl(openDocs)).toMatch(/^<!doctype html>[^]*<title>[^]*<\/html>\s*$/i);
  });

  it('names the public address', async () => {
    const service = await serve({ PUBLIC_URL: 'http://errors.acme.test' });
    const { dsn, token, commands } = readWelcome(service);
    expect(dsn).toMatch(/@errors\.acme\.test\/[0-9]+$/);
    for (const command of commands) expect(command).toContain('http://errors.acme.test/');
    const { headers } = await service.client.get(`${SHOP}events/?per_page=5`, token).expect(200);
    expect((headers as Record<string, string>)['link']).toContain(
      `<http://errors.acme.test${SHOP}events/?per_page=5&cursor=`,
    );
  });

  it('makes nothing where BOOTSTRAP is off', async () => {
    const service = await serve({ BOOTSTRAP: 'off' });
    expect(service.stdout).toMatch(/^[^\n]*listening on \S+\n$/);
    const { stdout } = await culprit(['token', 'list', '--json'], { DATABASE_URL: place.url });
    expect(JSON.parse(stdout)).toEqual([]);
    expect((await culprit(['organization', 'create', '--slug', 'acme'], { DATABASE_URL: place.url })).code).toBe(0);
  });

  it('makes nothing beside what is there', async () => {
    await culprit(['organization', 'create', '--slug', 'mine'], { DATABASE_URL: place.url });
    const service = await serve();
    expect(service.stdout).toMatch(/^[^\n]*listening on \S+\n$/);
  });

  it('serves from memory as well', async () => {
    const service = await serve({ DATABASE_URL: 'sqlite::memory:' });
    const welcome = readWelcome(service);
    const id = await send(service, welcome);
    expect(await idsOf(service, welcome)).toEqual([id]);
    expect((await service.stop()).code).toBe(0);
  });
});

describe('a start that cannot be', () => {
  const start = (env: Record<string, string>) =>
    culprit(['serve'], { DATABASE_URL: place.url, LOG_LEVEL: 'warn', ...env });

  it('tells that the port is in use', async () => {
    const first = await serve({ DATABASE_URL: 'sqlite::memory:' });
    const { port } = new URL(first.url);
    const { code, stdout, stderr } = await start({ PORT: port });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^[^\\n]*${port}[^\\n]*in use[^\\n]*\\n$`));
    const later = await serve();
    expect(readWelcome(later).commands).toHaveLength(3);
  });

  it('tells every fault of the environment', async () => {
    const faults = {
      PORT: '65536',
      HOST: 'not a host',
      DATABASE_URL: 'mongodb://localhost',
      PUBLIC_URL: 'http://x/y',
      BOOTSTRAP: 'maybe',
      LOG_LEVEL: 'loud',
    };
    const { code, stdout, stderr } = await start(faults);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of Object.keys(faults)) expect(stderr).toMatch(new RegExp(`\\b${name}\\b`));
    expect(stderr.trim().split('\n')).toHaveLength(Object.keys(faults).length);
  });

  it.each([
    ['there is no such directory', { DATABASE_URL: 'sqlite:/nowhere/culprit.db' }, /no directory \/nowhere/],
    ['the host is not of this machine', { HOST: '192.0.2.1' }, /HOST/],
  ])('tells that %s', async (_, env, words) => {
    const { code, stdout, stderr } = await start(env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

/** A connection to the service, and all that came back on it. */
class Connection {
  received = '';

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => (this.received += String(chunk)));
    socket.on('error', () => undefined);
  }

  static async open({ url: address }: ServiceProcess): Promise<Connection> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const connection = new Connection(socket);
    await once(socket, 'connect');
    return connection;
  }

  expect(pattern: RegExp): Promise<void> {
    return poll(() => pattern.test(this.received));
  }
}

async function isRefused(service: ServiceProcess): Promise<boolean> {
  try {
    const { socket } = await Connection.open(service);
    socket.destroy();
    return false;
  } catch {
    return true;
  }
}

describe('a signal to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle service with 0', async (name) => {
    const service = await serve();
    const idle = await Connection.open(service);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.expect(/ok/);
    service.signal(name);
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
  });

  it('finishes a request that was accepted, and accepts no other', async () => {
    const service = await serve();
    const welcome = readWelcome(service);
    const body = JSON.stringify({ event_id: 'a'.repeat(32), message: 'slow but sure' });
    const slow = await Connection.open(service);
    const head = ['Host: x', 'Expect: 100-continue', `Content-Length: ${body.length}`];
    slow.socket.write(`POST ${welcome.storePath} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    await slow.expect(/^HTTP\/1\.1 100 /);
    slow.socket.write(body.slice(0, 20));
    service.signal('SIGTERM');
    await poll(() => isRefused(service));
    slow.socket.write(body.slice(20));
    await slow.expect(/HTTP\/1\.1 200 OK\r\n[^]*\{"id":"a{32}"\}$/);
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
    const next = await serve();
    expect(await idsOf(next, welcome)).toEqual(['a'.repeat(32)]);
  });

  it('loses nothing it has acknowledged under load', async () => {
    const service = await serve();
    const welcome = readWelcome(service);
    const acknowledged = await sendUntilEnd(service, welcome, 50, 'SIGTERM');
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
    const next = await serve();
    expect(await idsOf(next, welcome)).toEqual(expect.arrayContaining(acknowledged));
  });
});

const SENDERS = 16;

/** Sends from several sides; the signal goes out with the answer that makes the number full. Answers what was acknowledged. */
async function sendUntilEnd(
  service: ServiceProcess,
  welcome: Welcome,
  full: number,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<string[]> {
  const acknowledged: string[] = [];
  const sendOn = async (): Promise<void> => {
    let goesOn = true;
    while (goesOn) {
      const id = newId();
      goesOn = await post(service, welcome, failure(id), () => {
        if (acknowledged.push(id) === full) service.signal(signal);
      });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendOn));
  return acknowledged;
}

/** Posts on a connection of its own; tells the 200 the moment it is read, and in the end whether there was an answer. */
function post(
  { url: address }: ServiceProcess,
  { storePath }: Welcome,
  event: object,
  acknowledge: () => void,
): Promise<boolean> {
  const body = JSON.stringify(event);
  const head = ['Host: x', 'Connection: close', `Content-Length: ${body.length}`];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk) => {
      if (reply === '') {
        if (String(chunk).startsWith('HTTP/1.1 200 ')) acknowledge();
        else reject(new Error(String(chunk)));
      }
      reply += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply !== ''));
    socket.write(`POST ${storePath} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

it('has every event that it acknowledged before it was killed, whole, twenty times over', async () => {
  const ROUNDS = 20;
  const acknowledged: string[] = [];
  let service = await serve();
  const welcome = readWelcome(service);
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged.push(...(await sendUntilEnd(service, welcome, 1 + ((round * 7) % 40), 'SIGKILL')));
    expect((await service.end()).code).toBeNull();
    service = await serve();
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * 10);
  const events = await readEvents(service.client, SHOP, welcome.token);
  const ids = events.map(({ eventID }) => eventID);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
  for (const { id, title, entries } of events) {
    expect(title).toBe(`Failure${id[0]}: ${id}`);
    expect(JSON.stringify(entries)).toContain(id);
  }
  await service.stop();
  expect(await countsByIssue(events)).toEqual(countBy(events.map(({ groupID }) => groupID)));
}, 180_000);

function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/** How many events each issue of these says it has. */
async function countsByIssue(
  events: readonly { projectID: string; groupID: string }[],
): Promise<Record<string, number>> {
  const database = await openDatabase(place.url);
  const counts: Record<string, number> = {};
  await database.read(async ({ issues }) => {
    for (const { projectID, groupID } of events)
      counts[groupID] ??= (await issues.find(projectID, groupID))?.timesSeen ?? 0;
  });
  await database.close();
  return counts;
}

it('keeps everything over a restart', async () => {
  const address = { PUBLIC_URL: 'http://errors.acme.test' };
  const first = await serve(address);
  const welcome = readWelcome(first);
  const { token } = welcome;
  for (let count = 0; count < 5; count += 1) await send(first, welcome);
  const change = { name: 'Web shop', subjectPrefix: '[shop]', resolveAge: 720, isBookmarked: true };
  const { body: project } = await first.client.put(SHOP, token).send(change).expect(200);
  const [removed, ...events] = await readEvents(first.client, SHOP, token);
  await first.client.delete(`${SHOP}issues/?id=${removed?.groupID}`, token).expect(200);
  const kept = events.filter(({ groupID }) => groupID !== removed?.groupID);
  await first.stop();

  const second = await serve(address);
  expect(await readEvents(second.client, SHOP, token)).toEqual(kept);
  const { body: again } = await second.client.put(SHOP, token).expect(200);
  expect(again).toEqual(project);
});
