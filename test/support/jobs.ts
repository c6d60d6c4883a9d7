import type { BackgroundJob } from '../../src/jobs/scheduler';

/** Does all that a job has to do now. */
export async function runUntilIdle(job: BackgroundJob): Promise<void> {
  const { signal } = new AbortController();
  while (await job.step(signal)) continue;
}

/** The job with another pause between its steps. */
export function withIdleMs(job: BackgroundJob, idleMs: number): BackgroundJob {
  return { name: job.name, idleMs, step: (signal) => job.step(signal) };
}
