import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isMovingRows, migrate, type MigrationProgress } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { openDatabase } from '../../../src/store/engine/open';
import type { FullEventRow } from '../../../src/store/events';
import type { EventRow } from '../../../src/store/visibleEvents';
import { copyDatabase } from '../../../src/store/tools/copy';
import { describeSqlite, makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { eventRow, everyRow, NOON } from '../../support/rows';

/** The migrations before this one. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 42);
const REPOSITORY = join(__dirname, '../../..');
const ISSUES = 7;

let place: TemporaryPlace;
beforeEach(async () => {
  place = await makeEmptyPlace();
});
afterEach(() => place.dispose());

/** Fills a database of version 8 with events. Their bodies are in `event_body`. */
async function fillFormer(count: number): Promise<FullEventRow[]> {
  const rows = Array.from({ length: count }, (_, index) =>
    eventRow(String(1 + (index % ISSUES)), { timestamp: NOON + Math.floor(index / 3), bytes: 200 }),
  );
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  await engine.write(async (session) => {
    await session.runMany(
      'INSERT INTO event (project_id, event_id, issue_id, timestamp, record) VALUES (?, ?, ?, ?, ?)',
      rows.map(({ eventId, issueId, timestamp, record }) => [1, eventId, Number(issueId), timestamp, record]),
    );
    await session.runMany(
      'INSERT INTO event_body (project_id, event_id, body) VALUES (?, ?, ?)',
      rows.map(({ eventId, body }) => [1, eventId, body]),
    );
  });
  await engine.close();
  return rows;
}

const byId = (rows: readonly FullEventRow[]) =>
  [...rows]
    .sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
    .map((row) => ({ ...row, body: Buffer.from(row.body).toString('hex') }));

/** Expects these events, and no others, in every list and by their ids. */
async function expectEvents(rows: readonly FullEventRow[]): Promise<void> {
  const database = await openDatabase(place.url);
  await database.read(async ({ events }) => {
    const listed = await everyRow((page) => events.list('1', page), 500);
    const keys = listed.map(({ timestamp, eventId }) => `${timestamp} ${eventId}`);
    expect(keys).toEqual([...keys].sort().reverse());
    const withBodies = async (listed: readonly EventRow[]) =>
      byId(
        await events.readBodies(
          '1',
          listed.map(({ eventId }) => eventId),
        ),
      );
    expect(await withBodies(listed)).toEqual(byId(rows));
    const byIssue = await Promise.all(
      Array.from({ length: ISSUES }, (_, index) =>
        everyRow((page) => events.listByIssue({ projectId: '1', id: String(index + 1) }, page), 500),
      ),
    );
    expect(await withBodies(byIssue.flat())).toEqual(byId(rows));
    for (const row of rows.slice(0, 5))
      expect(await events.find('1', row.eventId)).toMatchObject({ issueId: row.issueId });
  });
  await database.close();
}

test('events and their bodies are the same after the migration', async () => {
  const rows = await fillFormer(1_200);
  const engine = await place.openEngine();
  const reports: MigrationProgress[] = [];
  await migrate(engine, MIGRATIONS, (progress) => reports.push(progress));
  expect(await engine.read(isMovingRows)).toBe(false);
  await engine.close();
  await expectEvents(rows);
  const pending = MIGRATIONS.filter(({ number }) => number >= 42);
  expect(reports[0]).toEqual({
    migration: 'first-release',
    step: 1,
    steps: pending.length,
    movedRows: 0,
    totalRows: 0,
  });
  if (place.url.startsWith('sqlite:'))
    expect(reports.at(-1)).toEqual({ ...reports[0], movedRows: 1_200, totalRows: 1_200 });
  else expect(reports.map(({ step }) => step)).toEqual(pending.map((_, index) => index + 1));
});

describeSqlite('an interrupted migration', () => {
  const left = async () => {
    const engine = await place.openEngine();
    try {
      return await engine.read(async (session) => {
        if (!(await isMovingRows(session))) return { former: 0, moved: -1 };
        return session.one<{ former: number; moved: number }>(
          'SELECT (SELECT COUNT(*) FROM former_event) AS "former", (SELECT COUNT(*) FROM event) AS "moved"',
          [],
        );
      });
    } finally {
      await engine.close();
    }
  };

  /** Opens the database in another process, which migrates it. */
  function open(): ChildProcess {
    const script = join(REPOSITORY, 'test/support/openAndWrite.ts');
    return spawn(process.execPath, ['--import', 'tsx', script, place.url, 'kept', '0'], { cwd: REPOSITORY });
  }

  test('continues after kill -9, without losing or doubling an event', async () => {
    const rows = await fillFormer(30_000);
    const engine = await place.openEngine();
    const readMoved = () =>
      engine.read((session) =>
        session
          .one<{ moved: number }>('SELECT COUNT(*) AS "moved" FROM event WHERE typeof(event_id) = \'blob\'', [])
          .then((row) => row?.moved ?? 0),
      );
    let interruptions = 0;
    for (const moment of [1, 8_000, 20_000]) {
      const child = open();
      const ended = once(child, 'exit');
      while (child.exitCode === null && (await readMoved()) < moment);
      child.kill('SIGKILL');
      await ended;
      const state = await left();
      // No event is in both tables, and none in neither.
      if (state !== undefined && state.former > 0) {
        interruptions += 1;
        expect(state.former + state.moved).toBe(rows.length);
      }
    }
    await engine.close();
    expect(interruptions).toBeGreaterThan(0);
    await expectEvents(rows);
  });

  test('is completed by several processes at once', async () => {
    const rows = await fillFormer(5_000);
    const engines = await Promise.all([place.openEngine(), place.openEngine(), place.openEngine()]);
    await Promise.all(engines.map((engine) => migrate(engine, MIGRATIONS)));
    await Promise.all(engines.map((engine) => engine.close()));
    await expectEvents(rows);
  });

  test('is not copied', async () => {
    await fillFormer(10);
    const engine = await place.openEngine();
    await migrate(
      engine,
      MIGRATIONS.map(({ moves: _, ...migration }) => migration),
    );
    await engine.close();
    const target = await makeEmptyPlace();
    await expect(copyDatabase(place.url, target.url, () => undefined)).rejects.toThrow(
      'The migration of the source is not complete: any other command completes it.',
    );
    await target.dispose();
  });
});
