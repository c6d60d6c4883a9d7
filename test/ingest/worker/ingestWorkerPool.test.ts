import path from 'node:path';
import serviceContract from '../../../generated/serviceContract.json';
import { decompressEventBody } from '../../../src/compression/eventBody';
import type { Unavailable } from '../../../src/domain/errors';
import type { Project } from '../../../src/domain/project';
import { selectSchema } from '../../../src/http/contract';
import { incomingEventOf } from '../../../src/ingest/items/event';
import type { IngestPipeline } from '../../../src/ingest/pipeline';
import type { IncomingEvent } from '../../../src/ingest/processEvent';
import type { IngestWorkerPool as IngestWorkerPoolClass } from '../../../src/ingest/worker/ingestWorkerPool';
import type { TimeLimits } from '../../../src/ingest/worker/runningStep';
import type { Parse } from '../../../src/sourcemaps/parse/parse';
import { parseHere } from '../../../src/sourcemaps/parse/parserThread';
import { openDatabase } from '../../../src/store/engine/open';
import type { Database } from '../../../src/store/stores';
import { WriteLock } from '../../../src/store/engine/writeQueue';
import { mapText, putArtifacts } from '../../support/artifacts';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { HOSTILE_EVENTS } from '../../support/hostileEvents';
import { createTestPipeline } from '../../support/pipeline';
import { ensureBuilt, poll } from '../../support/process';
import { firstPage, hex, project as makeProject } from '../../support/rows';

/** The class from the build: a worker thread cannot run TypeScript. */
let IngestWorkerPool: typeof IngestWorkerPoolClass;
let BuiltUnavailable: typeof Unavailable;
let place: TemporaryPlace;
let database: Database;
let project: Project;
let lock: WriteLock;
let pool: IngestWorkerPoolClass;
/** Ids of the events that this thread saved. */
let savedHere: string[];
let threadErrors: unknown[];
/** The number of events in progress, each time the threads ended by themselves. */
let ends: number[];
/** Ids of the events that `warm` sent. */
let warmed: string[];
/**
 * Limits that no event reaches. With those of the service, a busy machine makes small events seem long: they are
 * withdrawn to this thread, or end the others.
 */
const PATIENT: TimeLimits = { intervalMs: 25, waitMs: 600_000, eventMs: 600_000 };

beforeAll(async () => {
  await ensureBuilt();
  ({ IngestWorkerPool } = jest.requireActual(
    path.resolve(__dirname, '../../../dist/src/ingest/worker/ingestWorkerPool.js'),
  ));
  ({ Unavailable: BuiltUnavailable } = jest.requireActual(
    path.resolve(__dirname, '../../../dist/src/domain/errors.js'),
  ));
});

beforeEach(async () => {
  place = await makeMigratedPlace();
  lock = new WriteLock();
  database = await openDatabase(place.url, { lock });
  project = await database.write((stores) => makeProject(stores));
  savedHere = [];
  threadErrors = [];
  ends = [];
  warmed = [];
  pool = createPool(place.url, lock);
});

afterEach(async () => {
  await pool.close();
  await database.close();
  await place.dispose();
  expect(threadErrors).toEqual([]);
});

function createPool(
  databaseUrl: string,
  lock = new WriteLock(),
  processors = 1,
  parse: Parse = parseHere,
  limits = PATIENT,
): IngestWorkerPoolClass {
  const eventSchemas = selectSchema(serviceContract, 'Event');
  const settings = { databaseUrl, sendsMail: false, fetchesJavaScript: true, eventSchemas };
  const onError = (error: unknown) => threadErrors.push(error);
  const callbacks = { onEnd: (inProgress: number) => ends.push(inProgress), parse };
  const local = recordSaves(createTestPipeline(database));
  return new IngestWorkerPool(local, lock, settings, onError, processors, callbacks, limits);
}

function recordSaves(pipeline: IngestPipeline): IngestPipeline {
  return {
    process: (event) => pipeline.process(event),
    save(request) {
      savedHere.push(request.event.eventId);
      return pipeline.save(request);
    },
  };
}

function incoming(eventId: string | null, payload: object | string = { message: 'x' }, of = project): IncomingEvent {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const incomingEvent = incomingEventOf(
    { dsnClient: { ipAddress: null, sentAt: null }, now: Date.now() },
    { project: { ...of, hasArtifacts: false, assignsIssues: false, alertRules: [], rateLimits: [], keyStart: '' } },
  );
  return { ...incomingEvent, payload: Buffer.from(text), format: 'item', eventId, flags: [] };
}

const ids = (count: number) => Array.from({ length: count }, hex);
const accept = async (id: string) => (await pool.ingest(incoming(id))).eventId;
const send = (eventIds: readonly string[]) => Promise.all(eventIds.map(accept));
const stored = async (of = project) =>
  (await database.read(({ events }) => events.list(of.id, firstPage(5000)))).rows.map(({ eventId }) => eventId);
const count = async (of = project) => (await stored(of)).length;

/** Sends events until the threads have started and ingest them. */
async function warm(): Promise<void> {
  await poll(async () => {
    const before = savedHere.length;
    const sent = ids(3);
    await send(sent);
    warmed.push(...sent);
    return savedHere.length < before + 3;
  });
}

it('ingests a single event on this thread', async () => {
  const [one = ''] = ids(1);
  expect(await accept(one)).toBe(one);
  expect(savedHere).toEqual([one]);
});

it('ingests concurrent events on the worker, and settles when they are durable', async () => {
  await warm();
  const sent = ids(40);
  expect(await send(sent)).toEqual(sent);
  expect(await stored()).toEqual(expect.arrayContaining(sent));
  expect(savedHere.filter((id) => sent.includes(id)).length).toBeLessThan(10);
});

it('ingests on several processing threads', async () => {
  await pool.close();
  pool = createPool(place.url, lock, 3);
  const other = await database.write((stores) => makeProject(stores));
  await warm();
  const [sent, elsewhere] = [ids(200), ids(200)];
  const sending = sent.flatMap((id, index) => [
    pool.ingest(incoming(id, { message: `x ${index % 5}` })),
    pool.ingest(incoming(elsewhere[index] ?? '', { message: 'y' }, other)),
  ]);
  expect((await Promise.all(sending)).map(({ eventId }) => eventId).sort()).toEqual([...sent, ...elsewhere].sort());
  expect(await count()).toBe(warmed.length + 200);
  expect((await stored(other)).sort()).toEqual(elsewhere.sort());
});

it('both threads can write at the same time', async () => {
  await warm();
  const sent = ids(60);
  const writes = Array.from({ length: 20 }, (_, index) =>
    database.write(({ projects }) => projects.update(project, { name: `${index}` })),
  );
  await Promise.all([send(sent), ...writes]);
  expect((await database.read(({ projects }) => projects.findById(project.organizationId, project.id)))?.name).toBe(
    '19',
  );
  expect(await stored()).toEqual(expect.arrayContaining(sent));
});

it('rejects invalid events with the same error as without a worker', async () => {
  await warm();
  const [good = '', bad = ''] = ids(2);
  const results = await Promise.allSettled([
    pool.ingest(incoming(good)),
    ...['{', '[]'].map((text) => pool.ingest(incoming(bad, text))),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  const [, ...reasons] = results.map((result) => (result.status === 'rejected' ? (result.reason as Error) : null));
  expect(reasons.map((error) => error?.name)).toEqual(['BadRequest', 'BadRequest']);
});

it('returns the reason for dropped events, on either thread', async () => {
  project = await database.write(({ projects }) =>
    projects.update(project, { settings: { filterErrorMessages: 'spam *' } }),
  );
  await warm();
  const sent = ids(40);
  const results = await Promise.all(
    sent.map((id, index) => pool.ingest(incoming(id, { message: index % 2 === 0 ? 'spam 1' : 'x' }))),
  );
  expect(results).toEqual(
    sent.map((eventId, index) => ({ eventId, dropped: index % 2 === 0 ? 'error-message' : null })),
  );
  const kept = sent.filter((_, index) => index % 2 === 1);
  expect((await stored()).filter((id) => sent.includes(id)).sort()).toEqual(kept.sort());
  expect(savedHere.filter((id) => kept.includes(id)).length).toBeLessThan(10);
});

it('requests files to fetch, on either thread', async () => {
  await warm();
  const urls = Array.from({ length: 40 }, (_, number) => `https://shop.test/${number}.js`);
  const crash = (abs_path: string) => ({
    platform: 'javascript',
    exception: {
      values: [
        { type: 'Error', value: 'x', stacktrace: { frames: [{ abs_path, function: 'f', lineno: 1, colno: 7 }] } },
      ],
    },
  });
  const sent = ids(40);
  await Promise.all(sent.map((id, index) => pool.ingest(incoming(id, crash(urls[index] ?? '')))));
  const requested = await database.read(({ fetchAttempts }) => fetchAttempts.find(project.id, urls, Date.now()));
  expect([...requested.keys()].sort()).toEqual(urls.sort());
  expect(savedHere.filter((id) => sent.includes(id)).length).toBeLessThan(10);
});

describe('with source maps', () => {
  const RELEASE = 'shop@1';
  const crashAt = (number: number) => {
    const frames = [{ abs_path: `https://shop.test/${number}.js`, function: 't', lineno: 1, colno: 1 }];
    const exception = { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] };
    return { platform: 'javascript', release: RELEASE, exception };
  };
  const ingestAt = (id: string, number: number) => {
    const event = incoming(id, crashAt(number));
    return pool.ingest({ ...event, project: { ...event.project, hasArtifacts: true } });
  };

  beforeEach(async () => {
    const files = Array.from({ length: 20 }, (_, number) => [
      { name: `~/${number}.js`, text: `${number}`, headers: { sourcemap: `${number}.js.map` } },
      { name: `~/${number}.js.map`, text: mapText([[0, `src/pay${number}.ts`, 0, 0]]) },
    ]);
    await putArtifacts(database, project, files.flat(), { release: RELEASE });
    await pool.close();
  });

  it('has the maps of processing threads parsed by its owner', async () => {
    let parsed = 0;
    pool = createPool(place.url, lock, 1, (kind, request) => {
      parsed += 1;
      return parseHere(kind, request);
    });
    await warm();
    const sent = ids(20);
    await Promise.all(sent.map((id, number) => ingestAt(id, number)));
    const { rows } = await database.read(({ events }) => events.list(project.id, firstPage(5000)));
    const records = rows.filter(({ eventId }) => sent.includes(eventId)).map(({ record }) => record);
    expect(records.filter((record) => /\bsrc\/pay\d+\.ts/.test(record))).toHaveLength(20);
    expect(parsed).toBeGreaterThan(10);
  });

  it('refuses events whose map has no room to wait, and takes them later', async () => {
    let isFull = true;
    pool = createPool(place.url, lock, 1, (kind, request) =>
      isFull ? Promise.reject(new BuiltUnavailable('full')) : parseHere(kind, request),
    );
    await warm();
    const sent = ids(20);
    const refused = await Promise.allSettled(sent.map((id, number) => ingestAt(id, number)));
    const names = refused.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : null));
    expect(names).toEqual(sent.map(() => 'Unavailable'));
    isFull = false;
    expect((await Promise.all(sent.map((id, number) => ingestAt(id, number)))).map(({ eventId }) => eventId)).toEqual(
      sent,
    );
  });
});

it('loses no event when the threads end, and stores none twice', async () => {
  await warm();
  const sent = ids(40);
  const sending = send(sent);
  const withoutId = Array.from({ length: 40 }, () => pool.ingest(incoming(null, { message: 'without an id' })));
  await pool.interrupt();
  expect(await sending).toEqual(sent);
  const given = (await Promise.all(withoutId)).map(({ eventId }) => eventId);
  expect(new Set(given).size).toBe(40);
  const storedIds = await stored();
  expect(storedIds).toEqual(expect.arrayContaining([...sent, ...given]));
  expect(storedIds.filter((id) => !sent.includes(id) && !given.includes(id) && !warmed.includes(id))).toEqual([]);
  expect(ends).toEqual([expect.any(Number)]);
  expect(ends[0]).toBeGreaterThan(0);
  await warm();
});

it('finishes the events in progress before it closes', async () => {
  await warm();
  const sent = ids(300);
  const sending = send(sent);
  await pool.close();
  expect(ends).toEqual([]);
  expect(await sending).toEqual(sent);
  expect(await count()).toBe(warmed.length + 300);
});

it('ingests on this thread if the other threads cannot start, and tells why', async () => {
  const other = createPool('sqlite:/no/such/directory/culprit.db');
  const sent = ids(3);
  const results = await Promise.all(sent.map((id) => other.ingest(incoming(id))));
  expect(results.map(({ eventId }) => eventId)).toEqual(sent);
  await poll(() => threadErrors.length > 0);
  await other.close();
  const messages = threadErrors.splice(0).map((error) => (error as Error).message);
  expect(messages).toEqual([expect.stringContaining('/no/such/directory')]);
  expect((await stored()).sort()).toEqual(sent.sort());
});

it('lets an event of another project pass those that wait', async () => {
  const other = await database.write((stores) => makeProject(stores));
  await warm();
  let settled = 0;
  const flood = ids(3000).map(async (id) => {
    await pool.ingest(incoming(id));
    settled += 1;
  });
  await pool.ingest(incoming(hex(), { message: 'y' }, other));
  expect(settled).toBeLessThan(1000);
  await Promise.all(flood);
  expect(await count()).toBe(warmed.length + 3000);
});

it('refuses events beyond the bound before they are lost, and none of a project that has few', async () => {
  const other = await database.write((stores) => makeProject(stores));
  await warm();
  const large = { message: 'x', extra: { text: 'x'.repeat(1000 * 1024) } };
  const flood = ids(100).map((id) => pool.ingest(incoming(id, large)));
  const few = ids(5).map((id) => pool.ingest(incoming(id, large, other)));
  const results = await Promise.allSettled(flood);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(['Unavailable']));
  expect(await count()).toBe(warmed.length + 100 - refused.length);
  expect(await Promise.all(few)).toHaveLength(5);
  expect(await count(other)).toBe(5);
});

describe('an event that may take long', () => {
  /** Rules on which an event takes all of its steps. */
  const RULES = Array.from({ length: 250 }, (_, index) => `*a?a*a${'?'.repeat(index % 9)}a*[x-z]`).join('\n');
  const LARGE = {
    message: 'short',
    transaction: 'GET /cart',
    extra: { secret: 'kept only if it was scrubbed' },
    exception: {
      values: Array.from({ length: 60 }, (_, at) => ({ type: `E${at}`, value: `${'a'.repeat(8000)}${at}` })),
    },
  };
  const bodyOf = async (id: string) => {
    const [row] = await database.read(({ events }) => events.readBodies(project.id, [id]));
    return decompressEventBody(row?.body ?? Buffer.alloc(0)).body.event;
  };

  beforeEach(async () => {
    project = await database.write(({ projects }) =>
      projects.update(project, { settings: { filterErrorMessages: RULES } }),
    );
  });

  it('is processed on a thread, although it is alone', async () => {
    await pool.close();
    pool = createPool(place.url, lock, 1, parseHere, { intervalMs: 1, waitMs: 2, eventMs: 60_000 });
    const id = hex();
    await pool.ingest(incoming(id, LARGE));
    expect(savedHere).toEqual([]);
    expect(await bodyOf(id)).toMatchObject({
      exceptions: { length: 60 },
      errors: [{ type: 'processing_limit', name: 'filters:error_messages' }],
    });
  });

  it('ends its thread if it takes too long, and is stored with little of it', async () => {
    await pool.close();
    pool = createPool(place.url, lock, 1, parseHere, { intervalMs: 1, waitMs: 2, eventMs: 20 });
    const [id = '', ...others] = ids(30);
    const sending = pool.ingest(incoming(id, LARGE));
    expect(await send(others)).toEqual(others);
    expect(await sending).toEqual({ eventId: id, dropped: null });
    expect(ends.length).toBeGreaterThan(0);
    const event = await bodyOf(id);
    expect(event.errors).toContainEqual({ type: 'processing_limit', name: 'event', value: null });
    expect(JSON.stringify(event)).not.toMatch(/a{10}|kept only/);
    expect((await stored()).sort()).toEqual([id, ...others].sort());
  });

  it('delays no small event that waits for the same thread', async () => {
    const other = await database.write((stores) => makeProject(stores));
    await pool.close();
    pool = createPool(place.url, lock, 1, parseHere, { intervalMs: 1, waitMs: 2, eventMs: 60_000 });
    await warm();
    const order: string[] = [];
    const note = async (name: string, ingested: Promise<unknown>) => {
      await ingested;
      order.push(name);
    };
    await Promise.all([
      ...ids(3).map((id) => note('large', pool.ingest(incoming(id, LARGE)))),
      note('small', pool.ingest(incoming(hex(), { message: 'y' }, other))),
    ]);
    expect(order.indexOf('small')).toBeLessThan(3);
    expect(await count(other)).toBe(1);
    expect(ends).toEqual([]);
  });

  it('brings no small event back that was ingested elsewhere and removed since', async () => {
    const other = await database.write((stores) => makeProject(stores));
    await pool.close();
    pool = createPool(place.url, lock, 1, parseHere, { intervalMs: 1, waitMs: 2, eventMs: 60_000 });
    await warm();
    const large = ids(3).map((id) => pool.ingest(incoming(id, LARGE)));
    await pool.ingest(incoming(hex(), { message: 'y' }, other));
    const removed = await database.write(({ issues }) => issues.removeFirst(other.id, 10, Date.now()));
    expect(removed).toHaveLength(1);
    await Promise.all(large);
    // The thread has then passed on all that it received before.
    await Promise.all(ids(20).map((id) => pool.ingest(incoming(id, { message: 'z' }))));
    expect(await count(other)).toBe(0);
    expect(ends).toEqual([]);
  });

  it('delays no small event, whatever setting it is hostile to, and is stored', async () => {
    const neighbor = await database.write((stores) => makeProject(stores));
    await pool.close();
    pool = createPool(place.url, lock, 1, parseHere, { intervalMs: 1, waitMs: 10, eventMs: 60_000 });
    const hostile = await Promise.all(
      HOSTILE_EVENTS.map(async ({ name, settings, payload }) => {
        const of = await database.write(async (stores) => {
          return stores.projects.update(await makeProject(stores), { settings });
        });
        return { name, of, payload };
      }),
    );
    await warm();
    const settled: string[] = [];
    const note = async (name: string, ingested: Promise<unknown>) => {
      await ingested;
      settled.push(name);
    };
    const sending = hostile.map(({ name, of, payload }) => note(name, pool.ingest(incoming(hex(), payload, of))));
    await note('neighbor', pool.ingest(incoming(hex(), { message: 'y' }, neighbor)));
    // Most of the events that arrived before it are still in progress.
    expect(settled.length).toBeLessThan(5);
    await Promise.all(sending);
    expect(await Promise.all(hostile.map(({ of }) => count(of)))).toEqual(hostile.map(() => 1));
    expect(ends).toEqual([]);
  });

  it('is ingested on this thread if the threads cannot start', async () => {
    const elsewhere = createPool('sqlite:/no/such/directory/culprit.db');
    const sent = ids(3);
    await Promise.all(sent.map((id) => elsewhere.ingest(incoming(id, LARGE))));
    await elsewhere.ingest(incoming(hex(), LARGE));
    await elsewhere.close();
    expect(threadErrors.splice(0).length).toBeGreaterThan(0);
    expect(await count()).toBe(4);
  });
});
