/**
 * Tests the purpose of the service from end to end: an SDK sends an error, a map resolves its frames, and `kill -9`
 * loses nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDirectory } from './support/database';
import { Fixtures } from './support/fixtures';
import { endProcesses, ensureBuilt, execute, ServiceProcess } from './support/process';
import { Shop } from './support/sampleShop';
import { useService } from './support/service';
import { readEvents } from './support/sdkEvents';
import { Uploader } from './support/upload';
import { bundle } from './support/zip';

const PROGRAM = join(__dirname, 'support/programs/shop.js');
const URL = 'https://shop.test/static/shop.js';
const DEBUG_ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';

const service = useService();
beforeAll(ensureBuilt);
afterAll(endProcesses);

/** Runs a program whose function fails and which reports the error with the SDK. Returns the ids of its events. */
async function fail(dsn: string, how: string): Promise<string[]> {
  const { stdout, stderr } = await execute(process.execPath, [PROGRAM, how], { SENTRY_DSN: dsn });
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { ids: string[] }).ids;
}

test('an error that an unmodified SDK reports is read back, with the source line that failed', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const ids = await fail(project.dsn, 'exception');
  const events = await readEvents(service.client, project.path, token);
  expect(events.map(({ eventID }) => eventID)).toEqual(ids);
  const [exception] = events[0]!.entries.filter(({ type }) => type === 'exception') as any[];
  const frame = exception.data.values[0].stacktrace.frames.at(-1);
  expect(frame).toMatchObject({ function: 'priceOf', filename: PROGRAM });
  const line = readFileSync(PROGRAM, 'utf8').split('\n')[frame.lineNo - 1];
  expect(frame.context).toContainEqual([frame.lineNo, line]);
  const { body: issues } = await service.client.get(`${project.path}issues/`, token).expect(200);
  expect(issues).toMatchObject([{ count: '1', title: events[0]!.title }]);
});

test('a frame of minified code is resolved once its source map is uploaded, and the diagnosis has nothing to say', async () => {
  const shop = await Shop.build();
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const debug_meta = { images: [{ type: 'sourcemap', code_file: URL, debug_id: DEBUG_ID }] };
  const send = async () => service.fixtures.event(project, { ...(await shop.crash(URL)), debug_meta });
  const show = async (id: string) => (await service.client.get(`${project.path}events/${id}/`, token).expect(200)).body;
  const diagnose = async (id: string, frame: number) => {
    const query = `?frame_idx=${frame}&exception_idx=0`;
    const { body } = await service.client
      .get(`${project.path}events/${id}/source-map-debug/${query}`, token)
      .expect(200);
    return body as { type: string }[];
  };

  const before = await send();
  expect((await show(before)).culprit).not.toContain('reserveStock');
  expect((await diagnose(before, 0))[0]).toMatchObject({ type: 'debug_id_source_not_found' });

  const headers = { 'debug-id': DEBUG_ID };
  const archive = bundle([
    { name: '~/static/shop.js', bytes: await shop.read('dist/shop.js'), type: 'minified_source', headers },
    { name: '~/static/shop.js.map', bytes: await shop.read('dist/shop.js.map'), headers },
  ]);
  await new Uploader(service, project, token).upload(archive);

  const after = await send();
  expect(await show(after)).toMatchObject({ culprit: 'reserveStock(src/stock)', location: 'src/stock.ts' });
  expect(await diagnose(after, 0)).toEqual([]);
  await shop.dispose();
});

test('an event whose arrival was acknowledged is there after kill -9', async () => {
  const directory = await makeTemporaryDirectory();
  const environment = { DATABASE_URL: `sqlite:${join(directory.path, 'culprit.db')}`, BOOTSTRAP: 'off' };
  const project = await Fixtures.fill(environment.DATABASE_URL, async (fixtures) => {
    const { organization, ...rest } = await fixtures.project();
    return { organization, ...rest, token: await fixtures.token(organization) };
  });
  const first = await ServiceProcess.start(environment);
  const dsn = project.dsn.replace(/@[^/]+/, `@${first.url.slice('http://'.length)}`);
  const ids = await fail(dsn, 'exception');
  first.signal('SIGKILL');
  expect((await first.end()).code).toBeNull();

  const second = await ServiceProcess.start(environment);
  const events = await readEvents(second.client, project.path, project.token);
  expect(events.map(({ eventID }) => eventID)).toEqual(ids);
  expect((await second.stop()).code).toBe(0);
  await directory.dispose();
});
