import { decompressEventBody } from '../../src/compression/eventBody';
import { type Project, type ProjectSettings, withDefaultSettings } from '../../src/domain/project';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import type { Read, Writers } from '../../src/store/stores';
import { createTestPipeline } from '../support/pipeline';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, NOON, project as makeProject } from '../support/rows';

type Json = Record<string, unknown>;

const SCRIPT = 'https://shop.test/static/app.js';

let temporary: TemporaryDatabase;
let project: Project;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});
beforeEach(async () => {
  project = await temporary.database.write((stores) => makeProject(stores));
});
afterAll(() => temporary.dispose());

/** Processes events as the service does, and counts the reads of the store. */
function processing(fetchesJavaScript = true, settings: Partial<ProjectSettings> = {}) {
  const counts = { reads: 0 };
  const read: Read = (work) => {
    counts.reads += 1;
    return temporary.database.read(work);
  };
  const pipeline = createTestPipeline({ read, write: temporary.database.write }, { fetchesJavaScript });
  const processOne = async (payload: Json, received = NOON): Promise<ProcessedEvent> => {
    const processed = await pipeline.process({
      ...{ payload: Buffer.from(JSON.stringify(payload)), format: 'item', eventId: hex(), received, ipAddress: null },
      ...{ project, settings: withDefaultSettings(settings), hasArtifacts: true, flags: [] },
    });
    if (!('event' in processed)) throw new Error('the event was dropped');
    return processed.event;
  };
  return { counts, processOne };
}

const crash = (frames: readonly Json[], more: Json = {}): Json => ({
  platform: 'javascript',
  exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] },
  ...more,
});
const frame = (abs_path: string, more: Json = {}): Json => ({ abs_path, function: 'f', lineno: 1, colno: 7, ...more });

test('events of the same files ask the store once, and for the files once', async () => {
  const { counts, processOne } = processing();
  const files = [frame(SCRIPT), frame('https://shop.test/b.js'), frame(`${SCRIPT}#again`)];
  const wanted = [];
  for (let number = 0; number < 20; number += 1) wanted.push((await processOne(crash(files))).requestedFiles);
  expect(wanted[0]?.toSorted()).toEqual(['https://shop.test/b.js', SCRIPT]);
  expect(wanted.slice(1)).toEqual(Array(19).fill(undefined));
  expect(counts.reads).toBe(1);
});

test.each<[string, Json, boolean, Partial<ProjectSettings>]>([
  ['whose project does not want it', crash([frame(SCRIPT)]), true, { scrapeJavaScript: false }],
  ['of a service that fetches nothing', crash([frame(SCRIPT)]), false, {}],
  ['without frames', { message: 'x' }, true, {}],
  ['of another language', crash([frame(SCRIPT)], { platform: 'python' }), true, {}],
  [
    'whose frames are on no web server',
    crash([frame('/srv/app.js'), frame('app:///app.js'), frame('file:///srv/app.js')]),
    true,
    {},
  ],
  ['whose frames have no position', crash([{ abs_path: SCRIPT, function: 'f' }]), true, {}],
  ['whose frames the client has mapped', crash([frame(SCRIPT, { data: { sourcemap: 'app.js.map' } })]), true, {}],
])('an event %s asks the store nothing, and for nothing', async (_, payload, fetchesJavaScript, settings) => {
  const { counts, processOne } = processing(fetchesJavaScript, settings);
  expect(await processOne(payload)).not.toHaveProperty('requestedFiles');
  expect(counts.reads).toBe(0);
});

test('one event asks for so many files and no more', async () => {
  const { processOne } = processing();
  const frames = Array.from({ length: 50 }, (_, number) => frame(`https://shop.test/${number}.js`));
  expect((await processOne(crash(frames))).requestedFiles).toHaveLength(20);
});

test('what events ask for is recorded with them, once, and costs a repeated event nothing', async () => {
  const { processOne } = processing();
  const event = await processOne(crash([frame(SCRIPT)]));
  const asked: string[] = [];
  const take = (events: readonly ProcessedEvent[]) =>
    temporary.database.write((stores) => {
      const counting = new Proxy(stores, {
        get(target, name: keyof Writers) {
          asked.push(name);
          return target[name];
        },
      });
      return saveEvents(counting, project, events);
    });
  await take([event, event]);
  expect(asked).toContain('fetchAttempts');
  asked.length = 0;
  await take([event]);
  await take([await processOne(crash([frame(SCRIPT)]))]);
  const found = await temporary.database.read(({ fetchAttempts: scrapings, events }) =>
    Promise.all([scrapings.find(project.id, [SCRIPT], NOON), events.find(project.id, event.eventId)]),
  );
  expect(found[0].get(SCRIPT)).toEqual([{ url: SCRIPT, at: NOON, map: null, failure: null }]);
  expect(decompressEventBody(found[1]?.body ?? new Uint8Array()).body.event).not.toHaveProperty('requestedFiles');
  expect(asked).not.toContain('fetchAttempts');
});
