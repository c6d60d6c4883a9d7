import { decompressEventBody } from '../../src/compression/eventBody';
import { type Project, type ProjectSettings, withDefaultSettings } from '../../src/domain/project';
import { parseEventId } from '../../src/domain/event';
import { describeBody } from '../../src/ingest/describeEvent';
import { newEventId } from '../../src/ingest/processEvent';
import type { Reduction } from '../../src/ingest/payload';
import { RecentHashes } from '../../src/ingest/hashes';
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
function processing(fetchesJavaScript = true, settings: Partial<ProjectSettings> = {}, reduction?: Reduction) {
  const counts = { reads: 0 };
  const read: Read = (work) => {
    counts.reads += 1;
    return temporary.database.read(work);
  };
  const pipeline = createTestPipeline({ read, write: temporary.database.write }, { fetchesJavaScript });
  const processOne = async (payload: Json, received = NOON): Promise<ProcessedEvent> => {
    const processed = await pipeline.process({
      payload: Buffer.from(JSON.stringify(payload)),
      format: 'item',
      eventId: hex(),
      received,
      sentAt: null,
      ipAddress: null,
      project: { ...project, settings: withDefaultSettings(settings), hasArtifacts: true },
      flags: [],
      ...(reduction && { reduction }),
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

test('events with the same files read the store once, and request each file once', async () => {
  const { counts, processOne } = processing();
  const files = [frame(SCRIPT), frame('https://shop.test/b.js'), frame(`${SCRIPT}#again`)];
  const requested = [];
  for (let number = 0; number < 20; number += 1) requested.push((await processOne(crash(files))).requestedFiles);
  expect(requested[0]?.toSorted()).toEqual(['https://shop.test/b.js', SCRIPT]);
  expect(requested.slice(1)).toEqual(Array(19).fill(undefined));
  expect(counts.reads).toBe(1);
});

test.each<[string, Json, boolean, Partial<ProjectSettings>]>([
  ['of a project with scrapeJavaScript off', crash([frame(SCRIPT)]), true, { scrapeJavaScript: false }],
  ['of a service that fetches no JavaScript', crash([frame(SCRIPT)]), false, {}],
  ['without frames', { message: 'x' }, true, {}],
  ['of another language', crash([frame(SCRIPT)], { platform: 'python' }), true, {}],
  [
    'whose frames have no http URL',
    crash([frame('/srv/app.js'), frame('app:///app.js'), frame('file:///srv/app.js')]),
    true,
    {},
  ],
  ['whose frames have no position', crash([{ abs_path: SCRIPT, function: 'f' }]), true, {}],
  ['whose frames the client has resolved', crash([frame(SCRIPT, { data: { sourcemap: 'app.js.map' } })]), true, {}],
])('an event %s reads nothing and requests no file', async (_, payload, fetchesJavaScript, settings) => {
  const { counts, processOne } = processing(fetchesJavaScript, settings);
  expect((await processOne(payload)).requestedFiles).toBeUndefined();
  expect(counts.reads).toBe(0);
});

test('one event requests at most 20 files', async () => {
  const { processOne } = processing();
  const frames = Array.from({ length: 50 }, (_, number) => frame(`https://shop.test/${number}.js`));
  expect((await processOne(crash(frames))).requestedFiles).toHaveLength(20);
});

test('requested files are recorded once, together with the event, and not for repeated events', async () => {
  const { processOne } = processing();
  const event = await processOne(crash([frame(SCRIPT)]));
  const usedStores: string[] = [];
  const save = (events: readonly ProcessedEvent[]) =>
    temporary.database.write((stores) => {
      const recording = new Proxy(stores, {
        get(target, name: keyof Writers) {
          usedStores.push(name);
          return target[name];
        },
      });
      return saveEvents(recording, project, events);
    });
  await save([event, event]);
  expect(usedStores).toContain('fetchAttempts');
  usedStores.length = 0;
  await save([event]);
  await save([await processOne(crash([frame(SCRIPT)]))]);
  const stored = await temporary.database.read(({ fetchAttempts, events }) =>
    Promise.all([fetchAttempts.find(project.id, [SCRIPT], NOON), events.find(project.id, event.eventId)]),
  );
  expect(stored[0].get(SCRIPT)).toEqual([{ url: SCRIPT, at: NOON, map: null, failure: null }]);
  expect(decompressEventBody(stored[1]?.body ?? new Uint8Array()).body.event).not.toHaveProperty('requestedFiles');
  expect(usedStores).not.toContain('fetchAttempts');
});

test('the first event of a hash in a project describes an issue as its stored body does', async () => {
  const { processOne } = processing(false);
  const exception = { type: 'RangeError', value: 'the total is negative' };
  const first = await processOne({ exception: { values: [exception] }, transaction: 'POST /cart' });
  expect(first.issueDescription?.words).toContain(' rangeerror the total is negative ');
  expect(first.issueDescription).toEqual(describeBody(first.body, first));
  const again = await processOne({ exception: { values: [exception] } });
  expect([again.hash, again.issueDescription]).toEqual([first.hash, undefined]);
  project = { ...project, id: String(Number(project.id) + 1) };
  expect((await processOne({ exception: { values: [exception] } })).issueDescription).toBeDefined();
});

test('a hash that was seen is forgotten once another one takes its place', () => {
  const hashes = new RecentHashes();
  const [hash, other] = [`${'7'.repeat(8)}${'1'.repeat(24)}`, `${'7'.repeat(8)}${'2'.repeat(24)}`];
  expect([hash, hash, other, hash].map((one) => hashes.add('7', one))).toEqual([true, false, true, true]);
});

test('events without an environment get the default one of their project', async () => {
  const { processOne } = processing(false, { defaultEnvironment: 'production' });
  const [without, own] = [await processOne({}), await processOne({ environment: 'staging' })];
  expect([without.environment, own.environment]).toEqual(['production', 'staging']);
});

test('a new event id is random', () => {
  const ids = Array.from({ length: 100 }, newEventId);
  expect(ids.every((id) => parseEventId(id) === id)).toBe(true);
  expect(new Set(ids).size).toBe(100);
});

describe('an event that is too expensive for the rules of its project', () => {
  const LONG = 'a'.repeat(8192);
  const PATTERNS = Array.from({ length: 250 }, (_, index) => `*a?a*a${'?'.repeat(index % 9)}a*[0-9]`).join('\n');
  const errorsOf = ({ body }: ProcessedEvent) => decompressEventBody(body).body.event.errors;

  test.each<[string, Partial<ProjectSettings>]>([
    ['filters:error_messages', { filterErrorMessages: PATTERNS }],
    ['fingerprintingRules', { fingerprintingRules: PATTERNS.replace(/^(.*)$/gm, 'message:"$1" -> x') }],
    ['relayPiiConfig', relayPiiConfig()],
  ])('is stored, and says that %s was not applied to the end', async (name, settings) => {
    const { processOne } = processing(false, settings);
    const event = await processOne({
      message: LONG,
      exception: { values: Array.from({ length: 4 }, () => ({ type: 'E', value: LONG })) },
    });
    expect(errorsOf(event)).toEqual([{ type: 'processing_limit', name, value: null }]);
    expect(errorsOf(await processOne({ message: 'short' }))).toEqual([]);
  });

  function relayPiiConfig(): Partial<ProjectSettings> {
    const rules = { slow: { type: 'pattern', pattern: '(?:a?){300}b', redaction: { method: 'replace' } } };
    return { relayPiiConfig: JSON.stringify({ rules, applications: { $string: ['slow'] } }) };
  }

  test('stores nothing that was not searched for secrets', async () => {
    const { processOne } = processing(false, relayPiiConfig());
    const { record, body } = await processOne({ message: `${LONG.slice(9)}b`, extra: { a: `${LONG}b`, z: 'aaaab' } });
    expect(JSON.stringify(decompressEventBody(body))).not.toMatch(/a{10}/);
    expect(record).not.toMatch(/a{10}/);
  });
});

describe('an event that took too long before', () => {
  const LEFT_OUT = 'x'.repeat(500);
  const PAYLOAD = {
    platform: 'python',
    level: 'fatal',
    release: 'shop@1',
    message: 'password=hunter2',
    transaction: 'GET /cart',
    logger: LEFT_OUT,
    extra: { a: 'ann@acme.test' },
    user: { email: 'ann@acme.test' },
    tags: { a: 'b' },
    exception: {
      values: [
        { type: 'KeyError', value: 'of ann@acme.test', stacktrace: { frames: [{ function: 'f', filename: 'a.py' }] } },
        { type: 'ValueError', value: LEFT_OUT },
      ],
    },
  };
  const reduced = (reduction: Reduction) => {
    const relayPiiConfig = JSON.stringify({ applications: { $string: ['@email'] } });
    return processing(false, { relayPiiConfig }, reduction).processOne(PAYLOAD);
  };

  test('is stored with its short texts, scrubbed, and says so', async () => {
    const { body, title, release } = await reduced('shortened');
    const { event } = decompressEventBody(body).body;
    expect(event.errors).toEqual([{ type: 'processing_limit', name: 'event', value: null }]);
    expect(event.exceptions.map(({ type, value, stacktrace }) => [type, value, stacktrace])).toEqual([
      ['KeyError', 'of [email]', null],
      ['ValueError', null, null],
    ]);
    expect([title, release, event.transaction, event.level]).toEqual(['ValueError', 'shop@1', 'GET /cart', 'fatal']);
    expect(event.logentry?.message).toBe('password=[Filtered]');
    expect([event.logger, event.extra, event.tags, event.user?.email ?? null]).toEqual([null, {}, [], null]);
  });

  test('is stored without texts if it took too long again', async () => {
    const { body } = await reduced('emptied');
    const { event } = decompressEventBody(body).body;
    expect(event.errors).toEqual([{ type: 'processing_limit', name: 'event', value: null }]);
    expect([event.platform, event.level, event.exceptions, event.logentry]).toEqual(['python', 'fatal', [], null]);
  });
});
