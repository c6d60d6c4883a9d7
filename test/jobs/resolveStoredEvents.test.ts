import { compressEventBody } from '../../src/compression/eventBody';
import type { Project } from '../../src/domain/project';
import { isOfRelease, resolveStoredEvent } from '../../src/ingest/resolveStoredEvent';
import { ResolveStoredEventsJob } from '../../src/jobs/storedEvents';
import { compileUncached } from '../../src/ingest/settingsCache';
import { packRecord, presentEvent, presentRecord } from '../../src/presenters/eventRecord';
import { groupAndDescribe } from '../../src/ingest/processEvent';
import { SourceMapCache } from '../../src/sourcemaps/resolve/sourceMapCache';
import type { FullEventRow } from '../../src/store/events';
import { normalized, settings } from '../ingest/build';
import { mapText, putArtifacts } from '../support/artifacts';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { everyRow, hex, issue, project as makeProject } from '../support/rows';

const DAY = 24 * 60 * 60 * 1000;
/** Approximate time at which `putArtifacts` uploads. */
const UPLOADED = Date.UTC(2026, 0, 1, 1);
const URL = 'https://shop.test/static/app.js';

const { database } = useTemporaryDatabase('all');
let project: Project;
let issueId: string;
let looked: string[];
beforeEach(async () => {
  looked = [];
  project = await database.write((stores) => makeProject(stores));
  issueId = await database.write((stores) => issue(stores, project.id));
});

const mapCache = new SourceMapCache();
const job = (maxEvents?: number) =>
  new ResolveStoredEventsJob({
    database,
    isOfRelease,
    clock: () => UPLOADED + DAY,
    ...(maxEvents !== undefined && { maxEvents }),
    resolveStored: (row, of) => {
      looked.push(row.eventId);
      return resolveStoredEvent(row, of, { read: database.read, mapCache }, compileUncached);
    },
  });

/** Returns the row of an event with a frame of the minified file. */
function rowOf(timestamp: number, release: string | null = 'shop@1'): FullEventRow {
  const eventId = hex();
  const frames = [{ filename: URL, function: 't', lineno: 1, colno: 11, in_app: true }];
  const payload = {
    platform: 'javascript',
    release,
    exception: { values: [{ type: 'Error', stacktrace: { frames } }] },
  };
  const grouped = groupAndDescribe(normalized(payload, { eventId }), settings({ groupingConfig: 'simple:4' }));
  const { event, summary, grouping } = grouped;
  const record = packRecord(presentRecord(project.id, event, summary));
  return { eventId, issueId, timestamp, record, body: compressEventBody({ event, grouping }) };
}

const insert = (rows: readonly FullEventRow[]) => database.write(({ events }) => events.insert(project.id, rows));
const upload = (release: string | null = 'shop@1', debugId?: string) => {
  const map = mapText([[10, 'src/pay.ts', 4, 2]]);
  const id = debugId === undefined ? {} : { debugId };
  const files = [
    { name: '~/static/app.js', text: 't()', headers: { sourcemap: 'app.js.map' }, ...id },
    { name: '~/static/app.js.map', text: map, ...id },
  ];
  return putArtifacts(database, project, files, { release });
};
const findDue = () => database.read(({ frameResolutions }) => frameResolutions.findDue(UPLOADED + DAY));

/** Returns the files that the lists show of the events, newest first. */
async function locations(): Promise<(string | null)[]> {
  const rows = await everyRow((page) => database.read(({ events }) => events.list(project.id, page)));
  return rows.map((row) => (JSON.parse(String(presentEvent(project.id, row))) as { location: string | null }).location);
}

test('events of the release of the last seven days are resolved, once', async () => {
  const times = [-8, -6, -1].map((days) => UPLOADED + days * DAY);
  const rows = times.map((time) => rowOf(time));
  const other = rowOf(UPLOADED, 'shop@2');
  await insert([...rows, other]);
  await upload();
  await runUntilIdle(job());
  expect(await locations()).toEqual([URL, 'src/pay.ts', 'src/pay.ts', URL]);
  expect(looked).toEqual([rows[2]?.eventId, rows[1]?.eventId]);
  expect(await findDue()).toBeUndefined();
  await runUntilIdle(job());
  expect(looked).toHaveLength(2);
});

test('artifacts with debug ids can belong to events of every release', async () => {
  await insert([rowOf(UPLOADED - DAY, null), rowOf(UPLOADED - 2 * DAY, 'shop@1')]);
  await upload('shop@1', '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f');
  await runUntilIdle(job());
  expect(looked).toHaveLength(2);
  expect(await locations()).toEqual([URL, 'src/pay.ts']);
});

test('a pass looks at so many events at most, and continues where an earlier process stopped', async () => {
  const row = rowOf(UPLOADED - DAY);
  const rows = Array.from({ length: 650 }, (_, index) => ({
    ...row,
    eventId: hex(),
    timestamp: row.timestamp + index,
  }));
  await insert(rows);
  await upload();
  const { signal } = new AbortController();
  await job(600).step(signal);
  const first = looked.length;
  expect(await findDue()).toMatchObject({ lookedAt: first, position: { eventId: looked.at(-1) } });
  await runUntilIdle(job(600));
  expect(looked).toHaveLength(600);
  expect(new Set(looked).size).toBe(600);
  const files = await locations();
  expect(files.filter((file) => file === 'src/pay.ts')).toHaveLength(600);
  expect(files.slice(-50)).toEqual(Array.from({ length: 50 }, () => URL));
});

test('artifacts that arrive during a pass begin another one', async () => {
  await insert([rowOf(UPLOADED - DAY)]);
  await upload();
  const pass = await findDue();
  if (pass === undefined) throw new Error('no pass is due');
  await database.write(({ frameResolutions }) => frameResolutions.begin(pass));
  await upload();
  await database.write(({ frameResolutions }) => frameResolutions.end(pass, UPLOADED));
  expect(await findDue()).toMatchObject({ position: null, lookedAt: 0 });
  await runUntilIdle(job());
  expect(await locations()).toEqual(['src/pay.ts']);
  expect(await findDue()).toBeUndefined();
});

test('the request of a removed project is forgotten', async () => {
  await insert([rowOf(UPLOADED - DAY)]);
  await upload();
  await database.write(({ removals }) => removals.removeProject(project.organizationId, project.id, UPLOADED));
  await runUntilIdle(job());
  expect(looked).toEqual([]);
  expect(await findDue()).toBeUndefined();
});
