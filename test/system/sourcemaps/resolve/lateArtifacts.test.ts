/** Source maps that arrive after events: the next event finds the issue, and lists show the original frames. */
import * as fc from 'fast-check';
import { mapText } from '../../../support/artifacts';
import { makeMigratedPlace } from '../../../support/database';
import { FileServer } from '../../../support/fileServer';
import type { ProjectFixture } from '../../../support/fixtures';
import { poll } from '../../../support/process';
import { Shop } from '../../../support/sampleShop';
import { EAGER, type Service, startService } from '../../../support/service';
import { Uploader } from '../../../support/upload';
import { bundle } from '../../../support/zip';

type Json = Record<string, any>;

const URL = 'https://shop.test/static/shop.js';
const RELEASE = 'shop@1.0.0';
const DEBUG_ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const IMAGES = [{ type: 'sourcemap', code_file: URL, debug_id: DEBUG_ID }];

let service: Service;
let shop: Shop;
let project: ProjectFixture;
let token: string;
let uploader: Uploader;
beforeAll(async () => {
  [service, shop] = await Promise.all([startService({}, EAGER), Shop.build()]);
});
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  uploader = new Uploader(service, project, token);
});
afterAll(() => Promise.all([service.close(), shop.dispose()]));

/** Sends the error of the page, with changes of the exception. */
async function crash(more: Json = {}, exception: Json = {}): Promise<string> {
  const sent = await shop.crash(URL);
  const values = sent.exception.values.map((value) => ({ ...value, ...exception }));
  return service.fixtures.event(project, { ...sent, exception: { values }, release: RELEASE, ...more });
}

/** Returns a bundle of the script and its map, with the debug id. */
async function archive(): Promise<Buffer> {
  const headers = { 'debug-id': DEBUG_ID };
  return bundle([
    { name: '~/static/shop.js', bytes: await shop.read('dist/shop.js'), type: 'minified_source', headers },
    { name: '~/static/shop.js.map', bytes: await shop.read('dist/shop.js.map'), headers },
  ]);
}

async function sendReleaseFiles(): Promise<void> {
  for (const name of ['shop.js', 'shop.js.map']) {
    const { status } = await uploader.sendFile(RELEASE, `~/static/${name}`, await shop.read(`dist/${name}`));
    expect(status).toBe(201);
  }
}

const get = async (path: string) => (await service.client.get(path, token).expect(200)).body as Json[];
const listEvents = () => get(`${project.path}events/`);
const listIssues = (query = '') => get(`${project.path}issues/?query=${encodeURIComponent(query)}`);
const recordOf = async (id: string) => (await listEvents()).find(({ eventID }) => eventID === id) ?? {};
const isResolved = async (id: string) => (await recordOf(id))['location'] === 'src/stock.ts';

/** Expects that all that lists show of the event is of the original source. */
async function expectResolved(id: string): Promise<void> {
  const record = {
    title: 'RangeError: stock of tea is negative: -2',
    culprit: 'reserveStock(src/stock)',
    location: 'src/stock.ts',
    metadata: { filename: 'src/stock.ts', function: 'reserveStock' },
  };
  expect(await recordOf(id)).toMatchObject(record);
  expect((await service.client.get(`${project.path}events/${id}/`, token).expect(200)).body).toMatchObject(record);
}

const UPLOADS: [string, Json, () => Promise<unknown>][] = [
  ['release files', {}, sendReleaseFiles],
  ['an artifact bundle of a release', {}, async () => uploader.upload(await archive(), { version: RELEASE })],
  [
    'an artifact bundle of debug ids',
    { debug_meta: { images: IMAGES }, release: undefined },
    async () => uploader.upload(await archive()),
  ],
];

test.each(UPLOADS)(
  '%s: lists, issue and search follow, and the next event finds the issue',
  async (_, more, upload) => {
    const first = await crash(more);
    const before = await recordOf(first);
    expect(before).toMatchObject({ location: URL, metadata: { filename: URL } });
    await upload();
    await poll(() => isResolved(first));
    await expectResolved(first);
    expect((await recordOf(first))['tags']).toEqual(before['tags']);
    const [issue] = await listIssues('reserveStock');
    expect(issue).toMatchObject({ id: before['groupID'], culprit: 'reserveStock(src/stock)', count: '1' });
    const second = await crash(more);
    await expectResolved(second);
    expect(await listIssues()).toMatchObject([{ id: before['groupID'], count: '2' }]);
  },
);

test('the next event finds the issue although no stored event is resolved again yet', async () => {
  const first = await crash();
  await sendReleaseFiles();
  const second = await crash();
  expect((await recordOf(second))['location']).toBe('src/stock.ts');
  expect((await recordOf(second))['groupID']).toBe((await recordOf(first))['groupID']);
  await poll(() => isResolved(first));
});

test('the files of a page that are fetched after its first event', async () => {
  const files = await FileServer.start();
  const fetching = await startService({ SCRAPING: 'on', SCRAPING_ALLOW_PRIVATE: 'on' }, EAGER);
  const page = await fetching.fixtures.project();
  const reader = await fetching.fixtures.token(page.organization);
  for (const name of ['shop.js', 'shop.js.map']) files.files.set(`/${name}`, await shop.read(`dist/${name}`));
  const send = async () => fetching.fixtures.event(page, { ...(await shop.crash(files.url('/shop.js'))) });
  const list = async () => (await fetching.client.get(`${page.path}events/`, reader).expect(200)).body as Json[];
  const first = await send();
  await poll(async () =>
    (await list()).some(({ eventID, location }) => eventID === first && location === 'src/stock.ts'),
  );
  await send();
  expect(new Set((await list()).map(({ groupID }) => groupID as string)).size).toBe(1);
  await fetching.close();
  await files.close();
});

test('an issue shows its newest event, and a removed issue stays removed', async () => {
  const removed = await crash({}, { type: 'TypeError' });
  const { groupID } = await recordOf(removed);
  await service.client.delete(`${project.path}issues/?id=${groupID as string}`, token).expect(200);
  const now = Date.now() / 1000;
  const [older, newer] = [await crash({ timestamp: now - 60 }), await crash({ timestamp: now - 30 })];
  // Another event of the issue, which is newer and not of this release.
  const last = await crash({ timestamp: now, release: 'shop@0.9.0' });
  await sendReleaseFiles();
  await poll(async () => (await isResolved(older)) && (await isResolved(newer)));
  expect(await recordOf(last)).toMatchObject({ location: URL });
  const issues = await listIssues();
  expect(issues).toMatchObject([{ count: '3', culprit: (await recordOf(last))['culprit'] as string }]);
  await crash({}, { type: 'TypeError' });
  expect((await listIssues()).map(({ id }) => id as string)).not.toContain(groupID);
  expect(await listIssues()).toHaveLength(2);
});

test('a fingerprint of the client decides before and after the upload', async () => {
  const fingerprint = ['{{ default }}', 'eu'];
  const [plain, marked] = [await crash(), await crash({ fingerprint })];
  await sendReleaseFiles();
  const after = [await crash(), await crash({ fingerprint })];
  const groups = await Promise.all(
    [plain, marked, ...after].map(async (id) => (await recordOf(id))['groupID'] as string),
  );
  expect(groups).toEqual([groups[0], groups[1], groups[0], groups[1]]);
  expect(groups[0]).not.toBe(groups[1]);
});

test('of two issues that exist already, the one of the resolved frames gets the event', async () => {
  const unresolved = await crash({ release: 'shop@0.9.0' });
  await sendReleaseFiles();
  const [one, two] = [await crash({}, { type: 'TypeError' }), await crash({}, { type: 'TypeError' })];
  const other = await crash({ release: 'shop@0.9.0' }, { type: 'TypeError' });
  const groupOf = async (id: string) => (await recordOf(id))['groupID'] as string;
  expect(await groupOf(two)).toBe(await groupOf(one));
  expect(await groupOf(other)).not.toBe(await groupOf(one));
  const three = await crash({}, { type: 'TypeError' });
  expect(await groupOf(three)).toBe(await groupOf(one));
  expect(await groupOf(await crash())).toBe(await groupOf(unresolved));
});

test('one error takes over the issue in which several were unresolved, the others open their own', async () => {
  const url = 'https://shop.test/static/app.js';
  const send = (colno: number) => {
    const frame = { filename: url, function: 't', lineno: 1, colno, in_app: true };
    const value = { type: 'Error', value: 'request failed', stacktrace: { frames: [frame] } };
    const exception = { values: [value] };
    return service.fixtures.event(project, { platform: 'javascript', release: RELEASE, exception });
  };
  const [pay, refund] = [await send(11), await send(21)];
  expect(await listIssues()).toMatchObject([{ count: '2' }]);
  const map = mapText([
    [10, 'src/pay.ts', 4, 2],
    [20, 'src/refund.ts', 8, 2],
  ]);
  await uploader.sendFile(RELEASE, '~/static/app.js', 't();', { headers: ['Sourcemap: app.js.map'] });
  await uploader.sendFile(RELEASE, '~/static/app.js.map', map);
  const later = [await send(21), await send(11), await send(21), await send(11)];
  const groups = await Promise.all(
    [pay, refund, ...later].map(async (id) => (await recordOf(id))['groupID'] as string),
  );
  const [first, , , second] = groups;
  expect(groups).toEqual([first, first, first, second, first, second]);
  expect(second).not.toBe(first);
  await poll(async () => (await recordOf(pay))['location'] === 'src/pay.ts');
  expect((await listIssues()).map(({ culprit }) => culprit as string).sort()).toEqual(['t(src/pay)', 't(src/refund)']);
});

const KINDS = ['RangeError', 'TypeError', 'SyntaxError'] as const;

test('the number of issues does not depend on when the files are uploaded', async () => {
  const steps = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat({ max: 5 }), async (kinds, at) => {
      project = await service.fixtures.project();
      token = await service.fixtures.token(project.organization);
      uploader = new Uploader(service, project, token);
      for (const [index, type] of kinds.entries()) {
        if (index === Math.min(at, kinds.length - 1)) await sendReleaseFiles();
        await crash({}, { type });
      }
      expect(await listIssues()).toHaveLength(new Set(kinds).size);
    }),
    { numRuns: 12 },
  );
});

test('what a service did not do before it stopped, the next one does', async () => {
  const place = await makeMigratedPlace();
  const stopped = await startService({ DATABASE_URL: place.url }, EAGER);
  project = await stopped.fixtures.project();
  token = await stopped.fixtures.token(project.organization);
  const [before, own] = [service, uploader];
  service = stopped;
  uploader = new Uploader(stopped, project, token);
  const first = await crash();
  await sendReleaseFiles();
  await stopped.close();
  service = await startService({ DATABASE_URL: place.url }, EAGER);
  await poll(() => isResolved(first));
  await expectResolved(first);
  await service.close();
  [service, uploader] = [before, own];
  await place.dispose();
});
