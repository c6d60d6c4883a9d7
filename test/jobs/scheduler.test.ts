import { setTimeout as delay } from 'node:timers/promises';
import { type BackgroundJob, Scheduler } from '../../src/jobs/scheduler';

interface Counted extends BackgroundJob {
  /** When each step began, in milliseconds. */
  readonly steps: number[];
}

/** A job that runs `step` for its nth step, from 0. */
function job(
  step: (number: number, signal: AbortSignal) => boolean | Promise<boolean>,
  given: Partial<BackgroundJob> = {},
): Counted {
  const steps: number[] = [];
  const run = async (signal: AbortSignal) => {
    steps.push(performance.now());
    return step(steps.length - 1, signal);
  };
  return { name: 'counting', idleMs: 60_000, ...given, steps, step: run };
}

const fail = (error: unknown) => {
  throw error;
};

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(1);
}

let scheduler: Scheduler;
function start(jobs: readonly BackgroundJob[], onError: (error: unknown, job: BackgroundJob) => void = fail): void {
  scheduler = new Scheduler(jobs, onError);
  scheduler.start();
}
afterEach(() => scheduler.stop());

test('a job runs step after step while there is work, and pauses then', async () => {
  const counted = job((number) => number < 5);
  start([counted]);
  await until(() => counted.steps.length === 6);
  await delay(20);
  expect(counted.steps).toHaveLength(6);
});

test('many idle jobs cause no warning of a leak', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => void warnings.push(warning);
  process.on('warning', listen);
  const jobs = Array.from({ length: 20 }, () => job(() => false));
  start(jobs);
  await until(() => jobs.every(({ steps }) => steps.length === 1));
  await delay(10);
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test('an idle job looks for work again after its pause', async () => {
  const counted = job(() => false, { idleMs: 30 });
  start([counted]);
  await until(() => counted.steps.length === 3);
  const [first = 0, , third = 0] = counted.steps;
  expect(third - first).toBeGreaterThanOrEqual(55);
});

test('a clock that is set back does not lengthen a pause', async () => {
  const clock = jest.spyOn(Date, 'now');
  try {
    const counted = job(() => false, { idleMs: 30 });
    start([counted]);
    await until(() => counted.steps.length === 1);
    clock.mockReturnValue(0);
    await until(() => counted.steps.length === 3);
  } finally {
    clock.mockRestore();
  }
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
  await until(() => counted.steps.length === 2);
  const [first = 0, second = 0] = counted.steps;
  expect(durations).toHaveLength(1);
  expect(durations[0]).toBeGreaterThanOrEqual(19);
  expect(second - first).toBeGreaterThanOrEqual(4 * 19);
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
    expect(running).toBeLessThanOrEqual(1);
    return number < 10;
  });
  start([slow, quick]);
  await until(() => quick.steps.length === 11 && slow.steps.length === 2);
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
  await until(() => failing.steps.length === 3);
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
  await until(() => counted.steps.length === 1);
  await scheduler.stop();
  expect([isDone, isClosed, counted.steps.length]).toEqual([true, true, 1]);
});

test('stop ends a pause at once', async () => {
  const counted = job(() => false);
  start([counted]);
  await until(() => counted.steps.length === 1);
  const began = performance.now();
  await scheduler.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
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
  await until(() => jobs.every(({ steps }) => steps.length === 1));
  const began = performance.now();
  await scheduler.stop();
  expect(performance.now() - began).toBeGreaterThanOrEqual(45);
  expect(aborted).toEqual(['without: The service was stopped.', 'with grace: The service was stopped.']);
});

test('jobs that were never started are closed too', async () => {
  let isClosed = false;
  scheduler = new Scheduler([job(() => false, { close: () => (isClosed = true) })], fail);
  await scheduler.stop();
  expect(isClosed).toBe(true);
});
