/** The lines that the service writes to its log while it runs, is used and stops. */
import { spawnSync } from 'node:child_process';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { endProcesses, ensureBuilt, poll, ServiceProcess, start } from '../../support/process';

type Line = Record<string, unknown>;

let place: TemporaryPlace;
beforeAll(ensureBuilt);
beforeEach(async () => (place = await makeEmptyPlace()));
afterEach(async () => {
  endProcesses();
  await place.dispose();
});

/** `script` gives its command a terminal. Without it the test is skipped visibly, or fails with `CI` set. */
const itOnTerminal =
  spawnSync('script', ['--version']).error === undefined ? it : skipped('there is no program script');

function skipped(reason: string): typeof it.skip {
  const note = `test/system/process/log: the test on a terminal is skipped: ${reason}.`;
  if (process.env['CI']) throw new Error(note);
  process.stderr.write(`${note}\n`);
  return it.skip;
}

const serve = (env: Record<string, string> = {}) =>
  ServiceProcess.start({ DATABASE_URL: place.url, LOG_LEVEL: 'info', ...env });

function parse(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Returns the path to which events are posted, and the token that the first start prints. */
function credentialsOf({ stdout }: ServiceProcess): { store: string; key: string; token: string } {
  const [, key = '', id = ''] = /DSN +http:\/\/([0-9a-f]+)@[^/]+\/(\d+)/.exec(stdout) ?? [];
  const [, token = ''] = /token +(\S+)/.exec(stdout) ?? [];
  return { store: `/api/${id}/store/`, key, token };
}

it('has the start, a line for each request, and the stop', async () => {
  const service = await serve();
  const { store, key, token } = credentialsOf(service);
  const send = () => fetch(`${service.url}${store}?sentry_key=${key}`, { method: 'POST', body: '{"message":"x"}' });
  for (let number = 0; number < 20; number += 1) expect((await send()).status).toBe(200);
  const headers = { Authorization: `Bearer ${token}` };
  for (let number = 0; number < 3; number += 1)
    await fetch(`${service.url}/api/0/projects/acme/shop/events/?per_page=1`, { headers });
  await fetch(`${service.url}/api/0/projects/acme/shop/events/?per_page=x`, { headers });
  for (let number = 0; number < 200; number += 1) await fetch(`${service.url}/api/0/projects/acme/shop/events/`);
  await fetch(`${service.url}/healthz`);
  await fetch(`${service.url}/readyz`);
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  const lines = parse(stderr);
  const withMessage = (message: string) => lines.filter(({ msg }) => msg === message);

  expect(lines.map(({ msg }) => msg).filter((msg) => msg !== 'request')).toEqual([
    ...(withMessage('database migrated').length > 0 ? ['database migrated'] : []),
    'token created',
    'started',
    'stopping',
    'stopped',
  ]);
  expect(withMessage('started')).toMatchObject([{ address: service.url, version: expect.any(String) }]);
  expect(withMessage('stopping')).toMatchObject([{ signal: 'SIGTERM' }]);
  const requests = withMessage('request');
  const times = (operation: string, status: number) =>
    requests
      .filter((line) => line['operation'] === operation && line['status'] === status)
      .map((line) => line['times'] ?? 1);
  expect(times('storeEvent', 200)).toEqual([1, 19]);
  expect(times('listProjectEvents', 200)).toEqual([1, 1, 1]);
  expect(times('listProjectEvents', 400)).toEqual([1]);
  expect(times('listProjectEvents', 401)).toEqual([1, 199]);
  expect(requests.filter(({ operation }) => operation === 'getHealth' || operation === 'getReadiness')).toEqual([]);
  const listed = requests.find(({ operation, status }) => operation === 'listProjectEvents' && status === 200);
  expect(listed).toEqual({
    level: 30,
    time: expect.any(Number),
    msg: 'request',
    request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    path: '/api/0/projects/acme/shop/events/',
    operation: 'listProjectEvents',
    organization: 'acme',
    project: 'shop',
    status: 200,
    ms: expect.any(Number),
  });
  expect(requests.find(({ status }) => status === 400)).toMatchObject({
    reason: expect.stringContaining('per_page'),
    address: '127.0.0.1',
  });
  expect(stderr).not.toContain(key);
  expect(stderr).not.toContain(token);
  expect(stderr).not.toContain('per_page=1');
});

it('says which migrations were applied, once', async () => {
  await (await serve({ BOOTSTRAP: 'off' })).stop();
  const { stderr } = await (await serve({ BOOTSTRAP: 'off' })).stop();
  expect(parse(stderr).map(({ msg }) => msg)).toEqual(['started', 'stopping', 'stopped']);
});

it('has no password of the database', async () => {
  const { stderr } = await (await serve({ BOOTSTRAP: 'off' })).stop();
  const started = parse(stderr).find(({ msg }) => msg === 'started');
  expect(started?.['database']).toMatch(/^(?:sqlite:|postgres(?:ql)?:\/\/)/);
  expect(String(started?.['database'])).not.toMatch(/:[^*/@]+@/);
});

it('has a line for each request at level debug', async () => {
  const service = await serve({ LOG_LEVEL: 'debug' });
  for (let number = 0; number < 5; number += 1) await fetch(`${service.url}/healthz`);
  for (let number = 0; number < 5; number += 1) await fetch(`${service.url}/nothing`);
  const lines = parse((await service.stop()).stderr).filter(({ msg }) => msg === 'request');
  expect(lines.filter(({ operation }) => operation === 'getHealth')).toHaveLength(5);
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(5);
});

it('is text if LOG_FORMAT says so', async () => {
  const service = await serve({ LOG_FORMAT: 'pretty', BOOTSTRAP: 'off' });
  await fetch(`${service.url}/nothing`);
  const { stderr } = await service.stop();
  expect(stderr).toMatch(/INFO.*started/);
  expect(stderr).toMatch(/INFO.*request.*"status":404/);
  for (const line of stderr.trim().split('\n')) expect(() => JSON.parse(line) as unknown).toThrow();
});

itOnTerminal('is text on a terminal', async () => {
  const command = `${process.execPath} dist/src/main.js serve`;
  const running = start('script', ['-qec', command, '/dev/null'], {
    DATABASE_URL: place.url,
    PORT: '0',
    BOOTSTRAP: 'off',
  });
  await poll(() => running.stdout.includes('started') || running.hasEnded);
  expect(running.stdout).toMatch(/INFO.*started/);
});
