/** `npm run demo -- --console`: fills a database, serves it, and leaves nothing behind. */
import { readdir } from 'node:fs/promises';
import { makeEmptyPlace, makeTemporaryDirectory } from '../../support/database';
import { endProcesses, ensureBuilt, poll, type RunningProcess, ServiceProcess, start } from '../../support/process';

/** As `npm run demo` starts it: tsx runs in the same process, which gets signals itself. */
const DEMO = ['--import', 'tsx', 'scripts/demo.ts'];

beforeAll(ensureBuilt);
afterEach(endProcesses);

function startDemo(environment: Record<string, string>): RunningProcess {
  const args = [...DEMO, '--console', '--events', '300'];
  return start(process.execPath, args, { PORT: '0', ...environment });
}

test('fills an empty database, prints what signs in, and ends on SIGTERM', async () => {
  const place = await makeEmptyPlace();
  const running = startDemo({ DATABASE_URL: place.url });
  const { client } = await ServiceProcess.of(running);
  const [, link] = /Sign in: \S+\/sign-in#(\S+)/.exec(running.stdout) ?? [];
  const { headers } = await client.post('/api/0/auth/sessions/').send({ link }).expect(201);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  const read = async (path: string): Promise<{ [field: string]: unknown }[]> => {
    const { body } = await client.get(`/api/0/organizations/tidewater/${path}`).set('Cookie', cookie).expect(200);
    return body as { [field: string]: unknown }[];
  };
  const issues = await read('issues/?limit=100&query=');
  expect(issues.length).toBeGreaterThan(40);
  for (const is of ['resolved', 'ignored', 'assigned']) expect(await read(`issues/?query=is:${is}`)).not.toEqual([]);
  expect(await read('releases/')).toHaveLength(12);
  expect(await read('projects/')).toHaveLength(4);
  expect(await read('members/')).toHaveLength(6);
  expect(await read('searches/')).toHaveLength(4);
  const [mapped] = await read(`issues/?query=${encodeURIComponent('error.type:SearchFailed')}`);
  const event = await client
    .get(`/api/0/organizations/tidewater/issues/${String(mapped?.['id'])}/events/latest/`)
    .set('Cookie', cookie)
    .expect(200);
  expect(JSON.stringify(event.body)).toContain('src/search/suggest.ts');
  running.child.kill('SIGTERM');
  expect(await running.end()).toMatchObject({ code: 0, stderr: '' });
  await place.dispose();
});

test('deletes its temporary database, also if it is stopped while it fills', async () => {
  const folder = await makeTemporaryDirectory();
  const running = startDemo({ TMPDIR: folder.path });
  const files = () => readdir(folder.path, { recursive: true });
  await poll(async () => (await files()).some((name) => name.endsWith('.db')));
  running.child.kill('SIGTERM');
  expect(await running.end()).toMatchObject({ code: 0, stderr: '' });
  expect((await files()).filter((name) => name.includes('culprit-demo'))).toEqual([]);
  await folder.dispose();
});

test.each([
  [['--console', '--events', 'many'], '--events is "many", but must be a number of events from 1 to 999999.'],
  [['--events', '7'], '--events is for --console: npm run demo -- --console --events 7000'],
])('refuses %p', async (args, sentence) => {
  const { code, stderr } = await start(process.execPath, [...DEMO, ...args]).end();
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});
