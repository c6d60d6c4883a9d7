import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { killRepeatedly } from '../../../scripts/durability/kill';
import { SCOPES } from '../../../src/domain/access';
import { readEvents } from '../../support/sdkEvents';
import {
  makeEmptyPlace,
  makeTemporaryDirectory,
  type TemporaryDirectory,
  type TemporaryPlace,
} from '../../support/database';
import { culprit, endProcesses, ensureBuilt, execute, poll, ServiceProcess, start } from '../../support/process';
import { RawConnection } from '../../support/rawConnection';

const SHOP = '/api/0/projects/acme/shop/';

let directory: TemporaryDirectory;
let place: TemporaryPlace;
beforeAll(ensureBuilt);
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

/** The output of the first start on an empty database. */
interface Welcome {
  readonly dsn: string;
  readonly token: string;
  /** Path to which events of the DSN are posted. */
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

/** Runs a printed curl command, or sends the same request if curl is not installed. Returns the response body. */
async function runCurl(command: string): Promise<string> {
  const hasCurl = await execute('curl', ['--version']).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (hasCurl) {
    const { code, stdout } = await execute(
      '/bin/sh',
      ['-c', command.replace('curl ', 'curl --silent --fail ')],
      { NO_PROXY: '127.0.0.1' },
      directory.path,
    );
    expect({ command, code }).toEqual({ command, code: 0 });
    return stdout;
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

/** Sends one event and returns its id. */
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
  it('fills the empty database and prints the credentials once', async () => {
    const first = await serve();
    const { dsn, token, commands } = readWelcome(first);
    expect(dsn).toMatch(new RegExp(`^http://[0-9a-f]{32}@${new URL(first.url).host}/[1-9][0-9]*$`));
    expect(commands).toHaveLength(2);
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
    expect((body as { access: string[] }).access).toEqual([...SCOPES]);
    const [, link] = new RegExp(`^Sign in: ${first.url}/sign-in#(\\S+)$`, 'm').exec(first.stdout) ?? [];
    const session = await first.client.post('/api/0/auth/sessions/').send({ link }).expect(201);
    expect(session.body).toMatchObject({ member: { email: 'ann@acme.test', role: 'owner', hasPassword: false } });
    await first.client.post('/api/0/auth/sessions/').send({ link }).expect(401);
    await first.stop();

    const second = await serve();
    expect(second.stdout).toMatch(/^[^\n]*listening on http:\/\/127\.0\.0\.1:[0-9]+\n$/);
    await second.client.put(SHOP, token).expect(200);
  });

  it('prints commands that work', async () => {
    const service = await serve();
    const [sendError = '', listEvents = ''] = readWelcome(service).commands;
    const { id } = JSON.parse(await runCurl(sendError)) as { id: string };
    expect(JSON.parse(await runCurl(listEvents))).toMatchObject([{ eventID: id, title: 'Error: Hello, Culprit' }]);
  });

  it('prints the public URL', async () => {
    const service = await serve({ PUBLIC_URL: 'http://errors.acme.test' });
    const { dsn, token, commands } = readWelcome(service);
    expect(dsn).toMatch(/@errors\.acme\.test\/[0-9]+$/);
    for (const command of commands) expect(command).toContain('http://errors.acme.test/');
    const { headers } = await service.client.get(`${SHOP}events/?per_page=5`, token).expect(200);
    expect((headers as Record<string, string>)['link']).toContain(
      `<http://errors.acme.test${SHOP}events/?per_page=5&cursor=`,
    );
  });

  it('creates nothing if BOOTSTRAP is off', async () => {
    const service = await serve({ BOOTSTRAP: 'off' });
    expect(service.stdout).toMatch(/^[^\n]*listening on \S+\n$/);
    const { stdout } = await culprit(['token', 'list', '--json'], { DATABASE_URL: place.url });
    expect(JSON.parse(stdout)).toEqual([]);
    expect((await culprit(['organization', 'create', '--slug', 'acme'], { DATABASE_URL: place.url })).code).toBe(0);
  });

  it('creates nothing in a database that has an organization', async () => {
    await culprit(['organization', 'create', '--slug', 'mine'], { DATABASE_URL: place.url });
    const service = await serve();
    expect(service.stdout).toMatch(/^[^\n]*listening on \S+\n$/);
  });

  it('can use a database in memory', async () => {
    const service = await serve({ DATABASE_URL: 'sqlite::memory:' });
    const welcome = readWelcome(service);
    const id = await send(service, welcome);
    expect(await idsOf(service, welcome)).toEqual([id]);
    expect((await service.stop()).code).toBe(0);
  });
});

describe('a start that fails', () => {
  const startAndFail = (env: Record<string, string>) =>
    culprit(['serve'], { DATABASE_URL: place.url, LOG_LEVEL: 'warn', ...env });

  it('reports that the port is in use', async () => {
    const first = await serve({ DATABASE_URL: 'sqlite::memory:' });
    const { port } = new URL(first.url);
    const { code, stdout, stderr } = await startAndFail({ PORT: port });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^[^\\n]*${port}[^\\n]*in use[^\\n]*\\n$`));
    const later = await serve();
    expect(readWelcome(later).commands).toHaveLength(2);
  });

  it('reports every invalid environment variable', async () => {
    const invalid = {
      PORT: '65536',
      HOST: 'not a host',
      DATABASE_URL: 'mongodb://localhost',
      PUBLIC_URL: 'http://x/y',
      BOOTSTRAP: 'maybe',
      LOG_LEVEL: 'loud',
    };
    const { code, stdout, stderr } = await startAndFail(invalid);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of Object.keys(invalid)) expect(stderr).toMatch(new RegExp(`\\b${name}\\b`));
    expect(stderr.trim().split('\n')).toHaveLength(Object.keys(invalid).length);
  });

  it.each([
    ['there is no such directory', { DATABASE_URL: 'sqlite:/nowhere/culprit.db' }, /no directory \/nowhere/],
    ['the host is not a local address', { HOST: '192.0.2.1' }, /HOST/],
  ])('reports that %s', async (_, env, words) => {
    const { code, stdout, stderr } = await startAndFail(env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

it('goes on if its output cannot be written', async () => {
  const command = 'exec "$0" dist/src/main.js serve >/dev/full';
  const env = { DATABASE_URL: place.url, PORT: '0' };
  const running = start('/bin/sh', ['-c', command, process.execPath], env);
  await poll(() => running.hasEnded || running.stderr.includes('"started"'));
  const [, address = ''] = /"address":"([^"]+)"/.exec(running.stderr) ?? [];
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  running.child.kill('SIGTERM');
  expect(await running.end()).toMatchObject({ code: 0 });
});

async function isRefused(service: ServiceProcess): Promise<boolean> {
  try {
    const { socket } = await RawConnection.open(service.url);
    socket.destroy();
    return false;
  } catch {
    return true;
  }
}

describe('a termination signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle service with exit code 0', async (name) => {
    const service = await serve();
    const idle = await RawConnection.open(service.url);
    idle.sendHead('GET', '/healthz', {});
    await idle.waitFor(/ok/);
    service.signal(name);
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
  });

  it('may come twice', async () => {
    const service = await serve({ STOP_DELAY: '1', LOG_LEVEL: 'info' });
    service.signal('SIGINT');
    await poll(() => service.running.stderr.includes('"stopping"'));
    for (const name of ['SIGINT', 'SIGTERM'] as const) service.signal(name);
    const { code, stderr } = await service.end();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('"stopped"') as string });
  });

  it('completes accepted requests, and rejects new connections', async () => {
    const service = await serve();
    const welcome = readWelcome(service);
    const body = JSON.stringify({ event_id: 'a'.repeat(32), message: 'slow but sure' });
    const slow = await RawConnection.open(service.url);
    slow.sendHead('POST', welcome.storePath, { Expect: '100-continue', 'Content-Length': body.length });
    await slow.waitFor(/^HTTP\/1\.1 100 /);
    slow.socket.write(body.slice(0, 20));
    service.signal('SIGTERM');
    await poll(() => isRefused(service));
    slow.socket.write(body.slice(20));
    await slow.waitFor(/HTTP\/1\.1 200 OK\r\n[^]*\{"id":"a{32}"\}$/);
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
    const next = await serve();
    expect(await idsOf(next, welcome)).toEqual(['a'.repeat(32)]);
  });

  it('loses no stored event under load', async () => {
    const service = await serve();
    const welcome = readWelcome(service);
    const stored = await sendAndTerminate(service, welcome, 50);
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
    const next = await serve();
    expect(await idsOf(next, welcome)).toEqual(expect.arrayContaining(stored));
  });
});

const SENDERS = 16;

/**
 * Sends events concurrently until the process has ended, and SIGTERM after `count` of them were stored. Returns the ids
 * of stored events.
 */
async function sendAndTerminate(service: ServiceProcess, welcome: Welcome, count: number): Promise<string[]> {
  const stored: string[] = [];
  const sendEvents = async (): Promise<void> => {
    let isRunning = true;
    while (isRunning) {
      const id = newId();
      isRunning = await post(service, welcome, failure(id), () => {
        if (stored.push(id) === count) service.signal('SIGTERM');
      });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendEvents));
  return stored;
}

/**
 * Posts an event on a connection of its own. Calls `onStored` as soon as the 200 is read; returns true if there was a
 * response.
 */
function post(
  { url: address }: ServiceProcess,
  { storePath }: Welcome,
  event: object,
  onStored: () => void,
): Promise<boolean> {
  const body = JSON.stringify(event);
  const head = ['Host: x', 'Connection: close', `Content-Length: ${body.length}`];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk) => {
      if (reply === '') {
        if (String(chunk).startsWith('HTTP/1.1 200 ')) onStored();
        else reject(new Error(String(chunk)));
      }
      reply += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply !== ''));
    socket.write(`POST ${storePath} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

it('loses no acknowledged event and stores none twice if it is killed at random moments', async () => {
  const report = await killRepeatedly({ runs: 3, targets: ['service'], services: [1], makePlace: makeEmptyPlace });
  expect(report).toMatchObject({ runs: 3, violations: [] });
  expect(report.acknowledged).toBeGreaterThan(40);
});

it('keeps everything when it is restarted', async () => {
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
