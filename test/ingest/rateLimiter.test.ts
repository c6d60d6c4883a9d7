import type { AppliedRateLimit } from '../../src/domain/rateLimit';
import { RateLimiter } from '../../src/ingest/rateLimiter';
import type { Write } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { project as makeProject } from '../support/rows';

/**
 * Now by the clock of the process: the count is shared through the database, and rows of former windows are deleted by
 * this clock.
 */
const NOW = Math.floor(Date.now() / 60_000) * 60_000;

let temporary: TemporaryDatabase;
let limit: AppliedRateLimit;
let errors: unknown[];
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  const { id, organizationId } = await temporary.database.write((stores) => makeProject(stores));
  limit = { organizationId, scope: 'project', subject: id, window: 3600, count: 5 };
  errors = [];
});
afterEach(() => temporary.dispose());

const open = (write: Write = temporary.database.write) => new RateLimiter(write, (error) => errors.push(error));
const take = (limiter: RateLimiter, times: number, of = limit, now = NOW) =>
  Array.from({ length: times }, () => limiter.take([of], now)).filter((exhausted) => exhausted.length === 0).length;
const countRows = async () => {
  const engine = await temporary.openEngine();
  const rows = await engine.read((session) => session.all('SELECT 1 AS "found" FROM rate_limit_count', []));
  await engine.close();
  return rows.length;
};

test('processes share their counts once they are written', async () => {
  const [one, other] = [open(), open()];
  expect([take(one, 3), take(other, 1)]).toEqual([3, 1]);
  await one.close();
  await other.close();
  expect(take(other, 5)).toBe(1);
  await other.close();
  expect(take(one, 1)).toBe(1);
  await one.close();
  expect(one.findExhausted([limit], NOW)).toEqual([limit]);
});

test('a process that starts again goes on with the stored count', async () => {
  const former = open();
  expect(take(former, 9)).toBe(5);
  await former.close();
  const next = open();
  expect(take(next, 1)).toBe(1);
  await next.close();
  expect(take(next, 1)).toBe(0);
});

test('an event that is given back frees its place, within its window', async () => {
  const limiter = open();
  take(limiter, 5);
  limiter.giveBack([limit], NOW);
  expect(take(limiter, 5)).toBe(1);
  await limiter.close();
  limiter.giveBack([limit], NOW);
  expect(take(limiter, 5)).toBe(1);
  const later = NOW + 3_600_000;
  expect(take(limiter, 9, limit, later)).toBe(5);
  limiter.giveBack([limit], NOW);
  expect(take(limiter, 1, limit, later)).toBe(0);
});

test('a clock that is set back gives no second count', () => {
  const limiter = open();
  expect(take(limiter, 9)).toBe(5);
  expect(take(limiter, 9, limit, NOW - 3_600_000)).toBe(0);
});

test('a failed write is reported, and its counts are written with the next one', async () => {
  let isDown = true;
  const { write } = temporary.database;
  const limiter = open((work, scope) => (isDown ? Promise.reject(new Error('down')) : write(work, scope)));
  take(limiter, 4);
  await limiter.close();
  expect(errors).toHaveLength(1);
  isDown = false;
  expect(take(limiter, 9)).toBe(1);
  await limiter.close();
  const other = open();
  take(other, 1);
  await other.close();
  expect(take(other, 1)).toBe(0);
});

test('counts of former windows are deleted', async () => {
  const limiter = open();
  const brief = { ...limit, window: 1 };
  for (const age of [7200, 3600, 0]) {
    take(limiter, 1, brief, NOW - 1000 * age);
    await limiter.close();
  }
  expect(await countRows()).toBe(1);
});
