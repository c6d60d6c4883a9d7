/** The clock is set: it advances in `pass` only. */
import { setTimeout as delay } from 'node:timers/promises';
import { type BackgroundJob, Scheduler } from '../../src/jobs/scheduler';

interface Counted extends BackgroundJob {
  /** Time at which each step began, in milliseconds since the beginning of the test. */
  readonly steps: number[];
}

let began: number;
beforeEach(() => {
  jest.useFakeTimers();
  began = performance.now();
});

/** Advances the clock, in milliseconds, with the timers and all that follows from them. */
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

/** Returns a job that runs `step` for its nth step, from 0. */
function job(
  step: (number: number, signal: AbortSignal) => boolean | Promise<boolean>,
  given: Partial<BackgroundJob> = {},
): Counted {
  const steps: number[] = [];
  const run = async (signal: AbortSignal) => {
    steps.push(performance.now() - began);
    return step(steps.length - 1, signal);
  };
  return { name: 'counting', idleMs: 60_000, ...given, steps, step: run };
}

const fail = (error: unknown) => {
  throw error;
};

let scheduler: Scheduler;
function start(jobs: readonly BackgroundJob[], onError: (error: unknown, job: BackgroundJob) => void = fail): void {
  scheduler = new Scheduler(jobs, onError);
  scheduler.start();
}
afterEach(async () => {
  await Promise.all([scheduler.stop(), pass(60_000)]);
  jest.useRealTimers();
});

test('a job runs step after step while there is work, and pauses then', async () => {
  const counted = job((number) => number < 5);
  start([counted]);
  await pass(59_999);
  expect(counted.steps).toEqual([0, 0, 0, 0, 0, 0]);
});

test('many idle jobs cause no warning of a leak', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => void warnings.push(warning);
  process.on('warning', listen);
  const jobs = Array.from({ length: 20 }, () => job(() => false));
  start(jobs);
  await pass(10);
  expect(jobs.every(({ steps }) => steps.length === 1)).toBe(true);
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test('an idle job looks for work again after its pause', async () => {
  const counted = job(() => false, { idleMs: 30 });
  start([counted]);
  await pass(89);
  expect(counted.steps).toEqual([0, 30, 60]);
});

test('a clock that is set back does not lengthen a pause', async () => {
  const counted = job(() => false, { idleMs: 30 });
  start([counted]);
  await pass(0);
  jest.setSystemTime(0);
  await pass(60);
  expect(counted.steps).toEqual([0, 30, 60]);
});

test('the pause between steps follows from the duration of the step', async () => {
  const durations: number[] = [];
  const pauseMs = (duration: number) => {
    durations.push(duration);
    return duration * 3;
  };
  const counted = job(
    async (number) => {
      await delay(20);
      return number < 1;
    },
    { pauseMs },
  );
  start([counted]);
  await pass(500);
  expect(durations).toEqual([20]);
  expect(counted.steps).toEqual([0, 80]);
});

test('jobs run beside each other, and one step of a job at a time', async () => {
  let running = 0;
  const slow = job(async () => {
    running += 1;
    await delay(30);
    running -= 1;
    return true;
  });
  const quick = job((number) => {
    expect(running).toBe(1);
    return number < 10;
  });
  start([slow, quick]);
  await pass(59);
  expect([quick.steps, slow.steps]).toEqual([Array.from({ length: 11 }, () => 0), [0, 30]]);
  const stopping = scheduler.stop();
  await pass(1);
  await stopping;
});

test('an error is reported with its job, and the step is repeated after the idle pause', async () => {
  const errors: unknown[] = [];
  const failing = job(
    (number) => {
      if (number < 2) throw new Error(`step ${number}`);
      return false;
    },
    { idleMs: 10 },
  );
  start([failing], (error, { name }) => errors.push([error, name]));
  await pass(29);
  expect(failing.steps).toEqual([0, 10, 20]);
  expect(errors).toEqual([
    [new Error('step 0'), 'counting'],
    [new Error('step 1'), 'counting'],
  ]);
});

test('stop waits for the running step, starts no other, and closes the jobs', async () => {
  let isClosed = false;
  let isDone = false;
  const counted = job(
    async () => {
      await delay(30);
      expect(isClosed).toBe(false);
      isDone = true;
      return true;
    },
    { close: () => (isClosed = true) },
  );
  start([counted]);
  await pass(10);
  const stopping = scheduler.stop();
  await pass(19);
  expect([isDone, isClosed]).toEqual([false, false]);
  await pass(1);
  await stopping;
  expect([isDone, isClosed, counted.steps.length]).toEqual([true, true, 1]);
});

test('stop ends a pause at once', async () => {
  const counted = job(() => false);
  start([counted]);
  await pass(0);
  let isStopped = false;
  void scheduler.stop().then(() => (isStopped = true));
  await pass(0);
  expect([isStopped, counted.steps]).toEqual([true, [0]]);
});

test('the signal of a running step is aborted when the scheduler is stopped, or after the grace of the job', async () => {
  const aborted: string[] = [];
  const waiting = (name: string, stopGraceMs?: number) =>
    job(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.push(`${name}: ${(signal.reason as Error).message}`);
            resolve(false);
          });
        }),
      { name, ...(stopGraceMs !== undefined && { stopGraceMs }) },
    );
  const jobs = [waiting('with grace', 50), waiting('without')];
  start(jobs);
  await pass(0);
  const stopping = scheduler.stop();
  await pass(49);
  expect(aborted).toEqual(['without: The service was stopped.']);
  await pass(1);
  await stopping;
  expect(aborted).toEqual(['without: The service was stopped.', 'with grace: The service was stopped.']);
});

test('jobs that were never started are closed too', async () => {
  let isClosed = false;
  scheduler = new Scheduler([job(() => false, { close: () => (isClosed = true) })], fail);
  await scheduler.stop();
  expect(isClosed).toBe(true);
});
