import type { components } from '../../../generated/api';
import { decompressEventBody } from '../../../src/compression/eventBody';
import { mapText, putArtifacts } from '../../support/artifacts';
import type { ProjectFixture } from '../../support/fixtures';
import { Shop } from '../../support/sampleShop';
import { useOwnService } from '../../support/service';

type EventDetail = components['schemas']['EventDetail'];
type Json = Record<string, unknown>;

const URL = 'https://shop.test/static/shop.js';
const RELEASE = 'shop@1.0.0';

const service = useOwnService();
let shop: Shop;
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  shop = await Shop.build();
});
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});
afterAll(() => shop.dispose());

async function put(): Promise<void> {
  const files = ['shop.js', 'shop.js.map'].map(async (name) => ({
    name: `~/static/${name}`,
    text: await shop.read(`dist/${name}`),
  }));
  await putArtifacts(service.app.database, project.row, await Promise.all(files), { release: RELEASE });
}

const send = async (more: Json = {}) =>
  service.fixtures.event(project, { ...(await shop.crash(URL)), release: RELEASE, ...more });

async function detail(eventId: string): Promise<EventDetail> {
  const { body } = await service.client.get(`${project.path}events/?full=1`, token).expect(200);
  const event = (body as EventDetail[]).find(({ eventID }) => eventID === eventId);
  if (event === undefined) throw new Error(`no event ${eventId}`);
  return event;
}

const entry = (event: EventDetail, type: string) => event.entries.find((one) => one.type === type)?.data as Json;
const framesOf = (event: EventDetail) =>
  (entry(event, 'exception')['values'] as { stacktrace: { frames: Json[] } }[])[0]?.stacktrace.frames ?? [];
const listEvents = async () => (await service.client.get(`${project.path}events/`, token).expect(200)).body as Json[];

test('a mapped frame shows its original and its minified position', async () => {
  await put();
  const sent = (await shop.crash(URL)).exception.values[0]?.stacktrace.frames.at(-1);
  expect(framesOf(await detail(await send())).at(-1)).toMatchObject({
    filename: 'src/stock.ts',
    function: 'reserveStock',
    map: 'shop.js.map',
    mapUrl: `${URL}.map`,
    origFunction: sent?.function,
    origAbsPath: URL,
    origFilename: URL,
    origLineNo: sent?.lineno,
    origColNo: sent?.colno,
  });
});

test('an unmapped frame shows no map, and a frame that the client mapped shows only the map', async () => {
  const frames = [
    { filename: 'a.js', lineno: 1 },
    { filename: 'b.js', lineno: 1, data: { sourcemap: 'app:///maps/b.js.map' } },
  ];
  const exception = { values: [{ type: 'Error', stacktrace: { frames } }] };
  const [bare, mapped] = framesOf(await detail(await send({ exception })));
  expect(bare).not.toHaveProperty('map');
  expect(mapped).toMatchObject({
    map: 'b.js.map',
    origFunction: '?',
    origAbsPath: '?',
    origFilename: '?',
    origLineNo: '?',
    origColNo: '?',
  });
  expect(mapped).not.toHaveProperty('mapUrl');
});

test('threads have both stack traces', async () => {
  await put();
  const { stacktrace } = (await shop.crash(URL)).exception.values[0]!;
  const eventId = await send({ exception: undefined, threads: { values: [{ id: 1, crashed: true, stacktrace }] } });
  const [thread] = entry(await detail(eventId), 'threads')['values'] as {
    stacktrace: { frames: Json[] };
    rawStacktrace: { frames: Json[] };
  }[];
  expect(thread?.stacktrace.frames.at(-1)?.['filename']).toBe('src/stock.ts');
  expect(thread?.rawStacktrace.frames.at(-1)?.['filename']).toBe(URL);
});

test('lists, titles and issues show the original', async () => {
  await put();
  await send();
  expect(await listEvents()).toMatchObject([
    { location: 'src/stock.ts', culprit: 'reserveStock(src/stock)', metadata: { function: 'reserveStock' } },
  ]);
});

test('a map that is uploaded later changes the frames that are read, and not the stored event', async () => {
  const eventId = await send();
  const before = await detail(eventId);
  await put();
  const after = await detail(eventId);
  expect(framesOf(before).at(-1)).toMatchObject({ filename: URL });
  expect(framesOf(after).at(-1)).toMatchObject({ filename: 'src/stock.ts', origFilename: URL });
  expect(after).toMatchObject({ size: before.size, fingerprints: before.fingerprints, groupID: before.groupID });
  const row = await service.app.database.read(({ events }) => events.find(project.id, eventId));
  expect(decompressEventBody(row!.body).body.event.exceptions[0]?.rawStacktrace).toBeNull();
});

test('a map that is deleted later leaves the frames mapped; only the diagnosis shows the present state', async () => {
  await put();
  const eventId = await send();
  const debug = async () =>
    (
      await service.client
        .get(`${project.path}events/${eventId}/source-map-debug/?exception_idx=0&frame_idx=-1`, token)
        .expect(200)
    ).body as Json[];
  expect(await debug()).toEqual([]);
  await service.app.database.write(({ artifacts }) => artifacts.removeByRelease(project.id, RELEASE, Date.now()));
  expect(framesOf(await detail(eventId)).at(-1)).toMatchObject({ filename: 'src/stock.ts' });
  expect((await debug()).map(({ type }) => type)).toEqual(['no_sourcemaps_on_release']);
});

test('an invalid map is reported with the event, and the event is accepted', async () => {
  const files = [
    { name: '~/static/shop.js', text: await shop.read('dist/shop.js') },
    { name: '~/static/shop.js.map', text: '{' },
  ];
  await putArtifacts(service.app.database, project.row, files, { release: RELEASE });
  const name = `${URL}.map`;
  expect((await detail(await send())).errors).toEqual([
    {
      type: 'map_not_parsable',
      message: `${name}: map_not_parsable`,
      data: { name, value: { filename: URL, reason: 'it is not JSON' } },
    },
  ]);
});

test('a map that breaks a rule of the standard is reported with the rule and its place', async () => {
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: ';AAAA,CCAA' };
  const files = [
    { name: '~/static/shop.js', text: await shop.read('dist/shop.js') },
    { name: '~/static/shop.js.map', text: JSON.stringify(map) },
  ];
  await putArtifacts(service.app.database, project.row, files, { release: RELEASE });
  const name = `${URL}.map`;
  const value = {
    filename: URL,
    reason: 'in its mappings, a segment refers to a source that is not in the list',
    rule: 'mappings-source-index',
    where: 'mappings, line 2, segment 2',
  };
  expect((await detail(await send())).errors).toEqual([
    { type: 'map_invalid', message: `${name}: map_invalid`, data: { name, value } },
  ]);
});

test('characters of a map that cannot be stored are replaced', async () => {
  const map = mapText([[0, '../src/a\0\ud800.ts', 0, 0, 'pay']], { '../src/a\0\ud800.ts': 'a\0b' });
  await putArtifacts(
    service.app.database,
    project.row,
    [
      { name: '~/static/shop.js', text: '' },
      { name: '~/static/shop.js.map', text: map },
    ],
    { release: RELEASE },
  );
  const frames = [
    { filename: URL, function: 'a', lineno: 1, colno: 5 },
    { filename: URL, function: 'b', lineno: 1, colno: 5 },
  ];
  const eventId = await send({ exception: { values: [{ type: 'Error', stacktrace: { frames } }] } });
  expect(framesOf(await detail(eventId)).at(-1)).toMatchObject({
    filename: 'src/a\ufffd\ufffd.ts',
    function: 'pay',
    context: [[1, 'a\ufffdb']],
  });
  expect(await listEvents()).toMatchObject([{ location: 'src/a\ufffd\ufffd.ts' }]);
});
