import { pauseAfterStep, StepSize } from '../../src/jobs/stepSize';

const TARGET_MS = 10;
const MINUTE_MS = 60_000;
/** A row takes 0.02 ms on all machines, apart from the slow disk. */
const ROW_MS = 0.02;

/** Returns the times of a transaction that deletes rows. */
type Machine = (rows: number, now: number) => { waitedMs: number; heldMs: number };

const quiet: Machine = (rows) => ({ waitedMs: 0, heldMs: 1 + rows * ROW_MS });
/** The write lock is free only every 60 ms. */
const busyWriters: Machine = (rows) => ({ waitedMs: 60, heldMs: 1 + rows * ROW_MS });
/** A transaction of a single row takes as long: the processor or the disk has other work. */
const stalling: Machine = (rows) => ({ waitedMs: 0, heldMs: 60 + rows * ROW_MS });
const slowDisk: Machine = (rows) => ({ waitedMs: 0, heldMs: rows });

/** Returns a machine whose transactions take from half to one and a half of 60 ms longer, without a pattern. */
function unsteady(): Machine {
  let state = 1;
  return (rows) => {
    state = (state * 48_271) % 2_147_483_647;
    return { waitedMs: 0, heldMs: 30 + (state / 2_147_483_647) * 60 + rows * ROW_MS };
  };
}

interface Result {
  readonly deleted: number;
  /** The longest transactions of the last half of the time. */
  readonly longestMs: number;
  readonly largest: number;
  readonly longestPauseMs: number;
}

/** Deletes rows, of which there are always more, for some time on a simulated clock. */
function simulate(machine: Machine, step = new StepSize(TARGET_MS), forMs = MINUTE_MS): Result {
  let [now, deleted, longestMs, largest, longestPauseMs] = [0, 0, 0, 0, 0];
  while (now < forMs) {
    const { rows } = step;
    const times = machine(rows, now);
    step.record({ rows, ...times });
    now += times.waitedMs + times.heldMs + step.pauseMs;
    deleted += rows;
    longestPauseMs = Math.max(longestPauseMs, step.pauseMs);
    if (now < forMs / 2) continue;
    longestMs = Math.max(longestMs, times.heldMs);
    largest = Math.max(largest, rows);
  }
  return { deleted, longestMs, largest, longestPauseMs };
}

describe('a simulated minute', () => {
  test('on a quiet machine, a third of the time is used, and no transaction takes much longer than the target', () => {
    const { deleted, longestMs } = simulate(quiet);
    const possible = MINUTE_MS / 3 / ROW_MS;
    expect(deleted).toBeGreaterThan(possible * 0.7);
    expect(longestMs).toBeLessThan(TARGET_MS * 1.3);
  });

  test('where other writers have the lock, the job takes every turn, and keeps the lock for no longer', () => {
    const { deleted, longestMs, longestPauseMs } = simulate(busyWriters);
    const turns = MINUTE_MS / (60 + TARGET_MS);
    expect(deleted).toBeGreaterThan((turns * TARGET_MS * 0.7) / ROW_MS);
    expect(longestMs).toBeLessThan(TARGET_MS * 1.3);
    expect(longestPauseMs).toBe(0);
  });

  test('where each transaction takes 60 ms, rows add no more than the target to it', () => {
    const { deleted, longestMs } = simulate(stalling);
    const turns = MINUTE_MS / (3 * (60 + TARGET_MS));
    expect(deleted).toBeGreaterThan((turns * TARGET_MS * 0.7) / ROW_MS);
    expect(longestMs).toBeLessThan(60 + TARGET_MS * 1.3);
  });

  test('where transactions take from 30 to 90 ms without a pattern, rows do not double the time', () => {
    const { deleted, longestMs } = simulate(unsteady());
    const turns = MINUTE_MS / (3 * (60 + TARGET_MS));
    expect(deleted).toBeGreaterThan((turns * TARGET_MS * 0.7) / ROW_MS);
    expect(longestMs).toBeLessThan(2 * 90);
  });

  test('on a slow disk, steps are as small as the target requires', () => {
    const { deleted, longestMs } = simulate(slowDisk);
    expect(deleted).toBeGreaterThan((MINUTE_MS / 3) * 0.7);
    expect(longestMs).toBeLessThanOrEqual(TARGET_MS * 2);
  });

  test.each([
    ['a busy one', stalling],
    ['one whose writers were busy', busyWriters],
    ['one with a slow disk', slowDisk],
    ['an unsteady one', unsteady()],
  ])('a machine that recovers after %s deletes as one that was always quiet', (_, machine) => {
    const step = new StepSize(TARGET_MS);
    simulate(machine, step);
    step.rest();
    expect(simulate(quiet, step).deleted).toBeGreaterThan(simulate(quiet).deleted * 0.9);
  });

  test.each([
    ['busy', stalling],
    ['slow', slowDisk],
  ])('a machine that becomes %s is treated like one that always was', (_, machine) => {
    const step = new StepSize(TARGET_MS);
    simulate(quiet, step);
    step.rest();
    const { deleted, longestMs } = simulate(machine, step);
    const always = simulate(machine);
    expect(deleted).toBeGreaterThan(always.deleted * 0.7);
    expect(longestMs).toBeLessThanOrEqual(always.longestMs * 1.1);
  });

  test('a transaction that takes seconds once changes little', () => {
    const withAccident: Machine = (rows, now) => {
      const { waitedMs, heldMs } = quiet(rows, now);
      return { waitedMs, heldMs: now >= MINUTE_MS / 4 && now < MINUTE_MS / 4 + 30 ? 3_000 : heldMs };
    };
    const { deleted, longestMs } = simulate(withAccident);
    expect(deleted).toBeGreaterThan(simulate(quiet).deleted * 0.9);
    expect(longestMs).toBeLessThan(TARGET_MS * 1.3);
  });
});

describe('pauses', () => {
  test('after a minute of work without an end, pauses are half as long, until there is nothing left', () => {
    const step = new StepSize(TARGET_MS);
    step.record({ rows: 50, waitedMs: 0, heldMs: 10 });
    expect(step.pauseMs).toBe(20);
    step.record({ rows: 50, waitedMs: 15, heldMs: 10 });
    expect(step.pauseMs).toBe(5);
    simulate(quiet, step);
    step.record({ rows: 50, waitedMs: 0, heldMs: 10 });
    expect(step.pauseMs).toBe(10);
    step.rest();
    step.record({ rows: 50, waitedMs: 0, heldMs: 10 });
    expect(step.pauseMs).toBe(20);
  });

  test('are bounded', () => {
    const step = new StepSize(TARGET_MS);
    step.record({ rows: 50, waitedMs: 0, heldMs: 5_000 });
    expect(step.pauseMs).toBe(100);
    expect(pauseAfterStep(7)).toBe(14);
    expect(pauseAfterStep(60_000)).toBe(1_000);
  });
});

test('a step that deletes few rows because no more are left keeps the size', () => {
  const step = new StepSize(TARGET_MS);
  for (let number = 0; number < 20; number += 1)
    step.record({ rows: step.rows, waitedMs: 0, heldMs: 1 + step.rows * ROW_MS });
  const before = step.rows;
  for (const rows of [0, 3, 0]) step.record({ rows, waitedMs: 0, heldMs: 1.1 });
  expect(step.rows).toBe(before);
});
