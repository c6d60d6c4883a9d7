import type { FetchAttempt } from '../../src/domain/artifact';
import type { Project } from '../../src/domain/project';
import { FetchJavaScriptJob } from '../../src/jobs/fetchJavaScript';
import { Scheduler } from '../../src/jobs/scheduler';
import { createFetchFile, FetchError, type FetchFile, withHostBackoff } from '../../src/sourcemaps/fetch/fetchFile';
import { openDatabase } from '../../src/store/engine/open';
import { itOnSqlite, useTemporaryDatabase } from '../support/database';
import { FileServer } from '../support/fileServer';
import { NOON, project as makeProject } from '../support/rows';
import { runUntilIdle } from '../support/jobs';

const MINUTE = 60_000;
const MAP = '{"version":3,"sources":["a.ts"],"mappings":"AAAA"}';

const temporary = useTemporaryDatabase('all');
const { database } = temporary;
let server: FileServer;
let project: Project;
let now: number;
let errors: unknown[];
beforeEach(async () => {
  [now, errors] = [NOON, []];
  server = await FileServer.start();
  project = await database.write((stores) => makeProject(stores));
});
afterEach(() => server.close());

const jobWith = (fetchFile: FetchFile = createFetchFile({ allowsPrivate: true })) =>
  new FetchJavaScriptJob({
    database,
    fetchFile: withHostBackoff(fetchFile, () => now),
    onError: (error) => errors.push(error),
    clock: () => now,
  });
const request = (...urls: string[]) => database.write(({ fetchAttempts }) => fetchAttempts.request(project, urls, now));
const find = async (url: string): Promise<FetchAttempt[]> =>
  (await database.read(({ fetchAttempts }) => fetchAttempts.find(project.id, [url], now))).get(url) ?? [];
const serve = (name: string) =>
  server.files.set(`/${name}.js`, `x();\n//# sourceMappingURL=${name}.js.map`).set(`/${name}.js.map`, MAP);

test('a requested file is fetched once, and its content is stored', async () => {
  serve('a');
  const url = server.url('/a.js');
  await request(url);
  await runUntilIdle(jobWith());
  const [attempt] = await find(url);
  expect(attempt).toMatchObject({ at: NOON, map: { url: `${url}.map` }, failure: null });
  const bytes = await database.read(({ contents }) => contents.read(project.organizationId, attempt?.map?.sha1 ?? ''));
  expect(Buffer.from(bytes ?? []).toString()).toBe(MAP);
  await runUntilIdle(jobWith());
  expect(server.paths).toEqual(['/a.js', '/a.js.map']);
  expect(errors).toEqual([]);
});

test('a requested file is not fetched after the setting was switched off', async () => {
  serve('a');
  await request(server.url('/a.js'));
  await database.write(({ projects }) => projects.update(project, { settings: { scrapeJavaScript: false } }));
  await runUntilIdle(jobWith());
  expect(await find(server.url('/a.js'))).toMatchObject([{ map: null, failure: { reason: 'disabled' } }]);
  expect(server.requests).toEqual([]);
});

test('a failed host is not requested for five minutes, and others are', async () => {
  const other = await FileServer.start();
  serve('b');
  server.files.set('/a.js', (response) => void response.writeHead(500).end());
  await request(server.url('/a.js'), server.url('/b.js'), other.url('/c.js'));
  const job = jobWith();
  await runUntilIdle(job);
  expect(server.paths).toEqual(['/a.js']);
  expect(await find(server.url('/b.js'))).toMatchObject([
    { failure: { reason: 'download_error', details: expect.stringContaining('not asked again') } },
  ]);
  expect(await find(other.url('/c.js'))).toMatchObject([{ failure: { reason: 'not_found' } }]);
  now += 4 * MINUTE;
  serve('d');
  await request(server.url('/d.js'));
  await runUntilIdle(job);
  expect(await find(server.url('/d.js'))).toMatchObject([{ failure: { reason: 'download_error' } }]);
  now += MINUTE;
  serve('e');
  await request(server.url('/e.js'));
  await runUntilIdle(job);
  expect(await find(server.url('/e.js'))).toMatchObject([{ map: { url: server.url('/e.js.map') } }]);
  await other.close();
});

test('a host that failed for one project is requested for others, as are both hosts of a redirect that failed', async () => {
  const [other, stranger] = [await FileServer.start(), await database.write((stores) => makeProject(stores))];
  serve('b');
  server.files.set('/a.js', (response) => void response.writeHead(500).end());
  other.files.set('/moved.js', (response) => void response.writeHead(302, { Location: server.url('/a.js') }).end());
  await request(other.url('/moved.js'));
  await database.write(({ fetchAttempts }) => fetchAttempts.request(stranger, [server.url('/a.js')], now));
  const job = jobWith();
  await runUntilIdle(job);
  other.files.set('/c.js', 'x();\n//# sourceMappingURL=c.js.map').set('/c.js.map', MAP);
  await request(server.url('/b.js'), other.url('/c.js'));
  await runUntilIdle(job);
  expect(server.paths).toEqual(['/a.js', '/a.js', '/b.js', '/b.js.map']);
  for (const url of [server.url('/b.js'), other.url('/c.js')])
    expect(await find(url)).toMatchObject([{ map: { url: `${url}.map` } }]);
  await other.close();
});

test('files that a stopped process has claimed are fetched by another one', async () => {
  serve('a');
  const url = server.url('/a.js');
  await request(url);
  let isAsked: () => void = () => undefined;
  const firstRequest = new Promise<void>((resolve) => (isAsked = resolve));
  const hanging = jobWith(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        isAsked();
      }),
  );
  const scheduler = new Scheduler([hanging], (error) => errors.push(error));
  scheduler.start();
  await firstRequest;
  await runUntilIdle(jobWith());
  expect(server.requests).toEqual([]);
  await scheduler.stop();
  expect(await find(url)).toMatchObject([{ map: null, failure: null }]);
  now += 2 * MINUTE;
  await runUntilIdle(jobWith());
  expect(await find(url)).toMatchObject([{ at: now, map: { url: `${url}.map` } }]);
  expect(errors).toEqual([]);
});

test('files of projects that are served at the same time are not mixed up', async () => {
  serve('a');
  const first = project;
  await request(server.url('/a.js'));
  project = await database.write((stores) => makeProject(stores));
  await request(server.url('/missing.js'));
  await runUntilIdle(jobWith());
  expect(await find(server.url('/missing.js'))).toMatchObject([{ failure: { reason: 'not_found' } }]);
  expect(await find(server.url('/a.js'))).toEqual([]);
  project = first;
  expect(await find(server.url('/a.js'))).toMatchObject([{ map: { size: MAP.length } }]);
});

test('the newest thousand attempts of a project are kept, including failed ones', async () => {
  const urls = (hour: number) => Array.from({ length: 500 }, (_, number) => `https://shop.test/${hour}-${number}.js`);
  for (let hour = 0; hour < 3; hour += 1) {
    const requestedUrls = urls(hour);
    await request(...requestedUrls);
    await runUntilIdle(
      jobWith(() => Promise.reject(new FetchError('not_found', 'It is not there.', new URL(requestedUrls[0] ?? '')))),
    );
    now += 60 * MINUTE;
  }
  const kept = await database.read(({ fetchAttempts }) =>
    fetchAttempts.find(project.id, [0, 1, 2].flatMap(urls), NOON + 120 * MINUTE),
  );
  expect(kept.size).toBe(1000);
  expect(urls(0).some((url) => kept.has(url))).toBe(false);
});

test.each([
  ['an hour', 60 * MINUTE],
  ['a day', 24 * 60 * MINUTE],
])('a clock that is set back by %s does not delay a file that a stopped process has claimed', async (_, ms) => {
  serve('back');
  const url = server.url('/back.js');
  await request(url);
  const owner = { projectId: project.id, organizationId: project.organizationId };
  await database.write(({ fetchAttempts }) => fetchAttempts.claim(owner, now, now + 90_000, 8));
  now -= ms;
  await runUntilIdle(jobWith());
  expect(server.paths).toEqual(['/back.js', '/back.js.map']);
});

itOnSqlite('nothing is fetched while the disk has too little space for uploads', async () => {
  serve('later');
  await request(server.url('/later.js'));
  const full = await openDatabase(temporary.url, { uploadReservedBytes: Number.MAX_SAFE_INTEGER });
  try {
    const fetchFile = createFetchFile({ allowsPrivate: true });
    const job = new FetchJavaScriptJob({
      database: full,
      fetchFile,
      onError: (error) => errors.push(error),
      clock: () => now,
    });
    await runUntilIdle(job);
  } finally {
    await full.close();
  }
  expect([server.paths, errors]).toEqual([[], []]);
  await runUntilIdle(jobWith());
  expect(server.paths).toEqual(['/later.js', '/later.js.map']);
});

test('hosts that do not respond delay only their own organization', async () => {
  const silence = new AbortController();
  let held = 0;
  const fetchFile: FetchFile = async ({ url }) => {
    if (url.includes('silent.test') && !silence.signal.aborted) {
      held += 1;
      await new Promise((resolve) => silence.signal.addEventListener('abort', resolve));
    }
    throw new FetchError('not_found', 'It is not there.', new URL(url));
  };
  const signal = new AbortController().signal;
  const job = jobWith(fetchFile);
  const slug = (number: number) => ({ organizationId: project.organizationId, slug: `silent-${number}` });
  for (let number = 0; number < 10; number += 1) {
    const silent = await database.write((stores) => makeProject(stores, slug(number)));
    await database.write(({ fetchAttempts }) =>
      fetchAttempts.request(silent, [`https://silent.test/${number}.js`], now),
    );
  }
  now += 1;
  project = await database.write((stores) => makeProject(stores));
  const url = 'https://shop.test/a.js';
  await request(url);
  await job.step(signal);
  while ((await find(url))[0]?.failure === null) await job.step(signal);
  expect(await find(url)).toMatchObject([{ failure: { reason: 'not_found' } }]);
  expect(held).toBe(2);
  silence.abort();
  await runUntilIdle(job);
});
