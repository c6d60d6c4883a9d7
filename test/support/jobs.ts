import type { BackgroundJob } from '../../src/jobs/scheduler';

/** Runs a job until it has no more work. */
export async function runUntilIdle(job: BackgroundJob): Promise<void> {
  const { signal } = new AbortController();
  while (await job.step(signal)) continue;
}

/** Returns a job with another pause between its steps. */
export function withIdleMs(job: BackgroundJob, idleMs: number): BackgroundJob {
  return { name: job.name, idleMs, step: (signal) => job.step(signal) };
}
