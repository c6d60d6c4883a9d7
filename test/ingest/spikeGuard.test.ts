import { HOUR_MS } from '../../src/domain/time';
import { SpikeGuard } from '../../src/ingest/quota';

const NOON = Date.UTC(2026, 0, 15, 12);
const FLOOR = 3600;

/** Sends events until the project may not send more, at most `most`. Returns the number of sent events. */
function send(guard: SpikeGuard, now: number, most = 1_000_000, project = '1'): number {
  let sent = 0;
  while (sent < most && guard.retryAfter(project, now) === 0) {
    guard.recordEvent(project, now);
    sent += 1;
  }
  return sent;
}

/** Waits until the lookup has ended. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const quiet = () => Promise.resolve(0);

test('lets a new project send the minimum at once, and again within an hour', () => {
  const guard = new SpikeGuard(FLOOR, quiet);
  expect(send(guard, NOON)).toBe(FLOOR);
  expect(guard.retryAfter('1', NOON)).toBe(60);
  expect(send(guard, NOON + HOUR_MS / 2)).toBe(FLOOR / 2);
  expect(send(guard, NOON + 10 * HOUR_MS)).toBe(FLOOR);
});

test('never limits a project that stays below the minimum', () => {
  const guard = new SpikeGuard(FLOOR, quiet);
  for (let second = 0; second < 3 * 3600; second += 1) expect(send(guard, NOON + second * 1000, 1)).toBe(1);
});

test('limits each project separately', () => {
  const guard = new SpikeGuard(FLOOR, quiet);
  send(guard, NOON);
  expect(guard.retryAfter('2', NOON)).toBe(0);
});

test('lets a project send five times its busiest hour', async () => {
  const guard = new SpikeGuard(FLOOR, async (project, since) =>
    project === '1' && since === NOON - 7 * 24 * HOUR_MS ? 10_000 : 0,
  );
  guard.retryAfter('1', NOON);
  await settle();
  expect(send(guard, NOON)).toBe(50_000);
  expect(send(guard, NOON, FLOOR + 1, '2')).toBe(FLOOR);
});

test('looks up the busiest hour once an hour, and uses the minimum if the lookup fails', async () => {
  const lookups: number[] = [];
  const guard = new SpikeGuard(FLOOR, (_, since) => (lookups.push(since), Promise.reject(new Error('gone'))));
  for (const now of [NOON, NOON + 1, NOON + HOUR_MS - 1, NOON + HOUR_MS]) guard.retryAfter('1', now);
  await settle();
  expect(lookups).toHaveLength(2);
  expect(send(guard, NOON + HOUR_MS)).toBe(FLOOR);
});

test('works with a clock that is set back', () => {
  const guard = new SpikeGuard(FLOOR, quiet);
  send(guard, NOON);
  expect(send(guard, NOON - HOUR_MS)).toBe(0);
  expect(send(guard, NOON + HOUR_MS)).toBe(FLOOR);
});
